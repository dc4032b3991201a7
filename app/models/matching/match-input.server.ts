import { choicesBeforeNone, type QuizRole } from "#app/lib/quiz-roles.ts";
import type { Diner } from "#app/matching/diner.ts";
import { type Weights, weighQuestions } from "#app/matching/learning/weights.ts";
import type { MatchInput, RelaxableRule } from "#app/matching/match-input.ts";
import type { MatchData } from "./match-data.server.ts";
import { toMatchQuestion } from "./match-questions.ts";

/**
 * Includes everybody with an active booking, also those who have a seat already. A diner's id is that of their booking, so
 * that the match record has no user ids.
 */
export function buildMatchInput(eventId: string, data: MatchData, env: Env): MatchInput {
  const { event, questions, diners } = data;
  const questionWithRole = (role: QuizRole) => questions.find((question) => question.role === role);
  const [language, diet, budget, access] = (["language", "diet", "budget", "access"] as const).map(
    questionWithRole,
  );
  const dietCount = choicesBeforeNone(diet?.choices ?? []).length;
  return {
    seed: seedOf(eventId),
    questions: weighQuestions(questions.map(toMatchQuestion), listLearnedWeights(questions)),
    venues: event.venues.map(({ venueId, diets, tables, priceLevel, stepFree }) => ({
      id: venueId,
      diets: toBits(diets),
      tables,
      ...(priceLevel === null ? {} : { price: priceLevel }),
      ...(stepFree ? { stepFree } : {}),
    })),
    diners: diners.map(({ bookingId, bookedAt, standbyCount, answers: given, avoided, met }): Diner => {
      return {
        id: bookingId,
        answers: given,
        priority: standbyCount,
        bookedAt: bookedAt.getTime(),
        languages: toBits(given[language?.id ?? 0] ?? []),
        ...readBudget(given[budget?.id ?? 0]),
        ...(Number(given[access?.id ?? 0]?.[0]) === 1 ? { stepFree: true } : {}),
        diets: toBits((given[diet?.id ?? 0] ?? []).filter((position) => Number(position) <= dietCount)),
        avoid: avoided,
        met,
      };
    }),
    relax: relaxedRules(env),
  };
}

/** The nth choice accepts venues up to price level n. */
const readBudget = ([position]: readonly (number | string)[] = []) =>
  position === undefined ? {} : { maxPrice: Number(position) };

/** In a small club an operator may let diners meet again. */
const relaxedRules = ({ MAY_MEET_AGAIN }: Env): RelaxableRule[] => (MAY_MEET_AGAIN === "yes" ? ["met"] : []);

const toBits = (positions: readonly (number | string)[]) =>
  positions.reduce((sum: number, position) => sum | (1 << (Number(position) - 1)), 0);

/** An event always gets the same seed, so its seating can be repeated. */
const seedOf = (eventId: string) =>
  [...eventId].reduce((sum, character) => (Math.imul(sum, 31) + character.charCodeAt(0)) >>> 0, 0);

const listLearnedWeights = (questions: MatchData["questions"]): Weights =>
  Object.fromEntries(
    questions.flatMap(({ id, learnedWeight }) => (learnedWeight === null ? [] : [[id, learnedWeight]])),
  );
