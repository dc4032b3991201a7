import { tableSize } from "#app/lib/table-size.ts";

/** At most so many tables of a seating are of those it counts. Fractions of tables may break this. */
export interface Cut {
  name: string;
  limit: number;
  counts(kinds: Int32Array): boolean;
}

export interface Fraction {
  kinds: Int32Array;
  fraction: number;
}

const minViolation = 0.02;
const maxCutsPerRound = 80;

/** Three kinds of one diner each: at most one table has two of them. */
type Triple = readonly [number, number, number];

const cutTriple = (triple: Triple): Cut => ({
  name: triple.join(),
  limit: 1,
  counts(kinds) {
    let members = 0;
    for (const kind of kinds) if (triple.includes(kind)) members++;
    return members > 1;
  },
});

/** The cuts that these fractions of tables break most. */
export function findBrokenCuts(counts: Int32Array, fractions: readonly Fraction[]): Cut[] {
  const kindCount = counts.length;
  const together = new Float64Array(kindCount * kindCount);
  const triples = new Map<number, number>();
  for (const { kinds, fraction } of fractions) {
    for (let i = 0; i < tableSize; i++) {
      for (let j = 0; j < i; j++) {
        const [one, other] = [kinds[j] as number, kinds[i] as number];
        together[one * kindCount + other] = (together[one * kindCount + other] as number) + fraction;
        for (let k = 0; k < j; k++) {
          const key = ((kinds[k] as number) * kindCount + one) * kindCount + other;
          triples.set(key, (triples.get(key) ?? 0) + fraction);
        }
      }
    }
  }
  const single = [...counts.keys()].filter((kind) => counts[kind] === 1);
  const broken: { triple: Triple; violation: number }[] = [];
  for (const [i, one] of single.entries()) {
    for (let j = i + 1; j < single.length; j++) {
      const other = single[j] as number;
      const pair = together[one * kindCount + other] as number;
      if (pair === 0) continue;
      for (const third of single) {
        if (third === one || third === other) continue;
        const triple = [one, other, third].sort((a, b) => a - b) as unknown as Triple;
        const [a, b, c] = triple;
        // A third diner who sits with neither breaks nothing.
        const others =
          togetherOf(together, kindCount, one, third) + togetherOf(together, kindCount, other, third);
        const violation = pair + others - 2 * (triples.get((a * kindCount + b) * kindCount + c) ?? 0) - 1;
        if (violation > minViolation) broken.push({ triple, violation });
      }
    }
  }
  const byName = new Map(
    broken.sort((a, b) => b.violation - a.violation).map(({ triple }) => [triple.join(), triple]),
  );
  return [...byName.values()].slice(0, maxCutsPerRound).map(cutTriple);
}

const togetherOf = (together: Float64Array, kindCount: number, one: number, other: number) =>
  together[Math.min(one, other) * kindCount + Math.max(one, other)] as number;
