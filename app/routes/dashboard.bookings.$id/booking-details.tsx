import { ArrowLink } from "#app/components/button.tsx";
import { DepositLink, type DepositLinkProps } from "#app/components/deposit-link.tsx";
import { Status } from "#app/components/status.tsx";
import { bookingSeats, LogoMark, TableDrawing } from "#app/components/table-drawing.tsx";
import { pendingExplanation } from "#app/lib/booking-status.ts";
import { type TableMate, TableMates } from "./table-mates.tsx";

export interface BookingDetailsData {
  booking: {
    id: string;
    status: "Pending" | "Confirmed" | "Canceled";
    when: string;
    isPast: boolean;
    deposit: DepositLinkProps["deposit"] | null;
    cityName: string;
    locationName: string | null;
    locationAddress: string | null;
    googleMapsLink: string | null;
  };
  tableMates: TableMate[];
  shares: string[];
  hasReceipt: boolean;
}

export function BookingDetails({ details }: { details: BookingDetailsData }) {
  const { booking, tableMates, shares, hasReceipt } = details;
  const isActive = booking.status !== "Canceled" && !booking.isPast;
  return (
    <div className="grid gap-x-14 gap-y-8 lg:grid-cols-2 lg:items-start">
      <div className="grid justify-items-start gap-1 border-t border-line pt-5 lg:col-start-2">
        <p className="display text-3">{booking.locationName ?? booking.cityName}</p>
        <p className="text-ink-2">{booking.locationAddress}</p>
        <p className="text-ink-2">{booking.when}</p>
        <p className="mt-2">
          <Status name={booking.status} isPast={booking.isPast} />
        </p>
        {booking.deposit && (
          <p>
            <DepositLink bookingId={booking.id} deposit={booking.deposit} />
          </p>
        )}
        {booking.googleMapsLink && (
          <a
            href={booking.googleMapsLink}
            target="_blank"
            rel="noreferrer"
            className="mt-1 inline-flex min-h-target items-center gap-2 font-label underline decoration-paprika decoration-[1.5px] underline-offset-[0.3em]"
          >
            Get Directions
            <span aria-hidden="true">↗</span>
            <span className="sr-only">(opens a new tab)</span>
          </a>
        )}
      </div>
      <div className="lg:col-start-1 lg:row-span-3 lg:row-start-1">
        {tableMates.length > 0 ? (
          <TableMates tableMates={tableMates} />
        ) : (
          <NoTableMates status={booking.status} />
        )}
      </div>
      {shares.length > 0 && (
        <div className="lg:col-start-2">
          <h2 className="border-b border-line pb-2 text-small font-strong">What your table has in common</h2>
          <ul>
            {shares.map((sentence) => (
              <li key={sentence} className="grid grid-cols-[1.5rem_1fr] gap-4 border-b border-line py-3">
                <LogoMark className="mt-0.5 size-5 text-green-text [--you:currentColor]" />
                <span className="display text-[1.0625rem]/[1.35]">{sentence}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {isActive && (
        <p className="flex flex-wrap gap-x-7 lg:col-start-2">
          <ArrowLink href={`/dashboard/bookings/${booking.id}/calendar.ics`}>Add to calendar</ArrowLink>
          <ArrowLink href={`/dashboard/bookings/${booking.id}/cancel`}>Cancel this booking</ArrowLink>
        </p>
      )}
      {hasReceipt && (
        <p className="lg:col-start-2">
          <ArrowLink href={`/dashboard/bookings/${booking.id}/receipt`}>How the tables were made</ArrowLink>
        </p>
      )}
    </div>
  );
}

function NoTableMates({ status }: { status: "Confirmed" | "Pending" | "Canceled" }) {
  const isPending = status === "Pending";
  return (
    <div className="grid justify-items-center gap-5 py-6 text-center">
      <TableDrawing
        seats={isPending ? bookingSeats.pending : bookingSeats.canceled}
        className="size-40"
        stroke={1}
      />
      {isPending && <p className="max-w-72 text-ink-2">{pendingExplanation}</p>}
    </div>
  );
}
