import { type ActionFunctionArgs, type AppLoadContext, json, redirect } from "@remix-run/cloudflare";
import { readVisit } from "#app/auth/device.server.ts";
import { findSignedIn, userIdIfSignedIn } from "#app/auth/session.server.ts";
import { loadBatched } from "#app/db/batches.ts";
import { sendAfterResponse } from "#app/emails/send-emails.server.ts";
import { forgetChosenEvent, friendPath, readChosenEvent, rememberChosenEvent } from "#app/http/cookies.ts";
import { readForm } from "#app/http/forms.ts";
import { tooManyRequests } from "#app/http/responses.ts";
import { bookingLimitMessages } from "#app/lib/account/security-kinds.ts";
import { onlyDepositHoldsSeat } from "#app/lib/booking/booking-states.ts";
import type { Obstacle } from "#app/lib/booking/standby-reasons.ts";
import { longDate, timeOfDay } from "#app/lib/dates.ts";
import { nothingChosen } from "#app/lib/error-messages.ts";
import { withNext } from "#app/lib/safe-redirect.ts";
import { readLinkToken, toLinkToken } from "#app/lib/signatures.server.ts";
import { TimeoutError } from "#app/lib/timing.ts";
import { logError } from "#app/log.ts";
import { readProfile } from "#app/models/account/profiles.server.ts";
import { type ClashingBooking, readClashingBooking } from "#app/models/booking/event-bookings.server.ts";
import { acceptFriendLink, readFriendLink } from "#app/models/booking/friend-links.server.ts";
import { bookInBatch, readBookingLimit } from "#app/models/booking/transitions.server.ts";
import { readBookability } from "#app/models/event/upcoming-events.server.ts";
import { joinLine } from "#app/models/line/line.server.ts";

/** Books the chosen event, or first sends the diner to what is missing. */
export async function bookEvent({ request, context }: ActionFunctionArgs) {
  const { event: eventId = "", adult, line } = await readForm(request);
  if (line) return joinLineOf(line, context);
  try {
    return await tryToBook(request, context, { eventId, isAdult: adult === "yes" });
  } catch (error) {
    logError("booking not saved", error, { requestId: context.requestId });
    context.chosenEventId = eventId;
    return reject(errorPrefix + (error instanceof TimeoutError ? maybeSaved : notSaved), 503);
  }
}

const reject = (message: string, status: number) => json({ message, clash: null }, status);

/** Leads to the place in the line, or first to what is missing. */
async function joinLineOf(eventId: string, context: AppLoadContext) {
  const { db, env, now } = context;
  const userId = userIdIfSignedIn(context);
  const [session, profile] = await Promise.all([
    findSignedIn(context),
    loadBatched(context, readProfile(db, userId)),
  ]);
  rememberChosenEvent(context, eventId);
  if (!session) return redirect("/register?next=/events");
  if (!profile?.isQuizDone) return redirect("/quiz");
  const placeId = await joinLine(db, { userId, eventId, now });
  return placeId ? redirect(`/line/${toLinkToken(env, "line", placeId)}`) : reject(notInLine, 409);
}

interface Choice {
  eventId: string;
  isAdult: boolean;
  /** Set if the diner comes along with a friend, by this link. */
  friend?: { linkId: string; token: string; obstacle: Obstacle | undefined };
}

