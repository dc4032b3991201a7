import { ButtonLink } from "#app/components/button.tsx";
import { BookedCard } from "./booked-card.tsx";
import { ChoiceCard } from "./choice-card.tsx";
import { ClosedCard } from "./closed-card.tsx";
import type { EventCard } from "./event-card.ts";

interface EventPages {
  /** Events on the pages before this one. */
  skippedCount: number;
  /** On all pages. */
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

export function EventCards({ cards, pages, selectedId, normalPrice, now }: EventCardsProps) {
  return (
    <>
      <div className="grid gap-2.5 lg:grid-cols-2 lg:gap-3.5">
        {cards.map((event) => (
          // Text browsers begin a line with it.
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
