import type { DrawnFace } from "#app/lib/account/draw-face.ts";
import type { DepositState } from "#app/lib/booking/booking-states.ts";
import type { UnmetNeed } from "#app/lib/booking/standby-reasons.ts";
import type {
  BookingEmailKind,
  EmailData,
  EmailKind,
  HostEmailKind,
  NewsEmailKind,
  VenueEmailKind,
} from "#app/lib/email-kinds.ts";
import { listTimelineStops, type TimelineBooking } from "#app/lib/event/timeline.ts";
import { tableSize } from "#app/lib/table-size.ts";
import type { QueuedEmail, ToldSheet } from "#app/models/outbox/queued-emails.server.ts";
import { club } from "#club";
import type { BookingLinks } from "./links.server.ts";

export interface EmailStop {
  title: string;
  lines: string[];
  /** The stop was already over when the email was written. */
  isOver: boolean;
  /** Says that canceling is, or was, free until this stop. */
  freeNote: string | null;
  /** Canceling is free from this stop to the next. */
  isFree: boolean;
}

interface Link {
  label: string;
  href: string;
  /** A second line in the button. */
  detail?: string;
}

/** A name and its lines, and whether it has changed since the last email. */
export type Fact = [name: string, lines: string[], change?: { before?: string }];

export interface EmailContent {
  subject: string;
  /** Stands above the text; without it, the subject does. */
  title?: string;
  /** What an inbox shows next to the subject; without it, the first paragraph. */
  preview?: string;
  /** Drawn faces above the text, never photos. */
  faces?: Seat[];
  /** Houses above the text, if there are no faces; a slim street is for what is about no dinner. */
  houses?: "street" | "slim";
  /** Stands on the restaurant of the street. */
  sign?: string;
  /** A sentence right below the heading, in large letters. */
  lead?: string | undefined;
  paragraphs: string[];
  /** Somebody else's words, in large letters. */
  quote?: string[];
  /** What is left of a lost dinner, set off from the text. */
  consolation?: string[];
  /** A sentence right above the button, in large letters. */
  invitation?: string;
  /** An address to write to, in large letters. */
  contact?: { text: string; href: string | undefined };
  facts?: Fact[];
  timeline?: EmailStop[];
  action?: Link;
  /** The first two are buttons. */
  links?: Link[];
  /** What who runs the club says above their name, if the club says who that is; empty for the name alone. */
  says?: string | undefined;
  /** The name stands right below the text. */
  isSignedFirst?: boolean;
  closing?: string;
  /** Small print at the end. */
  note?: string | undefined;
  /** What few look for, below the small print. */
  lastLinks?: Link[];
}

interface Seat {
  firstName?: string | null;
  /** Null is a seat where nobody sits, or nobody knows who. */
  face: DrawnFace | null;
  /** The reader's. */
  isYours?: true;
  /** They haven’t said yes. */
  isAsked?: true;
  /** Below the name, such as "New". */
  note?: string | undefined;
  href?: string;
}

type EventFacts = NonNullable<QueuedEmail["event"]>;

export interface BookingFacts {
  /** Links and pictures are absolute in an email. */
  origin: string;
  bookingId: string;
  /** The page of the booking, for signed-in diners. */
  bookingUrl: string;
  firstName: string;
  event: EventFacts;
  /** "Friday, November 27, 7:00 PM", for an email that says where. */
  when: string;
  /** "Friday, November 27, 7:00 PM in Budapest", for all others. */
  whenThere: string;
  /** "Friday, November 27" */
  day: string;
  /** The time when booking ends. */
  tablesMadeAt: string;
  freeUntil: string;
  /** Canceling was free when the email was written. */
  isFree: boolean;
  /** The facts of the timeline, besides the event. */
  way: Omit<TimelineBooking, keyof EventFacts | "standby" | "cameFromStandby"> & {
    now: Date;
    formatTime(time: Date): string;
  };
  /** Diners who have no seat by then don't get one. */
  standbyUntil: string;
  /** The club has moved the event since this diner booked. */
  wasMoved: boolean;
  cityName: string;
  /** The reasons why no restaurant suits a diner on standby; empty if one does. */
  unmetNeeds: UnmetNeed[];
  /** The address of the questions about these needs. */
  answersUrl: string;
  /** The place of the table; null until the booking is confirmed. */
  place: (NonNullable<QueuedEmail["venue"]> & { tableNumber: number }) | null;
  /** The reader's own. */
  face: DrawnFace | null;
  tableMates: { firstName: string; face: DrawnFace }[];
  shares: string[];
  /** The table-mate whom the email is about, if any. */
  other: { firstName: string | null; face: DrawnFace | null; lateMinutes: number | null };
  /** Where to find help during the dinner, as sentences. */
  safety: string[];
  /** The deposit: "3000 HUF" */
  amount: string;
  deposit: DepositState | null;
  /** The time until which the seat waits for the deposit; null if it doesn’t, or no longer does. */
  payBy: string | null;
  hasDeposits: boolean;
  hostMessage: string;
  clubMessage: { subject: string; text: string; contactEmail: string; phone: string | null };
  links: BookingLinks;
  /** The time until which the diner can give feedback: "Friday, December 4, 11:00 AM" */
  answersUntil: string;
  /** The time until which a diner can say that they came, if the email leaves now. */
  contestUntil: string;
  /** "Friday" */
  weekday: string;
  /** The next one of the city that can be booked, where an email says that this one is lost. */
  nextDinner: NextDinner | undefined;
  /** The diners who would also like to meet this diner again; only in the email that tells both. */
  mutual: QueuedEmail["mutual"];
  /** The page that stops reminders, without signing in. */
  unsubscribeUrl: string;
}

