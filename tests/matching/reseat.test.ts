import { expect, test } from "vitest";
import { rangeMax } from "#app/lib/quiz/quiz.ts";
import type { Diner, MatchQuestion } from "#app/matching/match-input.ts";
import { findFreeSeats, type Move, type SeatedTable, type SeatingRules } from "#app/matching/reseat.ts";

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

/** A full table that nobody fits, so that no other one is below the floor. */
const elsewhere = [1, 10, 1, 10, 1].map((step, i) => diner(`elsewhere ${i}`, step));

/** Who would get the free seats of a table, and who if those were not there, until nobody may join it. */
function listInOrder(table: SeatedTable, standby: Diner[], rules: SeatingRules): string[] {
  const joining = findFreeSeats(standby, [table, { venue, diners: elsewhere }], rules).flatMap((move) =>
    move.table === 0 ? move.diners : [],
  );
  const others = standby.filter(({ id }) => !joining.includes(id));
  return joining.length === 0 ? [] : [...joining, ...listInOrder(table, others, rules)];
}

test("of equal priority the best score gets a seat first, and only those who may join a table", () => {
  const standby = [
    diner("far", 10),
    diner("near", 4),
    diner("avoiding", 5, { avoid: ["a"] }),
    diner("met", 5, { met: ["b"] }),
    diner("other language", 5, { languages: 2 }),
    diner("unserved", 5, { diets: 2 }),
  ];
  const table = { venue, diners: tableOfFour };
  expect(listInOrder(table, standby, { questions })).toEqual(["near", "far"]);
  expect(listInOrder(table, standby, { questions, relaxed: ["met"] })).toEqual(["met", "near", "far"]);
});

test("who was on standby more often comes before a better score", () => {
  const standby = [diner("near", 5), diner("waiting", 9, { priority: 1 }), diner("far", 10, { priority: 1 })];
  expect(listInOrder({ venue, diners: tableOfFour }, standby, { questions })).toEqual([
    "waiting",
    "far",
    "near",
  ]);
});

test("of equal scores the earlier booking comes first, and nobody may join a full table", () => {
  const standby = [diner("late", 5, { bookedAt: 2 }), diner("early", 5, { bookedAt: 1 })];
  expect(listInOrder({ venue, diners: tableOfFour }, standby, { questions })).toEqual(["early", "late"]);
  expect(listInOrder({ venue, diners: [...tableOfFour, diner("e", 5)] }, standby, { questions })).toEqual([]);
});

test("those who belong together join a table with seats for all of them, or none does", () => {
  const rules = { questions, together: [["x", "y"]] };
  const standby = [diner("x", 5), diner("far", 10), diner("y", 5)];
  const firstFor = (seated: Diner[], others = standby) =>
    findFreeSeats(others, [{ venue, diners: seated }], rules)
      .filter(({ table }) => table === 0)
      .map(({ diners }) => diners);
  expect(firstFor(tableOfFour)).toEqual([["far"]]);
  expect(firstFor(tableOfFour.slice(0, 3))).toEqual([["x", "y"]]);
  const avoiding = [...standby.slice(0, 2), diner("y", 5, { avoid: ["a"] })];
  expect(firstFor(tableOfFour.slice(0, 3), avoiding)).toEqual([["far"]]);
});

test("all free seats are filled where another one of those on standby fits each, whatever is best for one table", () => {
  const one = ["a", "b", "c", "d"].map((id) => diner(id, 5, { languages: 3 }));
  const two = ["e", "f", "g", "h"].map((id) => diner(id, 5, { languages: 2 }));
  const three = ["i", "j", "k", "l"].map((id) => diner(id, 5, { languages: 4 }));
  const standby = [
    diner("all", 5, { languages: 7 }),
    diner("first", 9, { languages: 1 }),
    diner("second", 5, { languages: 3 }),
  ];
  expect(placesOf(findFreeSeats(standby, tables(one, two, three), { questions }))).toEqual({
    all: 2,
    first: 0,
    second: 1,
  });
});

