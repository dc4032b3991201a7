import { Sign } from "#app/components/icon.tsx";
import { Status } from "#app/components/status.tsx";
import { CardCountdown, type CardProps, CardText, cardClass, DateTile } from "./card-parts.tsx";
import { DietList, describeDiets } from "./diet-list.tsx";
import type { EventCard } from "./event-card.ts";

interface ChoiceCardProps extends CardProps {
  normalPrice: string;
  isPreselected: boolean;
}

export function ChoiceCard({ event, normalPrice, isPreselected, now }: ChoiceCardProps) {
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
