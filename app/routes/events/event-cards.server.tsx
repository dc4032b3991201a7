import type { ReactNode } from "react";
import { ButtonLink } from "#app/components/button.tsx";
import { Sign } from "#app/components/sign.tsx";
import { Status } from "#app/components/status.tsx";
import { bookingSeats, TableDrawing } from "#app/components/table-drawing.tsx";
import { timeLeft, twoDigits } from "#app/lib/countdown.ts";
import { DietList, describeDiets } from "./diet-list.server.tsx";

export interface EventCard {
  id: string;
  startsAt: number;
  /** "Friday, November 27" */
  date: string;
  /** "Nov" */
  month: string;
  dayOfMonth: string;
  time: string;
  cityBesideTime: string | null;
  inDays: number;
  /** Whether it has seats, and booking has not ended. */
  isOpen: boolean;
  /** With another dinner of the visitor. */
  hasClash: boolean;
  /** Set when the visitor has booked it. */
  bookingId: string | null;
  /** Why it can't be booked, where the visitor can use the reason. */
  reason: string | null;
  /** Only if all its venues share it. */
  district: string | null;
  prices: string | null;
  diets: string[];
  /** Set when it can be booked, and none of its venues suits the visitor. */
  warning: { text: string; shortText: string } | null;
}

export interface EventPages {
  /** Events on the pages before this one. */
  skippedCount: number;
  /** On all pages. */
  eventCount: number;
  earlierPath: string | null;
  laterPath: string | null;
}

interface EventCardsProps {
  events: EventCard[];
  pages: EventPages;
  selectedId: string | undefined;
  /** "2500 HUF" */
  normalPrice: string;
  now: number;
}

export function EventCards({ events, pages, selectedId, normalPrice, now }: EventCardsProps) {
  return (
    <>
      <div className="grid gap-2.5 lg:grid-cols-2 lg:gap-3.5">
        {events.map((event) =>
          event.bookingId ? (
            <BookedCard key={event.id} event={event} now={now} />
          ) : (
            <ChoiceCard
              key={event.id}
              event={event}
              normalPrice={normalPrice}
              isPreselected={event.id === selectedId}
              now={now}
            />
          ),
        )}
      </div>
      <PageLinks pages={pages} shownCount={events.length} />
    </>
  );
}

function PageLinks({ pages, shownCount }: { pages: EventPages; shownCount: number }) {
  const { skippedCount, eventCount, earlierPath, laterPath } = pages;
  if (!earlierPath && !laterPath) return null;
  return (
    <nav aria-label="More dinners" className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3">
      {earlierPath && (
        <ButtonLink href={earlierPath} size="small">
          Earlier dinners
        </ButtonLink>
      )}
      <span className="text-small text-ink-2">
        {skippedCount + 1} to {skippedCount + shownCount} of {eventCount}
      </span>
      {laterPath && (
        <ButtonLink href={laterPath} size="small" className="ml-auto">
          Later dinners
        </ButtonLink>
      )}
    </nav>
  );
}

const cardClass =
  "group grid grid-cols-[3.5rem_1fr_1.625rem] items-start gap-x-3.5 rounded-paper border p-3 transition-colors sm:p-3.5 lg:grid-cols-[4.25rem_1fr_1.625rem] lg:gap-x-5 lg:p-5";

const isBookable = ({ isOpen, hasClash }: EventCard) => isOpen && !hasClash;

interface ChoiceCardProps {
  event: EventCard;
  normalPrice: string;
  isPreselected: boolean;
  now: number;
}

function ChoiceCard({ event, normalPrice, isPreselected, now }: ChoiceCardProps) {
  const { id, date, time, cityBesideTime, isOpen, reason, diets, warning } = event;
  const canBook = isBookable(event);
  const status = isOpen ? "Available" : "Sold Out";
  return (
    <label
      className={`${cardClass} ${
        canBook
          ? "cursor-pointer border-line bg-surface hover:border-line-strong has-checked:border-ink has-checked:shadow-[inset_0_0_0_1px_var(--color-ink)] has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-(--focus-ring,var(--color-focus))"
          : "border-line text-ink-3"
      }`}
    >
      <DateTile event={event} />
      <CardText event={event} now={now} isMuted={!canBook}>
        <Status name={status} />
        {reason && <span className="text-small">{reason}</span>}
      </CardText>
      <input
        type="radio"
        name="event"
        value={id}
        defaultChecked={isPreselected}
        disabled={!canBook}
        aria-label={[date, time, status, reason, describePlace(event), describeDiets(diets)]
          .filter(Boolean)
          .join(", ")}
        aria-describedby={warning ? `warning-${id}` : undefined}
        className="col-start-3 row-start-1 size-[1.625rem] appearance-none rounded-round border border-line-strong outline-none checked:border-8 checked:border-paprika disabled:border-dashed"
      />
      {canBook && (
        <span
          aria-hidden="true"
          data-summary
          className="fixed bottom-[calc(var(--dock,0px)+env(safe-area-inset-bottom))] left-gutter z-6 hidden h-20 max-w-[calc(100%-7rem-2*var(--spacing-gutter))] sm:max-w-[calc(100%-9rem-2*var(--spacing-gutter))] content-center group-has-checked:grid lg:absolute lg:bottom-0 lg:left-7 lg:h-25"
        >
          <span className="display text-[min(1rem,5vw)]/[1.2] tracking-[-0.012em] text-balance sm:text-[min(1.1875rem,4.9vw)]/[1.25] lg:text-[1.5rem]/[1.25]">
            {date}
          </span>
          <span
            className={`text-[min(0.875rem,4.4vw)]/[1.25] text-ink-2 sm:text-[min(0.9375rem,3.85vw)]/[1.3] ${warning ? "max-sm:hidden" : ""}`}
          >
            {cityBesideTime ? `${time}, ${cityBesideTime}` : time} ·{" "}
            <s className="max-lg:hidden">{normalPrice}</s> free
          </span>
          {warning && (
            <span className="flex gap-1.5 text-[min(0.875rem,4.4vw)]/[1.25] text-saffron-text sm:text-[min(0.875rem,3.6vw)]/[1.25]">
              <Sign name="alert" className="size-4 max-sm:hidden" />
              {warning.shortText}
            </span>
          )}
        </span>
      )}
    </label>
  );
}