test("a table that would be too small is helped first, and then as many as possible are full", () => {
  const [four, three, two] = [tableOfFour, ["e", "f", "g"], ["h", "i"]].map((table) =>
    table.map((each) => (typeof each === "string" ? diner(each, 9) : each)),
  ) as [Diner[], Diner[], Diner[]];
  const join = (count: number) =>
    findFreeSeats(
      Array.from({ length: count }, (_, i) => diner(`x${i}`, 5)),
      tables(four, three, two),
      { questions },
    )
      .map(({ table }) => table)
      .sort();
  expect(join(1)).toEqual([2]);
  expect(join(2)).toEqual([0, 2]);
  expect(join(4)).toEqual([0, 2, 2, 2]);
});

test("no table is left poor where the diners on standby could be spread better", () => {
  const poor = [diner("a", 1), diner("b", 3), diner("c", 5), diner("d", 3)];
  const rich = [diner("e", 8), diner("f", 8), diner("g", 8), diner("h", 8)];
  const places = placesOf(
    findFreeSeats([diner("wide", 6), diner("near", 3)], tables(poor, rich), { questions }),
  );
  expect(places).toEqual({ near: 0, wide: 1 });
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
  expect(listInOrder({ venue, diners: tableOfFour }, [x, z], rules)).toEqual(["z"]);
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
  const names = (table: (typeof tables)[0]) => listInOrder(table, diners, { questions });
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
    listInOrder({ venue, diners: table }, [...standby, diner("waiting", 6, { priority })], {
      questions: marked,
      terms,
    });
  expect(names(alone)).toEqual(["like a", "near", "waiting"]);
  expect(names(tableOfFour)).toEqual(["near", "waiting", "like a"]);
  expect(names(alone, 1)).toEqual(["waiting", "like a", "near"]);
});

test("who moves joins the table where they have company, and a wish counts", () => {
  const rules = { questions: marked, terms: { ...terms, wish: 16 }, wishes: [["y", "k"]] as const };
  const others = tables(
    [drinksWater("a", 8), diner("b", 8), diner("c", 8)],
    [diner("k", 9), diner("l", 9), diner("m", 9)],
    elsewhere,
  );
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
  const names = (...standby: Diner[]) => listInOrder({ venue, diners: tableOfFour }, standby, { questions });
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

  // Company makes good for a table that is a little below the mean, and not after a bad evening.
  const unlike = [drinksWater("a", 8), diner("b", 8), diner("c", 8)];
  const alike = [diner("d", 5), diner("e", 6), diner("f", 5)];
  const other = [1, 1, 1, 7, 7].map((step, i) => diner(`other ${i}`, step));
  const find = (more: Partial<Diner>) =>
    findFreeSeats([drinksWater("x", 5, more)], tables(unlike, alike, other), {
      questions: marked,
      terms: { company: 10 },
    })[0]?.table;
  expect([find({}), find({ boost: true })]).toEqual([0, 1]);
});

test("seven who lose two tables all sit at two of four and three, and the vegan of five goes alone", () => {
  const emptyTables = [
    { venue, diners: [] },
    { venue, diners: [] },
  ];
  const seven = Array.from({ length: 7 }, (_, i) => diner(`${i}`, 5));
  const ids = seven.map(({ id }) => id);
  const places = placesOf(findFreeSeats(seven, emptyTables, { questions }, [ids.slice(0, 5), ids.slice(5)]));
  const counts = [0, 1].map((table) => ids.filter((id) => places[id] === table).length);
  expect(counts.sort()).toEqual([3, 4]);

  const five = Array.from({ length: 5 }, (_, i) => diner(`${i}`, 5, i === 2 ? { diets: 2 } : {}));
  const tables = [
    { venue, diners: [] },
    { venue: { ...venue, id: "vegan", diets: 3 }, diners: tableOfFour },
  ];
  const former = [five.map(({ id }) => id)];
  const alone = placesOf(findFreeSeats(five, tables, { questions }, former));
  expect(alone).toEqual({ 0: 0, 1: 0, 2: 1, 3: 0, 4: 0 });
  const apart = five.map((each) => ({ ...each, diets: 2 }));
  expect(
    placesOf(
      findFreeSeats(
        apart.slice(0, 2),
        [{ venue: { ...venue, diets: 3 }, diners: [] }],
        { questions },
        former,
      ),
    ),
    "two are no table",
  ).toEqual({ 0: -1, 1: -1 });
});
