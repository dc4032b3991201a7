import {
  type ActionFunctionArgs,
  type AppLoadContext,
  json,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findSignedIn, userIdIfSignedIn } from "#app/auth/session.server.ts";
import { describeNextDinner } from "#app/components/booking/describe-booking.server.ts";
import { privatePage, type RouteHandle } from "#app/components/page.tsx";
import { loadBatched } from "#app/db/batches.ts";
import { bookingLinks, checkBookingLink, photoQuery } from "#app/emails/links.server.ts";
import { readFormData } from "#app/http/forms.ts";
import { brokenLink } from "#app/http/responses.ts";
import { findFace } from "#app/lib/account/find-face.server.ts";
import { avatarAddress } from "#app/lib/account/person.ts";
import {
  checkFeedback,
  type FeedbackErrors,
  readFeedbackForm,
  type TypedFeedback,
} from "#app/lib/booking/feedback-form.ts";
import { dateAndTime, dayOfEvent, timeOfDay, weekday } from "#app/lib/dates.ts";
import { feedbackWindow, nextTellingTime } from "#app/lib/event/event-times.ts";
import { sign } from "#app/lib/signatures.server.ts";
import { readEveningAfterBooking } from "#app/models/event/upcoming-events.server.ts";
import {
  type Feedback,
  readFeedback,
  saveFeedback,
  saveRatherNot,
} from "#app/models/feedback/feedback.server.ts";
import { FeedbackForm } from "./form.tsx";
import { Message, MissedDinner, Thanks } from "./parts.tsx";

export const handle: RouteHandle = { styles: "app", offersLogin: true };

export const meta = () => privatePage("How was it?");

export async function loader({ request, params: { id = "" }, context }: LoaderFunctionArgs) {
  // Both are read in one batch.
  const [feedback, nextEvening] = await Promise.all([
    requireFeedback(request, id, context),
    loadBatched(
      context,
      readEveningAfterBooking(context.db, id, { userId: userIdIfSignedIn(context), now: context.now }),
    ),
  ]);
  const { found, state, mayAvoid, opensAt, closesAt, mates, contestPath, photoQuery } = feedback;
  const { firstName, email, date, timeZone, venueName, tableNumber, answeredAt } = found;
  const times = { opensAt: dateAndTime(opensAt, timeZone), closesAt: dateAndTime(closesAt, timeZone) };
  const { isSent, path, chosen } = readAddress(request);
  const message = { firstName, path, contestPath, day: weekday(date, timeZone), ...times };
  const shownMates = mates.map(({ token, firstName, isErased, isTold, ...mate }) => {
    const photo = avatarAddress(mate.avatarUrl);
    const drawn = findFace(context.env, mate);
    return { token, firstName, photo: photo && photo + photoQuery, drawn, isErased, isTold };
  });
  const values = toValues(found, mates);
  if (mates.some(({ token, isErased }) => token === chosen && !isErased)) values.again.push(chosen);
  const next = nextEvening && describeNextDinner(nextEvening, context);
  if (state === "no-show" && mayAvoid && mates.length > 0)
    return json({
      state: "missed" as const,
      ...message,
      isSent,
      mates: shownMates,
      values,
      next,
    });
  if (state !== "open")
    return json({
      state,
      ...message,
      bookingPath: `/dashboard/bookings/${id}`,
      isBlocked: found.isBlocked,
      isCanceled: found.isCanceled || found.isEventCanceled,
      next: state === "early" || found.isBlocked ? undefined : next,
    });
  if (isSent && answeredAt) {
    const tellingTime = nextTellingTime(context.now, timeZone);
    return json({
      state: "sent" as const,
      ...message,
      wished: shownMates.filter((_, i) => mates[i]?.isWished && !mates[i]?.isTold),
      others: shownMates.filter(({ isErased, isTold }, i) => !isErased && !isTold && !mates[i]?.isAvoided),
      toldAt: `${dayOfEvent(tellingTime, context.now, timeZone).replace(/^To/, "to")}, ${timeOfDay(tellingTime, timeZone)}`,
      next,
    });
  }
  return json({
    state,
    path,
    firstName,
    email,
    ...times,
    what: `${weekday(date, timeZone)} at ${venueName}, table\u00a0${tableNumber}.`,
    mates: shownMates,
    values,
  });
}

/** Returns the address with the link's key, both with and without the mark of a sent form, and whose face was tapped on the page after it. */
function readAddress(request: Request) {
  const { pathname, searchParams } = new URL(request.url);
  const isSent = searchParams.has("sent");
  searchParams.delete("sent");
  const chosen = searchParams.get("again") ?? "";
  searchParams.delete("again");
  const path = searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
  searchParams.set("sent", "1");
  return { isSent, path, chosen, sentPath: `${pathname}?${searchParams}` };
}

