import type { StandbyReason } from "#app/lib/booking/standby-reasons.ts";
import type { DepositCause } from "./booking/booking-states.ts";
import type { Obstacle } from "./booking/standby-reasons.ts";
import { offerMs } from "./event/line.ts";
import type { PriceRanges } from "./price.ts";
import type { SignedPurpose } from "./signatures.server.ts";
import { dayMs, hourMs } from "./time-units.ts";

/** What a host is told about a diner shortly before the event. */
export type HostNote = "late" | "not-coming";

/** A venue that takes nobody, or fewer people than planned. */
export interface LeftVenue {
  venue: string;
  hasFewer?: true;
}

/** The dinner for which somebody was in line. */
interface LineDinner {
  linkId: string;
  date: number;
  timeZone: string;
  city?: string | null;
  slug: string;
}

/** Where the dinner may be, and what it costs there. */
interface OfferedEvening {
  venues: { district: string | null; priceLevel: number }[];
  priceRanges: PriceRanges | null;
  currency: string;
}

export interface EmailRules {
  /** "host" is for the address of a host link, which `hostLinkId` names; "venue" for a restaurant; "news" for somebody who asked for it with `consentId`. */
  about: "account" | "booking" | "host" | "news" | "venue";
  /** How long an email is worth sending. One that could not be sent in that time is dropped. */
  worthSending: "until the event" | { forMs: number };
  /** The state that its booking must be in for the email to be true when it is sent. */
  trueWhile?: "absent" | "booked" | "in a pair" | "seated" | "on standby";
  /** What its link is for: the data has the link's id, and the token is made when the email is rendered. */
  link?: SignedPurpose;
  /** Its reader can stop emails of this kind with one click. */
  hasUnsubscribe?: true;
  /** Its diner's calendar changes too, which gets an invitation if they want them. */
  changesCalendar?: true;
  /** Only a type: the data that the email needs besides that of its booking. */
  data?: object;
}

