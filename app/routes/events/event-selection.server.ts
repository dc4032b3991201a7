import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { currentUserId, findSignedIn } from "#app/auth/session.server.ts";
import { loadBatched } from "#app/db/batched-read.ts";
import { sendAfterResponse } from "#app/emails/send-emails.server.ts";
import { forgetChosenEvent, readChosenEvent, rememberChosenEvent } from "#app/http/chosen-event.ts";
import { readForm } from "#app/http/form-data.ts";
import { withTimeout } from "#app/http/timing.ts";
import { dateAndTime, eventTime, longDate } from "#app/lib/dates.ts";
import { formatAmount } from "#app/lib/price.ts";
import { logError } from "#app/log.ts";
import { findProfile } from "#app/models/account/profiles.server.ts";
import { findBooking } from "#app/models/booking/bookings.server.ts";
import { book } from "#app/models/booking/transitions.server.ts";
import { findUpcomingEvent, readUpcomingEvents } from "#app/models/event/upcoming-events.server.ts";
import { depositStatus } from "#app/payments/deposit-status.server.ts";

/** The events to choose from and, after a booking (`?booked=`), the event for the thank-you view. */
export async function loadEventSelection({ request, context }: LoaderFunctionArgs) {
  const { db, now, timeZone } = context;
  const { searchParams } = new URL(request.url);
  const wish = {
    slug: searchParams.get("city"),
    userId: currentUserId(request, context),
    ...context.coordinates,
    timeZone,
    now,
  };
  const [session, { events: upcomingEvents, diets, neededDiets }] = await Promise.all([
    findSignedIn(request, context),
    loadBatched(context, readUpcomingEvents(db, wish)),
  ]);
  const bookingId = searchParams.get("booked");
  const [booking, profile] = session
    ? await Promise.all([
        bookingId ? findBooking(db, session.userId, bookingId) : undefined,
        searchParams.has("questions") ? findProfile(db, session.userId) : undefined,
      ])
    : [];
  if (booking && (booking.canceled || booking.date <= now))
    throw redirect(`/dashboard/bookings/${booking.id}`);
  const requestedId = searchParams.get("event") ?? readChosenEvent(request);
  const bookable = upcomingEvents.filter(({ isOpen, bookingId }) => isOpen && !bookingId);
  const selected = bookable.find(({ id }) => id === requestedId) ?? bookable[0];
  return json({
    now: now.getTime(),
    selectedId: selected?.id,
    isRequestedUnavailable: searchParams.has("event") && selected?.id !== requestedId,
    booked: booking && {
      when: dateAndTime(booking.date, booking.timeZone, timeZone),
      deposit: formatAmount(booking.depositAmount, booking.currency),
      hasNewQuestions: (profile?.unseenQuestionCount ?? 0) > 0,
      paymentPath: depositStatus(booking, context) === "to pay" ? `/payment?booking=${booking.id}` : null,
    },
    events: upcomingEvents.map((event) => ({
      id: event.id,
      startsAt: event.date.getTime(),
      date: longDate(event.date, event.timeZone),
      time: eventTime(event.date, event.timeZone, timeZone),
      isOpen: event.isOpen,
      isBooked: event.bookingId !== null,
      diets: event.diets.flatMap((position) => diets[position - 1] ?? []),
      missingDiets: neededDiets
        .filter((position) => !event.diets.includes(position))
        .flatMap((position) => diets[position - 1] ?? []),
    })),
  });
}

const bookTimeoutMs = 8_000;

export async function submitEventSelection({ request, context }: ActionFunctionArgs) {
  const { db, now, timeZone } = context;
  const { pathname } = new URL(request.url);
  const { event: eventId = "" } = await readForm(request);
  const reject = (message: string, status: number) => json({ message }, status);
  if (!eventId) return reject("Please select a date to continue", 400);
  const event = await findUpcomingEvent(db, eventId, now);
  if (!event) return reject(`${errorPrefix}this dinner is no longer on our list.`, 400);

  const session = await findSignedIn(request, context);
  rememberChosenEvent(request, context, eventId);
  if (!session) return redirect("/register?next=/events");
  const profile = await findProfile(db, session.userId);
  if (!profile?.isQuizDone) return redirect("/quiz");

  try {
    const booking = { userId: session.userId, eventId, timeZone, now };
    const bookingId = await withTimeout(bookTimeoutMs, book(db, booking));
    if (!bookingId) return reject(errorPrefix + explainRefusal(event, now), 409);
    forgetChosenEvent(request, context);
    sendAfterResponse(context);
    const search = new URLSearchParams({ booked: bookingId });
    if (profile.unseenQuestionCount > 0) search.set("questions", "new");
    return redirect(`${pathname}?${search}`);
  } catch (error) {
    logError("booking not saved", error);
    return reject(`${errorPrefix}the booking could not be saved. Please try again.`, 503);
  }
}

const errorPrefix = "Error creating appointment: ";

function explainRefusal({ date, closesAt }: { date: Date; closesAt: Date }, now: Date): string {
  if (date <= now) return "this dinner is over.";
  if (closesAt <= now) return "booking for this dinner has ended.";
  return "this dinner is sold out.";
}
