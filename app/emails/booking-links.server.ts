import { isSignatureValid, sign } from "./signature.server.ts";

export interface BookingLinks {
  calendar: string;
  cancel: string;
}

interface LinkedBooking {
  bookingId: string;
  date: Date;
}

/** Part of the signature of links that were already sent. */
const purpose = "seat";

/** Links that work without signing in, until the event begins. */
export function bookingLinks(env: Env, { bookingId, date }: LinkedBooking): BookingLinks {
  const until = String(date.getTime());
  const key = sign(env, purpose, bookingId, until);
  const bookingUrl = `${env.SITE_URL}/bookings/${bookingId}`;
  const query = new URLSearchParams({ until, key });
  return { calendar: `${bookingUrl}/calendar.ics?${query}`, cancel: `${bookingUrl}/cancel?${query}` };
}

export function checkBookingLink(request: Request, bookingId: string, { env, now }: { env: Env; now: Date }) {
  const { searchParams } = new URL(request.url);
  const until = searchParams.get("until") ?? "";
  if (!isSignatureValid(env, searchParams.get("key"), purpose, bookingId, until)) return "forged";
  return Number(until) > now.getTime() ? "open" : "expired";
}
