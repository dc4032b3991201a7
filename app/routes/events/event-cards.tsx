import { ButtonLink } from "#app/components/button.tsx";
import { StaticHtml } from "#app/components/static-html.tsx";
import { drawCard } from "./draw-card.tsx";
import type { EventCard } from "./event-card.ts";

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
        {events.map((event) => (
          // Text browsers begin a line with it.
          <StaticHtml
            key={event.id}
            className="grid"
            html={drawCard({ event, normalPrice, isPreselected: event.id === selectedId, now })}
          />
        ))}
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