export interface AccountFacts {
  origin: string;
  /** The address that the email goes to. */
  to: string;
  /** Empty in emails without a link that signs in or changes something. */
  linkToken: string;
  /** Where the diner booked last, or the one that opens. */
  lastBookedCity: { cityName: string; timeZone: string } | null;
  /** Of a city that opens, or of the one whose line has ended. */
  nextDinner: NextDinner | undefined;
}

interface NextDinner {
  id: string;
  /** "Friday, December 11, 7:00 PM" */
  when: string;
  /** "Friday, December 11" */
  day: string;
}

export interface HostFacts {
  origin: string;
  /** "Friday, November 27, 7:00 PM in Budapest" */
  when: string;
  venueName: string;
  pageUrl: string;
  /** The time until which the page can be used. */
  worksUntil: string;
  hasDeposits: boolean;
  /** "10 guests at two tables" */
  guests: string;
  /** The diner whom the email is about, if any. */
  firstName: string;
  tableNumber: number | null;
  lateMinutes: number | null;
}

export interface VenueFacts extends Omit<ToldSheet, "linkId"> {
  pageUrl: string;
  venueName: string;
  timeZone: string;
  contactEmail: string;
  phone: string | null;
}

export interface NewsFacts extends Pick<BookingFacts, "origin" | "firstName" | "clubMessage"> {
  /** The page that stops news, without signing in. */
  unsubscribeUrl: string;
}

type FactsOf<Kind extends EmailKind> = Kind extends BookingEmailKind
  ? BookingFacts
  : Kind extends HostEmailKind
    ? HostFacts
    : Kind extends VenueEmailKind
      ? VenueFacts
      : Kind extends NewsEmailKind
        ? NewsFacts
        : AccountFacts;

export type EmailTemplates = {
  [Kind in EmailKind]: (about: FactsOf<Kind>, data: EmailData[Kind]) => EmailContent;
};

/** What the club's own texts can say of a booking. */
export const places = ({
  firstName,
  day,
  weekday,
  place,
}: Pick<BookingFacts, "firstName" | "day" | "weekday" | "place">) => ({
  "first name": firstName,
  day,
  weekday,
  restaurant: place?.name ?? "dinner",
});

const joinNames = (names: string[]) => new Intl.ListFormat("en-US", { type: "conjunction" }).format(names);

export const nameMates = ({ tableMates }: Pick<BookingFacts, "tableMates">, ...others: string[]) =>
  joinNames([...tableMates.map(({ firstName }) => firstName), ...others]);

const you = ({ face }: Pick<BookingFacts, "face">): Seat => ({ firstName: "You", face, isYours: true });

/** The reader sits in the middle, below the lamp. */
const seatAround = (yours: Seat, others: Seat[]): Seat[] => {
  const middle = Math.floor(others.length / 2);
  return [...others.slice(0, middle), yours, ...others.slice(middle)];
};

const emptySeat: Seat = { face: null };

const listEmptySeats = (count: number) => Array.from({ length: count }, () => emptySeat);

/** The reader among those at the table. */
export const facesOfTable = (
  booking: BookingFacts,
  noteFor?: (firstName: string) => string | undefined,
): EmailContent["faces"] =>
  booking.tableMates.length > 0
    ? seatAround(
        you(booking),
        booking.tableMates.map((mate) => ({ ...mate, note: noteFor?.(mate.firstName) })),
      )
    : undefined;

/** A table that isn't made yet. */
export const faceAtNextTable = (booking: BookingFacts): Seat[] =>
  seatAround(you(booking), listEmptySeats(tableSize - 1));

/** The same for somebody whose face the email doesn't know. */
export const seatAtNextTable: Seat[] = seatAround(
  { firstName: "Your seat", face: null, isYours: true },
  listEmptySeats(tableSize - 1),
);

/** Side by side. */
export const facesOfBoth = (booking: BookingFacts): EmailContent["faces"] =>
  booking.other.face ? [you(booking), booking.other] : undefined;

