import { json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import {
  isRouteErrorResponse,
  Link,
  type ShouldRevalidateFunction,
  useLoaderData,
  useLocation,
  useNavigate,
  useRouteError,
  useSearchParams,
} from "@remix-run/react";
import type { MouseEvent } from "react";
import { requireUser } from "#app/auth/guards.server.ts";
import { currentSessionLookup } from "#app/auth/session.server.ts";
import { Banner } from "#app/components/banner.tsx";
import { buttonClass } from "#app/components/button.tsx";
import { ErrorPage } from "#app/components/error-page.tsx";
import { privatePage } from "#app/components/page-meta.ts";
import { renderPart } from "#app/components/render-static.server.ts";
import { StaticHtml, type StaticPart } from "#app/components/static-html.tsx";
import { bookingSeats, TableDrawing } from "#app/components/table-drawing.tsx";
import { loadBatched } from "#app/db/batched-read.ts";
import { type Booking, readBookings } from "#app/models/booking/bookings.server.ts";
import {
  describeBooking,
  describeBookingWithTimeline,
} from "#app/routes/dashboard.bookings.$id/describe-booking.server.ts";
import { seatDiners } from "#app/routes/dashboard.bookings.$id/seat-diners.ts";
import { BookingRow } from "./booking-row.server.tsx";
import { DetailsDialog } from "./details-dialog.tsx";
import { NextDinner } from "./next-dinner.server.tsx";

export const meta = () => privatePage("Bookings");

/** Opening the dialog does not reload the list. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, formMethod }) =>
  formMethod === "POST" || currentUrl.searchParams.get("past") !== nextUrl.searchParams.get("past");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db } = context;
  const { searchParams } = new URL(request.url);
  const page = Math.min(1_000, Math.max(1, Math.floor(Number(searchParams.get("past"))) || 1));
  const [{ userId }, { upcoming, past, hasMore, nextDiners }] = await Promise.all([
    requireUser(request, context),
    loadBatched(context, readBookings(db, currentSessionLookup(context), page)),
  ]);
  const details = searchParams.get("details");
  // The dialog opens without this loader, so `?details` here means a link or a reload.
  if (details) throw redirect(`/dashboard/bookings/${encodeURIComponent(details)}`);
  if (page > 1 && past.length === 0) throw redirect("/dashboard/bookings");
  const next = upcoming.find(({ canceled }) => !canceled);
  const renderRows = (some: Booking[], isPast: boolean) =>
    some.length === 0
      ? null
      : renderPart(
          context,
          <ul>
            {some.map((booking) => (
              <BookingRow key={booking.id} booking={describeBooking(booking, context)} isPast={isPast} />
            ))}
          </ul>,
        );
  return json({
    nextDinner: next && {
      isConfirmed: next.confirmed,
      html: renderPart(
        context,
        <NextDinner
          booking={describeBookingWithTimeline(next, context)}
          party={seatDiners(nextDiners, userId)}
        />,
      ),
    },
    upcoming: renderRows(
      upcoming.filter((booking) => booking !== next),
      false,
    ),
    past: renderRows(past, true),
    page,
    hasMore,
  });
}

export default function Bookings() {
  const { nextDinner, upcoming, past, page, hasMore } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const isOpenedHere = Boolean(useLocation().state);
  const isEmpty = !nextDinner && !upcoming && !past && page === 1;
  function openDetails(event: MouseEvent<HTMLElement>) {
    const { details } = (event.target as HTMLElement).closest<HTMLElement>("[data-details]")?.dataset ?? {};
    if (!details || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    navigate(`?${new URLSearchParams({ ...Object.fromEntries(search), details })}`, {
      preventScrollReset: true,
      state: { isOpenedHere: true },
    });
  }
  function closeDetails() {
    if (!search.has("details")) return;
    if (isOpenedHere) navigate(-1);
    else navigate("/dashboard/bookings", { replace: true, preventScrollReset: true });
  }
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="display text-1">Bookings</h1>
        {!isEmpty && <NewBookingLink isPrimary={!nextDinner?.isConfirmed} />}
      </header>
      {isEmpty ? (
        <div className="grid justify-items-center gap-4 py-[12vh] text-center">
          <TableDrawing seats={bookingSeats.canceled} className="size-32 text-line-strong" stroke={1} />
          <p className="display text-3">You have no bookings yet.</p>
          <NewBookingLink isPrimary />
        </div>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: the links in it work by themselves, with the keyboard too
        // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
        <div onClick={openDetails}>
          {nextDinner && <StaticHtml html={nextDinner.html} />}
          <Section
            title="Upcoming Bookings"
            emptyText={
              nextDinner
                ? "No other dinners yet. Which evening are you free?"
                : "No upcoming dinners. Which evening are you free?"
            }
            html={upcoming}
          />
          <Section title="Past Bookings" emptyText="No past dinners yet." html={past} />
          <Pagination page={page} hasMore={hasMore} />
        </div>
      )}
      <DetailsDialog bookingId={search.get("details")} onClose={closeDetails} />
    </>
  );
}

const NewBookingLink = ({ isPrimary }: { isPrimary: boolean }) => (
  <Link
    to="/dashboard/bookings/new"
    className={buttonClass({ variant: isPrimary ? "primary" : "secondary", size: "small" })}
  >
    New Booking
  </Link>
);

interface SectionProps {
  title: string;
  emptyText: string;
  html: StaticPart | null;
}

function Section({ title, emptyText, html }: SectionProps) {
  return (
    <section className="mt-10 lg:mt-12">
      <h2 className="display border-b border-ink pb-3 text-[1.375rem] tracking-[-0.012em]">{title}</h2>
      {html ? <StaticHtml html={html} /> : <p className="py-6 text-ink-2">{emptyText}</p>}
    </section>
  );
}

function Pagination({ page, hasMore }: { page: number; hasMore: boolean }) {
  if (page === 1 && !hasMore) return null;
  return (
    <nav aria-label="Past bookings" className="mt-6 flex justify-between">
      {page > 1 ? (
        <Link to={page === 2 ? "." : `?past=${page - 1}`} className={buttonClass({ size: "small" })}>
          Later
        </Link>
      ) : (
        <span />
      )}
      {hasMore && (
        <Link to={`?past=${page + 1}`} className={buttonClass({ size: "small" })}>
          Earlier
        </Link>
      )}
    </nav>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status < 500) return <ErrorPage />;
  return (
    <>
      <h1 className="display text-1">Bookings</h1>
      <div className="mt-8">
        <Banner variant="error">We couldn’t load your bookings. Reload the page.</Banner>
      </div>
    </>
  );
}
