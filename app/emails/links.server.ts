import type { AppLoadContext } from "@remix-run/cloudflare";
import { feedbackWindow } from "#app/lib/event/event-times.ts";
import { isSignatureValid, sign } from "#app/lib/signatures.server.ts";
import { findLinkSalt } from "#app/models/booking/bookings.server.ts";
import { findReaderLinkSalt } from "#app/models/quiz/news-consent.server.ts";

export interface BookingLinks {
  calendar: string;
  cancel: string;
  /** The page on which a diner who was noted as a no-show says that they came. */
  contest: string;
  feedback: string;
  /** The page on which a diner says if they would sit at one table with somebody. */
  together: string;
}

/** A calendar is often shared, so its link must not be able to cancel. */
type LinkUse = "calendar link" | "cancel link" | "feedback link" | "feedback photo" | "together link";

/** A link that was sent to an earlier address is signed with another salt. */
const withSalt = (parts: string[], salt: string | null | undefined) => (salt ? [...parts, salt] : parts);

interface LinkedBooking {
  bookingId: string;
  date: Date;
  timeZone: string;
  /** The salt of its diner. */
  linkSalt?: string | null;
}

/** They work without signing in, until the event, the time for feedback, or the time to contest an absence is over. */
export function bookingLinks(env: Env, { bookingId, date, timeZone, linkSalt }: LinkedBooking): BookingLinks {
  const { closesAt } = feedbackWindow(date, timeZone);
  const bookingUrl = `${env.SITE_URL}/bookings/${bookingId}`;
  const url = (path: string, use: LinkUse, end: Date) => {
    const until = String(end.getTime());
    const query = new URLSearchParams({
      until,
      key: sign(env, use, ...withSalt([bookingId, until], linkSalt)),
    });
    return `${bookingUrl}/${path}?${query}`;
  };
  return {
    calendar: url("calendar.ics", "calendar link", date),
    cancel: url("cancel", "cancel link", date),
    contest: `${bookingUrl}/contest?${new URLSearchParams({ key: sign(env, "contest link", ...withSalt([bookingId], linkSalt)) })}`,
    feedback: url("feedback", "feedback link", closesAt),
    together: url("together", "together link", date),
  };
}

/** The absence decides when it is too late to contest. */
export async function isContestLink(request: Request, bookingId: string, { env, db }: LinkContext) {
  const parts = withSalt([bookingId], await findLinkSalt(db, bookingId));
  return isSignatureValid(env, new URL(request.url).searchParams.get("key"), "contest link", ...parts);
}

type LinkContext = Pick<AppLoadContext, "env" | "db">;

export async function checkBookingLink(
  request: Request,
  bookingId: string,
  use: LinkUse,
  { env, db, now }: LinkContext & { now: Date },
) {
  const { searchParams } = new URL(request.url);
  const until = searchParams.get("until") ?? "";
  if (!searchParams.has("key")) return "forged";
  const parts = withSalt([bookingId, until], await findLinkSalt(db, bookingId));
  if (!isSignatureValid(env, searchParams.get("key"), use, ...parts)) return "forged";
  return Number(until) > now.getTime() ? "open" : "expired";
}

/** The query of a photo's address: shows the photo to anyone with the feedback link, without signing in. */
export const photoQuery = (
  env: Env,
  { bookingId, linkSalt }: Omit<LinkedBooking, "date" | "timeZone">,
  closesAt: Date,
) => {
  const until = String(closesAt.getTime());
  const key = sign(env, "feedback photo", ...withSalt([bookingId, until], linkSalt));
  return `?${new URLSearchParams({ booking: bookingId, until, key })}`;
};

const unsubscribeUse = "unsubscribe link";

/** Works without signing in while the diner has this address, which is left out because web servers log links. */
export const unsubscribeLink = (env: Env, bookingId: string, linkSalt?: string | null) =>
  `${env.SITE_URL}/unsubscribe?${new URLSearchParams({ booking: bookingId, key: sign(env, unsubscribeUse, ...withSalt([bookingId], linkSalt)) })}`;

/** The same for news, which is about no booking. */
export const newsUnsubscribeLink = (env: Env, consentId: string, linkSalt?: string | null) =>
  `${env.SITE_URL}/unsubscribe?${new URLSearchParams({ news: consentId, key: sign(env, unsubscribeUse, "news", ...withSalt([consentId], linkSalt)) })}`;

/** What the link stops: emails before and after dinners, or news. */
type Unsubscribe = { bookingId: string } | { consentId: string };

/** Returns what is in the link if its signature is valid. */
export async function readUnsubscribeLink(
  request: Request,
  { env, db }: LinkContext,
): Promise<Unsubscribe | undefined> {
  const { searchParams } = new URL(request.url);
  const [consentId, bookingId = "", key] = ["news", "booking", "key"].map(
    (name) => searchParams.get(name) ?? undefined,
  );
  const isValid = (...parts: string[]) => isSignatureValid(env, key ?? null, unsubscribeUse, ...parts);
  if (consentId !== undefined) {
    const reader = await findReaderLinkSalt(db, consentId);
    return reader && isValid("news", ...withSalt([consentId], reader.linkSalt)) ? { consentId } : undefined;
  }
  return isValid(...withSalt([bookingId], await findLinkSalt(db, bookingId))) ? { bookingId } : undefined;
}

const feedUse = "calendar feed";

/** Of all dinners of a diner, in a scheme that opens calendar apps; works without signing in until the salt changes. */
export const calendarFeedUrl = (env: Env, userId: string, salt: string) =>
  `${env.SITE_URL.replace(/^https?/, "webcal")}/calendar/${userId}.ics?${new URLSearchParams({ key: sign(env, feedUse, userId, salt) })}`;

export const isCalendarFeed = (request: Request, userId: string, salt: string, env: Env): boolean =>
  isSignatureValid(env, new URL(request.url).searchParams.get("key"), feedUse, userId, salt);

const hostUse = "host link";

/** Works without signing in, around the time of the event, until it is revoked. */
export const hostPageUrl = (env: Env, hostLinkId: string) =>
  `${env.SITE_URL}/host/${hostLinkId}?${new URLSearchParams({ key: sign(env, hostUse, hostLinkId) })}`;

/** Makes no database call, so refusing guesses is cheap. */
export const isHostLink = (request: Request, hostLinkId: string, env: Env): boolean =>
  isSignatureValid(env, new URL(request.url).searchParams.get("key"), hostUse, hostLinkId);

const sheetUse = "sheet link";

/** The page on which a restaurant reads its sheet and answers. */
export const sheetPageUrl = (env: Env, linkId: string) =>
  `${env.SITE_URL}/sheet/${linkId}?${new URLSearchParams({ key: sign(env, sheetUse, linkId) })}`;

export const isSheetLink = (request: Request, linkId: string, env: Env): boolean =>
  isSignatureValid(env, new URL(request.url).searchParams.get("key"), sheetUse, linkId);
