/** A night of any size, made up from a seed: twenty questions, tastes that hang together, and every hard rule. */
import type { Diner } from "#app/matching/diner.ts";
import type { MatchInput } from "#app/matching/match-input.ts";
import type { Answer, MatchQuestion } from "#app/matching/question.ts";
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
    choices: kind === "range" ? 10 : kind === "multiple" ? 8 : 4,
    rule: i % 9 === 8 ? "complementary" : kind === "multiple" ? "overlap" : "similar",
    weight: 1 + (i % 5),
    sensitive: i % 7 === 6,
  };
});

export function clubNight(count: number, seed: number): MatchInput {
  const random = new Random(seed);
  const idOf = (place: number) => `d${place}`;
  const someone = () => idOf(random.below(count));
  const diners = Array.from({ length: count }, (_, place): Diner => {
    const tastes = Array.from({ length: 6 }, () => random.below(10));
    const answered = questions.filter(() => random.below(25) > 0);
    return {
      id: idOf(place),
      venue: "v",
      answers: Object.fromEntries(
        answered.map((question) => [question.id, answer(question, tastes, random)]),
      ),
      priority: random.below(40) === 0 ? 1 : 0,
      bookedAt: random.below(1_000_000),
      languages: [1, 1, 2, 3, 3, 7][random.below(6)] ?? 1,
      diets: random.below(50) === 0 ? 4 : 0,
      avoid: random.below(20) === 0 ? [someone()] : [],
      met: Array.from({ length: 4 * random.below(4) }, someone),
    };
  });
  return { questions, venues: [{ id: "v", diets: 3, tables: count }], diners, seed };
}

/** Somebody's taste, and some chance. */
function answer({ id, kind, choices }: MatchQuestion, tastes: number[], random: Random): Answer {
  const taste = Math.min(9, Math.max(0, (tastes[id % tastes.length] ?? 0) + random.below(5) - 2));
  switch (kind) {
    case "range":
      return [taste + 1];
    case "single":
      return [Math.floor((taste * choices) / 10) + 1];
    case "multiple":
      return [...new Set([1 + random.below(choices), 1 + Math.floor((taste * choices) / 10)])];
    case "year":
      return [1955 + 5 * taste + random.below(5)];
    case "country":
      return [countries[random.below(countries.length)] ?? "HU"];
  }
}
