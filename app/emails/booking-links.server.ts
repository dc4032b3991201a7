import { isSignatureValid, sign } from "./signature.server.ts";

export interface BookingLinks {
  calendar: string;
  cancel: string;
}

interface LinkedBooking {
  origin: string;
  bookingId: string;
  date: Date;
}

const purpose = "seat";

/** For a mail: whoever reads it may cancel this seat and have its dinner in a calendar without signing in, until dinner. */
export function bookingLinks(env: Env, { origin, bookingId, date }: LinkedBooking): BookingLinks {
  const until = String(date.getTime());
  const key = sign(env, purpose, bookingId, until);
  const place = `${origin}/bookings/${bookingId}`;
  const proof = new URLSearchParams({ until, key });
  return { calendar: `${place}/calendar.ics?${proof}`, cancel: `${place}/cancel?${proof}` };
}

/** Whether the link is ours, and whether its time is over. */
export function checkBookingLink(request: Request, bookingId: string, { env, now }: { env: Env; now: Date }) {
  const { searchParams } = new URL(request.url);
  const until = searchParams.get("until") ?? "";
  if (!isSignatureValid(env, searchParams.get("key"), purpose, bookingId, until)) return "not ours";
  return Number(until) > now.getTime() ? "open" : "expired";
}
