import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireUser } from "#app/auth/guards.server.ts";
import { currentSessionLookup, userIdIfSignedIn } from "#app/auth/session.server.ts";
import { FormError } from "#app/components/banner.tsx";
import { describeBookingWithTimeline } from "#app/components/booking/describe-booking.server.ts";
import { seatDiners } from "#app/components/booking/seat-diners.ts";
import { Icon } from "#app/components/icon.tsx";
import { privatePage } from "#app/components/page-meta.ts";
import { loadBatched } from "#app/db/batched-read.ts";
import { readFormData } from "#app/http/form-data.ts";
import { notFound } from "#app/http/responses.ts";
import { rememberTonight } from "#app/http/tonight.ts";
import { findBooking, readBookingDetails } from "#app/models/booking/bookings.server.ts";
import { BookingDetails } from "./booking-details.tsx";
import { describeDinner } from "./describe-dinner.server.ts";
import { DinnerPage } from "./dinner-page.tsx";
import { noteFirstVisit } from "./first-visit.server.ts";
import { sayAtDinner } from "./say-at-dinner.server.ts";

export const meta = () => privatePage("Details");

export async function loader({ request, params: { id = "" }, context }: LoaderFunctionArgs) {
  const [{ userId }, found] = await Promise.all([
    requireUser(request, context),
    loadBatched(context, readBookingDetails(context.db, currentSessionLookup(context), id)),
  ]);
  if (!found) throw notFound();
  const { diners, shares, company, hasMatchRecord } = found;
  const booking = describeBookingWithTimeline(found.booking, context);
  if (booking.isDinnerDay) rememberTonight(context, found.booking.date, booking);
  const icebreaker = new URL(request.url).searchParams.get("icebreaker");
  const dinner = booking.isDinnerDay
    ? describeDinner(found, { ...context, view: booking, userId, icebreaker })
    : null;
  if (dinner) return json({ dinner, details: null });
  return json({
    dinner: null,
    details: {
      booking,
      party: seatDiners(diners, userId),
      shares,
      company,
      hasReceipt: hasMatchRecord,
      isFirstVisit: booking.place !== null && !booking.isPast && noteFirstVisit(context, id),
    },
  });
}

/** On the day, a diner says with it that they are here, late, or that somebody is missing. */
export async function action({ request, params: { id = "" }, context }: ActionFunctionArgs) {
  const [{ userId }, booking] = await Promise.all([
    requireUser(request, context),
    findBooking(context.db, userIdIfSignedIn(context), id),
  ]);
  if (!booking) throw notFound();
  return sayAtDinner(await readFormData(request), { bookingId: id, userId, now: context.now }, context);
}

export default function Details() {
  const { dinner, details } = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>();
  return (
    <>
      <a
        href="/dashboard/bookings"
        // On a phone the link is beside the logo then, so that the table and the first button fit on the screen.
        className={`mb-6 -ml-1 inline-flex min-h-target items-center gap-2 px-1 text-ink-2 ${
          dinner ? "max-lg:-mt-15 max-lg:mb-3 max-lg:ml-auto max-lg:flex max-lg:w-fit" : ""
        }`}
      >
        <Icon name="back" className="size-5" />
        Bookings
      </a>
      <h1 className="sr-only">Details</h1>
      {failure?.error && (
        <div className="mb-6">
          <FormError>{failure.error}</FormError>
        </div>
      )}
      <div data-details-page className="details-page">
        {dinner ? <DinnerPage dinner={dinner} /> : <BookingDetails {...details} />}
      </div>
    </>
  );
}
