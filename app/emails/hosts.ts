import { describeLateness } from "./evening.ts";
import type { EmailContent, EmailTemplates } from "./template.ts";

const toParagraphs = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** The message as it is sent, and as the host sees it before. */
export const describeHostMessage = (
  text: string,
  venueName: string,
): Required<Pick<EmailContent, "subject" | "paragraphs" | "closing">> => ({
  subject: `A message from ${venueName}`,
  paragraphs: toParagraphs(text),
  closing: `The host at ${venueName} sent this to everybody who dines there. They won’t see replies to this email.`,
});

/** The words in braces that an operator can use, and what each diner reads instead. */
export const messagePlaces = ["first name", "table", "restaurant", "time"] as const;

interface MessageReader {
  firstName: string;
  table: number | null;
  venue: string | null;
  when: string;
}

export function fillInMessage(text: string, { firstName, table, venue, when }: MessageReader): string {
  const values: Record<(typeof messagePlaces)[number], string> = {
    "first name": firstName,
    table: table ? String(table) : "of five",
    restaurant: venue ?? "the restaurant",
    time: when,
  };
  return messagePlaces.reduce((filled, place) => filled.replaceAll(`{${place}}`, () => values[place]), text);
}

export const hostEmails = {
  "club-message": ({ bookingUrl, clubMessage, firstName, place, when }) => {
    const { subject, text, contactEmail, phone } = clubMessage;
    const reader = { firstName, table: place?.tableNumber ?? null, venue: place?.name ?? null, when };
    return {
      subject: fillInMessage(subject, reader),
      paragraphs: toParagraphs(fillInMessage(text, reader)),
      facts: [["Dinner", [...(place ? [place.name] : []), when]]],
      links: [{ label: "See the details", href: bookingUrl }],
      closing: `Answers go to ${contactEmail}.${phone ? ` In a hurry: ${phone}` : ""}`,
    };
  },
  "host-link": ({ when, venueName, pageUrl, worksUntil, hasDeposits }) => ({
    subject: `Tonight’s tables at ${venueName}`,
    paragraphs: [
      `Check in your guests on your page tonight. It takes a minute${hasDeposits ? ", and deposits depend on it" : ""}. The page also shows who sits where, what the restaurant needs to know about diets and allergies, and who’s running late.`,
      "Anybody with the link can open the page, so share it only with the people who welcome diners with you.",
    ],
    facts: [["Dinner", [venueName, when]]],
    action: { label: "Open the host’s page", href: pageUrl },
    closing: `The page works until ${worksUntil}, also on several phones at once.`,
  }),
  "host-note": ({ firstName, tableNumber, lateMinutes, when, venueName, pageUrl }, { note, isChange }) => {
    const name = firstName || "Somebody";
    const place = tableNumber ? ` at table ${tableNumber}` : "";
    const { subject, willBe } = describeLateness(name, lateMinutes, Boolean(isChange));
    return {
      subject: note === "late" ? subject : `${name} can’t come`,
      paragraphs: [
        note === "late"
          ? `Keep the seat: ${name}${place} ${willBe}.`
          : `The seat stays empty: ${name}${place} just canceled.`,
      ],
      facts: [["Dinner", [venueName, when]]],
      action: { label: "Open the host’s page", href: pageUrl },
    };
  },
  "host-message": ({ bookingUrl, hostMessage: text, place, when }) => ({
    ...describeHostMessage(text, place?.name ?? "your restaurant"),
    facts: [["Dinner", [when]]],
    links: [{ label: "See the details", href: bookingUrl }],
  }),
} satisfies Partial<EmailTemplates>;