/** All kinds. Their templates are in app/emails/, in the file of their topic. */
export const emailRules = {
  "absence-resolved": {
    about: "booking",
    worthSending: { forMs: 14 * dayMs },
    data: {} as { came: boolean; wasContested: boolean },
  },
  // Without `forChange`, somebody signed up with the address.
  "account-exists": { about: "account", worthSending: { forMs: dayMs }, data: {} as { forChange?: true } },
  "booking-canceled": {
    about: "booking",
    worthSending: { forMs: 2 * dayMs },
    changesCalendar: true,
    /** Of whom they would have come with. */
    data: {} as { otherBookingId?: string | null },
  },
  "booking-confirmed": {
    about: "booking",
    worthSending: "until the event",
    trueWhile: "seated",
    changesCalendar: true,
    data: {} as {
      reason: "seated" | "off standby" | "moved" | "moved by host" | "venue dropped out";
      left?: LeftVenue | undefined;
      say?: string | undefined;
    },
  },
  // To who sits at a table that gets somebody new, other than from standby; names them if it is one.
  "table-changed": {
    about: "booking",
    worthSending: "until the event",
    trueWhile: "seated",
    data: {} as { otherBookingId?: string },
  },
  "booking-received": {
    about: "booking",
    worthSending: "until the event",
    trueWhile: "booked",
    changesCalendar: true,
  },
  "canceled-by-club": {
    about: "booking",
    worthSending: { forMs: 2 * dayMs },
    changesCalendar: true,
    data: {} as {
      what: "dinner" | "booking" | "block" | "seat";
      because?: string | undefined;
      left?: LeftVenue | undefined;
    },
  },
  // `userId` is the account that has another address.
  "change-email": {
    about: "account",
    worthSending: { forMs: dayMs },
    link: "change-email",
    data: {} as { linkId: string; userId: string },
  },
  // To everybody a message is for: who has a seat, who is on standby, or who has booked. Who no longer belongs there gets none.
  "city-asked": {
    about: "account",
    worthSending: { forMs: dayMs },
    link: "city",
    data: {} as { linkId: string; city: string },
  },
  "city-opened": {
    about: "account",
    worthSending: { forMs: 7 * dayMs },
    data: {} as { city: string; slug: string },
  },
  "club-message": {
    about: "booking",
    worthSending: { forMs: 2 * dayMs },
    trueWhile: "booked",
    data: {} as { messageId: string; to: string; tableId?: string; venueId?: string },
  },
  // To those who asked for news, of a city or everywhere.
  "club-news": {
    about: "news",
    worthSending: { forMs: 2 * dayMs },
    hasUnsubscribe: true,
    data: {} as { messageId: string; consentId: string },
  },
  "confirm-email": {
    about: "account",
    worthSending: { forMs: dayMs },
    link: "confirm",
    /** Which dinner was chosen before signing up, as a sentence. */
    data: {} as { linkId: string; eventId?: string | null; chosen?: string | null },
  },
  "deposit-kept": {
    about: "booking",
    worthSending: { forMs: 30 * dayMs },
    data: {} as { cause: DepositCause },
  },
  "deposit-missed": { about: "booking", worthSending: { forMs: 2 * dayMs }, changesCalendar: true },
  "deposit-received": { about: "booking", worthSending: { forMs: 30 * dayMs } },
  // `amount` as it is read, of a part or where the rest was left; `reason` by an operator.
  "deposit-refunded": {
    about: "booking",
    worthSending: { forMs: 30 * dayMs },
    data: {} as { cause: DepositCause | null; amount?: string; isPart?: boolean; reason?: string | null },
  },
  // The minutes that were announced first. A change is sent once.
  "diner-late": {
    about: "booking",
    worthSending: { forMs: hourMs },
    trueWhile: "seated",
    data: {} as { otherBookingId: string; minutes: number; isChange?: true },
  },
  "diner-not-coming": {
    about: "booking",
    worthSending: { forMs: 4 * hourMs },
    trueWhile: "seated",
    data: {} as { otherBookingId: string },
  },
  "email-changed": {
    about: "account",
    worthSending: { forMs: 7 * dayMs },
    data: {} as { maskedEmail: string; userId: string; hadGoogle?: number },
  },
  "event-moved": {
    about: "booking",
    worthSending: "until the event",
    trueWhile: "booked",
    changesCalendar: true,
    data: {} as { previousDate: number; previousTimeZone: string },
  },
  // To who made a link for a friend. It doesn’t say who the friend is.
  "friend-declined": { about: "booking", worthSending: "until the event", trueWhile: "booked" },
  "friend-joined": {
    about: "booking",
    worthSending: "until the event",
    trueWhile: "in a pair",
    data: {} as { otherBookingId: string; obstacle?: Obstacle | null },
  },
  "friend-not-coming": {
    about: "booking",
    worthSending: "until the event",
    trueWhile: "booked",
    data: {} as { otherBookingId: string },
  },
  "google-linked": { about: "account", worthSending: { forMs: 7 * dayMs } },
  "google-unlinked": { about: "account", worthSending: { forMs: 7 * dayMs } },
  "host-link": { about: "host", worthSending: { forMs: dayMs }, data: {} as { hostLinkId: string } },
  "host-message": {
    about: "booking",
    worthSending: { forMs: dayMs },
    trueWhile: "seated",
    data: {} as { messageId: string },
  },
  "host-note": {
    about: "host",
    worthSending: { forMs: 4 * hourMs },
    data: {} as { note: HostNote; hostLinkId: string; minutes?: number | null; isChange?: number },
  },
  "how-was-it": {
    about: "booking",
    worthSending: { forMs: 3 * dayMs },
    trueWhile: "seated",
    hasUnsubscribe: true,
  },
  // Whoever has the address chooses a password with it, which makes the account theirs.
  invitation: {
    about: "account",
    worthSending: { forMs: 3 * dayMs },
    link: "reset",
    data: {} as { linkId: string; eventId?: string | null },
  },
  "line-ended": { about: "account", worthSending: { forMs: dayMs }, data: {} as LineDinner },
  "marked-absent": { about: "booking", worthSending: { forMs: 14 * dayMs }, trueWhile: "absent" },
  "meet-again": {
    about: "booking",
    worthSending: { forMs: 7 * dayMs },
    data: {} as { otherBookingId: string },
  },
  "new-sign-in": {
    about: "account",
    worthSending: { forMs: 7 * dayMs },
    data: {} as { browser: string; place: string | null; at: number },
  },
  "old-answers": { about: "account", worthSending: { forMs: 14 * dayMs } },
  "on-standby": {
    about: "booking",
    worthSending: "until the event",
    trueWhile: "on standby",
    changesCalendar: true,
    data: {} as { reason: StandbyReason; left?: LeftVenue | undefined; say?: string | undefined },
  },
  "operator-alarm": {
    about: "account",
    worthSending: { forMs: dayMs },
    data: {} as { problem: string; detail: string; startedAt: number; endedAt: number | null },
  },
  // To the owner of the club: somebody did at the desk what can’t be undone. It names nobody whom it is about.
  "operator-change": {
    about: "account",
    worthSending: { forMs: dayMs },
    data: {} as { operator: string; command: string; at: number },
  },
  "passkey-added": { about: "account", worthSending: { forMs: 7 * dayMs }, data: {} as { name: string } },
  "passkey-removed": { about: "account", worthSending: { forMs: 7 * dayMs }, data: {} as { name: string } },
  // What else opens the account, and what did until a reset: names of passkeys, and Google.
  "password-changed": {
    about: "account",
    worthSending: { forMs: 7 * dayMs },
    data: {} as {
      isRemoved?: true;
      passkeys?: string[];
      hasGoogle?: number;
      removedPasskeys?: string[];
      hadGoogle?: number;
    },
  },
  recovered: {
    about: "account",
    worthSending: { forMs: 3 * dayMs },
    link: "reset",
    data: {} as { linkId: string },
  },
  "recovery-started": {
    about: "account",
    worthSending: { forMs: 3 * dayMs },
    link: "stop-recovery",
    data: {} as { linkId: string; maskedEmail: string },
  },
  // The email says "proved" if somebody showed that the account is theirs.
  "recovery-stopped": {
    about: "account",
    worthSending: { forMs: 7 * dayMs },
    data: {} as { userId: string; isProved?: number },
  },
  "recovery-waits": { about: "account", worthSending: { forMs: 3 * dayMs }, data: {} as { userId: string } },
  reminder: { about: "booking", worthSending: "until the event", trueWhile: "seated", hasUnsubscribe: true },
  "reset-password": {
    about: "account",
    worthSending: { forMs: hourMs },
    link: "reset",
    data: {} as { linkId: string },
  },
  "seat-offered": {
    about: "account",
    worthSending: { forMs: offerMs },
    link: "line",
    data: {} as LineDinner & { until: number; evening?: OfferedEvening },
  },
  sheet: { about: "venue", worthSending: "until the event", data: {} as { sheetId: string } },
  "sign-in-locked": { about: "account", worthSending: { forMs: dayMs } },
  "standby-ended": { about: "booking", worthSending: { forMs: 2 * dayMs }, changesCalendar: true },
  "table-dissolved": { about: "booking", worthSending: { forMs: 2 * dayMs }, changesCalendar: true },
  "together-asked": {
    about: "booking",
    worthSending: "until the event",
    trueWhile: "in a pair",
    data: {} as { otherBookingId: string },
  },
  "together-ended": {
    about: "booking",
    worthSending: "until the event",
    trueWhile: "booked",
    data: {} as { otherBookingId: string },
  },
  "together-noted": {
    about: "booking",
    worthSending: "until the event",
    trueWhile: "in a pair",
    data: {} as { otherBookingId: string },
  },
} as const satisfies Record<string, EmailRules>;

export type EmailKind = keyof typeof emailRules;

export type EmailData = {
  [Kind in EmailKind]: (typeof emailRules)[Kind] extends { data: infer Data } ? Data : Record<string, never>;
};

export const kindsTrueWhile = (condition: NonNullable<EmailRules["trueWhile"]>): EmailKind[] =>
  emailKinds.filter((kind) => (emailRules[kind] as EmailRules).trueWhile === condition);

export const emailKinds = Object.keys(emailRules) as [EmailKind, ...EmailKind[]];

type KindsAbout<About extends EmailRules["about"]> = {
  [Kind in EmailKind]: (typeof emailRules)[Kind]["about"] extends About ? Kind : never;
}[EmailKind];

export type AccountEmailKind = KindsAbout<"account">;
export type BookingEmailKind = KindsAbout<"booking">;
export type HostEmailKind = KindsAbout<"host">;
export type VenueEmailKind = KindsAbout<"venue">;
export type NewsEmailKind = KindsAbout<"news">;

export const hostKinds = emailKinds.filter((kind) => emailRules[kind].about === "host");

/** Lower numbers are sent first. */
export const emailPriorities = { account: 0, dinnerToday: 1, other: 2, news: 3 };
