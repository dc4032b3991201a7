import {
  type ActionFunctionArgs,
  type AppLoadContext,
  json,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findSignedIn, userIdIfSignedIn } from "#app/auth/session.server.ts";
import { FormError } from "#app/components/banner.tsx";
import { describeNextDinner } from "#app/components/booking/describe-booking.server.ts";
import { NextStep } from "#app/components/booking/next-step.tsx";
import { TableScene } from "#app/components/booking/table-scene.tsx";
import { ArrowLink, Button, ButtonLink } from "#app/components/button.tsx";
import { CenteredCard } from "#app/components/card.tsx";
import { SignItem } from "#app/components/icon.tsx";
import { privatePage, type RouteHandle } from "#app/components/page.tsx";
import { seatsWithTaken, TableDrawing } from "#app/components/table-drawing.tsx";
import { loadBatched } from "#app/db/batches.ts";
import { sendAfterResponse } from "#app/emails/send-emails.server.ts";
import { readForm } from "#app/http/forms.ts";
import { badRequest, brokenLink } from "#app/http/responses.ts";
import { onlyDepositHoldsSeat } from "#app/lib/booking/booking-states.ts";
import { freeCancellationEnd } from "#app/lib/booking/cancellation-terms.ts";
import { dateAndTime, dateAndTimeOf, timeOfDay } from "#app/lib/dates.ts";
import { ordinal } from "#app/lib/event/line.ts";
import { readLinkToken } from "#app/lib/signatures.server.ts";
import { describeMinutes } from "#app/lib/text.ts";
import { minuteMs } from "#app/lib/time-units.ts";
import { oncePerRequest } from "#app/load-context.ts";
import { book } from "#app/models/booking/transitions.server.ts";
import { readEveningAfterPlace } from "#app/models/event/upcoming-events.server.ts";
import { leaveLine, readPlace } from "#app/models/line/line.server.ts";

export const handle: RouteHandle = { styles: "app", offersLogin: true };

export const meta = () => privatePage("The line");

/** Needs no sign-in, because the address is signed. Only forms change something. */
export async function loader({ params: { token = "" }, context }: LoaderFunctionArgs) {
  const { place, next } = await openPlace(context, token);
  const nextDinner = next ? describeNextDinner(next, context) : null;
  if (!place) return json({ place: null, next: nextDinner });
  const { timeZone, closesAt, offeredUntil, before, capacity, mayBeMinor } = place;
  return json({
    place: {
      when: describeWhen(place),
      position: before + 1,
      capacity,
      closesAt: dateAndTime(closesAt, timeZone),
      offeredUntil: offeredUntil && timeOfDay(offeredUntil, timeZone),
      minutesLeft: offeredUntil && Math.ceil((offeredUntil.getTime() - context.now.getTime()) / minuteMs),
      /** A new booking is of the event as it is. */
      freeUntil: dateAndTime(freeCancellationEnd({ date: place.date, wasMoved: false }), timeZone),
      asksForAge: mayBeMinor,
    },
    next: nextDinner,
  });
}

const describeWhen = ({
  date,
  timeZone,
  ...city
}: NonNullable<Awaited<ReturnType<typeof openPlace>>["place"]>) =>
  city.hasSeveralCities ? dateAndTimeOf(date, { timeZone, ...city }) : dateAndTime(date, timeZone);

/** The page that answers the form needs the same lookup. */
const openPlace = oncePerRequest(async (context: AppLoadContext, token: string) => {
  const id = readLinkToken(context.env, "line", token);
  if (!id) throw brokenLink();
  const { db, now } = context;
  // Both are read in one batch.
  const [place, next] = await Promise.all([
    loadBatched(context, readPlace(db, id, now)),
    loadBatched(context, readEveningAfterPlace(db, id, { userId: userIdIfSignedIn(context), now })),
    findSignedIn(context),
  ]);
  return { place, next };
});

export async function action({ request, params: { token = "" }, context }: ActionFunctionArgs) {
  const { db, env, now } = context;
  const { intent, adult } = await readForm(request);
  const [{ place }, session] = await Promise.all([openPlace(context, token), findSignedIn(context)]);
  if (intent !== "take" && intent !== "leave") throw badRequest();
  if (!place) return json({ ...nothing, when: null });
  const { userId, eventId } = place;
  const when = describeWhen(place);
  if (intent === "leave") {
    await leaveLine(db, place.id);
    return json({ ...nothing, when });
  }
  const mustPay = onlyDepositHoldsSeat(env);
  const freeUntil = dateAndTime(freeCancellationEnd({ date: place.date, wasMoved: false }), place.timeZone);
  const bookingId = await book(db, { userId, eventId, mustPay, isAdult: adult === "yes", now });
  if (!bookingId) return json({ ...nothing, error: notBooked, when }, 409);
  sendAfterResponse(context);
  if (session?.userId === userId) throw redirect(`/dashboard/bookings/${bookingId}`);
  return json({ ...nothing, when, bookingId, freeUntil });
}

