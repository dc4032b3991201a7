import { bookings } from "../../db/schema.ts";
import { seatLinks } from "../../emails/seat-links.server.ts";
import { findSeat, type Seat } from "../../models/booking-desk.server.ts";
import { short } from "./columns.ts";
import { type Desk, theOne } from "./desk-context.ts";
import { notFound, refused } from "./exits.ts";
import { wallClock } from "./moments.ts";

export function stateOfSeat({ canceled, confirmed, standby, table, attendance }: Seat): string {
  if (canceled) return "canceled";
  if (attendance) return attendance;
  if (confirmed) return table ? `table ${table}` : "confirmed";
  return standby ? "standby" : "pending";
}

/** A seat that can still be changed. */
export async function bookingNamed(desk: Desk, start: string): Promise<Seat> {
  const seat = await findSeat(desk.db, await theOne(desk, bookings, "booking", start));
  if (!seat) throw notFound(`There is no booking ${start}.`);
  if (seat.canceled) throw refused(`Booking ${short(seat.id)} is canceled already.`);
  if (seat.date <= desk.now) throw refused(`Its dinner was at ${wallClock(seat.date, seat.timeZone)}.`);
  return seat;
}

/** What its diner may do from a mail without signing in. */
export const linksTo = (env: Env, { id, date }: Pick<Seat, "id" | "date">) =>
  seatLinks(env, { origin: env.SITE_URL, bookingId: id, date });
