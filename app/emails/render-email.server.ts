import type { ICalAttendeeStatus, ICalCalendarMethod } from "ical-generator";
import type { JobContext } from "#app/job-context.ts";
import { colorFaces } from "#app/lib/account/draw-face.ts";
import { findFace } from "#app/lib/account/find-face.server.ts";
import { withInitial } from "#app/lib/account/tell-apart.ts";
import { areDepositsOffered } from "#app/lib/booking/booking-states.ts";
import { writeCalendar } from "#app/lib/booking/calendar-file.ts";
import { freeCancellationEnd } from "#app/lib/booking/cancellation-terms.ts";
import { answersPath } from "#app/lib/booking/standby-reasons.ts";
import { dateAndTime, dateAndTimeOf, longDate, weekday } from "#app/lib/dates.ts";
import { type EmailData, type EmailKind, type EmailRules, emailRules } from "#app/lib/email-kinds.ts";
import { eventTimes, feedbackWindow, hostLinkTimes, timeBefore } from "#app/lib/event/event-times.ts";
import { describeSafety, findSafety } from "#app/lib/event/safety.ts";
import { atTables } from "#app/lib/event/sheet.ts";
import { formatAmount } from "#app/lib/price.ts";
import { toLinkToken } from "#app/lib/signatures.server.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { findUnmetNeeds } from "#app/matching/venues/needs.ts";
import {
  findQueuedEmail,
  listQueuedEmails,
  type QueuedEmail,
} from "#app/models/outbox/queued-emails.server.ts";
import { club } from "#club";
import { accountEmails } from "./accounts.ts";
import { bookingEmails } from "./bookings.ts";
import { depositEmails } from "./deposits.ts";
import { eveningEmails, hostEmails } from "./evening.ts";
import { type RenderedEmail, renderContent } from "./layout/render-content.tsx";
import {
  bookingLinks,
  hostPageUrl,
  newsUnsubscribeLink,
  sheetPageUrl,
  unsubscribeLink,
} from "./links.server.ts";
import type {
  AccountFacts,
  BookingFacts,
  EmailContent,
  EmailTemplates,
  HostFacts,
  NewsFacts,
  VenueFacts,
} from "./template.ts";

/** If a kind of app/lib/email-kinds.ts is missing here, this does not compile. */
const templates: EmailTemplates = {
  ...accountEmails,
  ...bookingEmails,
  ...depositEmails,
  ...eveningEmails,
  ...hostEmails,
};

type AnyTemplate = (
  about: AccountFacts | BookingFacts | HostFacts | NewsFacts | VenueFacts,
  data: EmailData[EmailKind],
) => EmailContent;

export type EmailToSend = RenderedEmail & {
  headers?: Record<string, string> | undefined;
  /** A mail program puts it into the calendar, changes it there, or takes it out (RFC 5546). */
  attachments?: { filename: string; content: string; contentType: string }[] | undefined;
};

/** In the mailboxes of all diners, the hash has a date and is out of the operator's reach. */
const tellsOfTables = new Set<EmailKind>(["booking-confirmed", "on-standby"]);

/** Fails if the booking is gone. An email that is tried again leaves with the same time, so that it has the same words. */
export function renderEmail(
  env: Env,
  email: QueuedEmail,
  leavesAt = email.sentAt ?? email.createdAt,
): EmailToSend {
  const { kind, data } = email;
  const template = templates[kind] as AnyTemplate;
  const { about, hasUnsubscribe }: EmailRules = emailRules[kind];
  if (about === "host") return renderContent(template(toHostFacts(env, email), data), env.SITE_URL);
  if (about === "venue") return renderContent(template(toVenueFacts(env, email), data), env.SITE_URL);
  const news = about === "news" ? toNewsFacts(env, email) : undefined;
  const facts = news ?? (email.bookingId === null ? undefined : toBookingFacts(env, email, leavesAt));
  return {
    ...renderContent(template(facts ?? toAccountFacts(env, email), data), env.SITE_URL),
    headers:
      facts && hasUnsubscribe
        ? {
            "List-Unsubscribe": `<${facts.unsubscribeUrl}>`,
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
          }
        : tellsOfTables.has(kind) && email.entriesHash
          ? { "X-Entries-Hash": email.entriesHash }
          : undefined,
    attachments: email.hasInvitation ? [toInvitation(env, email)] : undefined,
  };
}

