import { rangeMax } from "#app/lib/quiz/quiz.ts";
import type { Answer, Diner, MatchInput, MatchQuestion } from "#app/matching/match-input.ts";
import { Random } from "#app/matching/random.ts";

const kinds = [
  "range",
  "single",
  "range",
  "multiple",
  "range",
  "year",
  "single",
  "range",
  "country",
  "single",
] as const;
const countries = ["HU", "DE", "US", "FR", "UA", "IT", "GB", "IN"];

const questions = Array.from({ length: 20 }, (_, i): MatchQuestion => {
  const kind = kinds[i % kinds.length] ?? "range";
  return {
    id: i + 1,
    kind,
    choices: kind === "range" ? rangeMax : kind === "multiple" ? 8 : 4,
    rule: i % 9 === 8 ? "complementary" : kind === "multiple" ? "overlap" : "similar",
    weight: 1 + (i % 5),
    sensitive: i % 7 === 6,
  };
});

/** A match input of any size from a seed: twenty questions, correlated answers and every hard rule. */
export function makeMatchInput(count: number, seed: number): MatchInput {
  const random = new Random(seed);
  const idOf = (index: number) => `d${index}`;
  const pickId = () => idOf(random.nextBelow(count));
  const diners = Array.from({ length: count }, (_, index): Diner => {
    const tastes = Array.from({ length: 6 }, () => random.nextBelow(rangeMax));
    const answered = questions.filter(() => random.nextBelow(25) > 0);
    return {
      id: idOf(index),
      answers: Object.fromEntries(
        answered.map((question) => [question.id, makeAnswer(question, tastes, random)]),
      ),
      priority: random.nextBelow(40) === 0 ? 1 : 0,
      bookedAt: random.nextBelow(1_000_000),
      languages: [1, 1, 2, 3, 3, 7][random.nextBelow(6)] ?? 1,
      diets: random.nextBelow(50) === 0 ? 4 : 0,
      avoid: random.nextBelow(20) === 0 ? [pickId()] : [],
      met: Array.from({ length: 4 * random.nextBelow(4) }, pickId),
    };
  });
  return { questions, venues: [{ id: "v", diets: 3, tables: count }], diners, seed };
}

/** A diner's taste plus noise, so that answers to different questions are correlated. */
function makeAnswer({ id, kind, choices }: MatchQuestion, tastes: number[], random: Random): Answer {
  const taste = Math.min(
    rangeMax - 1,
    Math.max(0, (tastes[id % tastes.length] ?? 0) + random.nextBelow(5) - 2),
  );
  switch (kind) {
    case "range":
      return [taste + 1];
    case "single":
      return [Math.floor((taste * choices) / rangeMax) + 1];
    case "multiple":
      return [...new Set([1 + random.nextBelow(choices), 1 + Math.floor((taste * choices) / rangeMax)])];
    case "year":
      return [1955 + 5 * taste + random.nextBelow(5)];
    case "country":
      return [countries[random.nextBelow(countries.length)] ?? "HU"];
  }
}

/** The same diners with needs of venues, and venues of about equal size that differ in diets, price and access. */
export function makeManyVenuesInput(count: number, venueCount: number, seed: number): MatchInput {
  const input = makeMatchInput(count, seed);
  const random = new Random(seed + 1);
  const drawBits = (percent: number) =>
    [1, 2, 4].reduce((bits, bit) => (random.nextBelow(100) < percent ? bits | bit : bits), 0);
  return {
    ...input,
    venues: Array.from({ length: venueCount }, (_, i) => ({
      id: `v${i}`,
      diets: drawBits(75),
      tables: Math.ceil((1.2 * count) / 5 / venueCount),
      price: 1 + (i % 3),
      stepFree: random.nextBelow(2) === 0,
    })),
    diners: input.diners.map((diner) => {
      const maxPrice = random.nextBelow(5);
      return {
        ...diner,
        diets: drawBits(9),
        ...(maxPrice > 0 && maxPrice < 4 ? { maxPrice } : {}),
        stepFree: random.nextBelow(20) === 0,
      };
    }),
  };
}
