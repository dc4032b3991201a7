import { ButtonLink } from "#app/components/button.tsx";
import { Sign } from "#app/components/icon.tsx";
import { Status } from "#app/components/status.tsx";
import { bookingSeats, TableDrawing } from "#app/components/table-drawing.tsx";
import { clubText, isDefaultText } from "#app/lib/club-texts.ts";
import {
  CardCountdown,
  type CardProps,
  CardText,
  cardClass,
  DateTile,
  DietList,
  describeDiets,
  type EventCard,
} from "./card-parts.tsx";

interface EventPages {
  skippedCount: number;
  eventCount: number;
  earlierPath: string | null;
  laterPath: string | null;
}

interface EventCardsProps {
  cards: EventCard[];
  pages: EventPages;
  selectedId?: string | undefined;
  /** "2500 HUF" */
  normalPrice: string;
  now: number;
}

export const EventCards = ({ cards, pages, selectedId, normalPrice, now }: EventCardsProps) => (
  <>
    <div className="grid gap-2.5 lg:grid-cols-2 lg:gap-3.5">
      {cards.map((event) => (
        // Text browsers begin a line with a div.
        <div key={event.id} className="grid">
          {event.bookingId ? (
            <BookedCard event={event} now={now} />
          ) : event.isOpen && !event.hasClash ? (
            <ChoiceCard
              event={event}
              normalPrice={normalPrice}
              isPreselected={event.id === selectedId}
              now={now}
            />
          ) : (
            <ClosedCard event={event} now={now} />
          )}
        </div>
      ))}
    </div>
    <PageLinks pages={pages} shownCount={cards.length} />
  </>
);

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

interface ChoiceCardProps extends CardProps {
  normalPrice: string;
  isPreselected: boolean;
}

function ChoiceCard({ event, normalPrice, isPreselected, now }: ChoiceCardProps) {
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
        <CardCountdown event={event} now={now} />
      </span>{" "}
      <Summary event={event} normalPrice={normalPrice} />
    </label>
  );
}

/** "Ferencváros · Mid-range prices" */
const describePlace = ({ district, prices }: EventCard) => [district, prices].filter(Boolean).join(" · ");

/** Says what the button next to it books. */
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
        {normalPrice && <s className="max-lg:hidden">{normalPrice}</s>}{" "}
        {isDefaultText("price-now") ? (
          <>
            free<span className="max-lg:hidden"> to book</span>
          </>
        ) : (
          clubText("price-now")
        )}
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

const BookedCard = ({ event, now }: CardProps) => (
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
      <CardCountdown event={event} now={now} />
    </span>
  </a>
);

const LineLink = ({
  line,
  event: { id, date },
}: Pick<CardProps, "event"> & { line: { href: string | null } }) =>
  line.href ? (
    <a href={line.href} aria-label={`You’re in line for ${date}`} className={lineLinkClass}>
      You’re in line
    </a>
  ) : (
    <button
      type="submit"
      form={lineFormId}
      name="line"
      value={id}
      aria-label={`Tell me if a seat opens on ${date}`}
      className={lineLinkClass}
    >
      Tell me if a seat opens
    </button>
  );

const lineLinkClass =
  "-my-2 inline-flex min-h-target cursor-pointer items-center font-strong text-ink underline underline-offset-[0.25em]";

/** A form of its own, so that Enter in the list never joins a line. */
export const lineFormId = "line";

function ClosedCard({ event, now }: CardProps) {
  const { id, date, time, isOpen, reason, line } = event;
  const status = isOpen ? "Available" : "Sold Out";
  return (
    <div className={`${cardClass} event-columns text-ink-3`}>
      <DateTile event={event} />
      <CardText event={event} isMuted>
        <Status name={status} isMuted />
      </CardText>
      <input
        type="radio"
        name="event"
        value={id}
        disabled
        aria-label={[date, time, status, reason].filter(Boolean).join(", ")}
        className="col-start-3 row-start-1 size-[1.625rem] appearance-none rounded-round border border-dashed border-line-strong"
      />
      <span className="col-span-2 col-start-2 mt-0.5 text-label">
        {line ? (
          <span className="flex flex-wrap items-center gap-x-3">
            {reason} <LineLink line={line} event={event} />
          </span>
        ) : (
          reason
        )}{" "}
        <CardCountdown event={event} now={now} />
      </span>
    </div>
  );
}