export async function tryToBook(
  request: Request,
  context: AppLoadContext,
  { eventId, isAdult, friend }: Choice,
) {
  const { db, env, now } = context;
  const { pathname } = new URL(request.url);
  if (!eventId) return reject(nothingChosen, 400);
  const userId = userIdIfSignedIn(context);
  const mustPay = onlyDepositHoldsSeat(env);
  const chosenBefore = readChosenEvent(context);
  const waitingLinkId = readLinkToken(env, "friend", chosenBefore);
  const booking = { userId, eventId, mustPay, isAdult, friendLinkId: friend?.linkId, now };
  const [event, session, profile, bookingId, limit, clashing, link, waitingLink] = await Promise.all([
    loadBatched(context, readBookability(db, eventId, now)),
    findSignedIn(context),
    loadBatched(context, readProfile(db, userId)),
    loadBatched(context, bookInBatch(db, booking)),
    loadBatched(context, readBookingLimit(db, booking)),
    loadBatched(context, readClashingBooking(db, userId, eventId)),
    friend &&
      loadBatched(context, acceptFriendLink(db, { ...friend, userId, ...readVisit(request, context) })),
    waitingLinkId === undefined
      ? undefined
      : loadBatched(context, readFriendLink(db, { linkId: waitingLinkId, userId, now })),
  ]);
  if (friend && !link?.hasJoined && !link?.isOpen) {
    // Whoever asked hears as soon as from a friend who says no.
    sendAfterResponse(context);
    return redirect(friendPath(friend.token));
  }
  if (!event) return reject(errorPrefix + notListed, 400);
  // Who chooses the dinner of a friend in the list is still asked along by the friend after the quiz.
  const isFriendsDinner = waitingLink?.isOpen && waitingLink.eventId === eventId;
  rememberChosenEvent(context, friend?.token ?? ((isFriendsDinner && chosenBefore) || eventId));
  if (!session)
    return redirect(friend ? withNext("/register", friendPath(friend.token)) : "/register?next=/events");
  if (!profile?.isQuizDone) return redirect("/quiz");
  if (!bookingId) {
    const clash = clashing ? describeClash(clashing) : null;
    const reason = explainEndOfBooking(event, now);
    if (limit === "age") return json({ message: errorPrefix + tooYoung, clash: null, asksForAge: true }, 400);
    if (limit && !reason)
      return json(
        { message: errorPrefix + bookingLimitMessages[limit], clash: null },
        tooManyRequests(24 * 3_600),
      );
    const message = errorPrefix + (reason ?? clash?.sentence ?? explainNoSeat(event));
    return json({ message, clash: reason ? null : clash }, 409);
  }
  if (link && !link.hasJoined) return reject(errorPrefix + hasOtherPartner, 409);
  forgetChosenEvent(context);
  sendAfterResponse(context);
  return redirect(`${friend ? "/events" : pathname}?booked=${bookingId}`);
}

const errorPrefix = "Error creating appointment: ";

const notSaved = "we couldn’t save your booking. Try again in a moment.";

/** Booking again is safe, because a diner can book an event only once. */
const maybeSaved =
  "it’s taking too long, and we don’t know yet whether you’re booked. Look at your bookings, or try again.";

const tooYoung = "our dinners are for people of 18 and older.";

const notInLine =
  "We couldn’t put you in line: this dinner has a seat again, or booking has ended, or you wait for five others.";

const hasOtherPartner =
  "you come to this dinner with somebody else already. On the page of your booking you can change that first.";

const notListed = "this dinner is no longer on our list.";

function describeClash({ clashId, date, timeZone, cityName, hasSeveralCities }: ClashingBooking) {
  const when = `${longDate(date, timeZone)}, ${timeOfDay(date, timeZone)}`;
  return {
    sentence: `you have a dinner${hasSeveralCities ? ` in ${cityName}` : ""} on ${when}. Two dinners must be at least 4 hours apart.`,
    path: `/dashboard/bookings/${clashId}`,
  };
}

type Bookability = ReturnType<ReturnType<typeof readBookability>["toResult"]>;

/** Undefined if only the seats, or the diner's other dinners, can be the reason. */
function explainEndOfBooking(event: Bookability, now: Date): string | undefined {
  if (!event) return notListed;
  if (event.isCanceled) return "this dinner was canceled.";
  if (event.date <= now) return "this dinner is over.";
  if (event.closesAt <= now || event.isMatched) return "booking for this dinner has ended.";
  return event.isAvailable ? undefined : "this dinner is no longer offered.";
}

/** A seat may have become free since the booking was refused. */
const explainNoSeat = (event: Bookability) => (event?.isOpen ? notSaved : "this dinner is sold out.");
