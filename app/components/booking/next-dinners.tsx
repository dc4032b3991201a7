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
  /** The diner is seated before others there. */
  hasPriority?: boolean;
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
}: NextDinnersProps) => (
  <Section title={areSuited ? `${title} that can suit you` : title} level={level}>
    <ul className={`mt-4 grid gap-4 ${isWide ? "@min-[50rem]:grid-cols-2 @min-[50rem]:gap-x-14" : ""}`}>
      {dinners.map(({ id, date, time, where, prices, seats, drawing }, i) => (
        <li key={id} className="rounded-paper border border-line bg-surface">
          <Evening evening={drawing} className="rounded-t-[2px]" />
          <div className="grid gap-1 px-4 py-3.5 lg:px-5">
            <p className="display text-3">{date}</p>
            {hasPriority && (
              <p>
                <Badge>Your priority counts here</Badge>
              </p>
            )}
            <p className="text-small text-ink-2">{[time, where].filter(Boolean).join(" · ")}</p>
            {drawing.taken === 0 && <p className="text-small text-green-text">Be the first.</p>}
            <p className="text-small">{[prices, seats].filter(Boolean).join(" · ")}</p>
            <ButtonLink
              href={`${path}?event=${id}`}
              variant={isPrimary && i === 0 ? "primary" : "secondary"}
              aria-label={`Book this one, ${date}`}
              className="mt-2"
            >
              Book this one
            </ButtonLink>
          </div>
        </li>
      ))}
    </ul>
  </Section>
);
