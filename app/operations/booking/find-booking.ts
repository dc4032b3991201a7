import { bookings } from "#app/db/schema.ts";
import { type EventBooking, findEventBooking } from "#app/models/booking/event-bookings.server.ts";
import { findIdByPrefix, type OperationContext } from "#app/operations/operation-context.ts";
import { notFoundError, refusedError } from "#app/operations/operation-error.ts";
import { formatLocalTime } from "#app/operations/times.ts";
import { shortId } from "#app/operations/words.ts";

export function getBookingState(booking: EventBooking): string {
  const { canceled, confirmed, standby, standbyReason, table, attendance } = booking;
  if (canceled) return "canceled";
  if (attendance) return attendance;
  if (confirmed) return table ? `table ${table}` : "confirmed";
  return standby ? `standby: ${standbyReason}` : "pending";
}

/** Refuses canceled and past bookings. */
export async function findChangeableBooking(
  context: OperationContext,
  prefix: string,
): Promise<EventBooking> {
  const bookingId = await findIdByPrefix(context, bookings, "booking", prefix);
  const booking = await findEventBooking(context.db, bookingId);
  if (!booking) throw notFoundError(`There is no booking ${prefix}.`);
  if (booking.canceled) throw refusedError(`Booking ${shortId(booking.id)} is already canceled.`);
  if (booking.date <= context.now)
    throw refusedError(
      `Booking ${shortId(booking.id)} is for a past event: ${formatLocalTime(booking.date, booking.timeZone)}.`,
    );
  return booking;
}
