import {
  type ActionFunctionArgs,
  type AppLoadContext,
  json,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findSignedIn } from "#app/auth/session.server.ts";
import { ButtonLink } from "#app/components/button.tsx";
import { CenteredCard } from "#app/components/centered-card.tsx";
import { privatePage } from "#app/components/page-meta.ts";
import { bookingSeats, TableDrawing } from "#app/components/table-drawing.tsx";
import { UnsavedText } from "#app/components/unsaved-text.tsx";
import { loadBatched } from "#app/db/batched-read.ts";
import { bookingLinks, checkBookingLink, photoQuery } from "#app/emails/booking-links.server.ts";
import { readFormData } from "#app/http/form-data.ts";
import { brokenLink } from "#app/http/responses.ts";
import { avatarAddress } from "#app/lib/avatar-address.ts";
import { dateAndTime, weekday } from "#app/lib/dates.ts";
import { feedbackWindow } from "#app/lib/day-after.ts";
import {
  checkFeedback,
  type FeedbackErrors,
  readFeedbackForm,
  type TypedFeedback,
} from "#app/lib/feedback-form.ts";
import type { RouteHandle } from "#app/lib/route-handle.ts";
import { sign } from "#app/lib/signatures.server.ts";
import { type Feedback, readFeedback, saveFeedback } from "#app/models/feedback/feedback.server.ts";
import { FeedbackForm } from "./form.tsx";

export const handle: RouteHandle = { styles: "app" };

export const meta = () => privatePage("How was it?");

/** For whoever has the signed link, and for the diner without it. */
async function requireFeedback(request: Request, bookingId: string, context: AppLoadContext) {
  const link = checkBookingLink(request, bookingId, "feedback link", context);
  const [session, found] = await Promise.all([
    findSignedIn(context),
    loadBatched(context, readFeedback(context.db, bookingId)),
  ]);
  const isSignedIn = found !== undefined && session?.userId === found.userId;
  if (!found || (link === "forged" && !isSignedIn)) throw brokenLink();
  const { opensAt, closesAt } = feedbackWindow(found.date, found.timeZone);
  const { now, env } = context;
  const nothing = found.isNoShow ? "no-show" : "none";
  const state = !found.canAnswer ? nothing : now < opensAt ? "early" : now < closesAt ? "open" : "over";
  return {
    found,
    state,
    opensAt,
    closesAt,
    /** Names a table-mate on this page only: no id of another diner is in it. */
    mates: found.mates.map((mate) => ({
      ...mate,
      token: sign(env, "feedback mate", bookingId, mate.bookingId),
    })),
    contestPath: found.hasAbsence
      ? findContestPath(env, found, { isSignedIn, hasLink: link === "open" })
      : null,
    photoQuery: link === "open" ? photoQuery(env, bookingId, closesAt) : "",
  } as const;
}

/** Where a no-show says that they came: without the key for whoever is signed in. */
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

export async function loader({ request, params: { id = "" }, context }: LoaderFunctionArgs) {
  const { found, state, opensAt, closesAt, mates, contestPath, photoQuery } = await requireFeedback(
    request,
    id,
    context,
  );
  const { firstName, email, date, timeZone, venueName, tableNumber, answeredAt } = found;
  const times = { opensAt: dateAndTime(opensAt, timeZone), closesAt: dateAndTime(closesAt, timeZone) };
  const { isSent, path } = readAddress(request);
  const message = { firstName, path, contestPath, ...times };
  if (state !== "open") return json({ state, ...message });
  if (isSent && answeredAt) return json({ state: "sent" as const, ...message });
  return json({
    state,
    path,
    firstName,
    email,
    ...times,
    what: `${weekday(date, timeZone)} at ${venueName}, table ${tableNumber}.`,
    mates: mates.map(({ token, firstName, avatarUrl, isTold }) => {
      const photo = avatarAddress(avatarUrl);
      return { token, firstName, photo: photo && photo + photoQuery, isTold };
    }),
    values: toValues(found, mates),
  });
}

/** With the link's key, and with and without the mark of a form that was sent. */
function readAddress(request: Request) {
  const { pathname, searchParams } = new URL(request.url);
  const isSent = searchParams.has("sent");
  searchParams.delete("sent");
  const path = searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
  searchParams.set("sent", "1");
  return { isSent, path, sentPath: `${pathname}?${searchParams}` };
}

