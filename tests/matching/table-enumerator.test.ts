import { expect, test } from "vitest";
import { forbiddenScore, TableEnumerator } from "#app/matching/proof/table-enumerator.ts";
import { isWithin } from "#app/matching/proof/venue-limits.ts";
import { Random } from "#app/matching/random.ts";
import { ScoreFloor } from "#app/matching/search/score-floor.ts";
import { DinerTerms, maxWidth } from "#app/matching/terms/diner-terms.ts";

const enumerations = 300;

test("lists exactly the tables that gain more than wanted", () => {
  let tables = 0;
  for (let seed = 0; seed < enumerations; seed++) {
    const input = makeInput(new Random(seed));
    const { counts, pairScores, languages, prices, minGain, limits, options } = input;
    const listed: string[] = [];
    const enumerator = new TableEnumerator(counts, pairScores, languages, options);
    const isComplete = enumerator.visitTables(
      prices,
      minGain,
      (kinds, worth, gain) => {
        listed.push(`${kinds} ${worth} ${gain}`);
        return minGain;
      },
      limits,
    );
    expect(isComplete).toBe(true);
    expect(listed.sort(), `seed ${seed}`).toEqual(listAll(input).sort());
    tables += listed.length;
  }
  expect(tables).toBeGreaterThan(50 * enumerations);
});

test("stops where it runs out of steps, and says so", () => {
  const { counts, pairScores, languages, prices } = makeInput(new Random(1));
  const enumerator = new TableEnumerator(counts, pairScores, languages, { maxSteps: 1_000 });
  let found = 0;
  const visit = () => {
    found++;
    return -1e6;
  };
  expect(enumerator.visitTables(prices, -1e6, visit)).toBe(false);
  expect(enumerator.visitTables(prices, -1e6, visit)).toBe(false);
  expect(found).toBeLessThan(100);
});

/** With a floor, terms, boosts, groups, venues and their prices in every combination. */
function makeInput(random: Random) {
  const isSo = () => random.nextBelow(2) === 1;
  const size = 8 + random.nextBelow(7);
  const kinds = Array.from({ length: size }, (_, kind) => kind);
  const groups = isSo()
    ? kinds.map((kind) => (kind < 2 ? [0, 1] : kind === 2 || kind === 5 ? [2, 5] : [kind]))
    : undefined;
  const counts = Int32Array.from(kinds, (kind) =>
    (groups?.[kind]?.length ?? 1) > 1 ? 1 : ([1, 1, 2, 6][random.nextBelow(4)] as number),
  );
  const wishes = kinds.map((): number[] => []);
  for (let i = random.nextBelow(4); i > 0; i--) {
    const [one, other] = [random.nextBelow(size), random.nextBelow(size)];
    if (one === other || counts[one] !== 1 || counts[other] !== 1 || wishes[one]?.includes(other)) continue;
    wishes[one]?.push(other);
    wishes[other]?.push(one);
  }
  const terms = isSo()
    ? new DinerTerms({
        masks: Int32Array.from(kinds, () => random.nextBelow(8)),
        wordCount: 1,
        marks: [],
        rareMarks: new Int32Array(1),
        markCost: random.nextBelow(60),
        years: Int32Array.from(
          kinds,
          () => ([0, 1, -1][random.nextBelow(3)] as number) * (1950 + random.nextBelow(50)),
        ),
        nearYears: 10,
        farCost: random.nextBelow(100),
        widthCosts: Int32Array.from({ length: maxWidth + 1 }, (_, width) => (width < 15 ? 0 : 3 * width)),
        talkers: Int32Array.from(kinds, () => random.nextBelow(2)),
        talkerCosts: Int32Array.from([20, 0, 0, 0, 0, 20]),
        wishes,
        wishBonus: 90,
      })
    : undefined;
  const pairScores = new Float64Array(size * size);
  for (const one of kinds)
    for (const other of kinds.slice(0, one + 1)) {
      const isForbidden =
        one === other ? counts[one] === 1 : random.nextBelow(8) === 0 && groups?.[one] !== groups?.[other];
      const score = isForbidden
        ? forbiddenScore
        : random.nextBelow(200) - 100 + (terms?.bonusOfPair(one, other) ?? 0);
      pairScores[one * size + other] = score;
      pairScores[other * size + one] = score;
    }
  const venueSets = isSo()
    ? { masks: Int32Array.from(kinds, () => 1 + random.nextBelow(7)), wordCount: 1 }
    : undefined;
  const options = {
    ...(venueSets ? { venueSets } : {}),
    floor: isSo()
      ? new ScoreFloor(Int32Array.of(random.nextBelow(400)), 20 + random.nextBelow(100), Boolean(terms))
      : undefined,
    terms,
    boosts: isSo() ? Int32Array.from(kinds, () => (random.nextBelow(4) === 0 ? 1 : 0)) : undefined,
    groups,
  };
  return {
    counts,
    pairScores,
    languages: Int32Array.from(kinds, () => 1 + random.nextBelow(3)),
    prices: Float64Array.from(kinds, () => random.nextBelow(600) - 300 + random.nextBelow(1024) / 1024),
    minGain: random.nextBelow(600) - 400,
    limits: venueSets && isSo() ? [{ venues: Int32Array.of(3), tables: 1, price: 25.5 }] : [],
    options,
  };
}

/** Tries every table. */
function listAll({
  counts,
  pairScores,
  languages,
  prices,
  minGain,
  limits,
  options,
}: ReturnType<typeof makeInput>) {
  const { floor, terms, boosts, groups, venueSets } = options;
  const size = counts.length;
  const found: string[] = [];
  const seat = (table: number[]) => {
    if (table.length < 5) {
      for (let kind = table.at(-1) ?? 0; kind < size; kind++)
        if (table.filter((each) => each === kind).length < (counts[kind] as number)) seat([...table, kind]);
      return;
    }
    const pairs = table.flatMap((one, i) =>
      table.slice(0, i).map((other) => pairScores[one * size + other] as number),
    );
    if (pairs.includes(forbiddenScore)) return;
    if (table.reduce((shared, kind) => shared & (languages[kind] as number), -1) === 0) return;
    if (groups && !table.every((kind) => groups[kind]?.every((member) => table.includes(member)))) return;
    const venues = table.reduce((shared, kind) => shared & (venueSets?.masks[kind] ?? -1), -1);
    if (venues === 0) return;
    const bonus = terms?.bonusOf(table) ?? 0;
    const score = pairs.reduce((sum, each) => sum + each, 0) - bonus;
    const isBoosted = table.some((kind) => boosts?.[kind]);
    const worth = (floor ? floor.worthOf(score, isBoosted) : score) + bonus - (terms?.costOf(table) ?? 0);
    const limited = limits
      .filter((limit) => isWithin(Int32Array.of(venues), limit.venues))
      .reduce((sum, { price }) => sum + price, 0);
    const gain = worth - limited - table.reduce((sum, kind) => sum + (prices[kind] as number), 0);
    if (gain > minGain) found.push(`${table} ${worth} ${gain}`);
  };
  seat([]);
  return found;
}
