import { expect, test } from "vitest";
import { rangeMax } from "#app/lib/quiz/quiz.ts";
import type { Diner } from "#app/matching/diner.ts";
import type { MatchQuestion } from "#app/matching/question.ts";
import { findFreeSeats, findReplacements, type Move } from "#app/matching/reseat.ts";

const questions: MatchQuestion[] = [
  { id: 1, kind: "range", choices: rangeMax, rule: "similar", weight: 2, sensitive: false },
];
const venue = { id: "v", diets: 1, tables: 9 };
const diner = (id: string, step: number, more: Partial<Diner> = {}): Diner => ({
  id,
  answers: { 1: [step] },
  priority: 0,
  bookedAt: 0,
  languages: 1,
  diets: 0,
  avoid: [],
  met: [],
  ...more,
});
const placesOf = (moves: Move[]) =>
  Object.fromEntries(moves.flatMap(({ diners, table }) => diners.map((id) => [id, table])));
const tableOfFour = [diner("a", 5), diner("b", 5), diner("c", 5), diner("d", 5)];

test("lists those who may join a table, of equal priority the best score first", () => {
  const standby = [
    diner("far", 10),
    diner("near", 4),
    diner("avoiding", 5, { avoid: ["a"] }),
    diner("met", 5, { met: ["b"] }),
    diner("other language", 5, { languages: 2 }),
    diner("unserved", 5, { diets: 2 }),
  ];
  expect(findReplacements({ venue, diners: tableOfFour }, standby, { questions })).toEqual([
    { diners: ["near"], score: 95.56 },
    { diners: ["far"], score: 77.78 },
  ]);
  const [best] = findReplacements({ venue, diners: tableOfFour }, standby, { questions, relaxed: ["met"] });
  expect(best).toEqual({ diners: ["met"], score: 100 });
});

test("who was on standby more often comes before a better score", () => {
  const standby = [diner("near", 5), diner("waiting", 9, { priority: 1 }), diner("far", 10, { priority: 1 })];
  expect(
    findReplacements({ venue, diners: tableOfFour }, standby, { questions }).flatMap((each) => each.diners),
  ).toEqual(["waiting", "far", "near"]);
});

test("of equal scores the earlier booking comes first, and nobody may join a full table", () => {
  const standby = [diner("late", 5, { bookedAt: 2 }), diner("early", 5, { bookedAt: 1 })];
  expect(
    findReplacements({ venue, diners: tableOfFour }, standby, { questions }).flatMap((each) => each.diners),
  ).toEqual(["early", "late"]);
  expect(
    findReplacements({ venue, diners: [...tableOfFour, diner("e", 5)] }, standby, { questions }),
  ).toEqual([]);
});

test("those who belong together join a table with seats for all of them, or none does", () => {
  const rules = { questions, together: [["x", "y"]] };
  const standby = [diner("x", 5), diner("far", 10), diner("y", 5)];
  const groupsFor = (table: typeof tableOfFour) =>
    findReplacements({ venue, diners: table }, standby, rules).map(({ diners }) => diners);
  expect(groupsFor(tableOfFour)).toEqual([["far"]]);
  expect(groupsFor(tableOfFour.slice(0, 3))).toEqual([["x", "y"], ["far"]]);
  const kept = [...standby.slice(0, 2), diner("y", 5, { avoid: ["a"] })];
  expect(findReplacements({ venue, diners: tableOfFour.slice(0, 3) }, kept, rules)).toHaveLength(1);
});

test("moves diners to free seats, first those with the fewest possible tables", () => {
  const tables = [tableOfFour, [diner("k", 9), diner("l", 9), diner("m", 9)]];
  const diners = [diner("x", 5), diner("y", 5, { avoid: ["k"] }), diner("z", 8)];
  const moves = findFreeSeats(
    diners,
    tables.map((diners) => ({ venue, diners })),
    { questions },
  );
  expect(placesOf(moves)).toEqual({ x: 1, y: 0, z: 1 });
});

test("a group joins a table whole or not at all", () => {
  const [x, y, z] = [diner("x", 5), diner("y", 5, { avoid: ["x"] }), diner("z", 8)];
  const rules = { questions, together: [["x", "y"]] };
  expect(
    findReplacements({ venue, diners: tableOfFour }, [x, z], rules).flatMap((each) => each.diners),
  ).toEqual(["z"]);
  const tables = [tableOfFour, [diner("k", 9), diner("l", 9), diner("m", 9)]].map((diners) => ({
    venue,
    diners,
  }));
  const moves = findFreeSeats([x, y, z], tables, rules);
  expect(placesOf(moves)).toEqual({ x: 1, y: 1, z: 0 });
});

