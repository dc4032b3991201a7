import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect, test } from "vitest";
import { tableSize } from "#app/lib/table-size.ts";
import { GroupBoard } from "#app/matching/groups/group-board.ts";
import { acceptanceThresholds } from "#app/matching/kernel/acceptance-thresholds.ts";
import { Random } from "#app/matching/random.ts";
import { buildRules } from "#app/matching/rules/build-rules.ts";
import { buildFeatureVectors, tableScorePerPoint } from "#app/matching/scores/answer-features.ts";
import { Board } from "#app/matching/search/board.ts";
import { buildFirstSeating } from "#app/matching/search/first-seating.ts";
import { listPartners } from "#app/matching/search/partners.ts";
import { ScoreFloor } from "#app/matching/search/score-floor.ts";
import { makeMatchInput } from "#tests/bench/match-input.ts";
import { ReferenceBoard } from "./reference-board.ts";
import { ReferenceGroupBoard } from "./reference-group-board.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("the committed modules are compiled from the committed sources", () => {
  const folder = mkdtempSync(join(tmpdir(), "oten-kernel-"));
  execFileSync(process.execPath, [join(root, "app/cli/make-kernel.ts"), "--to", folder]);
  for (const name of ["tables.wasm", "groups.wasm"])
    expect(readFileSync(join(folder, name)), name).toEqual(
      readFileSync(join(root, "app/matching/kernel", name)),
    );
  rmSync(folder, { recursive: true });
});

test("the kernel makes the same swaps of diners as TypeScript, with and without rules and a floor", () => {
  const cases = fc.record({
    seed: fc.nat(),
    tableCount: fc.integer({ min: 2, max: 40 }),
    questionCount: fc.integer({ min: 1, max: 20 }),
    hasRules: fc.boolean(),
    hasFloor: fc.boolean(),
    temperature: fc.constantFrom(0, 100, 1_000, 20_000),
  });
  fc.assert(
    fc.property(cases, ({ seed, tableCount, questionCount, hasRules, hasFloor, temperature }) => {
      const input = makeMatchInput(tableSize * tableCount, seed);
      const questions = input.questions.slice(0, questionCount);
      const vectors = buildFeatureVectors(questions, input.diners);
      const rules = buildRules(hasRules ? input.diners : input.diners.map(withoutRules), []);
      const board = new Board(vectors, tableSize);
      const partners = listPartners(board, rules);
      board.seatAll(buildFirstSeating(board.dinerCount, partners, rules));
      const floor = hasFloor ? new ScoreFloor(board.tableScores, tableScorePerPoint(questions)) : undefined;
      if (floor) board.setFloor(floor);
      const reference = new ReferenceBoard(vectors, board.dinerAt, floor);

      const [random, sameRandom] = [new Random(seed), new Random(seed)];
      for (const each of [temperature, 0]) {
        const accepted = board.sweep({ partners, rules, random }, each, 300);
        expect(reference.sweep({ partners, rules, random: sameRandom }, each, 300)).toBe(accepted);
      }
      expect(reference.dinerAt).toEqual(board.dinerAt);
      expect(reference.seatOf).toEqual(board.seatOf);
      expect(reference.tableOf).toEqual(board.tableOf);
      expect(sameRandom.state).toBe(random.state);
      expect([...board.tableScores]).toEqual(
        Array.from({ length: tableCount }, (_, table) => reference.scoreOf(table)),
      );
    }),
    { numRuns: 60 },
  );
});

const withoutRules = <T extends object>(diner: T) => ({ ...diner, avoid: [], met: [], languages: 0 });

test("the kernel makes the same swaps of group elements as TypeScript", () => {
  const cases = fc.record({
    seed: fc.nat(),
    groupSize: fc.integer({ min: 2, max: 7 }),
    groupCount: fc.integer({ min: 2, max: 9 }),
    maxScore: fc.constantFrom(3, 1_000, 100_000),
  });
  fc.assert(
    fc.property(cases, ({ seed, groupSize, groupCount, maxScore }) => {
      const random = new Random(seed);
      const count = groupSize * groupCount;
      const pairScores = new Int32Array(count * count);
      for (let i = 0; i < count; i++)
        for (let j = 0; j < i; j++)
          pairScores[i * count + j] = pairScores[j * count + i] = random.nextBelow(maxScore) - maxScore / 4;
      const lossLimits = Int32Array.from(
        acceptanceThresholds,
        () => random.nextBelow(maxScore) - maxScore / 2,
      );
      const groupOf = random.shuffle(Int32Array.from({ length: count }, (_, i) => Math.floor(i / groupSize)));
      const board = new GroupBoard(count, groupSize, pairScores);
      board.setLossLimits(lossLimits);
      board.assignGroups(groupOf);
      const reference = new ReferenceGroupBoard(groupOf, pairScores);
      for (let one = 0; one < count; one++) {
        const firstLimit = random.nextBelow(lossLimits.length);
        expect(board.offerSwaps(one, firstLimit)).toBe(reference.offerSwaps(one, lossLimits, firstLimit));
      }
      expect(board.groupOf).toEqual(reference.groupOf);
      expect(board.totalScore()).toBe(reference.totalScore());
    }),
    { numRuns: 100 },
  );
});