/** What was said before, as a form would send it. */
function toValues(
  { answeredAt, rating, note, contact }: Feedback,
  mates: { token: string; isWished: boolean; wantsSameTable: boolean; isAvoided: boolean; isTold: boolean }[],
): TypedFeedback {
  const avoided = mates.filter(({ isAvoided }) => isAvoided).map(({ token }) => token);
  const hasContact = mates.some(({ isWished, isTold }) => isWished || isTold);
  return {
    rating: String(rating ?? ""),
    again: mates.filter(({ isWished }) => isWished).map(({ token }) => token),
    not: avoided,
    shownNot: avoided,
    contact: contact !== null ? "line" : answeredAt && hasContact ? "email" : "",
    line: contact ?? "",
    sameTable: mates.some(({ wantsSameTable }) => wantsSameTable),
    note: note ?? "",
  };
}

const unsavedErrors: FeedbackErrors = {
  form: "This was not saved, because something has changed. Send it again.",
};

export async function action({ request, params: { id = "" }, context }: ActionFunctionArgs) {
  const { found, state, mates } = await requireFeedback(request, id, context);
  const { sentPath } = readAddress(request);
  const values = readFeedbackForm(await readFormData(request));
  const unsaved = () => json({ values, errors: unsavedErrors }, 409);
  if (state !== "open") return unsaved();
  const isAnswered = found.answeredAt !== null;
  const hasTold = mates.some(({ isTold }) => isTold);
  const { answers, errors, isValid } = checkFeedback(values, mates, { mayBeEmpty: isAnswered, hasTold });
  if (!isValid) return json({ values, errors }, 400);
  const toBookings = (tokens: string[]) =>
    mates.filter(({ token }) => tokens.includes(token)).map(({ bookingId }) => bookingId);
  const isSaved = await saveFeedback(
    context.db,
    found,
    {
      ...answers,
      wished: toBookings(answers.wished),
      avoided: toBookings(answers.avoided),
      takenBack: toBookings(answers.takenBack),
    },
    context.now,
  );
  return isSaved ? redirect(sentPath) : unsaved();
}

export default function FeedbackPage() {
  const page = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>();
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

interface MessageProps {
  state: "none" | "no-show" | "early" | "over" | "sent";
  firstName: string;
  /** Of the form. */
  path: string;
  contestPath: string | null;
  /** A form that came when nothing could be said. */
  unsaved: TypedFeedback | undefined;
  opensAt: string;
  closesAt: string;
}

function Message({ state, firstName, path, contestPath, unsaved, opensAt, closesAt }: MessageProps) {
  const messages: Record<MessageProps["state"], [title: string, text: string]> = {
    none: ["There’s nothing to answer", "This booking is canceled, or it had no seat."],
    "no-show": [
      "It looks like you missed dinner",
      `So we won’t ask how it was. If you were there, ${contestPath ? "tell us" : "write to us"}.`,
    ],
    early: ["The dinner comes first", `You can tell us how it was from ${opensAt}.`],
    over: [
      "The 2 weeks are over",
      `You could answer until ${closesAt}. If you want to tell us something, write to us.`,
    ],
    sent: [`Thank you, ${firstName}`, `You can change your answers until ${closesAt}.`],
  };
  const [title, text] = messages[state];
  return (
    <CenteredCard>
      <TableDrawing
        seats={state === "sent" || state === "early" ? bookingSeats.confirmed : bookingSeats.canceled}
        className="size-24"
        isLaid={state === "sent"}
      />
      <h1 className="display text-2">{title}</h1>
      <p className="text-ink-2">{text}</p>
      {unsaved && <UnsavedText text={[unsaved.note, unsaved.line].filter(Boolean).join("\n")} />}
      {state === "no-show" && contestPath ? (
        <ButtonLink href={contestPath}>I was there</ButtonLink>
      ) : state === "over" || state === "no-show" ? (
        <ButtonLink href="/contact">Contact Us</ButtonLink>
      ) : (
        <ButtonLink href="/events">See all dinners</ButtonLink>
      )}
      {state === "sent" && (
        <ButtonLink href={path} variant="plain">
          Change my answers
        </ButtonLink>
      )}
    </CenteredCard>
  );
}
