import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect, test } from "vitest";
import { tableSize } from "#app/lib/table-size.ts";
import { GroupBoard } from "#app/matching/groups/group-board.ts";
import { patience } from "#app/matching/kernel/acceptance-thresholds.ts";
import { Random } from "#app/matching/random.ts";
import { rulesAmong } from "#app/matching/rules/build-rules.ts";
import { tablePoint, vectorsOf } from "#app/matching/scores/answer-features.ts";
import { Board } from "#app/matching/search/board.ts";
import { fill } from "#app/matching/search/first-seating.ts";
import { partnersOf } from "#app/matching/search/partners.ts";
import { Floor } from "#app/matching/search/score-floor.ts";
import { clubNight } from "#tests/bench/match-input.ts";
import { PlainBoard } from "./reference-board.ts";
import { PlainGroupBoard } from "./reference-group-board.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("the modules are what their sources make", () => {
  const folder = mkdtempSync(join(tmpdir(), "oten-kernel-"));
  execFileSync(process.execPath, [join(root, "app/cli/make-kernel.ts"), "--to", folder]);
  for (const name of ["tables.wasm", "groups.wasm"])
    expect(readFileSync(join(folder, name)), name).toEqual(
      readFileSync(join(root, "app/matching/kernel", name)),
    );
  rmSync(folder, { recursive: true });
}, 60_000);

test("the kernel seats a night swap for swap as plain TypeScript does, with rules and a floor or without", () => {
  const some = fc.record({
    seed: fc.nat(),
    tables: fc.integer({ min: 2, max: 40 }),
    questions: fc.integer({ min: 1, max: 20 }),
    isStrict: fc.boolean(),
    hasFloor: fc.boolean(),
    temperature: fc.constantFrom(0, 100, 1_000, 20_000),
  });
  fc.assert(
    fc.property(some, ({ seed, tables, questions, isStrict, hasFloor, temperature }) => {
      const night = clubNight(tableSize * tables, seed);
      const asked = night.questions.slice(0, questions);
      const vectors = vectorsOf(asked, night.diners);
      const rules = rulesAmong(isStrict ? night.diners : night.diners.map(meek), []);
      const board = new Board(vectors, tableSize);
      const partners = partnersOf(board, rules);
      board.arrange(fill(board.count, partners, rules));
      const floor = hasFloor ? new Floor(board.scores, tablePoint(asked)) : undefined;
      if (floor) board.raise(floor);
      const plain = new PlainBoard(vectors, board.at, floor);

      const [random, same] = [new Random(seed), new Random(seed)];
      for (const heat of [temperature, 0]) {
        const accepted = board.sweep({ partners, rules, random }, heat, 300);
        expect(plain.sweep({ partners, rules, random: same }, heat, 300)).toBe(accepted);
      }
      expect(plain.at).toEqual(board.at);
      expect(plain.seat).toEqual(board.seat);
      expect(plain.table).toEqual(board.table);
      expect(same.state).toBe(random.state);
      expect([...board.scores]).toEqual(Array.from({ length: tables }, (_, table) => plain.score(table)));
    }),
    { numRuns: 60 },
  );
});

const meek = <T extends object>(diner: T) => ({ ...diner, avoid: [], met: [], languages: 0 });

test("the kernel groups a matrix swap for swap as plain TypeScript does", () => {
  const some = fc.record({
    seed: fc.nat(),
    size: fc.integer({ min: 2, max: 7 }),
    groups: fc.integer({ min: 2, max: 9 }),
    most: fc.constantFrom(3, 1_000, 100_000),
  });
  fc.assert(
    fc.property(some, ({ seed, size, groups, most }) => {
      const random = new Random(seed);
      const count = size * groups;
      const pairs = new Int32Array(count * count);
      for (let i = 0; i < count; i++)
        for (let j = 0; j < i; j++)
          pairs[i * count + j] = pairs[j * count + i] = random.below(most) - most / 4;
      const losses = Int32Array.from(patience, () => random.below(most) - most / 2);
      const group = random.shuffle(Int32Array.from({ length: count }, (_, i) => Math.floor(i / size)));
      const board = new GroupBoard(count, size, pairs);
      board.mayLose(losses);
      board.arrange(group);
      const plain = new PlainGroupBoard(group, pairs);
      for (let one = 0; one < count; one++) {
        const start = random.below(losses.length);
        expect(board.sweep(one, start)).toBe(plain.sweep(one, losses, start));
      }
      expect(board.group).toEqual(plain.group);
      expect(board.total()).toBe(plain.total());
    }),
    { numRuns: 100 },
  );
});
