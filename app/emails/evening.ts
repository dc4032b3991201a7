import { describeDepositTerms } from "#app/lib/booking/cancellation-terms.ts";
import { firstLineHref } from "#app/lib/booking/first-line.ts";
import { clubText } from "#app/lib/club-texts.ts";
import { telephoneLink } from "#app/lib/event/safety.ts";
import {
  atTables,
  countPeople,
  describeContact,
  describeNews,
  describeTotal,
  listLines,
  sheetTime,
} from "#app/lib/event/sheet.ts";
import { minTableSize } from "#app/lib/table-size.ts";
import { club } from "#club";
import {
  bookAgain,
  detailFacts,
  dinnersLink,
  directionsAction,
  type EmailContent,
  type EmailTemplates,
  type Fact,
  facesOfBoth,
  facesOfTable,
  facesWithout,
  firstTopic,
  invitation,
  nameMates,
  places,
  refundTime,
  willBeRefunded,
  withName,
} from "./template.ts";

/** The note may be gone when the email is sent again. */
const howLate = (minutes: number | null): string =>
  minutes === null ? "a little late" : `about ${minutes} minutes late`;

function describeLateness(name: string, minutes: number | null, isChange: boolean) {
  const willBe = `will ${isChange ? "now " : ""}be ${howLate(minutes)}`;
  return { subject: isChange ? `${name} ${willBe}` : `${name} is running late`, willBe };
}

function describeOutcome(came: boolean, wasContested: boolean): string {
  if (came) return "We were wrong: you were there";
  return wasContested ? "We couldn’t confirm that you came" : "It looks like you missed dinner";
}

