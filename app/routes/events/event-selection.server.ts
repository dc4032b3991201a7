import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { currentUserId, findSignedIn } from "#app/auth/session.server.ts";
import { loadBatched } from "#app/db/batched-read.ts";
import { bookingLinks } from "#app/emails/booking-links.server.ts";
import { bookingReceived } from "#app/emails/booking-received.tsx";
import { sendAfterResponse } from "#app/emails/send-emails.server.ts";
import { forgetChosenEvent, readChosenEvent, rememberChosenEvent } from "#app/http/chosen-event.ts";
import { readForm } from "#app/http/form-data.ts";
import { withTimeout } from "#app/http/timing.ts";
import { dateAndTime, eventTime, longDate } from "#app/lib/dates.ts";
import { logError } from "#app/log.ts";
import { findProfile } from "#app/models/account/profiles.server.ts";
import { book, findBooking } from "#app/models/booking/bookings.server.ts";
import {
  findUpcomingEvent,
  readUpcomingEvents,
  type UpcomingEvent,
} from "#app/models/event/upcoming-events.server.ts";
import { depositStatus } from "#app/payments/deposit-status.server.ts";

/** What there is to choose from; or, once booked, what was. */
export async function loadChoice({ request, context }: LoaderFunctionArgs) {
  const { db, now, timeZone } = context;
  const { searchParams } = new URL(request.url);
  const [session, { dinners, diets, asked }] = await Promise.all([
    findSignedIn(request, context),
    loadBatched(context, readUpcomingEvents(db, currentUserId(request, context), now)),
  ]);
  const booked = searchParams.get("booked");
  const found = booked && session ? await findBooking(db, session.userId, booked) : undefined;
  if (found && (found.canceled || found.date <= now)) throw redirect(`/dashboard/bookings/${found.id}`);
  const wanted = searchParams.get("event") ?? readChosenEvent(request);
  const free = dinners.filter(({ isOpen, isBooked }) => isOpen && !isBooked);
  const chosen = free.find(({ id }) => id === wanted) ?? free[0];
  return json({
    now: now.getTime(),
    chosen: chosen?.id,
    isElsewhere: searchParams.has("event") && chosen?.id !== wanted,
    thanks: found && {
      when: dateAndTime(found.date, found.timeZone, timeZone),
      payAt: depositStatus(found, context) === "to pay" ? `/payment?booking=${found.id}` : null,
    },
    dinners: dinners.map((dinner) => ({
      id: dinner.id,
      until: dinner.date.getTime(),
      date: longDate(dinner.date, dinner.timeZone),
      time: eventTime(dinner.date, dinner.timeZone, timeZone),
      isOpen: dinner.isOpen,
      isBooked: dinner.isBooked,
      serves: dinner.diets.flatMap((position) => diets[position - 1] ?? []),
      cannotServe: asked
        .filter((position) => !dinner.diets.includes(position))
        .flatMap((position) => diets[position - 1] ?? []),
    })),
  });
}

const patience = 8_000;

export async function chooseDinner({ request, context }: ActionFunctionArgs) {
  const { db, env, now, timeZone } = context;
  const { origin, pathname } = new URL(request.url);
  const { event = "" } = await readForm(request);
  const refuse = (message: string, status: number) => json({ message, chosen: event }, status);
  if (!event) return refuse("Please select a date to continue", 400);
  const dinner = await findUpcomingEvent(db, event, now);
  if (!dinner) return refuse(`${failed}this dinner is not on our list any more.`, 400);

  const session = await findSignedIn(request, context);
  rememberChosenEvent(context, event);
  if (!session) return redirect("/register?next=/events");
  const profile = await findProfile(db, session.userId);
  if (!profile?.isQuizDone) return redirect("/quiz");

  const at = (date: Date) => dateAndTime(date, dinner.timeZone, timeZone);
  const words = { to: session.email, origin, when: at(dinner.date) };
  const mail = (bookingId: string) => {
    const seat = bookingLinks(env, { origin, bookingId, date: dinner.date });
    return bookingReceived({ ...words, bookingId, links: seat }, at(dinner.closesAt));
  };
  try {
    const seat = { userId: session.userId, eventId: event, now, mail };
    const bookingId = await withTimeout(patience, book(db, seat));
    if (!bookingId) return refuse(failed + whyNot(dinner, now), 409);
    forgetChosenEvent(request, context);
    sendAfterResponse(context);
    return redirect(`${pathname}?${new URLSearchParams({ booked: bookingId })}`);
  } catch (fault) {
    logError("booking not saved", fault);
    return refuse(`${failed}the booking could not be saved. Please try again.`, 503);
  }
}

const failed = "Error creating appointment: ";

function whyNot({ date, closesAt }: UpcomingEvent, now: Date): string {
  if (date <= now) return "this dinner is over.";
  if (closesAt <= now) return "booking for this dinner has ended.";
  return "this dinner is sold out.";
}
