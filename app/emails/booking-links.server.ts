import { isSigned, signature } from "./signature.server.ts";

export interface SeatLinks {
  calendar: string;
  cancel: string;
}

interface Seat {
  origin: string;
  bookingId: string;
  date: Date;
}

const purpose = "seat";

/** For a mail: whoever reads it may cancel this seat and have its dinner in a calendar without signing in, until dinner. */
export function seatLinks(env: Env, { origin, bookingId, date }: Seat): SeatLinks {
  const until = String(date.getTime());
  const key = signature(env, purpose, bookingId, until);
  const place = `${origin}/bookings/${bookingId}`;
  const proof = new URLSearchParams({ until, key });
  return { calendar: `${place}/calendar.ics?${proof}`, cancel: `${place}/cancel?${proof}` };
}

/** Whether the link is ours, and whether its time is over. */
export function readSeatLink(request: Request, bookingId: string, { env, now }: { env: Env; now: Date }) {
  const { searchParams } = new URL(request.url);
  const until = searchParams.get("until") ?? "";
  if (!isSigned(env, searchParams.get("key"), purpose, bookingId, until)) return "not ours";
  return Number(until) > now.getTime() ? "open" : "expired";
}
