import { feedbackWindow } from "#app/lib/event/day-after.ts";
import { isSignatureValid, sign } from "#app/lib/signatures.server.ts";

export interface BookingLinks {
  calendar: string;
  cancel: string;
  /** Where a diner who is noted as a no-show says that they came. */
  contest: string;
  feedback: string;
}

/** A calendar is often shared, so its link must not be able to cancel. */
type LinkUse = "calendar link" | "cancel link" | "feedback link" | "feedback photo";

interface LinkedBooking {
  bookingId: string;
  date: Date;
  timeZone: string;
}

/** Links that work without signing in: until the event begins, while its diners can say how it was, or as long as an absence can be contested. */
export function bookingLinks(env: Env, { bookingId, date, timeZone }: LinkedBooking): BookingLinks {
  const { closesAt } = feedbackWindow(date, timeZone);
  const bookingUrl = `${env.SITE_URL}/bookings/${bookingId}`;
  const url = (path: string, use: LinkUse, end: Date) => {
    const until = String(end.getTime());
    const query = new URLSearchParams({ until, key: sign(env, use, bookingId, until) });
    return `${bookingUrl}/${path}?${query}`;
  };
  return {
    calendar: url("calendar.ics", "calendar link", date),
    cancel: url("cancel", "cancel link", date),
    contest: `${bookingUrl}/contest?${new URLSearchParams({ key: sign(env, "contest link", bookingId) })}`,
    feedback: url("feedback", "feedback link", closesAt),
  };
}

/** When it is too late to contest is decided by the absence. */
export const isContestLink = (request: Request, bookingId: string, env: Env) =>
  isSignatureValid(env, new URL(request.url).searchParams.get("key"), "contest link", bookingId);

export function checkBookingLink(
  request: Request,
  bookingId: string,
  use: LinkUse,
  { env, now }: { env: Env; now: Date },
) {
  const { searchParams } = new URL(request.url);
  const until = searchParams.get("until") ?? "";
  if (!isSignatureValid(env, searchParams.get("key"), use, bookingId, until)) return "forged";
  return Number(until) > now.getTime() ? "open" : "expired";
}

/** For the address of a photo: shows it to whoever has the link to say how it was, without signing in. */
export const photoQuery = (env: Env, bookingId: string, closesAt: Date) => {
  const until = String(closesAt.getTime());
  const key = sign(env, "feedback photo", bookingId, until);
  return `?${new URLSearchParams({ booking: bookingId, until, key })}`;
};
