import { longDate } from "#app/lib/dates.ts";
import { lowerFirst } from "#app/lib/text.ts";
import type { AskedQuestion } from "#app/models/quiz/consents.server.ts";

interface BookedVenue {
  bookingId: string;
  date: Date;
  timeZone: string;
  name: string;
  /** Positions among the choices of the diet question. */
  diets: number[];
  /** Then it is where the diner sits; else one of those of the dinner. */
  hasTable: boolean;
}

/** A sentence for each booked dinner that has nothing for somebody with these diets. */
export function findUnservedDiets(
  venues: readonly BookedVenue[],
  questions: readonly AskedQuestion[],
): string[] {
  const diets = listDiets(questions);
  const byBooking = Map.groupBy(venues, ({ bookingId }) => bookingId);
  return [...byBooking.values()].flatMap((options) => {
    const missing = options.map((venue) => diets.filter(({ position }) => !venue.diets.includes(position)));
    const [first] = options;
    if (!first || missing.some((each) => each.length === 0)) return [];
    const date = longDate(first.date, first.timeZone);
    const names = [...new Set(missing.flat().map(({ name }) => name))];
    const words = names.map(lowerFirst).join(", ");
    return first.hasTable
      ? `${first.name} can’t cater for: ${words}. Your dinner there is on ${date}. Cancel it, or ask the restaurant.`
      : `No restaurant for ${date} can cater for: ${words}. You may stay on standby.`;
  });
}

/** The last choice means no diet. */
function listDiets(questions: readonly AskedQuestion[]) {
  const { answer, choices = [] } = questions.find(({ role }) => role === "diet") ?? {};
  return (answer ?? []).map(Number).flatMap((position) => {
    const name = position < choices.length && choices[position - 1];
    return name ? { position, name } : [];
  });
}