test("a table keeps its venue: who joins must suit it, and others go to another table", () => {
  const dear = { id: "dear", diets: 3, tables: 1, price: 3, stepFree: true };
  const tables = [
    { venue, diners: tableOfFour },
    { venue: dear, diners: [diner("k", 5), diner("l", 5), diner("m", 5)] },
  ];
  const diners = [
    diner("x", 5, { diets: 2 }),
    diner("y", 5, { maxPrice: 2 }),
    diner("z", 5, { stepFree: true }),
  ];
  const moves = findFreeSeats(diners, tables, { questions });
  expect(placesOf(moves)).toEqual({ x: 1, y: 0, z: 1 });
  const names = (table: (typeof tables)[0]) =>
    findReplacements(table, diners, { questions }).flatMap((each) => each.diners);
  expect(tables.map(names)).toEqual([["y"], ["x", "z"]]);
});

test("returns table -1 for a diner without a possible table", () => {
  const tables = [[...tableOfFour, diner("e", 5)]];
  expect(
    findFreeSeats(
      [diner("x", 5)],
      tables.map((diners) => ({ venue, diners })),
      { questions },
    ),
  ).toEqual([{ diners: ["x"], table: -1 }]);
});

const tables = (...lists: Diner[][]) => lists.map((diners) => ({ venue, diners }));
const water = { id: 2, kind: "single", choices: 2, rule: "ignore", weight: 0, sensitive: true } as const;
const marked: MatchQuestion[] = [...questions, { ...water, company: [1] }];
const drinksWater = (id: string, step: number, more: Partial<Diner> = {}) =>
  diner(id, step, { ...more, answers: { 1: [step], 2: [1] } });
const terms = { company: 6 };

test("a free seat goes to who keeps somebody company, and not to who would be alone, of equal priority", () => {
  const alone = [drinksWater("a", 5), ...tableOfFour.slice(1)];
  const standby = [diner("near", 5), drinksWater("like a", 6)];
  const names = (table: Diner[], priority = 0) =>
    findReplacements({ venue, diners: table }, [...standby, diner("waiting", 6, { priority })], {
      questions: marked,
      terms,
    }).flatMap((each) => each.diners);
  expect(names(alone)).toEqual(["like a", "near", "waiting"]);
  expect(names(tableOfFour)).toEqual(["near", "waiting", "like a"]);
  expect(names(alone, 1)).toEqual(["waiting", "like a", "near"]);
});

test("who moves joins the table where they have company, and a wish counts", () => {
  const rules = { questions: marked, terms: { ...terms, wish: 16 }, wishes: [["y", "k"]] as const };
  const others = tables([drinksWater("a", 8), diner("b", 8), diner("c", 8)], [diner("k", 9), diner("l", 9)]);
  const find = (moving: Diner) => findFreeSeats([moving], others, rules)[0]?.table;
  expect([find(drinksWater("x", 9)), find(diner("z", 9)), find(diner("y", 5))]).toEqual([0, 1, 1]);
});

test("who was on standby more often keeps a seat, and takes none that another one needs", () => {
  const one = [...tableOfFour];
  const other = ["k", "l", "m", "n"].map((id) => diner(id, 9));
  const first = diner("first", 5, { priority: 1 });
  const onlyOne = diner("only one", 5, { avoid: ["k"] });
  const onlyOther = diner("only other", 9, { avoid: ["a"] });
  const find = (...moving: Diner[]) => placesOf(findFreeSeats(moving, tables(one, other), { questions }));
  expect(find(onlyOne, first)).toEqual({ "only one": 0, first: 1 });
  expect(find(onlyOne, onlyOther, first)).toMatchObject({ first: 0, "only one": -1, "only other": 1 });
});

test("of equal priority, who had a bad evening gets the free seat, but not before who waited longer", () => {
  const names = (...standby: Diner[]) =>
    findReplacements({ venue, diners: tableOfFour }, standby, { questions }).flatMap((each) => each.diners);
  const bad = diner("bad", 8, { boost: true, bookedAt: 9 });
  expect(names(diner("near", 5), bad, diner("waiting", 10, { priority: 1 }))).toEqual([
    "waiting",
    "bad",
    "near",
  ]);
});

test("of those who move, who had a bad evening chooses first, and avoids a table below the mean", () => {
  const [full, free] = [tableOfFour, [diner("k", 9), diner("l", 9), diner("m", 9)]];
  const last = (more: Partial<Diner>) =>
    placesOf(findFreeSeats([diner("x", 5), diner("y", 5, more)], tables(full, free), { questions }));
  expect(last({})).toEqual({ x: 0, y: 1 });
  expect(last({ boost: true })).toEqual({ x: 1, y: 0 });

  // Company at a poor table makes good for ten points of a usual evening, and not after a bad one.
  const poor = [drinksWater("a", 3), diner("b", 8), diner("c", 8)];
  const good = [diner("d", 5), diner("e", 6), diner("f", 5)];
  const find = (more: Partial<Diner>) =>
    findFreeSeats([drinksWater("x", 5, more)], tables(poor, good), {
      questions: marked,
      terms: { company: 20 },
    })[0]?.table;
  expect([find({}), find({ boost: true })]).toEqual([0, 1]);
});
