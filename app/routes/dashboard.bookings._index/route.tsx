import { type AppLoadContext, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { requireUser } from "#app/auth/guards.server.ts";
import { currentSessionLookup, userIdIfSignedIn } from "#app/auth/session.server.ts";
import detailsScript from "#app/browser/details-dialog.ts?worker&url";
import { Banner } from "#app/components/banner.tsx";
import { findUnmetNeed } from "#app/components/booking/booking-notes.tsx";
import {
  type BookingView,
  chooseNextEvenings,
  describeBooking,
  describeNextDinner,
} from "#app/components/booking/describe-booking.server.ts";
import { type NextDinner, NextDinners } from "#app/components/booking/next-dinners.tsx";
import { seatDiners } from "#app/components/booking/seat-diners.server.ts";
import { ButtonLink } from "#app/components/button.tsx";
import { Icon } from "#app/components/icon.tsx";
import { privatePage, type RouteHandle } from "#app/components/page.tsx";
import { Party, type PartyMember } from "#app/components/party.tsx";
import { Loading } from "#app/components/progress.tsx";
import { loadBatched } from "#app/db/batches.ts";
import { rememberTonight } from "#app/http/cookies.ts";
import { dateAndTime, longDate, timeOfDay } from "#app/lib/dates.ts";
import { describeEvening } from "#app/lib/event/evening.ts";
import { ordinal } from "#app/lib/event/line.ts";
import { toLinkToken } from "#app/lib/signatures.server.ts";
import { minuteMs } from "#app/lib/time-units.ts";
import { type Booking, readBookings } from "#app/models/booking/bookings.server.ts";
import { readEveningsInstead, readListedEvening } from "#app/models/event/upcoming-events.server.ts";
import { readOwnPlaces } from "#app/models/line/line.server.ts";
import { AskAboutLast, BookingRow, LastDinner, type Memory, RowDrawings } from "./booking-list.tsx";
import { NextBooking } from "./next-booking.tsx";

export const handle: RouteHandle = {
  failure: "We couldn’t load your bookings.",
  scripts: [detailsScript],
};

export const meta = () => privatePage("Bookings");

/** One that was booked anew says nothing, except of a deposit on its way back. */
const isListed = ({ canceled, isBookedAgain, deposit }: Booking) =>
  !canceled || !isBookedAgain || deposit === "paid" || deposit === "refunding";

/** Says which one it was, for somebody who has others. */
function describeJustCanceled(upcoming: Booking[], next: Booking | undefined, { now }: AppLoadContext) {
  const since = now.getTime() - 10 * minuteMs;
  const canceled = upcoming.find(
    ({ canceledAt, canceledByClub, isBookedAgain }) =>
      !canceledByClub && !isBookedAgain && (canceledAt?.getTime() ?? 0) > since,
  );
  if (!canceled || !next) return null;
  const [off, on] = [canceled, next].map(({ date, timeZone }) => longDate(date, timeZone));
  return `${off} is off. ${on} is still on.`;
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const page = Math.min(1_000, Math.max(1, Math.floor(Number(searchParams.get("past"))) || 1));
  const [{ userId }, { upcoming, past, hasMore, nextDiners, nextShares }, places, evening, instead] =
    await Promise.all([
      requireUser(request, context),
      loadBatched(context, readBookings(context.db, currentSessionLookup(context), page)),
      loadBatched(context, readOwnPlaces(context.db, userIdIfSignedIn(context), context.now)),
      loadBatched(context, readListedEvening(context.db, currentSessionLookup(context))),
      loadBatched(context, readEveningsInstead(context.db, currentSessionLookup(context))),
    ]);
  const details = searchParams.get("details");
  // The dialog opens without this loader, so `?details` here means a link or a reload.
  if (details) throw redirect(`/dashboard/bookings/${encodeURIComponent(details)}`);
  if (page > 1 && past.length === 0) throw redirect("/dashboard/bookings");
  const next = upcoming.find(({ canceled }) => !canceled);
  const booking = next && describeBooking(next, context);
  const party = seatDiners(context.env, nextDiners, userId);
  const remembered = past.filter(isListed).map((booking) => {
    const { diners, shares } = (!booking.isNoShow && booking.tableThen) || { diners: [], shares: [] };
    return {
      ...describeBooking(booking, context),
      memory: { party: seatDiners(context.env, diners, userId), share: shares[0] },
    };
  });
  const last =
    page === 1 ? remembered.find(({ place, memory }) => place && memory.party.length > 1) : undefined;
  rememberTonight(context, next?.date, booking);
  const [suited] =
    next && booking && findUnmetNeed(booking) ? chooseNextEvenings(next, booking, instead) : [];
  return json({
    you: party[0],
    next: booking && {
      booking,
      evening:
        evening && booking.status === "Pending" && !booking.standby
          ? describeEvening(evening, evening)
          : null,
      party,
      share: nextShares[0],
      suited: suited ? describeNextDinner(suited, context) : null,
      isBack: upcoming.some(
        ({ canceled, canceledByClub, eventId }) => canceled && !canceledByClub && eventId === next?.eventId,
      ),
    },
    /** The next dinner for somebody who has none. */
    offered: evening && !next ? describeNextDinner(evening, context) : null,
    upcoming: upcoming
      .filter((booking) => booking !== next && isListed(booking))
      .map((booking) => describeBooking(booking, context)),
    justCanceled: describeJustCanceled(upcoming.filter(isListed), next, context),
    last,
    past: remembered.filter((booking) => booking !== last),
    places: places.map(({ id, before, date, timeZone, offeredUntil }) => ({
      href: `/line/${toLinkToken(context.env, "line", id)}`,
      when: dateAndTime(date, timeZone),
      position: ordinal(before + 1),
      offeredUntil: offeredUntil && timeOfDay(offeredUntil, timeZone),
    })),
    page,
    hasMore,
  });
}

export default function Bookings() {
  const { you, next, offered, upcoming, justCanceled, last, past, places, page, hasMore } =
    useLoaderData<typeof loader>();
  const isEmpty = !next && !last && upcoming.length === 0 && past.length === 0 && page === 1;
  const asksAboutLast = last?.feedback.isOpen && !last.feedback.isAnswered;
  const question = last && asksAboutLast && (
    <div className="@container">
      <AskAboutLast booking={last} isPrimary={!next} />
    </div>
  );
  const hasPrimary = next || offered || asksAboutLast;
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="display text-1">Bookings</h1>
        {(!isEmpty || offered) && <NewBookingLink isPrimary={!hasPrimary} />}
      </header>
      {places.map(({ href, when, position, offeredUntil }) => (
        <p key={href} className="mt-6 border-l-3 border-saffron bg-saffron-wash px-4 py-3.5">
          {offeredUntil ? `A seat is held for you until ${offeredUntil}: ` : `You’re ${position} in line: `}
          <a href={href} className="font-strong underline underline-offset-[0.22em]">
            {when}
          </a>
        </p>
      ))}
      {isEmpty ? (
        <Empty you={you} offered={offered} />
      ) : (
        <>
          <RowDrawings />
          {justCanceled && (
            <p className="mt-6 rounded-paper bg-green-wash px-5 py-4">
              <span className="block display text-3">{justCanceled}</span> No hard feelings.
            </p>
          )}
          {!next && question}
          <Section
            title="Upcoming Bookings"
            bookings={upcoming}
            emptyText={next || offered ? "" : nothingAhead}
            isFirstExplained={!next && offered !== null}
          >
            {next ? (
              <NextBooking {...next} />
            ) : (
              offered && (
                <div className="grid gap-6 py-5 @min-[50rem]:py-8">
                  <div className="grid gap-2">
                    <p className="display text-2 text-balance">{nameReason(upcoming, last !== undefined)}</p>
                    <p className="max-w-measure text-ink-2">{describeReason(upcoming, last !== undefined)}</p>
                  </div>
                  <NextDinners
                    dinners={[offered]}
                    isWide
                    isPrimary={!asksAboutLast}
                    hasPriority={upcoming[0]?.hasPriority === true}
                  />
                </div>
              )
            )}
          </Section>
          {next && question}
          <Section
            title="Past Bookings"
            emptyText={last ? "" : "No past dinners yet."}
            bookings={past}
            isPast
          >
            {last && <LastDinner booking={last} isAsked={asksAboutLast === true} />}
          </Section>
          <Pagination page={page} hasMore={hasMore} />
          <DetailsDialog />
        </>
      )}
    </>
  );
}

