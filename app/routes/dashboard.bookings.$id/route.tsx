import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from "@remix-run/react";
import { requireUser } from "#app/auth/guards.server.ts";
import { currentUserId } from "#app/auth/session.server.ts";
import { Banner } from "#app/components/banner.tsx";
import { Icon } from "#app/components/icon.tsx";
import { privatePage } from "#app/components/page-meta.ts";
import { loadBatched } from "#app/db/batched-read.ts";
import { notFound } from "#app/http/responses.ts";
import { avatarAddress } from "#app/lib/avatar-address.ts";
import { bookingStatus } from "#app/lib/booking-status.ts";
import { dateAndTime } from "#app/lib/dates.ts";
import { readBookingDetails } from "#app/models/booking/bookings.server.ts";
import { depositStatus } from "#app/payments/deposit-status.server.ts";
import { BookingDetails } from "./booking-details.tsx";

export const meta = () => privatePage("Details");

export async function loader({ request, params: { id = "" }, context }: LoaderFunctionArgs) {
  const { db, now, timeZone } = context;
  const [{ userId }, found] = await Promise.all([
    requireUser(request, context),
    loadBatched(context, readBookingDetails(db, currentUserId(request, context), id)),
  ]);
  if (!found) throw notFound();
  const { booking, diners, shares, hasMatchRecord } = found;
  return json({
    booking: {
      id,
      status: bookingStatus(booking),
      when: dateAndTime(booking.date, booking.timeZone, timeZone),
      isPast: booking.date < now,
      deposit: depositStatus(booking, context),
      cityName: booking.cityName,
      locationName: booking.locationName,
      locationAddress: booking.locationAddress,
      googleMapsLink: booking.googleMapsLink,
    },
    shares,
    hasReceipt: hasMatchRecord,
    tableMates: diners
      .sort((a, b) => Number(b.userId === userId) - Number(a.userId === userId))
      .map((diner) => ({
        name: diner.userId === userId ? "You" : diner.firstName,
        photo: avatarAddress(diner.avatarUrl),
      })),
  });
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
  return (
    <>
      <Link
        to="/dashboard/bookings"
        className="mb-6 -ml-1 inline-flex min-h-target items-center gap-2 px-1 text-ink-2"
      >
        <Icon name="back" className="size-5" />
        Bookings
      </Link>
      <h1 className="display mb-8 text-1">Details</h1>
      {details ? (
        <BookingDetails details={details} />
      ) : (
        <Banner variant="error">No connection. Please try again in a moment.</Banner>
      )}
    </>
  );
}
