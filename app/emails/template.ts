import type { DepositState } from "#app/lib/booking/booking-states.ts";
import type { UnmetNeed } from "#app/lib/booking/standby-reasons.ts";
import type { BookingEmailKind, EmailData, EmailKind, HostEmailKind } from "#app/lib/email-kinds.ts";
import type { TimelineBooking } from "#app/lib/event/timeline.ts";
import type { QueuedEmail } from "#app/models/outbox/queued-emails.server.ts";
import type { BookingLinks } from "./links.server.ts";

/** Pictures of the table at each stop: `public/mail-stop-NAME.png`, made by `npm run make:pictures`. */
export const stopDrawings = ["booked", "table", "standby", "clock", "dinner", "day-after"] as const;

export type StopDrawing = (typeof stopDrawings)[number];

export interface EmailStop {
  drawing: StopDrawing;
  title: string;
  lines: string[];
  /** It was already over when the email was written. */
  isOver: boolean;
  /** That canceling is, or was, free until this stop. */
  freeNote: string | null;
  /** Canceling is free from this stop to the next. */
  isFree: boolean;
}

interface Link {
  label: string;
  href: string;
}

export interface EmailContent {
  subject: string;
  paragraphs: string[];
  /** A name and its lines. */
  facts?: [string, string[]][];
  /** What happens when, in place of facts or below the links. */
  timeline?: EmailStop[];
  action?: Link;
  links?: Link[];
  closing?: string;
  /** In place of the picture of a table. */
  drawing?: "two dots";
  /** In small print at the end. */
  note?: string | undefined;
}

type EventFacts = NonNullable<QueuedEmail["event"]>;

/** What every email about a booking may say. */
export interface BookingFacts {
  /** Links and pictures are absolute in an email. */
  origin: string;
  bookingId: string;
  /** Its page, for who is signed in. */
  bookingUrl: string;
  firstName: string;
  event: EventFacts;
  /** "Friday, November 27, 7:00 PM in Budapest" */
  when: string;
  /** "Friday, November 27" */
  day: string;
  /** When booking ends. */
  tablesMadeAt: string;
  freeUntil: string;
  /** Canceling was, when the email was written. */
  isFree: boolean;
  /** What the timeline is made of, besides the event. */
  way: Omit<TimelineBooking, keyof EventFacts | "standby" | "cameFromStandby"> & {
    now: Date;
    formatTime(time: Date): string;
  };
  /** Who has no seat then gets none. */
  standbyUntil: string;
  /** By the club, after this diner had booked. */
  wasMoved: boolean;
  cityName: string;
  /** On standby, why no restaurant of the dinner suits the diner; empty where one does. */
  unmetNeeds: UnmetNeed[];
  /** The questions about these needs. */
  answersUrl: string;
  /** Where the table is; null until the booking is confirmed. */
  place: (NonNullable<QueuedEmail["venue"]> & { tableNumber: number }) | null;
  /** The others' first names. */
  tableMates: string[];
  shares: string[];
  /** The table-mate whom the email is about, if it is about one. */
  other: { firstName: string | null; lateMinutes: number | null };
  /** Where to find help during the dinner, as sentences. */
  safety: string;
  /** The deposit: "3000 HUF" */
  amount: string;
  deposit: DepositState | null;
  /** Until when the seat waits for the deposit; null where it doesn’t, or no more. */
  payBy: string | null;
  /** The club takes deposits. */
  hasDeposits: boolean;
  /** What the host wrote, in an email that carries it. */
  hostMessage: string;
  /** Of the event's match record. */
  entriesHash: string | null;
  links: BookingLinks;
  /** Until when the diner can say how it was: "Friday, December 4, 11:00 AM" */
  answersUntil: string;
  /** "Friday" */
  weekday: string;
  /** Who would meet this diner again, too; only in the email that tells both. */
  mutual: QueuedEmail["mutual"];
  /** Where reminders are stopped, without signing in. */
  unsubscribeUrl: string;
}

/** What every email about an account may say. */
export interface AccountFacts {
  origin: string;
  /** Empty in emails without a link that signs in or changes something. */
  linkToken: string;
  /** Null where the diner never booked. */
  lastBookedCity: { cityName: string; timeZone: string } | null;
}

/** What an email to a host may say. */
export interface HostFacts {
  origin: string;
  /** "Friday, November 27, 7:00 PM in Budapest" */
  when: string;
  venueName: string;
  /** The host’s page. */
  pageUrl: string;
  /** Until when the page can be used. */
  worksUntil: string;
  /** The club takes deposits. */
  hasDeposits: boolean;
  /** The diner that the email is about, if it is about one. */
  firstName: string;
  tableNumber: number | null;
  lateMinutes: number | null;
}

type FactsOf<Kind extends EmailKind> = Kind extends BookingEmailKind
  ? BookingFacts
  : Kind extends HostEmailKind
    ? HostFacts
    : AccountFacts;

export type EmailTemplates = {
  [Kind in EmailKind]: (about: FactsOf<Kind>, data: EmailData[Kind]) => EmailContent;
};
