import type { StandbyReason } from "#app/lib/booking/standby-reasons.ts";
import type { DepositCause } from "./booking/booking-states.ts";
import type { SignedPurpose } from "./signatures.server.ts";
import { dayMs, hourMs } from "./time-units.ts";

type Nothing = Record<string, never>;

/** What a host hears of a diner shortly before the event. */
export type HostNote = "late" | "not-coming";

/** What an email says besides what its booking says when it is sent. */
export interface EmailData {
  "absence-resolved": { came: boolean; wasContested: boolean };
  /** Without `forChange`, somebody signed up with the address. */
  "account-exists": { forChange?: true };
  "booking-canceled": Nothing;
  "booking-confirmed": {
    reason: "seated" | "off standby" | "moved" | "moved by host" | "table closed" | "venue changed";
  };
  "booking-received": Nothing;
  "canceled-by-club": { what: "dinner" | "booking" | "block"; because?: string | undefined };
  /** `userId` is of the account, which has another address. */
  "change-email": { linkId: string; userId: string };
  "confirm-email": { linkId: string; eventId?: string | null };
  "deposit-kept": { cause: DepositCause };
  "deposit-missed": Nothing;
  "deposit-received": Nothing;
  "deposit-refunded": { cause: DepositCause | null };
  /** The minutes as they were said; a change is told once. */
  "diner-late": { otherBookingId: string; minutes: number; isChange?: true };
  "diner-not-coming": { otherBookingId: string };
  "email-changed": { maskedEmail: string; userId: string; hadGoogle?: number };
  "event-moved": { previousDate: number; previousTimeZone: string };
  "google-linked": Nothing;
  "google-unlinked": Nothing;
  "host-link": { hostLinkId: string };
  "host-message": { messageId: string };
  "host-note": { note: HostNote; hostLinkId: string; minutes?: number | null; isChange?: number };
  "how-was-it": Nothing;
  "marked-absent": Nothing;
  "meet-again": { otherBookingId: string };
  "new-sign-in": { browser: string; place: string | null; at: number };
  "old-answers": Nothing;
  "on-standby": { reason: StandbyReason };
  "operator-alarm": { problem: string; detail: string; startedAt: number; endedAt: number | null };
  "passkey-added": { name: string };
  "passkey-removed": { name: string };
  /** What else opens the account, and what did until a reset: names of passkeys, and Google. */
  "password-changed": {
    isRemoved?: true;
    passkeys?: string[];
    hasGoogle?: number;
    removedPasskeys?: string[];
    hadGoogle?: number;
  };
  recovered: { linkId: string };
  "recovery-started": { linkId: string; maskedEmail: string };
  /** Proved where somebody showed that the account is theirs. */
  "recovery-stopped": { userId: string; isProved?: number };
  "recovery-waits": { userId: string };
  reminder: Nothing;
  "reset-password": { linkId: string };
  "sign-in-locked": Nothing;
  "standby-ended": Nothing;
  "table-dissolved": Nothing;
  "together-asked": { otherBookingId: string };
  "together-noted": { otherBookingId: string };
}

export type EmailKind = keyof EmailData;

export interface EmailRules {
  /** "host" is for the address of a host link, which `hostLinkId` names. */
  about: "account" | "booking" | "host";
  /** An email that could not be sent for longer is no longer sent. */
  worthSending: "until the event" | { forMs: number };
  /** What must hold of its booking for the email still to be true when it is sent. */
  trueWhile?: "absent" | "booked" | "in a pair" | "seated" | "on standby";
  /** What its link is for: the data has the link's id, and the token is made when the email is rendered. */
  link?: SignedPurpose;
}

