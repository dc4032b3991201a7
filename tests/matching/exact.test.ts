import highs from "highs";
import { expect, test } from "vitest";
import { arrange } from "#app/matching/evening/arrange.ts";
import { Vectors } from "#app/matching/likeness/vectors.ts";
import { Random } from "#app/matching/random.ts";
import { Rules } from "#app/matching/rules/rules.ts";
import { smallNights } from "../bench/match-small.ts";
import { bestWorth } from "./every-table.ts";

test("small nights are seated best, or proven impossible, as a search of all seatings finds", () => {
  const { cases, best, impossible, wrong } = smallNights(24);
  expect(wrong).toEqual([]);
  expect(best + impossible).toBe(cases);
  expect(impossible).toBeGreaterThan(0);
}, 60_000);

const count = 15;
const random = new Random(5);
const rows = Array.from({ length: count }, () => Int32Array.from({ length: 20 }, () => random.below(5) - 2));
const vectors = new Vectors(count, Array<number>(20).fill(1), (row, features) =>
  features.set(rows[row] ?? []),
);
const scoreOf = (table: number[]) =>
  table.reduce(
    (sum, one, i) => sum + table.slice(0, i).reduce((all, other) => all + vectors.dot(one, other), 0),
    0,
  );

test("HiGHS finds no better seating either", async () => {
  const tables: number[][] = [];
  bestWorth(count, (table) => {
    tables.push([...table]);
    return 0;
  });
  const holding = (diner: number) => tables.flatMap((table, t) => (table.includes(diner) ? [`x${t}`] : []));
  const program = [
    "Maximize",
    ` all: ${tables
      .map((table, t) => `${scoreOf(table)} x${t}`)
      .join(" + ")
      .replaceAll("+ -", "- ")}`,
    "Subject To",
    ...Array.from({ length: count }, (_, diner) => ` d${diner}: ${holding(diner).join(" + ")} = 1`),
    "Binary",
    ...tables.map((_, t) => ` x${t}`),
    "End",
  ].join("\n");
  const { ObjectiveValue } = (await highs()).solve(program);
  const { board } = arrange(vectors, new Rules(Array(count).fill(0), []), {
    seed: 1,
    proposals: 100_000,
  });
  expect(board.total()).toBe(Math.round(ObjectiveValue));
  expect(bestWorth(count, scoreOf)).toBe(board.total());
});