function toValues(
  { rating, note, contact }: Feedback,
  mates: { token: string; isWished: boolean; wantsSameTable: boolean; isAvoided: boolean; isTold: boolean }[],
): TypedFeedback {
  const avoided = mates.filter(({ isAvoided }) => isAvoided).map(({ token }) => token);
  return {
    rating: String(rating ?? ""),
    again: mates.filter(({ isWished }) => isWished).map(({ token }) => token),
    not: avoided,
    shownNot: avoided,
    contact: contact === null ? "email" : "line",
    line: contact ?? "",
    sameTable: mates.some(({ wantsSameTable }) => wantsSameTable),
    note: note ?? "",
  };
}

const unsavedErrors: FeedbackErrors = {
  form: "This was not saved, because something has changed. Send it again.",
};

export async function action({ request, params: { id = "" }, context }: ActionFunctionArgs) {
  const { found, state, mayAvoid, mates } = await requireFeedback(request, id, context);
  const { sentPath } = readAddress(request);
  const values = readFeedbackForm(await readFormData(request));
  const unsaved = () => json({ values, errors: unsavedErrors }, 409);
  const saysMore = values.rating || values.again.length > 0 || values.line.trim() || values.note.trim();
  if (!mayAvoid || (state === "no-show" && saysMore)) return unsaved();
  const isAnswered = state === "no-show" || found.answeredAt !== null;
  const hasTold = state === "open" && mates.some(({ isTold }) => isTold);
  const { answers, errors, isValid } = checkFeedback(values, mates, { mayBeEmpty: isAnswered, hasTold });
  if (!isValid) return json({ values, errors }, 400);
  const toBookings = (tokens: string[]) =>
    mates.filter(({ token }) => tokens.includes(token)).map(({ bookingId }) => bookingId);
  const said = {
    ...answers,
    wished: toBookings(answers.wished),
    avoided: toBookings(answers.avoided),
    takenBack: toBookings(answers.takenBack),
  };
  const save = state === "no-show" ? saveRatherNot : saveFeedback;
  const isSaved = await save(context.db, found, said, context.now);
  return isSaved ? redirect(sentPath) : unsaved();
}

export default function FeedbackPage() {
  const page = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>();
  if (page.state === "missed") return <MissedDinner {...page} failure={failure} />;
  if (page.state === "sent") return <Thanks {...page} />;
  if (page.state !== "open") return <Message {...page} unsaved={failure?.values} />;
  const { path, firstName, what, closesAt, mates, email, values } = page;
  return (
    <div className="page-width max-w-[calc(40rem+2*var(--spacing-gutter))]! pt-3 pb-10 lg:pt-8 lg:pb-16">
      <h1 className="display text-1">How was it, {firstName}?</h1>
      <p className="mt-2 text-lead text-ink-2">{what} It takes a minute, and every question is optional.</p>
      <FeedbackForm
        path={path}
        mates={mates}
        email={email}
        closesAt={closesAt}
        values={failure?.values ?? values}
        errors={failure?.errors ?? {}}
      />
    </div>
  );
}

/** For anybody with the signed link, and for the diner without it. */
async function requireFeedback(request: Request, bookingId: string, context: AppLoadContext) {
  const [link, session, found] = await Promise.all([
    checkBookingLink(request, bookingId, "feedback link", context),
    findSignedIn(context),
    loadBatched(context, readFeedback(context.db, bookingId, context.now)),
  ]);
  const isSignedIn = found !== undefined && session?.userId === found.userId;
  if (!found || (link === "forged" && !isSignedIn)) throw brokenLink();
  const { opensAt, closesAt } = feedbackWindow(found.date, found.timeZone);
  const { now, env } = context;
  const window = now < opensAt ? "early" : now < closesAt ? "open" : "over";
  const state = found.isBlocked ? "over" : found.canAnswer ? window : found.isNoShow ? "no-show" : "none";
  return {
    found,
    state,
    /** Everybody who had a seat can say whom they would rather not sit with, whether they came or not. */
    mayAvoid: state === "open" || (state === "no-show" && window === "open"),
    opensAt,
    closesAt,
    /** The token names a table-mate on this page only, and contains no id of another diner. */
    mates: found.mates.map((mate) => ({
      ...mate,
      token: sign(env, "feedback mate", bookingId, mate.bookingId),
    })),
    contestPath:
      found.hasAbsence && !found.isBlocked
        ? findContestPath(env, found, { isSignedIn, hasLink: link === "open" })
        : null,
    photoQuery: link === "open" ? photoQuery(env, found, closesAt) : "",
  } as const;
}

/** The page on which a no-show says that they came. A signed-in diner needs no key. */
function findContestPath(
  env: Env,
  booking: { bookingId: string; date: Date; timeZone: string },
  { isSignedIn, hasLink }: { isSignedIn: boolean; hasLink: boolean },
): string | null {
  if (isSignedIn) return `/bookings/${booking.bookingId}/contest`;
  if (!hasLink) return null;
  const { pathname, search } = new URL(bookingLinks(env, booking).contest);
  return pathname + search;
}