export const eveningEmails = {
  reminder: (booking) => ({
    subject: clubText("reminder-subject", places(booking)),
    faces: facesOfTable(booking),
    lead: firstTopic(booking),
    paragraphs: [clubText("reminder-line", places(booking))],
    facts: [...detailFacts(booking), ["Need help?", booking.safety]],
    action: directionsAction(booking),
    links: [
      { label: "See the details", href: booking.bookingUrl },
      { label: "Add to my calendar", href: booking.links.calendar },
    ],
    says: "The first minute is the hardest, and then it’s dinner.",
    closing: [
      ...(booking.deposit === "paid"
        ? describeDepositTerms({ ...booking, hasSeat: true, hasDeposit: true })
        : []),
      "If you can’t come, cancel: somebody on standby may get your seat.",
    ].join(" "),
    lastLinks: [
      { label: "Cancel booking", href: booking.links.cancel },
      { label: "Stop emails before and after dinners", href: booking.unsubscribeUrl },
    ],
  }),
  "diner-late": (booking, { isChange }) => {
    const name = booking.other.firstName ?? "Somebody at your table";
    const { firstName, lateMinutes } = booking.other;
    const { subject, willBe } = describeLateness(name, lateMinutes, Boolean(isChange));
    const note = lateMinutes === null ? "later" : `${lateMinutes} min`;
    return {
      subject,
      faces: facesOfTable(booking, (mate) => (mate === firstName ? note : undefined)),
      ...(isChange ? {} : { lead: `${name} ${willBe}.` }),
      paragraphs: ["Go ahead and order, and keep the seat."],
      facts: detailFacts(booking),
      action: { label: "See who’s there", href: booking.bookingUrl },
      ...(booking.place ? { links: [{ label: "Get Directions", href: booking.place.mapsLink }] } : {}),
    };
  },
  "diner-not-coming": (booking) => {
    const name = booking.other.firstName ?? "Somebody at your table";
    const count = booking.tableMates.length + 1;
    const action = directionsAction(booking);
    const table = { label: "See who’s coming", href: booking.bookingUrl };
    return {
      subject: `${name} can’t come`,
      faces: facesWithout(booking),
      ...(count < minTableSize ? {} : { lead: `${count === 3 ? "Three" : "Four"} is still a good table.` }),
      paragraphs: [
        count < minTableSize
          ? `${name} just told us. We’ll look for another table with seats for all of you, and email you if we find one. If we don’t, the dinner goes on as planned.`
          : `${name} just told us. The dinner goes on as planned, with ${nameMates(booking, "you")}.`,
      ],
      facts: detailFacts(booking),
      action: action ?? table,
      links: action ? [table] : [],
      says: "Thank you for coming all the same.",
    };
  },
  "how-was-it": (booking) => {
    const { weekday, place, links, tableMates, answersUntil, unsubscribeUrl } = booking;
    return {
      subject: clubText("how-was-it-subject", places(booking)),
      ...(tableMates.length > 0
        ? { faces: tableMates.map((mate) => ({ ...mate, href: links.feedback })) }
        : {}),
      lead: "Who would you like to meet again? They hear of it only if they choose you, too.",
      paragraphs: [
        `It takes a minute, and a word about ${weekday}’s dinner${place ? ` at ${place.name}, table ${place.tableNumber},` : ""} helps us make the next table.`,
      ],
      action: { label: "Tell us how it was", href: links.feedback },
      says: "I’m curious how it was for you.",
      closing: `The link needs no password. It works until ${answersUntil}.`,
      lastLinks: [{ label: "Stop emails before and after dinners", href: unsubscribeUrl }],
    };
  },
  // Fails if the other diner has deleted the account.
  "meet-again": (booking) => {
    const { origin, weekday, place, event, way, mutual } = booking;
    if (!mutual) throw new Error("The other diner is gone");
    const { firstName, contact, wantsSameTable } = mutual;
    const href = firstLineHref({ ...way, date: event.date, venue: place }, mutual);
    const next = { label: "Book the next one together", href: `${origin}/dashboard/bookings/new` };
    return {
      subject: `You and ${firstName} both said yes`,
      faces: facesOfBoth(booking),
      lead: "That’s how it starts.",
      paragraphs: [
        `You’d each like to meet again after ${weekday}’s dinner${place ? ` at ${place.name}` : ""}. ${firstName} has the contact that you chose. Here’s ${firstName}’s:`,
      ],
      contact: { text: contact, href: href ?? undefined },
      ...(href
        ? {
            action: { label: `Write to ${firstName}`, href, detail: "We’ve begun it for you" },
            links: [next],
          }
        : { action: next }),
      says: "I like sending this email best.",
      closing: [
        ...(wantsSameTable
          ? ["You’d both like to share a table again, so we may seat you together at another dinner."]
          : []),
        "Anybody else you said yes to hears nothing, unless they say it as well.",
      ].join(" "),
    };
  },
  "marked-absent": (booking) => {
    const { amount, day, deposit, place, links, contestUntil } = booking;
    return {
      subject: "Did you miss dinner?",
      houses: "street",
      lead: "Mistakes happen, and so does life.",
      paragraphs: [
        `We heard that your seat${place ? ` at ${place.name}` : ""} stayed empty on ${day}.`,
        `Were you there? Then tell us by ${contestUntil}. One sentence is enough, and a person reads it.`,
        "Couldn’t you come? There’s nothing to do, and you’re welcome at another dinner.",
      ],
      ...(deposit === "paid"
        ? {
            facts: [
              [
                "Deposit",
                [
                  `If we don’t hear from you, we keep your deposit of ${amount}.`,
                  "If you tell us, we hold it until we’ve looked.",
                ],
              ],
            ],
          }
        : {}),
      action: { label: "I was there", href: links.contest },
      links: [dinnersLink(booking)],
      says: "I hope you’re well.",
    };
  },
  "absence-resolved": (booking, { came, wasContested }) => {
    const { origin, bookingUrl, amount, deposit, place, when } = booking;
    const more = [
      { label: "Write to us", href: `${origin}/contact` },
      { label: "See your booking", href: bookingUrl },
    ];
    return {
      subject: describeOutcome(came, wasContested),
      ...(came && booking.tableMates.length > 0 ? { faces: facesOfTable(booking) } : { houses: "street" }),
      ...(came ? { lead: "The no-show is taken back, and that’s settled." } : {}),
      paragraphs: came
        ? [`${withName("Sorry for the mix-up", booking)}. There’s nothing you need to do.`]
        : [
            wasContested
              ? "We read your message and looked again. We found nothing that shows you were there."
              : "We looked again, and heard that your seat stayed empty.",
            ...(deposit && ["paid", "kept"].includes(deposit)
              ? [`So we keep your deposit of ${amount}.`]
              : []),
            "If that’s wrong, write to us.",
          ],
      ...(came && willBeRefunded(deposit)
        ? {
            consolation: [
              `We’ll refund your deposit of ${amount}.`,
              `We’ll email you when it’s on its way. ${refundTime}`,
            ],
          }
        : {}),
      invitation,
      facts: [["When", [when]], ...(place ? [["Where", [place.name]] as Fact] : [])],
      ...(came ? bookAgain(booking, ...more.slice(1)) : bookAgain(booking, ...more)),
      says: came ? "I’m sorry that we asked." : "I’m sorry that it isn’t better news.",
    };
  },
} satisfies Partial<EmailTemplates>;

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

