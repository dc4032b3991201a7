import type { MatchInput } from "#app/matching/match-input.ts";
import { Random } from "#app/matching/random.ts";
import { makeMatchInput } from "#tests/bench/match-input.ts";

const smallInputs = 160;
const mediumInputs = 36;
const largeInputs = 4;
export const oneVenueInputs = smallInputs + mediumInputs + largeInputs;

const languageLists = [[0], [0, 1, 2], [1, 1, 2, 3], [1, 2, 4, 3, 7]];
const relaxLists = [[], ["met"], ["language"], ["met", "language"]] as const;

/** Any number of diners at one venue, some of whom the kitchen can't serve, with every hard rule and with few tables or many. */
export function makeOneVenueInput(index: number): MatchInput {
  const random = new Random(1_000 + index);
  const isSmall = index < smallInputs;
  const isLarge = index >= smallInputs + mediumInputs;
  const count = isSmall
    ? random.nextBelow(25)
    : isLarge
      ? 101 + random.nextBelow(120) + (index % 4 === 0 ? 700 : 0)
      : 25 + random.nextBelow(40);
  const { questions, diners } = makeMatchInput(count, index);
  const share = isSmall ? 0.3 : isLarge ? 0.02 : 0.1;
  const [avoided, met] = [random.nextBelow(3) * share, random.nextBelow(3) * share];
  const languages = languageLists[random.nextBelow(4)] ?? [0];
  const pick = (likely: number, one: number) =>
    diners.flatMap(({ id }, other) => (other !== one && random.nextBelow(1_000) < 500 * likely ? [id] : []));
  const tables = [count, Math.floor(count / 5), random.nextBelow(6), Math.floor(count / 8)];
  return {
    questions: questions.slice(0, 1 + random.nextBelow(questions.length)),
    venues: [{ id: "v", diets: random.nextBelow(8), tables: tables[random.nextBelow(4)] ?? 0 }],
    diners: diners.map((diner, i) => ({
      ...diner,
      languages: languages[random.nextBelow(languages.length)] ?? 0,
      diets: random.nextBelow(4) === 0 ? random.nextBelow(16) : 0,
      priority: random.nextBelow(3),
      avoid: pick(avoided, i),
      met: pick(met, i),
    })),
    relax: relaxLists[random.nextBelow(4)] ?? [],
    ...(random.nextBelow(3) === 0 ? {} : { floor: random.nextBelow(2) === 0 }),
    ...(isSmall && index % 2 === 0 ? {} : { proposals: 20_000 }),
    seed: random.nextUint32(),
  };
}
