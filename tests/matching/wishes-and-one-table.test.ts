import { expect, test } from "vitest";
import { match } from "#app/matching/solve.ts";
import { makeEvening } from "#tests/bench/populations.ts";

const evening = { ...makeEvening("capital", 60, 1), proposals: 6_000 };

test("of 21 diners for one table, the first two never sit together if one avoids the other", () => {
  const [venue] = evening.venues;
  if (!venue) throw new Error("The evening has no venue");
  const diners = evening.diners
    .slice(0, 21)
    .map((diner, i) => ({
      ...diner,
      diets: 0,
      languages: 1,
      met: [],
      avoid: i === 0 ? ["d1"] : [],
      bookedAt: i,
      priority: 0,
    }))
    .map(({ maxPrice, stepFree, ...diner }) => diner);
  const { tables } = match({
    ...evening,
    venues: [{ ...venue, tables: 1 }],
    diners,
    together: [],
    wishes: [],
  });
  expect(tables.map(({ diners }) => diners.length)).toEqual([5]);
  expect(tables[0]?.diners).toContain("d0");
  expect(tables[0]?.diners).not.toContain("d1");
});

test("the order of wishes changes nothing, though one diner has several", () => {
  const ids = evening.diners.filter(({ firstDinner }) => !firstDinner).map(({ id }) => id);
  const wishes = ids
    .slice(2, 12)
    .flatMap((id, i) => [[ids[i % 2] as string, id] as const, [id, ids[i + 13] as string] as const]);
  const seat = (list: typeof wishes) => match({ ...evening, wishes: list, together: [] }).hash;
  const reversed = wishes.toReversed().map(([one, other]) => [other, one] as const);
  expect(seat(reversed)).toBe(seat(wishes));
});

test("tables of a restaurant that suits nobody here are not counted", () => {
  const diners = evening.diners
    .slice(0, 10)
    .map(({ maxPrice, stepFree, ...diner }) => ({ ...diner, diets: 2, languages: 1, met: [], avoid: [] }));
  const venues = [
    { id: "a", diets: 1, tables: 3 },
    { id: "b", diets: 3, tables: 1 },
  ];
  const { tables } = match({ ...evening, venues, diners, together: [], wishes: [] });
  expect(tables.map(({ venue }) => venue)).toEqual(["b"]);
});

test("of 5,000 diners, four in five wishes to meet again come true", () => {
  const { report } = match({ ...makeEvening("capital", 5_000, 1), proposals: 1_000_000 });
  const { wishes = 0, wishesTogether = 0 } = report.venues[0].terms ?? {};
  expect(wishes).toBe(300);
  expect(wishesTogether).toBeGreaterThan(240);
});
