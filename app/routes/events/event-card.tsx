import type { SerializeFrom } from "@remix-run/cloudflare";
import { Countdown } from "#app/components/countdown.tsx";
import { Status } from "#app/components/status.tsx";
import type { loadEventSelection } from "./event-selection.server.ts";

interface EventCardProps {
  event: SerializeFrom<typeof loadEventSelection>["events"][number];
  now: number;
  isPreselected: boolean;
}

export function EventCard({ event, now, isPreselected }: EventCardProps) {
  const { id, date, time, startsAt, isBooked, diets, missingDiets } = event;
  const isBookable = event.isOpen && !isBooked;
  const status = event.isOpen ? "Available" : "Sold Out";
  return (
    <label
      className={`grid grid-cols-[1.625rem_1fr] gap-x-4 gap-y-3 rounded-paper border p-4 sm:p-5 transition-colors lg:grid-cols-[1.625rem_1fr_auto_8rem] lg:items-center lg:gap-x-6 lg:px-7 ${
        isBookable
          ? "cursor-pointer border-line bg-surface hover:border-line-strong has-checked:border-ink has-checked:shadow-[inset_0_0_0_1px_var(--color-ink)] has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-(--focus-ring,var(--color-focus))"
          : "border-line text-ink-3"
      }`}
    >
      <input
        type="radio"
        name="event"
        value={id}
        defaultChecked={isPreselected}
        disabled={!isBookable}
        aria-label={`${date}, ${time}, ${status}`}
        className="size-[1.625rem] appearance-none rounded-round border border-line-strong outline-none checked:border-8 checked:border-paprika disabled:border-dashed"
      />
      <span className="grid gap-1">
        <span className="display text-3">{date}</span>
        <span className={isBookable ? "text-ink-2" : ""}>{time}</span>
      </span>
      <span className="col-start-2 lg:col-start-auto">
        <Countdown until={new Date(startsAt)} now={new Date(now)} size="small" />
      </span>
      <span className="col-start-2 lg:col-start-auto lg:justify-self-end">
        <Status name={status} />
      </span>
      {isBooked && (
        <span className="col-start-2 text-small text-green-text lg:col-span-3 lg:col-start-2">
          You have booked this dinner.
        </span>
      )}
      {diets.length > 0 && (
        <span className="col-start-2 text-small text-ink-2 lg:col-span-3 lg:col-start-2">
          The kitchen also cooks: {diets.join(" · ")}
        </span>
      )}
      {isBookable && missingDiets.length > 0 && (
        <span className="col-start-2 text-small text-saffron-text lg:col-span-3 lg:col-start-2">
          It can’t cook for your diet: {missingDiets.join(", ")}. If you book, you stay on standby, because we
          only seat you where you can eat.
        </span>
      )}
    </label>
  );
}
