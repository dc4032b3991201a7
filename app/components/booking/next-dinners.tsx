import { ButtonLink } from "#app/components/button.tsx";
import { Section } from "#app/components/card.tsx";
import { Evening } from "#app/components/evening-drawing.tsx";
import { Badge } from "#app/components/status.tsx";
import type { EveningView } from "#app/lib/event/evening.ts";

export interface NextDinner extends EveningView {
  id: string;
  date: string;
  time: string;
}

interface NextDinnersProps {
  dinners: NextDinner[];
  title?: string | undefined;
  /** Of the page that books one. */
  path?: "/events" | "/dashboard/bookings/new";
  /** Whether the first is what to do next. */
  isPrimary?: boolean;
  /** Side by side. */
  isWide?: boolean;
  level?: "h2" | "h3";
  /** They are the next of those that suit the diner. */
  areSuited?: boolean;
  /** The diner is seated before others there, or would be if no seat comes free where they wait. */
  hasPriority?: boolean | "if unseated";
}

export const NextDinners = ({
  dinners,
  title = `The next ${dinners.length === 1 ? "dinner" : "dinners"}`,
  path = "/dashboard/bookings/new",
  isPrimary = false,
  isWide = false,
  level,
  areSuited = false,
  hasPriority = false,
}: NextDinnersProps) => {
  const isRow = isWide && dinners.length === 1;
  return (
    <Section title={areSuited ? `${title} that can suit you` : title} level={level}>
      <ul
        className={`mt-4 grid gap-4 ${isWide && !isRow ? "@min-[50rem]:grid-cols-2 @min-[50rem]:gap-x-14" : ""}`}
      >
        {dinners.map(({ id, date, time, where, prices, seats, drawing }, i) => {
          // Two on one evening differ by their part of the city.
          const isTwin = where && dinners.some((other) => other.id !== id && other.date === date);
          return (
            <li
              key={id}
              className={`rounded-paper border border-line bg-surface ${isRow ? "@min-[50rem]:grid @min-[50rem]:grid-cols-[1.2fr_1fr]" : ""}`}
            >
              <Evening
                evening={drawing}
                className={`rounded-t-[2px] ${isRow ? "@min-[50rem]:h-full" : ""}`}
              />
              <div
                className={`grid content-center gap-1 px-4 py-3.5 lg:px-5 ${isRow ? "@min-[50rem]:px-8 @min-[50rem]:py-7" : ""}`}
              >
                <p className="display text-3">{isTwin ? where : date}</p>
                {hasPriority && (
                  <p>
                    <Badge>
                      {hasPriority === true ? "Your priority counts here" : "Priority if no seat comes free"}
                    </Badge>
                  </p>
                )}
                <p className="text-small text-ink-2">
                  {[isTwin && date, time, !isTwin && where].filter(Boolean).join(" · ")}
                </p>
                {drawing.taken === 0 && (
                  <p className="text-small text-green-text">Be the first: your window lights up.</p>
                )}
                <p className="text-small">{[prices, seats].filter(Boolean).join(" · ")}</p>
                <ButtonLink
                  href={`${path}?event=${id}`}
                  variant={isPrimary && i === 0 ? "primary" : "secondary"}
                  aria-label={`Book this one, ${date}${isTwin ? `, ${where}` : ""}`}
                  className="mt-2"
                >
                  Book this one
                </ButtonLink>
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
};