/** A short name stays on one line. */
const withNameUnbroken = (title: string, name = "") =>
  name.length > 22 ? title : title.replace(name, () => name.replaceAll(" ", "\u00a0"));

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

/** News is about nobody’s dinner. */
export const newsPlaces = ["first name"] as const;

export const fillInNews = (text: string, firstName: string) =>
  text.replaceAll(`{${newsPlaces[0]}}`, () => firstName);

/**
 * "See you there, Ana" of who runs the club stands beside their face. Others sign for themselves, also Mariana where Ana
 * runs it. Only what was written counts: a diner may have the same name.
 */
function describeMessage(
  text: string,
  fillIn: (paragraph: string) => string,
): Pick<EmailContent, "paragraphs" | "says" | "isSignedFirst"> {
  const paragraphs = toParagraphs(text);
  const last = paragraphs.at(-1) ?? "";
  const name = club.person?.name;
  const before = last.slice(0, -(name?.length ?? 0));
  return name && last.endsWith(name) && !/\p{L}$/u.test(before) && last.length < 60
    ? { paragraphs: paragraphs.slice(0, -1).map(fillIn), says: fillIn(before.trim()), isSignedFirst: true }
    : { paragraphs: paragraphs.map(fillIn) };
}

export const hostEmails = {
  "club-message": (booking) => {
    const { bookingUrl, clubMessage, firstName, place, whenThere } = booking;
    const { subject, text, contactEmail, phone } = clubMessage;
    const reader = {
      firstName,
      table: place?.tableNumber ?? null,
      venue: place?.name ?? null,
      when: whenThere,
    };
    const details = { label: "See the details", href: bookingUrl };
    return {
      subject: fillInMessage(subject, reader),
      faces: facesOfTable(booking),
      ...describeMessage(text, (paragraph) => fillInMessage(paragraph, reader)),
      facts: place ? detailFacts(booking) : [["When", [whenThere]]],
      action: directionsAction(booking) ?? details,
      links: [
        ...(phone ? [{ label: `Call ${club.name}`, href: telephoneLink(phone), detail: phone }] : []),
        ...(place ? [details] : []),
      ],
      closing: `Answers go to ${contactEmail}.`,
    };
  },
  "club-news": ({ origin, clubMessage: { subject, text, contactEmail }, firstName, unsubscribeUrl }) => ({
    subject: fillInNews(subject, firstName),
    houses: "street",
    ...describeMessage(text, (paragraph) => fillInNews(paragraph, firstName)),
    action: { label: "See the dinners", href: `${origin}/events` },
    closing: `You get this because you asked for news in your settings. Answers go to ${contactEmail}.`,
    lastLinks: [{ label: "Stop news from the club", href: unsubscribeUrl }],
  }),
  "host-link": ({ when, venueName, pageUrl, worksUntil, hasDeposits, guests }) => ({
    subject: `Tonight’s tables at ${venueName}`,
    houses: "street",
    paragraphs: [
      `${guests ? `${guests} tonight. ` : ""}Your page shows who sits where, what the restaurant needs to know about diets and allergies, and who’s running late.`,
      `Please check in your guests there. It takes a minute${hasDeposits ? ", and deposits depend on it" : ""}.`,
      "Anybody with the link can open the page, so share it only with the people who welcome diners with you.",
    ],
    facts: [["When", [when, venueName]]],
    action: { label: "Open the host’s page", href: pageUrl },
    closing: `The page works until ${worksUntil}, also on several phones at once.`,
  }),
  "host-note": ({ firstName, tableNumber, lateMinutes, when, venueName, pageUrl }, { note, isChange }) => {
    const name = firstName || "Somebody";
    const place = tableNumber ? ` at table ${tableNumber}` : "";
    const { subject, willBe } = describeLateness(name, lateMinutes, Boolean(isChange));
    return {
      subject: note === "late" ? subject : `${name} can’t come`,
      houses: "slim",
      lead:
        note === "late"
          ? "Please keep the seat."
          : `One seat fewer${tableNumber ? ` at table ${tableNumber}` : ""}, please.`,
      paragraphs: [
        note === "late"
          ? `${name}${place} ${willBe}.`
          : `${name}${place} just canceled, so one seat there stays empty. Thank you for welcoming the others.`,
      ],
      facts: [
        ["When", [when]],
        ["Where", [tableNumber ? `Table ${tableNumber}, ${venueName}` : venueName]],
      ],
      action: { label: "Open the host’s page", href: pageUrl },
    };
  },
  "host-message": (booking) => {
    const { bookingUrl, hostMessage: text, place, when } = booking;
    const { paragraphs, ...message } = describeHostMessage(text, place?.name ?? "your restaurant");
    const details = { label: "See the details", href: bookingUrl };
    return {
      ...message,
      title: withNameUnbroken(message.subject, place?.name),
      faces: facesOfTable(booking),
      paragraphs: [],
      quote: paragraphs,
      facts: place ? detailFacts(booking) : [["When", [when]]],
      action: directionsAction(booking) ?? details,
      links: [
        ...(place?.phone ? [{ label: "Call the restaurant", href: telephoneLink(place.phone) }] : []),
        ...(place ? [details] : []),
      ],
    };
  },
  sheet: ({ content, previous, sentAt, previousAt, language, timeZone, ...venue }) => {
    const formatTime = sheetTime(language, timeZone);
    const when = formatTime(new Date(content.date));
    const since = previousAt ? new Date(previousAt) : null;
    const news = describeNews(content, previous, (time) => formatTime(time, true), since);
    const asOf = `As of ${formatTime(new Date(sentAt), true)}.`;
    const lines = listLines(content, previous).map((line): [string, string[]] => [
      line.title + (line.ours ? `\n(our ${line.ours})` : ""),
      [
        line.text,
        ...(line.change
          ? [`Changed: ${line.change.toLowerCase()}${line.struck ? ` (before: ${line.struck})` : ""}`]
          : []),
        ...line.needs,
      ],
    ]);
    const count = content.isOff
      ? "Nobody comes"
      : content.people === 0
        ? "Nobody"
        : countPeople(content.people);
    return {
      subject: `${previous ? "Changed: " : ""}${count} on ${when}`,
      lead:
        news ??
        (content.people > 0 ? `Can you seat ${count} ${atTables(content.tables.length)}?` : undefined),
      paragraphs: [...(content.people > 0 ? [] : [describeTotal(content)]), asOf],
      facts: [
        ...(news && content.people > 0
          ? [["How many", [`${count} ${atTables(content.tables.length)}`]] as [string, string[]]]
          : []),
        ["When", [when, venue.venueName]],
        ...(content.together.length > 0
          ? [["Diets and\nneeds", content.together] as [string, string[]]]
          : []),
        ...lines,
      ],
      ...(content.people > 0
        ? {
            action: { label: "Yes, we can", href: venue.pageUrl },
            links: [{ label: "No, we can’t", href: venue.pageUrl }],
          }
        : { action: { label: "See the sheet", href: venue.pageUrl } }),
      closing: describeContact(venue, content.people > 0),
    };
  },
} satisfies Partial<EmailTemplates>;
