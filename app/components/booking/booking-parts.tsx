import { ButtonLink } from "#app/components/button.tsx";
import { Sign } from "#app/components/sign.tsx";
import { reservedName } from "#app/lib/account/person.ts";
import { pendingExplanation } from "#app/lib/booking/booking-states.ts";
import { getsPriority, standbyAtFirst } from "#app/lib/booking/standby-reasons.ts";
import { telephoneLink } from "#app/lib/event/safety.ts";
import type { BookingView } from "./describe-booking.server.ts";
import { UnsuitedNote } from "./unsuited-note.tsx";

type Place = NonNullable<BookingView["place"]>;

interface DirectionsLinkProps {
  place: Place;
  variant?: "primary" | "secondary" | "light";
  size?: "medium" | "large";
  className?: string;
}

export const DirectionsLink = ({ place, variant = "primary", size, className }: DirectionsLinkProps) => (
  <ButtonLink
    href={place.mapsLink}
    target="_blank"
    rel="noreferrer"
    variant={variant}
    size={size}
    className={className}
  >
    {variant === "light" && <Sign name="pin" />}
    Get Directions <span className="sr-only">(opens a new tab)</span>
  </ButtonLink>
);

export const CalendarLink = ({ id, className }: { id: string; className?: string }) => (
  <ButtonLink href={`/dashboard/bookings/${id}/calendar.ics`} className={className}>
    <Sign name="calendar" />
    Calendar
  </ButtonLink>
);

export const CallLink = ({ phone }: { phone: string }) => (
  <ButtonLink href={telephoneLink(phone)}>
    <Sign name="phone" />
    Call<span className="sr-only"> the restaurant</span>
  </ButtonLink>
);

/** The number and the name to say at the restaurant. */
export const TableTicket = ({ place }: { place: Place }) => (
  <dl className="grid grid-cols-[auto_1fr] rounded-paper border border-line bg-surface">
    <div className="border-r border-line px-5 py-4">
      <dt className="text-label text-ink-2">Table</dt>
      <dd className="display figures text-[3.25rem]/none tracking-[-0.02em]">{place.tableNumber}</dd>
    </div>
    <div className="px-5 py-4">
      <dt className="text-label text-ink-2">Reserved for</dt>
      <dd className="display text-[1.75rem]/[1.15] tracking-[-0.02em]">{reservedName}</dd>
      <dd className="text-label text-ink-2">That’s the name on the reservation.</dd>
    </div>
  </dl>
);

/** Why there is no seat, what may help, and what happens otherwise. */
export function StandbyNote({ booking }: { booking: BookingView }) {
  const { standby, hasPaidDeposit } = booking;
  if (!standby) return null;
  const { explanation, answersPath, until } = standby;
  const outcome = `${hasPaidDeposit ? "we’ll refund your deposit in full" : "it costs you nothing"}, and ${getsPriority}`;
  return (
    <div className="grid max-w-measure gap-2 border-l-3 border-saffron pl-4">
      {answersPath ? (
        <>
          <p>{explanation}</p>
          <p>
            You can{" "}
            <a href={answersPath} className="underline underline-offset-2">
              change your answer
            </a>
            , or choose another dinner.
          </p>
          <p>
            <b className="font-strong">You’re on standby until {until}.</b> Then your booking ends: {outcome}
          </p>
        </>
      ) : (
        <>
          <p>{explanation} You’re on standby: you get a seat if one comes free for you.</p>
          <p>
            <b className="font-strong">We’ll look until {until}.</b> If there’s no seat by then, your booking
            ends: {outcome}
          </p>
        </>
      )}
      <p>Canceling is free{hasPaidDeposit ? ", and we’ll refund your deposit" : ""}.</p>
    </div>
  );
}

/** Before the tables are made, nobody is promised a seat. */
export const PendingNote = ({ booking }: { booking: BookingView }) => {
  const { tablesMadeAt, payBy, deposit, unsuited } = booking;
  return (
    <>
      <p className="max-w-measure">
        {payBy && deposit === "to pay"
          ? `Pay the deposit by ${payBy}, to keep your seat.`
          : "You’re on the list."}{" "}
        We’ll make the tables on {tablesMadeAt}. If you get a seat, we’ll email you the restaurant and the
        names of the people at your table.
      </p>
      {!unsuited && <p className="max-w-measure text-small text-ink-2">{standbyAtFirst}</p>}
      <UnsuitedNote booking={booking} />
      <p className="max-w-measure text-small text-ink-2">{pendingExplanation}</p>
    </>
  );
};
