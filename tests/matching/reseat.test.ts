import { expect, test } from "vitest";
import type { Diner } from "#app/matching/diner.ts";
import type { MatchQuestion } from "#app/matching/question.ts";
import { freeSeatsFor, replacementsFor } from "#app/matching/reseat.ts";

const questions: MatchQuestion[] = [
  { id: 1, kind: "range", choices: 10, rule: "similar", weight: 2, sensitive: false },
];
const venue = { id: "v", diets: 1, tables: 9 };
const diner = (id: string, step: number, more: Partial<Diner> = {}): Diner => ({
  id,
  venue: "v",
  answers: { 1: [step] },
  priority: 0,
  bookedAt: 0,
  languages: 1,
  diets: 0,
  avoid: [],
  met: [],
  ...more,
});
const four = [diner("a", 5), diner("b", 5), diner("c", 5), diner("d", 5)];

test("the best fit of those who may join takes the seat of one who cancelled", () => {
  const standby = [
    diner("far", 10),
    diner("near", 4),
    diner("foe", 5, { avoid: ["a"] }),
    diner("acquainted", 5, { met: ["b"] }),
    diner("speechless", 5, { languages: 2 }),
    diner("unserved", 5, { diets: 2 }),
  ];
  expect(replacementsFor(four, standby, { questions, venue })).toEqual([
    { diner: "near", score: 95.56 },
    { diner: "far", score: 77.78 },
  ]);
  const [best] = replacementsFor(four, standby, { questions, venue, relaxed: ["met"] });
  expect(best).toEqual({ diner: "acquainted", score: 100 });
});

test("of equal fits the older claim comes first, and a full table takes nobody", () => {
  const standby = [diner("late", 5, { bookedAt: 2 }), diner("early", 5, { bookedAt: 1 })];
  expect(replacementsFor(four, standby, { questions, venue }).map((each) => each.diner)).toEqual([
    "early",
    "late",
  ]);
  expect(replacementsFor([...four, diner("e", 5)], standby, { questions, venue })).toEqual([]);
});

test("those of a dissolved table fill free seats, and who has but one table to go to is not shut out", () => {
  const tables = [four, [diner("k", 9), diner("l", 9), diner("m", 9)]];
  const leaving = [diner("x", 5), diner("y", 5, { avoid: ["k"] }), diner("z", 8)];
  const moves = freeSeatsFor(leaving, tables, { questions, venue });
  expect(Object.fromEntries(moves.map(({ diner, table }) => [diner, table]))).toEqual({ x: 1, y: 0, z: 1 });
});

test("whom no free seat fits is told so", () => {
  const tables = [[...four, diner("e", 5)]];
  expect(freeSeatsFor([diner("x", 5)], tables, { questions, venue })).toEqual([{ diner: "x", table: -1 }]);
});
