import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect, test } from "vitest";
import { tableSize } from "#app/lib/table-size.ts";
import type { MatchInput } from "#app/matching/match-input.ts";
import { Random } from "#app/matching/random.ts";
import { buildRules } from "#app/matching/rules.ts";
import { buildFeatureVectors, ScoreFloor, tableScorePerPoint } from "#app/matching/scores.ts";
import { listPartners } from "#app/matching/search/anneal.ts";
import { Board } from "#app/matching/search/board.ts";
import { buildTerms } from "#app/matching/terms/build-terms.ts";
import { makeMatchInput } from "#tests/bench/match-input.ts";
import { ReferenceBoard } from "./reference-board.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("the committed module is compiled from the committed sources", () => {
  const folder = mkdtempSync(join(tmpdir(), "oten-kernel-"));
  execFileSync(process.execPath, [join(root, "app/make/kernel.ts"), "--to", folder]);
  expect(readFileSync(join(folder, "tables.wasm"))).toEqual(
    readFileSync(join(root, "app/matching/kernel/tables.wasm")),
  );
  rmSync(folder, { recursive: true });
});

test("the kernel makes the same swaps of diners as TypeScript, with and without rules, terms and a floor", () => {
  const cases = fc.record({
    seed: fc.nat(),
    tableCount: fc.integer({ min: 2, max: 40 }),
    questionCount: fc.integer({ min: 1, max: 20 }),
    hasRules: fc.boolean(),
    hasFloor: fc.boolean(),
    hasTerms: fc.boolean(),
    boostEvery: fc.constantFrom(Infinity, 3, 11),
    temperature: fc.constantFrom(0, 100, 1_000, 20_000),
  });
  fc.assert(
    fc.property(
      cases,
      ({ seed, tableCount, questionCount, hasRules, hasFloor, hasTerms, boostEvery, temperature }) => {
        const input = makeMatchInput(tableSize * tableCount, seed);
        const questions = input.questions.slice(0, questionCount);
        const rules = buildRules(hasRules ? input.diners : input.diners.map(withoutRules), []);
        const terms = hasTerms ? buildTerms({ ...input, ...exampleTerms }, input.diners, rules) : undefined;
        const diners = input.diners.map((diner, i) => ({ ...diner, boost: i % boostEvery === 1 }));
        const vectors = buildFeatureVectors(questions, diners, terms);
        const board = new Board(vectors, rules);
        const partners = listPartners(board, rules);
        board.seatAll(Int32Array.from({ length: board.dinerCount }, (_, diner) => diner));
        const floor = hasFloor
          ? new ScoreFloor(board.tableScores, tableScorePerPoint(questions), false)
          : undefined;
        if (floor) board.setFloor(floor);
        board.applyTerms();
        const reference = new ReferenceBoard(vectors, rules, board.dinerAt, floor);

        const [random, sameRandom] = [new Random(seed), new Random(seed)];
        for (const each of [temperature, 0]) {
          const accepted = board.sweep({ partners, random }, each, 300);
          expect(reference.sweep({ partners, random: sameRandom }, each, 300)).toBe(accepted);
        }
        expect(reference.dinerAt).toEqual(board.dinerAt);
        expect(reference.seatOf).toEqual(board.seatOf);
        expect(reference.tableOf).toEqual(board.tableOf);
        expect(sameRandom.state).toBe(random.state);
        expect([...board.tableScores]).toEqual(
          Array.from({ length: tableCount }, (_, table) => reference.scoreOf(table)),
        );
      },
    ),
    { numRuns: 60 },
  );
});

const exampleTerms: Pick<MatchInput, "questions" | "terms" | "wishes"> = {
  questions: makeMatchInput(0, 0).questions.map((question) => ({
    ...question,
    ...(question.kind === "year" || question.kind === "range" ? {} : { company: "all" }),
  })),
  terms: {
    company: 2,
    age: { question: 6, alone: 3, nearYears: 10, wide: 1, wideYears: 15 },
    talker: { question: 1, choices: [1, 2, 3], missing: 2 },
    wish: 4,
  },
  wishes: [
    ["d1", "d4"],
    ["d1", "d8"],
    ["d2", "d9"],
  ],
};

const withoutRules = <T extends object>(diner: T) => ({ ...diner, avoid: [], met: [], languages: 0 });
