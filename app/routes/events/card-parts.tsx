import { Fragment, type ReactNode } from "react";
import { Sign, type SignName } from "#app/components/icon.tsx";
import { timeLeft, twoDigits } from "#app/lib/event/countdown.ts";
import { capitalize } from "#app/lib/text.ts";

export interface EventCard {
  id: string;
  startsAt: number;
  /** "Friday, November 27" */
  date: string;
  /** "Nov" */
  month: string;
  dayOfMonth: string;
  /** "7:00 PM", with the city if the visitor's clock shows another time. */
  time: string;
  cityBesideTime: string | null;
  /** "in 5 days" */
  daysAway: string | null;
  /** True if it has free seats and booking has not ended. */
  isOpen: boolean;
  hasClash: boolean;
  bookingId: string | null;
  /** The reason why it can't be booked, if it helps the visitor. */
  reason: string | null;
  /** Set if all seats are taken: where the visitor is in line, if they are. */
  line: { href: string | null } | null;
  /** Null unless all its venues are in the same district. */
  district: string | null;
  prices: string | null;
  diets: string[];
  /** Set if it can be booked but none of its venues suits the visitor. */
  warning: { text: string; shortText: string } | null;
}

export interface CardProps {
  event: EventCard;
  now: number;
}

export const cardClass = "group content-start rounded-paper border border-line p-3 transition-colors lg:p-5";

export const DateTile = ({
  event: { month, dayOfMonth },
  className = "",
}: {
  event: EventCard;
  className?: string;
}) => (
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

interface CardTextProps {
  event: EventCard;
  /** As gray as the card. */
  isMuted?: boolean;
  children: ReactNode;
}

export function CardText({ event, isMuted = false, children }: CardTextProps) {
  const { date, time, daysAway } = event;
  return (
    <span className={`grid gap-0.5 ${isMuted ? "" : "text-ink-2"}`}>
      <span className={`display text-[1.25rem]/[1.2] lg:text-[1.5rem]/[1.2] ${isMuted ? "" : "text-ink"}`}>
        {date}
      </span>{" "}
      {/* Under the radio button, the line is as wide as the card. */}
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

/** The countdown is large on the chosen card and quiet on the others. */
export const CardCountdown = ({ event: { startsAt }, now }: CardProps) => (
  <span role="timer" data-countdown={startsAt} className="card-countdown figures">
    {Object.entries(timeLeft(startsAt, now)).map(([unit, count]) => (
      <span key={unit}>
        <b>{twoDigits(count)}</b> {unit}{" "}
      </span>
    ))}
  </span>
);

/** How a venue's prices compare with others in its city: the first name is level 1. */
const names = ["low prices", "mid-range prices", "high prices", "very high prices"];

/** "Mid-range prices", "Low to high prices" */
export function describePriceLevels({ min, max }: { min: number; max: number }): string {
  const [low, high] = [names[min - 1], names[max - 1]];
  if (!low || !high) return "";
  return capitalize(low === high ? low : `${low.replace(" prices", "")} to ${high}`);
}

/** A diet that an operator has added has no icon. */
const signs: Record<string, SignName> = {
  Vegetarian: "leaf",
  Vegan: "sprout",
  Pescatarian: "fish",
  "No pork": "snout",
};

const letters: Record<string, string> = { Halal: "H", Kosher: "K" };

/** The quiz asks with a sentence, but a list needs a single word. */
const shortNames: Record<string, string> = { "Fish, but no meat": "Pescatarian" };

const shorten = (diet: string) => shortNames[diet] ?? diet;

export const describeDiets = (diets: string[]) =>
  diets.length > 0 && `caters for ${diets.map(shorten).join(", ").toLowerCase()}`;

export function DietList({ diets }: { diets: string[] }) {
  if (diets.length === 0) return null;
  return (
    <>
      <span className="sr-only">Caters for: </span>
      {diets.map(shorten).map((name) => {
        const sign = signs[name];
        const letter = letters[name];
        return (
          <Fragment key={name}>
            {" "}
            <span className="inline-flex items-center gap-1">
              {sign && <Sign name={sign} className="size-4" />}
              {letter && (
                <span
                  aria-hidden="true"
                  className="grid size-4 place-items-center rounded-round border border-current text-[0.625rem]/none font-strong"
                >
                  {letter}
                </span>
              )}{" "}
              {name}
            </span>
          </Fragment>
        );
      })}
    </>
  );
}
