import { isSignatureValid, sign } from "#app/lib/signatures.server.ts";

export interface BookingLinks {
  calendar: string;
  cancel: string;
  /** Where a diner who is noted as a no-show says that they came. */
  contest: string;
}

/** A calendar is often shared, so its link must not be able to cancel. */
type LinkUse = "calendar link" | "cancel link";

interface LinkedBooking {
  bookingId: string;
  date: Date;
}

/** Links that work without signing in; two until the event begins, and the last for as long as it can be contested. */
export function bookingLinks(env: Env, { bookingId, date }: LinkedBooking): BookingLinks {
  const until = String(date.getTime());
  const bookingUrl = `${env.SITE_URL}/bookings/${bookingId}`;
  const query = (use: LinkUse) => new URLSearchParams({ until, key: sign(env, use, bookingId, until) });
  return {
    calendar: `${bookingUrl}/calendar.ics?${query("calendar link")}`,
    cancel: `${bookingUrl}/cancel?${query("cancel link")}`,
    contest: `${bookingUrl}/contest?${new URLSearchParams({ key: sign(env, "contest link", bookingId) })}`,
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
