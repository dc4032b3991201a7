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
import { decideDeposits } from "#app/payments/decide-deposits.server.ts";

/** What stands on the page before anything is canceled. */
export function cancellationOf(booking: Booking, { now, timeZone }: AppLoadContext) {
  const at = (date: Date) => dateAndTime(date, booking.timeZone, timeZone);
  const freeUntil = timeBefore(booking.date, eventTimes.closesBeforeMs);
  return {
    when: at(booking.date),
    isOpen: !booking.canceled && booking.date > now,
    costs: describeCancellationTerms({
      freeUntil: at(freeUntil),
      isFree: now < freeUntil,
      isConfirmed: booking.confirmed,
      isPaid: booking.deposit === "paid",
    }),
  };
}

interface Whose {
  userId: string;
  email: string;
}

/** Whether there was anything left to cancel. */
export async function cancelSeat(
  request: Request,
  context: AppLoadContext,
  booking: Booking,
  { userId, email }: Whose,
): Promise<boolean> {
  const { db, env, now, timeZone } = context;
  const { id, date } = booking;
  const { origin } = new URL(request.url);
  const when = dateAndTime(date, booking.timeZone, timeZone);
  const mail = bookingCanceled({
    to: email,
    origin,
    links: bookingLinks(env, { origin, bookingId: id, date }),
    when,
  });
  const isDone = await cancel(db, { userId, id, now, email: mail });
  if (isDone && booking.deposit === "paid") await decideAtOnce(context, id);
  if (isDone) sendAfterResponse(context);
  return isDone;
}

/** So that the next page tells what becomes of the money. The seat is canceled, whatever comes of this: the cron comes by. */
async function decideAtOnce(context: AppLoadContext, bookingId: string): Promise<void> {
  try {
    await decideDeposits(context, context.now, bookingId);
  } catch (fault) {
    logError("deposit not decided yet", fault, { booking: bookingId });
  }
}
