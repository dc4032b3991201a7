import type { quizQuestions } from "#app/db/schema/quiz.ts";
import { choicesBeforeNone, type QuizRole, rangeMax } from "#app/lib/quiz/quiz.ts";
import { limitWeight, type Weights, weighQuestions } from "#app/matching/learning/weights.ts";
import type {
  Diner,
  MatchInput,
  MatchQuestion,
  QuestionKind,
  RelaxableRule,
} from "#app/matching/match-input.ts";
import { readNeeds, readOffer, toBits } from "#app/matching/venues/needs.ts";
import type { MatchData } from "./match-data.server.ts";
import { toTableTerms } from "./table-terms.server.ts";

type QuestionRow = typeof quizQuestions.$inferSelect;

/** With the operator's weight. */
export function toMatchQuestion(question: QuestionRow): MatchQuestion {
  const { id, choices, rule, weight, sensitive, says, company } = question;
  return {
    id,
    kind: kindOf(question),
    choices: question.isRange ? rangeMax : choices.length,
    rule,
    weight,
    sensitive,
    ...(says ? { says } : {}),
    ...(company && company.length > 0 ? { company } : {}),
  };
}

export const learns = ({ tellsOf, rule, weight }: QuestionRow): boolean =>
  tellsOf === "tastes" && rule !== "ignore" && weight > 0;

/** Never far from the operator's weight, also where that was changed since weights were learned. */
export const weightInForce = (question: QuestionRow): number => {
  const { weight, learnedWeight } = question;
  return learnedWeight !== null && learns(question) ? limitWeight(learnedWeight, weight) : weight;
};

function kindOf({ isMultipleChoice, isRange, isCountry, isYear }: QuestionRow): QuestionKind {
  if (isMultipleChoice) return "multiple";
  if (isRange) return "range";
  if (isCountry) return "country";
  return isYear ? "year" : "single";
}

/** Of all active bookings. A diner's id is that of their booking, so that the match record has no user ids. */
export function buildMatchInput(eventId: string, data: MatchData, env: Env): MatchInput {
  const { event, questions, diners, termPoints } = data;
  const questionWithRole = (role: QuizRole) => questions.find((question) => question.role === role);
  const [language, diet, budget, access] = (["language", "diet", "budget", "access"] as const).map(
    questionWithRole,
  );
  const dietCount = choicesBeforeNone(diet?.choices ?? []).length;
  return {
    seed: seedOf(eventId),
    questions: weighQuestions(questions.map(toMatchQuestion), listWeights(questions)),
    venues: event.venues.map((venue) => ({
      id: venue.venueId,
      tables: venue.tables,
      ...readOffer(venue),
    })),
    diners: diners.map((diner): Diner => {
      const { bookingId, bookedAt, standbyCount, answers: given, avoided, met } = diner;
      return {
        id: bookingId,
        answers: given,
        priority: standbyCount,
        bookedAt: bookedAt.getTime(),
        languages: toBits(given[language?.id ?? 0] ?? []),
        ...readNeeds(
          {
            diet: given[diet?.id ?? 0],
            budget: given[budget?.id ?? 0],
            access: given[access?.id ?? 0],
          },
          dietCount,
        ),
        avoid: avoided,
        met,
        ...(diner.isFirstDinner ? { firstDinner: true } : {}),
        ...(diner.wasLastBad ? { boost: true } : {}),
      };
    }),
    relax: relaxedRules(env),
    terms: termPoints && toTableTerms(questions, termPoints),
    wishes: listWishes(diners),
    together: listGroups(diners),
  };
}

/** In a small club an operator may let diners meet again. */
const relaxedRules = ({ MAY_MEET_AGAIN }: Env): RelaxableRule[] => (MAY_MEET_AGAIN === "yes" ? ["met"] : []);

/** An event always gets the same seed, so its seating can be repeated. */
const seedOf = (eventId: string) =>
  [...eventId].reduce((sum, character) => (Math.imul(sum, 31) + character.charCodeAt(0)) >>> 0, 0);

function listWishes(diners: MatchData["diners"]): [string, string][] {
  const ids = new Set(diners.map(({ bookingId }) => bookingId));
  return diners.flatMap(({ bookingId, wished }) =>
    [...new Set(wished)].filter((id) => ids.has(id)).map((id): [string, string] => [bookingId, id]),
  );
}

/** Where others have canceled, who is left is no group; those of whom one has come to avoid another are apart. */
export function listGroups(diners: MatchData["diners"], areApart = false): string[][] {
  const groups = Map.groupBy(
    diners.filter(({ togetherId }) => togetherId),
    ({ togetherId }) => togetherId,
  );
  return [...groups.values()]
    .filter((group) => {
      const ids = group.map(({ bookingId }) => bookingId);
      return (
        group.length > 1 && group.some(({ avoided }) => avoided.some((id) => ids.includes(id))) === areApart
      );
    })
    .map((group) => group.map(({ bookingId }) => bookingId));
}

const listWeights = (questions: MatchData["questions"]): Weights =>
  Object.fromEntries(questions.map((question) => [question.id, weightInForce(question)]));
