import { renderStatic } from "#app/components/render-static.server.ts";
import { timeLeft, twoDigits } from "#app/lib/countdown.ts";
import { remember } from "#app/lib/remember.ts";
import { BookedCard } from "./booked-card.tsx";
import { noCount } from "./card-parts.tsx";
import { ChoiceCard, type ChoiceCardProps } from "./choice-card.tsx";
import { ClosedCard } from "./closed-card.tsx";

interface AnyCardProps extends ChoiceCardProps {
  now: number;
}

/** Drawing a card takes long, and most visitors get the same ones: only the countdown changes. */
export function drawCard({ now, ...card }: AnyCardProps): string {
  const counts = Object.values(timeLeft(card.event.startsAt, now));
  return drawWithoutCountdown(card).replaceAll(noCount, () => twoDigits(counts.shift() ?? 0));
}

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
