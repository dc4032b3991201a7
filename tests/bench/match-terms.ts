import type { MatchInput, Venue } from "#app/matching/match-input.ts";
import { Random } from "#app/matching/random.ts";
import { makeMatchInput } from "./match-input.ts";
import { compareSeatings } from "./match-pool.ts";

/** Compares matching runs with terms and groups with a search of all seatings. */
export const compareTerms = (cases: number, firstSeed = 0) =>
  compareSeatings((seed) => makeTermsInput(firstSeed + seed), cases);

/** Five to sixteen diners at one venue or several, with any terms, groups and rules. */
function makeTermsInput(seed: number): MatchInput {
  const random = new Random(seed);
  const pick = <T>(list: readonly T[]) => list[random.nextBelow(list.length)] as T;
  const count = 5 + random.nextBelow(12);
  const { questions, diners } = makeMatchInput(count, seed);
  const [avoided, met] = [pick([0, 5, 20]), pick([0, 5, 20])];
  const languages = pick([[0], [0], [0, 1, 2], [1, 1, 2, 3]]);
  const others = (percent: number, one: number) =>
    diners.flatMap(({ id }, other) => (other !== one && random.nextBelow(100) < percent ? [id] : []));
  const ids = [...random.shuffle(Int32Array.from(diners.keys()))].map((i) => `d${i}`);
  const together: string[][] = [];
  for (let left = pick([0, 1, 1, 2, 4]); left > 0 && ids.length > 4; left--)
    together.push(ids.splice(0, pick([2, 2, 2, 3, 4])));
  const wishes = Array.from(
    { length: pick([0, 2, 5]) },
    () => [`d${random.nextBelow(count)}`, `d${random.nextBelow(count)}`] as const,
  );
  const marks = [undefined, [1], [2, 3], "all"] as const;
  const venueCount = pick([1, 1, 2, 3]);
  // A generator of its own, so that evenings stay as they were before there were boosts.
  const boostRandom = new Random(~seed);
  const boosts = [0, 10, 40][boostRandom.nextBelow(3)] as number;
  const [firsts, needy] = [pick([0, 10, 40]), pick([0, 0, 30])];
  return {
    questions: questions.slice(0, 6 + random.nextBelow(8)).map((question) => {
      const company = question.kind === "range" || question.kind === "year" ? undefined : pick(marks);
      return { ...question, weight: pick([0, 1, 2, 5]), ...(company ? { company } : {}) };
    }),
    venues: Array.from(
      { length: venueCount },
      (_, i): Venue => ({
        id: `v${i}`,
        diets: venueCount === 1 ? 7 : pick([1, 3, 7, 7]),
        tables: venueCount === 1 ? 3 : pick([0, 1, 1, 2, 3]),
      }),
    ),
    diners: diners.map((diner, i) => ({
      ...diner,
      languages: pick(languages),
      priority: random.nextBelow(3),
      diets: random.nextBelow(100) < needy ? pick([1, 2, 4]) : 0,
      avoid: others(avoided, i),
      met: others(met, i),
      ...(random.nextBelow(100) < firsts ? { firstDinner: true } : {}),
      ...(boostRandom.nextBelow(100) < boosts ? { boost: true } : {}),
    })),
    terms: {
      company: pick([0, 0.5, 3, 8]),
      ...(random.nextBelow(2)
        ? {
            age: {
              question: 6,
              alone: pick([0, 3]),
              nearYears: pick([3, 10]),
              wide: pick([0, 1, 4]),
              wideYears: pick([5, 15]),
            },
          }
        : {}),
      ...(random.nextBelow(2) ? { talker: { question: pick([1, 2]), choices: [1, 2], missing: 2 } } : {}),
      ...(random.nextBelow(2) ? { wish: pick([1, 4]) } : {}),
    },
    wishes,
    together,
    relax: pick([[], ["met"], ["language"], ["met", "language"]] as const),
    floor: random.nextBelow(2) === 0,
    proposals: 2_000 * count,
    seed,
  };
}
