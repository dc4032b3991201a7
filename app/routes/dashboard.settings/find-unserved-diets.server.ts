import type { AskedQuestion } from "#app/models/quiz/consents.server.ts";
import { type BookedVenue, explainUnservedDiets } from "./unserved-diets.ts";

/** The last choice means no diet. */
export function findUnservedDiets(
  venues: readonly BookedVenue[],
  questions: readonly AskedQuestion[],
): string[] {
  const { answer, choices = [] } = questions.find(({ role }) => role === "diet") ?? {};
  const diets = (answer ?? []).map(Number).flatMap((position) => {
    const name = position < choices.length && choices[position - 1];
    return name ? { position, name } : [];
  });
  return explainUnservedDiets(venues, diets);
}
