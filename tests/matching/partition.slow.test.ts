import { expect, test } from "vitest";
import { tableSize } from "#app/lib/table-size.ts";
import { type CandidateTable, findBestPartition } from "#app/matching/proof/partition.ts";
import { Random } from "#app/matching/random.ts";
import { findBestWorth } from "./brute-force.ts";

const dinerCount = 15;
const plenty = 1_000_000;
const allDifferent = new Int32Array(dinerCount).fill(1);

const maxWorth = 99_999;
const limit = (maxLoss: number, maxSteps: number) => ({ maxLoss, maxWorth, maxSteps });
const makeCandidate = (kinds: Int32Array, loss: number): CandidateTable => ({
  kinds,
  loss,
  worth: maxWorth / (dinerCount / tableSize) - loss,
});

function makeCandidates(random: Random, count: number) {
  const candidates = new Map<string, CandidateTable>();
  for (let i = 0; candidates.size < count && i < 1_000 * count; i++) {
    const kinds = random
      .shuffle(Int32Array.from({ length: dinerCount }, (_, i) => i))
      .slice(0, tableSize)
      .sort();
    candidates.set(kinds.join(), makeCandidate(kinds, random.nextBelow(40)));
  }
  return candidates;
}

const addUp = (
  tables: ReturnType<typeof findBestPartition>["tables"],
  candidates: Map<string, CandidateTable>,
) => ({
  diners: tables?.flatMap((table) => [...table]).toSorted((a, b) => a - b),
  loss: tables?.reduce((sum, table) => sum + (candidates.get(table.join())?.loss ?? plenty), 0),
});

test("finds the partition with the least loss, or none where all lose more than allowed", () => {
  let found = 0;
  for (let seed = 0; seed < 300; seed++) {
    const random = new Random(seed);
    const candidates = makeCandidates(random, 20 + random.nextBelow(400));
    const maxLoss = random.nextBelow(60);
    const { tables, unusedSteps } = findBestPartition(
      allDifferent,
      [...candidates.values()],
      limit(maxLoss, plenty),
    );
    const minLoss = -(
      findBestWorth(
        dinerCount,
        (table) => -(candidates.get(table.toSorted((a, b) => a - b).join())?.loss ?? Infinity),
      ) ?? -Infinity
    );
    expect(unusedSteps, `seed ${seed}`).toBeGreaterThanOrEqual(0);
    if (minLoss > maxLoss) expect(tables, `seed ${seed}`).toBeUndefined();
    else {
      found++;
      expect(addUp(tables, candidates), `seed ${seed}`).toEqual({
        diners: [...Array(dinerCount).keys()],
        loss: minLoss,
      });
    }
  }
  expect(found).toBeGreaterThan(50);
});

test("seats every diner once where several are of one kind", () => {
  let found = 0;
  for (let seed = 0; seed < 300; seed++) {
    const random = new Random(seed);
    const drawn = Int32Array.from({ length: dinerCount }, () => random.nextBelow(7)).sort();
    const distinct = [...new Set(drawn)];
    const counts = Int32Array.from(distinct, (kind) => drawn.filter((each) => each === kind).length);
    const kindOf = drawn.map((kind) => distinct.indexOf(kind));
    const candidates = new Map<string, CandidateTable>();
    for (let i = 40 + random.nextBelow(400); i > 0; i--) {
      const kinds = random.shuffle(kindOf.slice()).slice(0, tableSize).sort();
      candidates.set(kinds.join(), makeCandidate(kinds, random.nextBelow(40)));
    }
    const lossOf = (table: ArrayLike<number>) =>
      candidates.get(
        Int32Array.from(table, (diner) => kindOf[diner] as number)
          .sort()
          .join(),
      )?.loss ?? Infinity;
    const minLoss = 0 - (findBestWorth(dinerCount, (table) => -lossOf(table)) ?? -Infinity);
    const { tables } = findBestPartition(counts, [...candidates.values()], limit(60, plenty));
    if (minLoss > 60) expect(tables, `seed ${seed}`).toBeUndefined();
    else {
      found++;
      expect(addUp(tables, candidates), `seed ${seed}`).toEqual({ diners: [...kindOf], loss: minLoss });
    }
  }
  expect(found).toBeGreaterThan(50);
});

test("a search with one step too few reports that it is incomplete", () => {
  const candidates = [...makeCandidates(new Random(1), 2_000).values()];
  const needed = plenty - findBestPartition(allDifferent, candidates, limit(plenty, plenty)).unusedSteps;
  expect(findBestPartition(allDifferent, candidates, limit(plenty, needed)).unusedSteps).toBe(0);
  expect(findBestPartition(allDifferent, candidates, limit(plenty, needed - 1)).unusedSteps).toBe(-1);
});