const nothingAhead = "No upcoming dinners. Which evening are you free?";

/** Why there is no dinner ahead. */
const nameReason = ([canceled]: BookingView[], hasLast: boolean) =>
  canceled?.wasEndedByClub
    ? `${canceled.title}.`
    : canceled
      ? (canceled.ending ?? nothingAhead)
      : hasLast
        ? "Ready for another table?"
        : "Which evening are you free?";

const describeReason = ([canceled]: BookingView[], hasLast: boolean) =>
  canceled
    ? canceled.wasEndedByClub
      ? canceled.ending
      : `${canceled.cost} Which evening are you free?`
    : hasLast
      ? nothingAhead
      : "No upcoming dinners.";

/** A laid table with the one who looks at it. */
const Empty = ({ you, offered }: { you: PartyMember | undefined; offered: NextDinner | null }) => (
  <>
    <p className="mt-4">You have no bookings yet.</p>
    <section className="mt-6 grid max-w-5xl overflow-hidden rounded-paper border border-line bg-surface shadow-card lg:grid-cols-2">
      <div aria-hidden="true" className="floor grid place-items-center px-3 pt-6 pb-4">
        <Party members={you ? [you] : []} tableNumber={null} freeSeat="" />
      </div>
      <div className="grid content-center gap-4 px-5 pt-5 pb-6 lg:px-12 lg:py-12">
        <h2 className="display text-2">A table for five. Who are the other four?</h2>
        <p className="text-ink-2">Pick an evening. We find four people for it, and the restaurant.</p>
        {offered ? <NextDinners dinners={[offered]} isPrimary /> : <NewBookingLink isPrimary />}
      </div>
    </section>
  </>
);

