import type { ReactNode } from "react";
import { renderStatic } from "#app/components/render-static.server.ts";
import { Sign } from "#app/components/sign.tsx";
import { Status } from "#app/components/status.tsx";
import { bookingSeats, TableDrawing } from "#app/components/table-drawing.tsx";
import { timeLeft, twoDigits } from "#app/lib/countdown.ts";
import { remember } from "#app/lib/remember.ts";
import { DietList, describeDiets } from "./diet-list.server.tsx";

export interface EventCard {
  id: string;
  startsAt: number;
  /** "Friday, November 27" */
  date: string;
  /** "Fri, Nov 27" */
  shortDate: string;
  /** "Nov" */
  month: string;
  dayOfMonth: string;
  /** "7:00 PM", with the city where the visitor's clock shows another time. */
  time: string;
  cityBesideTime: string | null;
  /** "in 5 days" */
  daysAway: string | null;
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

const cardClass = "group content-start rounded-paper border border-line p-3 transition-colors lg:p-5";

interface CardProps {
  event: EventCard;
}

interface ChoiceCardProps extends CardProps {
  normalPrice: string;
  isPreselected: boolean;
}

interface AnyCardProps extends ChoiceCardProps {
  now: number;
}

/** Drawing a card takes long, and most visitors get the same ones: only the countdown changes. */
export function drawCard({ now, ...card }: AnyCardProps): string {
  const counts = Object.values(timeLeft(card.event.startsAt, now));
  return drawWithoutCountdown(card).replaceAll(noCount, () => twoDigits(counts.shift() ?? 0));
}

const noCount = "{count}";

const drawWithoutCountdown = remember(
  (card: ChoiceCardProps) => JSON.stringify(card),
  (card) => renderStatic(<Card {...card} />),
  500,
);

function Card({ event, ...choice }: ChoiceCardProps) {
  if (event.bookingId) return <BookedCard event={event} />;
  return event.isOpen && !event.hasClash ? (
    <ChoiceCard event={event} {...choice} />
  ) : (
    <ClosedCard event={event} />
  );
}

function ChoiceCard({ event, normalPrice, isPreselected }: ChoiceCardProps) {
  const { id, date, time, diets, warning } = event;
  const place = describePlace(event);
  return (
    <label
      className={`${cardClass} event-columns cursor-pointer bg-surface hover:border-line-strong has-checked:border-ink has-checked:shadow-[inset_0_0_0_1px_var(--color-ink)] has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-(--focus-ring,var(--color-focus))`}
    >
      <DateTile event={event} />
      <CardText event={event}>
        <Status name="Available" />
      </CardText>
      <input
        type="radio"
        name="event"
        value={id}
        defaultChecked={isPreselected}
        aria-label={[date, time, "Available", place, describeDiets(diets)].filter(Boolean).join(", ")}
        aria-describedby={warning ? `warning-${id}` : undefined}
        className="col-start-3 row-start-1 size-[1.625rem] appearance-none rounded-round border border-line-strong outline-none checked:border-8 checked:border-paprika"
      />
      <span className="col-span-2 col-start-2 mt-0.5 grid gap-0.5 text-label text-ink-2">
        {(place || diets.length > 0) && (
          <span className="flex flex-wrap gap-x-2.5">
            {place && <span>{place}</span>} <DietList diets={diets} />
          </span>
        )}{" "}
        {warning && (
          <span className="flex gap-1.5 text-saffron-text">
            <Sign name="alert" className="mt-0.5 size-4" />
            {warning.shortText}: standby only
          </span>
        )}
        {warning && (
          <span id={`warning-${id}`} className="sr-only">
            {warning.text} You can book it, but you’ll be on standby unless a restaurant that suits you joins.
          </span>
        )}{" "}
        <CardCountdown event={event} />
      </span>{" "}
      <Summary event={event} normalPrice={normalPrice} />
    </label>
  );
}

/** What the button books, beside it. */
function Summary({ event, normalPrice }: Pick<ChoiceCardProps, "event" | "normalPrice">) {
  const { date, time, cityBesideTime, warning } = event;
  return (
    <span
      aria-hidden="true"
      data-summary
      className="fixed bottom-[calc(var(--dock,0px)+env(safe-area-inset-bottom))] left-gutter z-6 hidden h-20 max-w-[calc(100%-7rem-2*var(--spacing-gutter))] sm:max-w-[calc(100%-9rem-2*var(--spacing-gutter))] content-center group-has-checked:grid lg:absolute lg:bottom-0 lg:left-7 lg:h-25"
    >
      <span className="display text-[min(1rem,5vw)]/[1.2] tracking-[-0.012em] text-balance sm:text-[min(1.1875rem,4.9vw)]/[1.25] lg:text-[1.5rem]/[1.25]">
        {date}
      </span>{" "}
      <span
        className={`text-[min(0.875rem,4.4vw)]/[1.25] text-ink-2 sm:text-[min(0.9375rem,3.85vw)]/[1.3] ${warning ? "max-sm:hidden" : ""}`}
      >
        {cityBesideTime ? `${time}, ${cityBesideTime}` : time} ·{" "}
        <s className="max-lg:hidden">{normalPrice}</s> free<span className="max-lg:hidden"> to book</span>
      </span>{" "}
      {warning && (
        <span className="flex gap-1.5 text-[min(0.875rem,4.4vw)]/[1.25] text-saffron-text sm:text-[min(0.875rem,3.6vw)]/[1.25]">
          <Sign name="alert" className="size-4 max-sm:hidden" />
          {warning.shortText}
        </span>
      )}
    </span>
  );
}

/** On a phone one line: nobody can choose it. */
function ClosedCard({ event }: CardProps) {
  const { id, date, shortDate, time, daysAway, isOpen, reason } = event;
  const status = isOpen ? "Available" : "Sold Out";
  return (
    <label className={`${cardClass} event-columns relative text-ink-3 max-lg:grid-cols-1! max-lg:py-2.5!`}>
      <DateTile event={event} className="max-lg:hidden" />
      <span className="flex flex-wrap items-center gap-x-1 text-label lg:gap-x-3 lg:gap-y-0.5">
        <span
          data-short={shortDate}
          className="closed-date font-strong lg:display lg:basis-full lg:text-[1.5rem]/[1.2] lg:font-normal"
        >
          {date}
        </span>{" "}
        <span>
          {time}
          {daysAway && <span className="max-lg:hidden">{` · ${daysAway}`}</span>}
        </span>{" "}
        <span className="max-lg:ml-auto">
          <Status name={status} isMuted />
        </span>
      </span>{" "}
      <input
        type="radio"
        name="event"
        value={id}
        disabled
        aria-label={[date, time, status, reason].filter(Boolean).join(", ")}
        className="col-start-3 row-start-1 size-[1.625rem] appearance-none rounded-round border border-dashed border-line-strong max-lg:absolute max-lg:opacity-0"
      />
      <span className="text-label lg:col-span-2 lg:col-start-2 lg:mt-0.5">
        {reason} <CardCountdown event={event} />
      </span>
    </label>
  );
}

/** "Ferencváros · Mid-range prices" */
const describePlace = ({ district, prices }: EventCard) => [district, prices].filter(Boolean).join(" · ");

function BookedCard({ event }: CardProps) {
  return (
    <a
      href={`/dashboard/bookings/${event.bookingId}`}
      className={`${cardClass} event-columns bg-green-wash hover:border-line-strong`}
    >
      <DateTile event={event} />
      <CardText event={event}>
        <Status name="Booked" />
      </CardText>
      <TableDrawing
        seats={bookingSeats.pending}
        stroke={3}
        className="col-start-3 row-start-1 size-8 -translate-x-1.5"
      />
      <span className="col-span-2 col-start-2 mt-0.5 grid text-label text-ink-2">
        <span>
          {event.district && `${event.district} · `}
          <span className="underline decoration-1 underline-offset-[0.25em]">See your booking</span>
        </span>{" "}
        <CardCountdown event={event} />
      </span>
    </a>
  );
}

function DateTile({
  event: { month, dayOfMonth },
  className = "",
}: {
  event: EventCard;
  className?: string;
}) {
  return (
    <span
      aria-hidden="true"
      className={`${className} row-span-2 grid overflow-hidden rounded-paper border border-line bg-paper text-center group-has-checked:border-ink`}
    >
      <span className="bg-sunk text-label font-strong text-ink-2 group-has-checked:bg-ink group-has-checked:text-paper">
        {month}
      </span>{" "}
      <span className="display figures py-0.5 text-[1.875rem]/[1.25] tracking-[-0.02em] lg:py-1 lg:text-[2.25rem]/[1.2]">
        {dayOfMonth}
      </span>{" "}
    </span>
  );
}

function CardText({ event, children }: { event: EventCard; children: ReactNode }) {
  const { date, time, daysAway } = event;
  return (
    <span className="grid gap-0.5 text-ink-2">
      <span className="display text-[1.25rem]/[1.2] text-ink lg:text-[1.5rem]/[1.2]">{date}</span>{" "}
      {/* Under the radio, the line is as wide as the card. */}
      <span className="-mr-10 flex flex-wrap items-center gap-x-3 lg:-mr-[2.875rem]">
        <span className="text-label">
          {time}
          {daysAway && <span className="card-days">{` · ${daysAway}`}</span>}
        </span>{" "}
        {children}
      </span>{" "}
    </span>
  );
}

/** Large on the chosen card. On the others it is for screen readers, and for pages without scripts. */
function CardCountdown({ event: { startsAt } }: CardProps) {
  return (
    <span role="timer" data-countdown={startsAt} className="card-countdown figures">
      {Object.keys(timeLeft(0, 0)).map((unit) => (
        <span key={unit}>
          <b>{noCount}</b> {unit}{" "}
        </span>
      ))}
    </span>
  );
}