/** A kind that is missing here, or in app/emails/registry.ts, does not compile. */
export const emailRules = {
  "absence-resolved": { about: "booking", worthSending: { forMs: 14 * dayMs } },
  "account-exists": { about: "account", worthSending: { forMs: dayMs } },
  "booking-canceled": { about: "booking", worthSending: { forMs: 2 * dayMs } },
  "booking-confirmed": { about: "booking", worthSending: "until the event", trueWhile: "seated" },
  "booking-received": { about: "booking", worthSending: "until the event", trueWhile: "booked" },
  "canceled-by-club": { about: "booking", worthSending: { forMs: 2 * dayMs } },
  "change-email": { about: "account", worthSending: { forMs: dayMs }, link: "change-email" },
  "confirm-email": { about: "account", worthSending: { forMs: dayMs }, link: "confirm" },
  "deposit-kept": { about: "booking", worthSending: { forMs: 30 * dayMs } },
  "deposit-missed": { about: "booking", worthSending: { forMs: 2 * dayMs } },
  "deposit-received": { about: "booking", worthSending: { forMs: 30 * dayMs } },
  "deposit-refunded": { about: "booking", worthSending: { forMs: 30 * dayMs } },
  "diner-late": { about: "booking", worthSending: { forMs: hourMs }, trueWhile: "seated" },
  "diner-not-coming": { about: "booking", worthSending: { forMs: 4 * hourMs }, trueWhile: "seated" },
  "email-changed": { about: "account", worthSending: { forMs: 7 * dayMs } },
  "event-moved": { about: "booking", worthSending: "until the event", trueWhile: "booked" },
  "google-linked": { about: "account", worthSending: { forMs: 7 * dayMs } },
  "google-unlinked": { about: "account", worthSending: { forMs: 7 * dayMs } },
  "host-link": { about: "host", worthSending: { forMs: dayMs } },
  "host-message": { about: "booking", worthSending: { forMs: dayMs }, trueWhile: "seated" },
  "host-note": { about: "host", worthSending: { forMs: 4 * hourMs } },
  "how-was-it": { about: "booking", worthSending: { forMs: 3 * dayMs }, trueWhile: "seated" },
  "marked-absent": { about: "booking", worthSending: { forMs: 14 * dayMs }, trueWhile: "absent" },
  "meet-again": { about: "booking", worthSending: { forMs: 7 * dayMs } },
  "new-sign-in": { about: "account", worthSending: { forMs: 7 * dayMs } },
  "old-answers": { about: "account", worthSending: { forMs: 14 * dayMs } },
  "on-standby": { about: "booking", worthSending: "until the event", trueWhile: "on standby" },
  "operator-alarm": { about: "account", worthSending: { forMs: dayMs } },
  "passkey-added": { about: "account", worthSending: { forMs: 7 * dayMs } },
  "passkey-removed": { about: "account", worthSending: { forMs: 7 * dayMs } },
  "password-changed": { about: "account", worthSending: { forMs: 7 * dayMs } },
  recovered: { about: "account", worthSending: { forMs: 3 * dayMs }, link: "reset" },
  "recovery-started": { about: "account", worthSending: { forMs: 3 * dayMs }, link: "stop-recovery" },
  "recovery-stopped": { about: "account", worthSending: { forMs: 7 * dayMs } },
  "recovery-waits": { about: "account", worthSending: { forMs: 3 * dayMs } },
  reminder: { about: "booking", worthSending: "until the event", trueWhile: "seated" },
  "reset-password": { about: "account", worthSending: { forMs: hourMs }, link: "reset" },
  "sign-in-locked": { about: "account", worthSending: { forMs: dayMs } },
  "standby-ended": { about: "booking", worthSending: { forMs: 2 * dayMs } },
  "table-dissolved": { about: "booking", worthSending: { forMs: 2 * dayMs } },
  "together-asked": { about: "booking", worthSending: "until the event", trueWhile: "in a pair" },
  "together-noted": { about: "booking", worthSending: "until the event", trueWhile: "in a pair" },
} as const satisfies Record<EmailKind, EmailRules>;

export const kindsTrueWhile = (condition: NonNullable<EmailRules["trueWhile"]>): EmailKind[] =>
  emailKinds.filter((kind) => (emailRules[kind] as EmailRules).trueWhile === condition);

export const emailKinds = Object.keys(emailRules) as [EmailKind, ...EmailKind[]];

type KindsAbout<About extends EmailRules["about"]> = {
  [Kind in EmailKind]: (typeof emailRules)[Kind]["about"] extends About ? Kind : never;
}[EmailKind];

export type AccountEmailKind = KindsAbout<"account">;
export type BookingEmailKind = KindsAbout<"booking">;
export type HostEmailKind = KindsAbout<"host">;

export const hostKinds = emailKinds.filter((kind) => emailRules[kind].about === "host");

/** Lower numbers are sent first. */
export const emailPriorities = { account: 0, dinnerToday: 1, other: 2 };
