import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { type ClientLoaderFunctionArgs, Link, useActionData, useLoaderData } from "@remix-run/react";
import { requireUser } from "#app/auth/guards.server.ts";
import { currentSessionLookup } from "#app/auth/session.server.ts";
import { Banner } from "#app/components/banner.tsx";
import { Icon } from "#app/components/icon.tsx";
import { privatePage } from "#app/components/page-meta.ts";
import { renderPart } from "#app/components/render-static.server.ts";
import { StaticHtml } from "#app/components/static-html.tsx";
import { loadBatched } from "#app/db/batched-read.ts";
import { readFormData } from "#app/http/form-data.ts";
import { notFound } from "#app/http/responses.ts";
import { findBooking, readBookingDetails } from "#app/models/booking/bookings.server.ts";
import { BookingDetails } from "./booking-details.server.tsx";
import { describeBookingWithTimeline } from "./describe-booking.server.ts";
import { describeDinner } from "./describe-dinner.server.ts";
import { DinnerPage } from "./dinner-page.server.tsx";
import { noteFirstVisit } from "./first-visit.server.ts";
import { sayAtDinner } from "./say-at-dinner.server.ts";
import { seatDiners } from "./seat-diners.ts";

export const meta = () => privatePage("Details");

export async function loader({ request, params: { id = "" }, context }: LoaderFunctionArgs) {
  const [{ userId }, found] = await Promise.all([
    requireUser(request, context),
    loadBatched(context, readBookingDetails(context.db, currentSessionLookup(context), id)),
  ]);
  if (!found) throw notFound();
  const { diners, shares, hasMatchRecord } = found;
  const booking = describeBookingWithTimeline(found.booking, context);
  if (booking.isDinnerDay) {
    const icebreaker = new URL(request.url).searchParams.get("icebreaker");
    const dinner = describeDinner(found, { ...context, userId, icebreaker });
    if (dinner)
      return json({ id, isDinnerDay: true, html: renderPart(context, <DinnerPage dinner={dinner} />) });
  }
  return json({
    id,
    isDinnerDay: false,
    html: renderPart(
      context,
      <BookingDetails
        booking={booking}
        party={seatDiners(diners, userId)}
        shares={shares}
        hasReceipt={hasMatchRecord}
        isFirstVisit={booking.place !== null && !booking.isPast && noteFirstVisit(context, id)}
      />,
    ),
  });
}

/** On the day, a diner says with it that they are here, late, or that somebody is missing. */
export async function action({ request, params: { id = "" }, context }: ActionFunctionArgs) {
  const { userId } = await requireUser(request, context);
  if (!(await findBooking(context.db, userId, id))) throw notFound();
  return sayAtDinner(await readFormData(request), { bookingId: id, userId, now: context.now }, context);
}

/** Offline, the dialog shows a message and the list behind it stays. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  try {
    return await serverLoader<typeof loader>();
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

export default function Details() {
  const details = useLoaderData<typeof clientLoader>();
  const failure = useActionData<typeof action>();
  return (
    <>
      <Link
        to="/dashboard/bookings"
        // On a phone the link is beside the logo then, so that the table and the first button fit on the screen.
        className={`mb-6 -ml-1 inline-flex min-h-target items-center gap-2 px-1 text-ink-2 ${
          details?.isDinnerDay ? "max-lg:-mt-15 max-lg:mb-3 max-lg:ml-auto max-lg:flex max-lg:w-fit" : ""
        }`}
      >
        <Icon name="back" className="size-5" />
        Bookings
      </Link>
      <h1 className="sr-only">Details</h1>
      {failure?.error && (
        <div className="mb-6">
          <Banner variant="error" focusFor={failure}>
            {failure.error}
          </Banner>
        </div>
      )}
      {details ? (
        <StaticHtml className="details-page" html={details.html} />
      ) : (
        <Banner variant="error">No connection. Try again in a moment.</Banner>
      )}
    </>
  );
}
