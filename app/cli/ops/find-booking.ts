import { bookings } from "#app/db/schema.ts";
import { bookingLinks } from "#app/emails/booking-links.server.ts";
import { type EventBooking, findEventBooking } from "#app/models/booking/event-bookings.server.ts";
import { type Desk, theOne } from "./command-context.ts";
import { notFound, refused } from "./exit-codes.ts";
import { short } from "./text-table.ts";
import { wallClock } from "./times.ts";

export function stateOfSeat({ canceled, confirmed, standby, table, attendance }: EventBooking): string {
  if (canceled) return "canceled";
  if (attendance) return attendance;
  if (confirmed) return table ? `table ${table}` : "confirmed";
  return standby ? "standby" : "pending";
}

/** A seat that can still be changed. */
export async function bookingNamed(desk: Desk, start: string): Promise<EventBooking> {
  const seat = await findEventBooking(desk.db, await theOne(desk, bookings, "booking", start));
  if (!seat) throw notFound(`There is no booking ${start}.`);
  if (seat.canceled) throw refused(`Booking ${short(seat.id)} is canceled already.`);
  if (seat.date <= desk.now) throw refused(`Its dinner was at ${wallClock(seat.date, seat.timeZone)}.`);
  return seat;
}

/** What its diner may do from a mail without signing in. */
export const linksTo = (env: Env, { id, date }: Pick<EventBooking, "id" | "date">) =>
  bookingLinks(env, { origin: env.SITE_URL, bookingId: id, date });
