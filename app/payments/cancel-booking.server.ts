import type { AppLoadContext } from "@remix-run/cloudflare";
import { bookingCanceled } from "#app/emails/booking-canceled.tsx";
import { bookingLinks } from "#app/emails/booking-links.server.ts";
import { sendAfterResponse } from "#app/emails/send-emails.server.ts";
import { describeCancellationTerms } from "#app/lib/cancellation-terms.ts";
import { dateAndTime } from "#app/lib/dates.ts";
import { eventTimes, timeBefore } from "#app/lib/event-times.ts";
import { logError } from "#app/log.ts";
import type { Booking } from "#app/models/booking/bookings.server.ts";
import { cancel } from "#app/models/booking/transitions.server.ts";
import { decideDeposits } from "./decide-deposits.server.ts";

export function describeCancellation(booking: Booking, { now, timeZone }: AppLoadContext) {
  const format = (date: Date) => dateAndTime(date, booking.timeZone, timeZone);
  const freeUntil = timeBefore(booking.date, eventTimes.closesBeforeMs);
  return {
    when: format(booking.date),
    canCancel: !booking.canceled && booking.date > now,
    terms: describeCancellationTerms({
      freeUntil: format(freeUntil),
      isFree: now < freeUntil,
      isConfirmed: booking.confirmed,
      isPaid: booking.deposit === "paid",
    }),
  };
}

interface BookingOwner {
  userId: string;
  email: string;
}

/** Returns false when it was canceled already or is over. */
export async function cancelBooking(
  request: Request,
  context: AppLoadContext,
  booking: Booking,
  owner: BookingOwner,
): Promise<boolean> {
  const { db, env, now, timeZone } = context;
  const { id, date } = booking;
  const { origin } = new URL(request.url);
  const when = dateAndTime(date, booking.timeZone, timeZone);
  const email = bookingCanceled({
    to: owner.email,
    origin,
    links: bookingLinks(env, { origin, bookingId: id, date }),
    when,
  });
  const isDone = await cancel(db, { userId: owner.userId, id, now, email });
  if (isDone && booking.deposit === "paid") await decideDepositNow(context, id);
  if (isDone) sendAfterResponse(context);
  return isDone;
}

/** Lets the next page show the deposit's outcome; if it fails, the cron job decides it later. */
async function decideDepositNow(context: AppLoadContext, bookingId: string): Promise<void> {
  try {
    await decideDeposits(context, context.now, bookingId);
  } catch (error) {
    logError("deposit not decided yet", error, { booking: bookingId });
  }
}
