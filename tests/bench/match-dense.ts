import type { MatchInput } from "#app/matching/match-input.ts";
import { Random } from "#app/matching/random.ts";
import { makeMatchInput } from "./match-input.ts";
import { compareSeatings } from "./match-pool.ts";

/** Compares matching runs of up to twenty diners under dense rules with a search of all seatings. */
export const compareDenseInputs = (cases: number) => compareSeatings(makeDenseInput, cases);

/** Five to twenty diners at one venue, of whom many avoid, have met or don't understand each other. */
function makeDenseInput(seed: number): MatchInput {
  const random = new Random(seed);
  const count = 5 + random.nextBelow(16);
  const { questions, diners } = makeMatchInput(count, seed);
  const avoided = random.nextBelow(7) / 10;
  const met = random.nextBelow(7) / 10;
  const languages = [[0], [0, 1, 2], [1, 1, 2, 3], [1, 2, 4, 3, 7]][random.nextBelow(4)] ?? [0];
  const pick = (share: number, one: number) =>
    diners.flatMap(({ id }, other) => (other !== one && random.nextBelow(1_000) < 500 * share ? [id] : []));
  return {
    questions: questions.slice(0, 1 + random.nextBelow(questions.length)),
    venues: [{ id: "v", diets: 3, tables: 1 + random.nextBelow(5) }],
    diners: diners.map((diner, i) => ({
      ...diner,
      languages: languages[random.nextBelow(languages.length)] ?? 0,
      priority: random.nextBelow(3),
      avoid: pick(avoided, i),
      met: pick(met, i),
    })),
    relax: ([[], ["met"], ["language"], ["met", "language"]] as const)[random.nextBelow(4)] ?? [],
    floor: random.nextBelow(2) === 0,
    seed,
  };
}