const nothing = {
  error: null as string | null,
  bookingId: null as string | null,
  freeUntil: null as string | null,
};

const notBooked =
  "We couldn’t book it: somebody else may have the seat by now, or you have another dinner within four hours of this one.";

export default function Line() {
  const { place, next } = useLoaderData<typeof loader>();
  const done = useActionData<typeof action>();
  if (done?.bookingId)
    return (
      <CenteredCard>
        <TableScene isYours />
        <h1 className="display text-2">The seat is yours</h1>
        <p className="text-lead">{done.when}</p>
        <p className="text-ink-2">Good that you waited.</p>
        <ul className="grid w-full gap-3 border-y border-line py-5 text-left text-small">
          <SignItem sign="pin">We tell you the restaurant when we make the tables.</SignItem>
          <SignItem sign="calendar">
            {done.freeUntil && `Canceling is free until ${done.freeUntil}.`}
          </SignItem>
        </ul>
        <ButtonLink
          variant="primary"
          size="large"
          href={`/dashboard/bookings/${done.bookingId}`}
          className="w-full"
        >
          See your booking
        </ButtonLink>
      </CenteredCard>
    );
  if (!place || (done && !done.error))
    return (
      <CenteredCard>
        <TableScene />
        <h1 className="display text-2">{done?.when ? "You’ve left the line" : "You’re not in this line"}</h1>
        {done?.when && <p className="text-lead">{done.when}</p>}
        <p className="text-ink-2">
          {done?.when
            ? "Thank you for telling us: the next in line moves up."
            : "You’ve left it, it has ended, or you’ve taken your seat already."}
        </p>
        <NextStep next={next} />
      </CenteredCard>
    );
  const { when, position, capacity, closesAt, offeredUntil, minutesLeft, freeUntil, asksForAge } = place;
  if (offeredUntil)
    return (
      <CenteredCard>
        <TableScene />
        <h1 className="display text-2">A seat opened, and you’re next</h1>
        <p className="text-lead">{when}</p>
        <p className="text-ink-2">
          It’s held for you until <b className="font-strong text-ink">{offeredUntil}</b>
          {minutesLeft && minutesLeft > 1 ? `, ${describeMinutes(minutesLeft)} from now` : ""}. After that, we
          offer it to the next person.
        </p>
        {done?.error && <FormError>{done.error}</FormError>}
        <form method="post" className="grid w-full gap-3">
          {asksForAge && (
            <label className="flex min-h-target cursor-pointer items-center gap-3 text-left">
              <input type="checkbox" name="adult" value="yes" className="size-5 accent-paprika" />
              I’m 18 or older
            </label>
          )}
          <Button variant="primary" size="large" name="intent" value="take">
            Take the seat
          </Button>{" "}
          <Button name="intent" value="leave">
            Leave it to the next
          </Button>
        </form>
        <p className="text-small text-ink-2">Canceling is free until {freeUntil}.</p>
      </CenteredCard>
    );
  return (
    <CenteredCard>
      <LineDrawing position={position} />
      <h1 className="display text-2">You’re {ordinal(position)} in line</h1>
      <p className="text-lead">{when}</p>
      <p className="text-ink-2">
        All {capacity} seats are taken.{" "}
        {position === 1
          ? "Nobody waits before you."
          : position === 2
            ? "One person waits before you."
            : `${position - 1} people wait before you.`}
      </p>
      <ol className="grid w-full gap-4 border-y border-line py-5 text-left">
        <Rule title="A seat opens">Whoever is first gets an email, and sees it here.</Rule>
        <Rule title="It’s held for two hours">
          One tap books it. At night, it’s held until 10 in the morning. Then we offer it to the next person.
        </Rule>
        <Rule title={closesAt}>The line ends with booking, and we tell you.</Rule>
      </ol>
      <form method="post">
        <Button name="intent" value="leave">
          Leave the line
        </Button>
      </form>
      <ArrowLink href="/events">See other dinners</ArrowLink>
    </CenteredCard>
  );
}

const Rule = ({ title, children }: { title: string; children: string }) => (
  <li className="grid">
    <b className="font-strong">{title}</b> <span className="text-small text-ink-2">{children}</span>
  </li>
);

const shownPlaces = 5;

/** A full table, and the line beside it with the viewer in it. */
const LineDrawing = ({ position }: { position: number }) => {
  const own = Math.min(position, shownPlaces);
  return (
    <p aria-hidden="true" className="flex max-w-full flex-wrap items-center justify-center gap-4">
      <TableDrawing seats={seatsWithTaken(4).map(() => "taken" as const)} className="size-20" />
      {Array.from({ length: shownPlaces }, (_, i) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the places never change their order
          key={i}
          className={`grid place-items-center rounded-round font-strong ${
            i + 1 === own
              ? "size-8 bg-paprika text-[0.8125rem] text-paper"
              : "size-4 border border-line-strong"
          }`}
        >
          {i + 1 === own && position}
        </span>
      ))}
    </p>
  );
};