/** The same at a table that isn't made yet. */
export const facesOfPair = (booking: BookingFacts, isAsked?: true): EmailContent["faces"] => {
  const { firstName, face } = booking.other;
  if (!face) return undefined;
  const asked = isAsked && { isAsked, firstName: firstName && `${firstName}?` };
  return [you(booking), { firstName, face, ...asked }, ...listEmptySeats(tableSize - 2)];
};

/** The reader hasn’t said yes. */
export const facesOfAsked = ({ other }: BookingFacts): EmailContent["faces"] =>
  other.face ? [other, { firstName: "You?", face: null, isYours: true, isAsked: true }] : undefined;

/** "We’re sorry, Zsófi"; an operator may have left out the name. */
export const withName = (words: string, { firstName }: Pick<BookingFacts, "firstName">) =>
  firstName ? `${words}, ${firstName}` : words;

/** The one who can't come has left an empty seat. */
export const facesWithout = (booking: BookingFacts): EmailContent["faces"] =>
  booking.tableMates.length > 0
    ? seatAround(you(booking), [...booking.tableMates, emptySeat].slice(0, tableSize - 1))
    : undefined;

/** Says where to go and whom to ask for; without a seat, only the city is known. */
export function whereFact({ place, cityName }: BookingFacts): Fact {
  if (!place) return ["Where", [cityName, "You’ll get the address with your table."]];
  const { name, address, district, phone } = place;
  return ["Where", [name, address, district ?? "", phone ? `Phone: ${phone}` : ""].filter(Boolean)];
}

export function tableFact(booking: BookingFacts): Fact {
  const { place } = booking;
  const number = place ? [`Table ${place.tableNumber}, reserved for ${club.name}`] : [];
  return ["Your table", [...number, nameMates(booking, "you").replace(/ you$/, "\u00a0you")]];
}

/** What somebody who comes alone asks at the door. */
export const doorFact: Fact = [
  "At the door",
  [`Ask for “${club.name}”`, "A few minutes early is fine, and so is coming alone."],
];

/** The same in every email about a seat. */
export const detailFacts = (booking: BookingFacts): Fact[] => [
  ["When", [booking.when]],
  whereFact(booking),
  ...(booking.place ? [tableFact(booking), doorFact] : []),
];

/** What most of a table share, and what that is good for. */
export const firstTopic = ({ shares }: Pick<BookingFacts, "shares">) =>
  shares[0] ? `${shares[0]} Not sure how to begin? Begin there.` : undefined;

export const invitation = "We’d love to see you at another dinner.";

const listHref = ({ origin }: Pick<BookingFacts, "origin">) => `${origin}/dashboard/bookings/new`;

export const dinnersLink = (about: Pick<BookingFacts, "origin">): Link => ({
  label: "See other dinners",
  href: listHref(about),
});

/** Below what was lost. */
export const bookAgain = (
  about: Pick<BookingFacts, "origin" | "nextDinner">,
  ...links: Link[]
): Required<Pick<EmailContent, "action" | "links">> => {
  const { nextDinner } = about;
  return nextDinner
    ? {
        action: {
          label: "Book Again",
          href: `${listHref(about)}?event=${nextDinner.id}`,
          detail: `Next dinner: ${nextDinner.day}`,
        },
        links: [dinnersLink(about), ...links],
      }
    : { action: { label: "Book Again", href: listHref(about) }, links };
};

export const directionsAction = ({ place }: BookingFacts): EmailContent["action"] =>
  place ? { label: "Get Directions", href: place.mapsLink } : undefined;

/** The stops at the time when the email is written. */
export function listEmailStops({ event, way, deposit, whenThere }: BookingFacts): EmailStop[] {
  const { now, formatTime, ...booking } = way;
  const stops = listTimelineStops(
    { ...event, ...booking, standby: "none", cameFromStandby: false },
    { now, formatTime, hasToday: false },
  );
  return stops.flatMap(({ kind, title, text, note, freeNote, isFree, when }) => {
    if (kind === "today") return [];
    const refund = kind === "day after" && willBeRefunded(deposit) ? "We’ll refund your deposit." : null;
    // Nobody knows where an email is read, so the dinner's stop names its city.
    const lines = [kind === "dinner" ? whenThere : text, note, refund].filter((line) => line !== null);
    return [{ title, lines, freeNote, isFree, isOver: when === "past" }];
  });
}

export const willBeRefunded = (deposit: DepositState | null): boolean =>
  deposit !== null && ["paid", "refunding", "refunded"].includes(deposit);

/** From when the refund leaves. */
export const refundTime = "Most banks show it on the card within 5 to 10 days.";

/** For a booking that the club had to cancel. */
export const costsNothing = ({ deposit, amount }: BookingFacts): string =>
  willBeRefunded(deposit)
    ? `It costs you nothing: we’ll refund your deposit of ${amount}.`
    : "It costs you nothing.";