/** "Ferencváros · €€"; what a booked dinner costs is settled. */
const describePlace = ({ district, bookingId, prices }: EventCard) =>
  [district, bookingId ? null : prices].filter(Boolean).join(" · ");

function BookedCard({ event, now }: { event: EventCard; now: number }) {
  return (
    <a
      href={`/dashboard/bookings/${event.bookingId}`}
      className={`${cardClass} border-line bg-green-wash hover:border-line-strong`}
    >
      <DateTile event={event} />
      <CardText event={event} now={now}>
        <Status name="Booked" />
        <span className="text-small underline decoration-1 underline-offset-[0.3em]">See your booking</span>
      </CardText>
      <TableDrawing
        seats={bookingSeats.pending}
        stroke={3}
        className="col-start-3 row-start-1 size-8 -translate-x-1.5"
      />
    </a>
  );
}

function DateTile({ event }: { event: EventCard }) {
  const { month, dayOfMonth, bookingId } = event;
  const isMuted = !isBookable(event) && !bookingId;
  return (
    <span
      aria-hidden="true"
      className="grid overflow-hidden rounded-paper border border-line bg-paper text-center group-has-checked:border-ink"
    >
      <span
        className={`bg-sunk text-label font-label group-has-checked:bg-ink group-has-checked:text-paper ${isMuted ? "" : "text-ink-2"}`}
      >
        {month}
      </span>
      <span className="display figures py-0.5 text-[1.875rem]/[1.25] tracking-[-0.02em] lg:py-1 lg:text-[2.25rem]/[1.2]">
        {dayOfMonth}
      </span>
    </span>
  );
}

interface CardTextProps {
  event: EventCard;
  now: number;
  isMuted?: boolean;
  children: ReactNode;
}

/** Under the radio, its lines are as wide as the card. */
const wideClass = "-mr-10 lg:-mr-[2.875rem]";

function CardText({ event, now, isMuted = false, children }: CardTextProps) {
  const { date, time, inDays, diets, warning } = event;
  const details = describePlace(event);
  return (
    <span className={`grid gap-1 ${isMuted ? "" : "text-ink-2"}`}>
      <span
        className={`display text-[1.25rem]/[1.2] text-balance lg:text-[1.5rem]/[1.2] ${isMuted ? "" : "text-ink"}`}
      >
        {date}
      </span>
      <span className="text-small">
        {time}
        {inDays > 0 && ` · in ${inDays} ${inDays === 1 ? "day" : "days"}`}
      </span>
      <span className={`flex flex-wrap items-center gap-x-3 gap-y-0.5 ${wideClass}`}>
        {children}
        {details && <span className="text-label">{details}</span>}
      </span>
      {diets.length > 0 && (
        <span className={wideClass}>
          <DietList diets={diets} />
        </span>
      )}
      {warning && (
        <span id={`warning-${event.id}`} className={`flex gap-2 text-label text-saffron-text ${wideClass}`}>
          <Sign name="alert" className="mt-0.5 size-4" />
          <span>
            {warning.text} You can book it, but you stay on standby unless a restaurant that suits you joins.
          </span>
        </span>
      )}
      <CardCountdown event={event} now={now} />
    </span>
  );
}

/** Large on the chosen card only. */
function CardCountdown({ event: { startsAt }, now }: { event: EventCard; now: number }) {
  return (
    <span
      role="timer"
      data-countdown={startsAt}
      className={`figures flex flex-wrap gap-x-1 border-line text-label group-has-checked:mt-2 group-has-checked:border-t group-has-checked:pt-3 ${wideClass}`}
    >
      {Object.entries(timeLeft(startsAt, now)).map(([unit, count]) => (
        <span
          key={unit}
          className="flex gap-1 group-has-checked:flex-col group-has-checked:gap-0.5 group-has-checked:border-l group-has-checked:border-line group-has-checked:px-2 group-has-checked:first:border-0 group-has-checked:first:pl-0 sm:group-has-checked:px-3 lg:group-has-checked:px-4"
        >
          <b className="font-label group-has-checked:display group-has-checked:text-[1.5rem]/none group-has-checked:text-ink">
            {twoDigits(count)}
          </b>{" "}
          {unit}
        </span>
      ))}
    </span>
  );
}