function toInvitation(env: Env, email: QueuedEmail) {
  const { bookingId, event, city, sequence, isConfirmed, isCanceled } = email;
  if (!bookingId || !event || !city) throw new Error("The email's booking is gone");
  const method = (isCanceled ? "CANCEL" : "REQUEST") as ICalCalendarMethod;
  const entry = { ...email, ...event, ...city, id: bookingId, sequence: sequence ?? 0 };
  const text = writeCalendar([{ ...entry, confirmed: isConfirmed, canceled: isCanceled }], {
    ...{ origin: env.SITE_URL, stamp: email.createdAt, method },
    people: {
      organizer: { name: club.name, email: env.CONTACT_EMAIL },
      attendees: [{ email: email.to, status: "ACCEPTED" as ICalAttendeeStatus, rsvp: false }],
    },
  });
  return {
    filename: "dinner.ics",
    content: Buffer.from(text).toString("base64"),
    contentType: `text/calendar; method=${method}; charset=utf-8`,
  };
}

const formatNextDinner = ({ nextDinner, city }: QueuedEmail) =>
  nextDinner && city
    ? {
        id: nextDinner.id,
        when: dateAndTime(new Date(nextDinner.date), city.timeZone),
        day: longDate(new Date(nextDinner.date), city.timeZone),
      }
    : undefined;

function toAccountFacts(env: Env, email: QueuedEmail): AccountFacts {
  const { kind, data, city } = email;
  const { link } = emailRules[kind] as EmailRules;
  const { linkId = "" } = data as { linkId?: string };
  return {
    origin: env.SITE_URL,
    to: email.to,
    linkToken: link ? toLinkToken(env, link, linkId) : "",
    lastBookedCity: city,
    nextDinner: formatNextDinner(email),
  };
}

const toClubMessage = (env: Env, { clubSubject, clubMessage }: QueuedEmail) => ({
  subject: clubSubject ?? "",
  text: clubMessage ?? "",
  contactEmail: env.CONTACT_EMAIL,
  phone: env.SAFETY_PHONE ?? null,
});

const toNewsFacts = (env: Env, email: QueuedEmail): NewsFacts => ({
  origin: env.SITE_URL,
  firstName: email.firstName ?? "",
  clubMessage: toClubMessage(env, email),
  unsubscribeUrl: newsUnsubscribeLink(env, (email.data as EmailData["club-news"]).consentId, email.linkSalt),
});

function toHostFacts(env: Env, email: QueuedEmail): HostFacts {
  const { hostLinkId, event, city, venue, firstName, tableNumber, lateMinutes, initialForHost } = email;
  const { people, tables } = email.hostGuests ?? { people: 0, tables: 0 };
  if (!hostLinkId || !event || !city || !venue) throw new Error("The host link is gone");
  return {
    origin: env.SITE_URL,
    when: dateAndTimeOf(event.date, city),
    venueName: venue.name,
    pageUrl: hostPageUrl(env, hostLinkId),
    worksUntil: dateAndTime(hostLinkTimes(event.date).until, city.timeZone),
    hasDeposits: areDepositsOffered(env) && email.eventDeposit !== 0,
    guests: people > 0 ? `${people} ${people === 1 ? "guest" : "guests"} ${atTables(tables)}` : "",
    firstName: withInitial({ firstName: firstName ?? "", lastInitial: initialForHost ?? "" }),
    tableNumber,
    lateMinutes,
  };
}

function toVenueFacts(env: Env, { toldSheet, city, venue }: QueuedEmail): VenueFacts {
  if (!toldSheet || !city || !venue) throw new Error("The sheet is gone");
  const { linkId, ...told } = toldSheet;
  return {
    ...told,
    pageUrl: sheetPageUrl(env, linkId),
    venueName: venue.name,
    timeZone: city.timeZone,
    contactEmail: env.CONTACT_EMAIL,
    phone: env.SAFETY_PHONE ?? null,
  };
}