const NewBookingLink = ({ isPrimary }: { isPrimary: boolean }) => (
  <ButtonLink href="/dashboard/bookings/new" variant={isPrimary ? "primary" : "secondary"} size="small">
    New Booking
  </ButtonLink>
);

interface SectionProps {
  title: string;
  emptyText: string;
  bookings: (BookingView & { memory?: Memory })[];
  isPast?: boolean;
  isFirstExplained?: boolean;
  /** The large card above the rows. */
  children?: ReactNode;
}

const Section = ({
  title,
  emptyText,
  bookings,
  isPast,
  isFirstExplained = false,
  children,
}: SectionProps) => (
  <section className="@container mt-10 lg:mt-12">
    <h2 className="display border-b border-ink pb-3 text-[1.375rem] tracking-[-0.012em]">{title}</h2>
    {(children || bookings.length > 0) && (
      <ul>
        {children && <li className="pb-2">{children}</li>}
        {bookings.map((booking, i) => (
          <BookingRow
            key={booking.id}
            booking={booking}
            memory={booking.memory}
            isPast={isPast}
            isExplained={isFirstExplained && i === 0}
          />
        ))}
      </ul>
    )}
    {bookings.length === 0 && emptyText && <p className="py-6 text-ink-2">{emptyText}</p>}
  </section>
);

function Pagination({ page, hasMore }: { page: number; hasMore: boolean }) {
  if (page === 1 && !hasMore) return null;
  return (
    <nav aria-label="Past bookings" className="mt-6 flex justify-between">
      {page > 1 ? (
        <ButtonLink href={page === 2 ? "/dashboard/bookings" : `?past=${page - 1}`} size="small">
          Later
        </ButtonLink>
      ) : (
        <span />
      )}
      {hasMore && (
        <ButtonLink href={`?past=${page + 1}`} size="small">
          Earlier
        </ButtonLink>
      )}
    </nav>
  );
}

/** `browser/details-dialog.ts` opens it over the list, with the booking's own page inside. */
const DetailsDialog = () => (
  <dialog
    data-details-dialog
    aria-labelledby="details-title"
    className="m-0 mt-auto max-h-[96svh] w-full scroll-pt-20 max-w-none rounded-t-sheet bg-surface text-ink shadow-dialog backdrop:bg-scrim lg:m-auto lg:max-w-240 lg:rounded-paper"
  >
    <div className="grid gap-1 px-5 pb-7 lg:px-11 lg:pb-11">
      <header className="sticky top-0 z-10 -mx-5 flex items-center justify-between bg-surface px-5 pt-4 pb-2 lg:pt-9">
        <h2
          id="details-title"
          className="display text-[1.625rem]/[1.2] tracking-[-0.022em] lg:text-[2.25rem]/[1.2]"
        >
          Details
        </h2>
        <form method="dialog">
          <button
            type="submit"
            aria-label="Close"
            className="-mr-2.5 grid size-target cursor-pointer place-items-center rounded-round hover:bg-sunk"
          >
            <Icon name="close" />
          </button>
        </form>
      </header>
      <div data-body>
        <div data-loading>
          <Loading />
        </div>
        <div hidden>
          <Banner variant="error">No connection. Try again in a moment.</Banner>
        </div>
      </div>
    </div>
  </dialog>
);
