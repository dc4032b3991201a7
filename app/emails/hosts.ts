import { describeLateness } from "./evening.ts";
import type { EmailContent, EmailTemplates } from "./template.ts";

/** The message as it is sent, and as the host sees it before. */
export const describeHostMessage = (
  text: string,
  venueName: string,
): Required<Pick<EmailContent, "subject" | "paragraphs" | "closing">> => ({
  subject: `A message from ${venueName}`,
  paragraphs: text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean),
  closing: `The host at ${venueName} sent this to everybody who dines there. They won’t see replies to this email.`,
});

export const hostEmails = {
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