function toBookingFacts(env: Env, email: QueuedEmail, leavesAt: Date): BookingFacts {
  const { bookingId, event, city, venue, tableNumber, firstName, wasMoved } = email;
  if (!bookingId || !event || !city) throw new Error("The email's booking is gone");
  const { date, closesAt } = event;
  const { cityName, timeZone } = city;
  const format = (time: Date) => dateAndTime(time, timeZone);
  const freeUntil = freeCancellationEnd({ date, wasMoved });
  const unmet =
    email.needsAndVenues && findUnmetNeeds(email.needsAndVenues.answers, email.needsAndVenues.venues);
  const owner = email.userId ? [{ userId: email.userId, face: email.face }] : [];
  // Who has just left the table is counted, so that nobody else’s color changes.
  const { other } = email;
  const hasLeft =
    other &&
    email.tableMates.length < tableSize - 1 &&
    !email.tableMates.some(({ userId }) => userId === other.userId);
  const left = hasLeft ? [other] : [];
  const table = colorFaces([...owner, ...email.tableMates, ...left].map((diner) => findFace(env, diner)));
  const faceOf = (diner: Parameters<typeof findFace>[1]) => {
    const face = findFace(env, diner);
    return table.find(({ seed, isChosen }) => seed === face.seed && isChosen === face.isChosen) ?? face;
  };
  return {
    origin: env.SITE_URL,
    bookingId,
    bookingUrl: `${env.SITE_URL}/dashboard/bookings/${bookingId}`,
    firstName: firstName ?? "",
    event,
    when: format(date),
    whenThere: dateAndTimeOf(date, city),
    day: longDate(date, timeZone),
    tablesMadeAt: format(closesAt),
    freeUntil: format(freeUntil),
    isFree: email.createdAt < freeUntil,
    standbyUntil: dateAndTimeOf(timeBefore(date, eventTimes.standbyEndsBeforeMs), city),
    way: {
      timeZone,
      createdAt: email.bookedAt,
      freeUntil,
      now: email.createdAt,
      formatTime: format,
    },
    wasMoved,
    cityName,
    unmetNeeds: unmet?.needs ?? [],
    answersUrl: env.SITE_URL + answersPath(unmet?.questionIds ?? []),
    place: venue && tableNumber ? { ...venue, tableNumber } : null,
    face: owner[0] ? faceOf(owner[0]) : null,
    tableMates: email.tableMates.map((mate) => ({ firstName: mate.firstName, face: faceOf(mate) })),
    shares: email.shares ?? [],
    other: {
      firstName: email.other?.firstName ?? null,
      face: email.other && faceOf(email.other),
      lateMinutes: email.lateMinutes,
    },
    safety: describeSafety(findSafety(env, city.country)),
    amount: email.currency ? formatAmount(email.amount ?? 0, email.currency) : "",
    deposit: email.depositState,
    payBy: email.payBy && [null, "open", "expired"].includes(email.depositState) ? format(email.payBy) : null,
    hasDeposits: areDepositsOffered(env) && email.amount !== 0,
    hostMessage: email.hostMessage ?? "",
    clubMessage: toClubMessage(env, email),
    links: bookingLinks(env, { bookingId, date, timeZone, linkSalt: email.linkSalt }),
    answersUntil: format(feedbackWindow(date, timeZone).closesAt),
    contestUntil: format(toFullHour(leavesAt.getTime() + eventTimes.contestForMs)),
    weekday: weekday(date, timeZone),
    nextDinner: formatNextDinner(email),
    mutual: email.mutual,
    unsubscribeUrl: unsubscribeLink(env, bookingId, email.linkSalt),
  };
}

/** Rounds down, so that the email names a time at which it is still possible. */
const toFullHour = (time: number) => new Date(time - (time % hourMs));

export const maxLocalEmails = 100;

/** The emails that a local club would have sent, newest first, for its developer to read. */
export async function listLocalEmails({ db, env }: JobContext, to?: string) {
  const emails = await listQueuedEmails(db, { limit: maxLocalEmails, to });
  return emails.map((email) => {
    const { id, kind, to, sentAt } = email;
    return { id, kind, to, sentAt, ...renderIfPossible(env, email) };
  });
}

export async function findLocalEmail(
  { db, env }: JobContext,
  id: string,
): Promise<RenderedEmail | undefined> {
  const email = await findQueuedEmail(db, id);
  return email && renderIfPossible(env, email);
}

function renderIfPossible(env: Env, email: QueuedEmail): RenderedEmail {
  try {
    return renderEmail(env, email);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { subject: email.kind, html: reason, text: reason };
  }
}
