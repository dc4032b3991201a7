import { expect, test } from "vitest";
import type { MatchInput } from "#app/matching/match-input.ts";
import { Random } from "#app/matching/random.ts";
import { match } from "#app/matching/solve.ts";
import { compareDenseInputs } from "#tests/bench/match-dense.ts";
import { makeMatchInput } from "#tests/bench/match-input.ts";

test("seats as many as possible, the first in order and as well as possible, as a search of all seatings does", () => {
  const { impossible, relaxed, wrong } = compareDenseInputs(40);
  expect(wrong).toEqual([]);
  expect(impossible).toBeGreaterThan(0);
  expect(relaxed).toBeGreaterThan(0);
});

test("with more diners on standby the report bounds how many can sit", () => {
  const { diners, ...input } = makeMatchInput(90, 3);
  const quarters = diners.map((diner, i) => ({ ...diner, languages: 2 ** (i % 13), met: [] }));
  const { report, tables, standby } = match({ ...input, diners: quarters });
  const [venue] = report.venues;
  expect(venue?.outcome).toBe("impossible");
  // Thirteen languages of six or seven diners each: one table a language.
  expect([tables.length, venue?.mostSeated]).toEqual([13, 65]);
  expect(standby.filter(({ reason }) => reason === "rules").length).toBeGreaterThan(0);
});

test("proves up to two hundred diners that speakers of two languages don’t fill all tables", () => {
  const { diners, ...input } = makeMatchInput(200, 1);
  const speakers = diners.map((diner, i) => ({ ...diner, languages: i < 7 ? 2 : 1, diets: 0 }));
  const { report } = match({ ...input, questions: [], relax: ["met"], proposals: 20_000, diners: speakers });
  expect([report.seated, report.venues[0]]).toMatchObject([
    195,
    { outcome: "impossible", mostSeated: 195, relaxed: [] },
  ]);
});

test("a question with very many choices has higher full marks", () => {
  const question = {
    id: 1,
    kind: "multiple",
    choices: 49,
    rule: "similar",
    weight: 1,
    sensitive: true,
  } as const;
  const ticked = Array.from({ length: 49 }, (_, i) => i + 1);
  const { diners } = makeMatchInput(10, 1);
  const { tables, report } = match({
    questions: [question],
    venues: [{ id: "v", diets: 7, tables: 2 }],
    diners: diners.map((diner) => ({ ...diner, answers: { 1: ticked }, languages: 0, avoid: [], met: [] })),
    seed: 1,
  });
  expect(tables.map(({ score }) => score)).toEqual([100, 100]);
  expect(report.venues[0]).toMatchObject({ worth: 740, method: "exact", outcome: "complete" });
});

test("four diners are left over, whatever the rules", () => {
  const { diners, ...input } = makeMatchInput(4, 1);
  const { standby } = match({
    ...input,
    diners: diners.map((diner) => ({ ...diner, languages: 1, diets: 0 })),
  });
  expect(standby.map(({ reason }) => reason)).toEqual(Array(4).fill("left over"));
});

test("relaxes nothing where forty diners with dense rules have a legal seating", () => {
  for (let seed = 0; seed < 12; seed++) {
    const { report } = match(makePlantedInput(40, seed));
    expect([report.seated, report.venues[0]?.relaxed], `seed ${seed}`).toEqual([40, []]);
  }
});

/** Of two diners who are not at the same one of eight tables, a third avoid each other, and a third have met. */
function makePlantedInput(count: number, seed: number): MatchInput {
  const random = new Random(seed);
  const { diners, questions } = makeMatchInput(count, seed);
  const place = random.shuffle(Int32Array.from({ length: count }, (_, i) => i));
  const isApart = (one: number, other: number) =>
    Math.floor((place[one] as number) / 5) !== Math.floor((place[other] as number) / 5);
  const pick = (one: number) =>
    diners.flatMap(({ id }, other) => (isApart(one, other) && random.nextBelow(6) === 0 ? [id] : []));
  return {
    questions,
    venues: [{ id: "v", diets: 7, tables: count / 5 }],
    diners: diners.map((diner, i) => ({ ...diner, languages: 0, avoid: pick(i), met: pick(i) })),
    seed,
    relax: ["met", "language"],
    proposals: 20_000,
  };
}
