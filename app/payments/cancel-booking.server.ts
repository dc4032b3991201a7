import type { AppLoadContext } from "@remix-run/cloudflare";
import { sendAfterResponse } from "#app/emails/send-emails.server.ts";
import {
  type CanceledDeposit,
  describeCancellationTerms,
  freeCancellationEnd,
} from "#app/lib/booking/cancellation-terms.ts";
import { cityBeside, dayOfEvent, eventDateAndTime, eventTime, longDate } from "#app/lib/dates.ts";
import { eveningWindows, eventTimes, isOpen, timeBefore } from "#app/lib/event/event-times.ts";
import { formatAmount, unbroken } from "#app/lib/price.ts";
import type { Booking } from "#app/models/booking/bookings.server.ts";
import { cancel } from "#app/models/booking/transitions.server.ts";
import { settleCanceled } from "#app/models/deposit/settlement.server.ts";

export function describeCancellation(booking: Booking, { now, timeZone }: AppLoadContext) {
  const format = (date: Date) => eventDateAndTime(date, booking, timeZone);
  const time = format(booking.date);
  const city = cityBeside(time, booking);
  const freeUntil = freeCancellationEnd(booking);
  const { pair } = booking;
  /** Says who is told at once, in the last hours before the dinner. */
  const tells =
    booking.tableNumber !== null && isOpen(eveningWindows.cannotCome, booking.date, now)
      ? `We’ll tell your table${booking.hasHost ? " and the host" : ""} right away, so that nobody waits for you.`
      : null;
  const isFree = now < freeUntil;
  const isPaid = booking.deposit === "paid";
  const isOnStandby = booking.standby && !booking.confirmed;
  const { cost, rest } = describeCancellationTerms({
    freeUntil: format(freeUntil),
    standbyUntil: format(timeBefore(booking.date, eventTimes.standbyEndsBeforeMs)),
    isFree,
    isConfirmed: booking.confirmed,
    isOnStandby,
    isUnpaid: booking.depositAmount > 0 && (booking.deposit === null || booking.deposit === "expired"),
    isPaid,
    isTold: tells !== null,
    isBeingPaid: booking.deposit === "open",
    cameFromStandby: booking.cameFromStandby,
    wasMoved: booking.wasMoved,
    deposit: unbroken(formatAmount(booking.depositAmount - (booking.refunded ?? 0), booking.currency)),
  });
  const tellsPartner =
    !tells && pair?.hasAgreed && pair.hasOtherAgreed
      ? `We’ll tell ${pair.firstName}, who keeps the booking.`
      : null;
  return {
    date: longDate(booking.date, booking.timeZone),
    when: tells
      ? `${dayOfEvent(booking.date, now, booking.timeZone)}, ${eventTime(booking.date, booking, timeZone)}`
      : city
        ? `${time}, ${city}`
        : time,
    canCancel: !booking.canceled && booking.date > now,
    isCanceled: booking.canceled,
    isOver: booking.date <= now,
    isConfirmed: booking.confirmed,
    isOnStandby,
    keepsDeposit: isPaid && !isFree && booking.confirmed,
    tells,
    cost,
    terms: [tells, rest, tellsPartner].filter(Boolean).join(" "),
  };
}

/**
 * Null if the dinner is over, and undefined if the booking is somebody else's. The same form can come twice, and gets the same
 * answer. The deposit is null if none was paid.
 */
export async function cancelBooking(
  context: AppLoadContext,
  id: string,
  userId: string,
): Promise<{ deposit: CanceledDeposit | null } | null | undefined> {
  const { db, now } = context;
  const after = await cancel(db, { userId, id, now }, settleCanceled(db, id, now));
  if (after?.isCanceled) {
    sendAfterResponse(context);
    if (context.cookies.get("tonight")) context.cookies.delete("tonight");
  }
  return after && (after.isCanceled ? { deposit: describeDeposit(after.deposit) } : null);
}

const describeDeposit = (state: Booking["deposit"]): CanceledDeposit | null =>
  state === "refunding" || state === "refunded" ? "refund" : state === "kept" ? "kept" : null;
