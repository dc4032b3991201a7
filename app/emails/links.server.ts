import type { AppLoadContext } from "@remix-run/cloudflare";
import { feedbackWindow } from "#app/lib/event/event-times.ts";
import { isSignatureValid, sign } from "#app/lib/signatures.server.ts";
import { findLinkSalt } from "#app/models/booking/bookings.server.ts";

export interface BookingLinks {
  calendar: string;
  cancel: string;
  /** Where a diner who is noted as a no-show says that they came. */
  contest: string;
  feedback: string;
  /** Where a diner says if they would sit at one table with somebody. */
  together: string;
}

/** A calendar is often shared, so its link must not be able to cancel. */
type LinkUse = "calendar link" | "cancel link" | "feedback link" | "feedback photo" | "together link";

/** A link that was sent to a former address is signed with another salt. */
const withSalt = (parts: string[], salt: string | null | undefined) => (salt ? [...parts, salt] : parts);

interface LinkedBooking {
  bookingId: string;
  date: Date;
  timeZone: string;
  /** Of its diner. */
  linkSalt?: string | null;
}

/** Links that work without signing in: until the event begins, while its diners can say how it was, or as long as an absence can be contested. */
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

/** When it is too late to contest is decided by the absence. */
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

/** For the address of a photo: shows it to whoever has the link to say how it was, without signing in. */
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

/** Works without signing in, as long as the booking exists and its diner has this address. Names no address, since web servers log links. */
export const unsubscribeLink = (env: Env, bookingId: string, linkSalt?: string | null) =>
  `${env.SITE_URL}/unsubscribe?${new URLSearchParams({ booking: bookingId, key: sign(env, unsubscribeUse, ...withSalt([bookingId], linkSalt)) })}`;

/** The booking in the link, if its signature is valid. */
export async function readUnsubscribeLink(
  request: Request,
  { env, db }: Pick<AppLoadContext, "env" | "db">,
): Promise<string | undefined> {
  const { searchParams } = new URL(request.url);
  const bookingId = searchParams.get("booking") ?? "";
  const parts = withSalt([bookingId], await findLinkSalt(db, bookingId));
  return isSignatureValid(env, searchParams.get("key"), unsubscribeUse, ...parts) ? bookingId : undefined;
}

const hostUse = "host link";

/** Works without signing in, at the times of the event, until it is revoked. */
export const hostPageUrl = (env: Env, hostLinkId: string) =>
  `${env.SITE_URL}/host/${hostLinkId}?${new URLSearchParams({ key: sign(env, hostUse, hostLinkId) })}`;

/** Costs no call of the database, so guessing is cheap to refuse. */
export const isHostLink = (request: Request, hostLinkId: string, env: Env): boolean =>
  isSignatureValid(env, new URL(request.url).searchParams.get("key"), hostUse, hostLinkId);
