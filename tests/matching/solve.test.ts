import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tableSize } from "#app/lib/table-size.ts";
import type { Diner } from "#app/matching/diner.ts";
import type { MatchInput, Seating } from "#app/matching/match-input.ts";
import { match, verify } from "#app/matching/solve.ts";
import { someNight } from "./match-inputs.ts";

const always = { numRuns: 100 };

/** What is wrong with a table, by the rules themselves and not by the matcher's own reading of them. */
function faults(night: MatchInput, { tables, report }: Seating): string[] {
  const diners = new Map(night.diners.map((diner) => [diner.id, diner]));
  return tables.flatMap(({ venue, diners: ids }) => {
    const table = ids.map((id) => diners.get(id) as Diner);
    const kitchen = night.venues.find(({ id }) => id === venue);
    const relaxed = report.venues.find((each) => each.venue === venue)?.relaxed ?? [];
    const found: string[] = [];
    if (ids.length !== tableSize || new Set(ids).size !== tableSize) found.push(`${ids} are not five`);
    if (
      !relaxed.includes("language") &&
      table.reduce((all, { languages }) => all & (languages || -1), -1) === 0
    )
      found.push(`${ids} share no language`);
    for (const diner of table) {
      if (diner.venue !== venue) found.push(`${diner.id} booked another venue`);
      if (diner.diets & ~(kitchen?.diets ?? 0)) found.push(`${diner.id} has nothing to eat`);
      const foes = relaxed.includes("met") ? diner.avoid : [...diner.avoid, ...diner.met];
      for (const foe of foes)
        if (foe !== diner.id && ids.includes(foe)) found.push(`${diner.id} sits with ${foe}`);
    }
    return found;
  });
}

test("everyone has one seat or stands by, and no rule is broken", () => {
  fc.assert(
    fc.property(someNight(), (night) => {
      const seating = match(night);
      const everyone = [
        ...seating.tables.flatMap(({ diners }) => diners),
        ...seating.standby.map(({ diner }) => diner),
      ];
      expect(everyone.sort()).toEqual(night.diners.map(({ id }) => id).sort());
      expect(faults(night, seating)).toEqual([]);
      for (const { id, tables } of night.venues)
        expect(seating.tables.filter(({ venue }) => venue === id).length).toBeLessThanOrEqual(tables);
    }),
    always,
  );
});

test("a night that lets rules go breaks no others, and says which went", () => {
  fc.assert(
    fc.property(someNight(), (night) => {
      const strict = match(night);
      const relaxed = match({ ...night, relax: ["met", "language"] });
      expect(faults(night, relaxed)).toEqual([]);
      expect(relaxed.tables.length).toBeGreaterThanOrEqual(strict.tables.length);
      for (const { relaxed: gone } of relaxed.report.venues)
        expect([[], ["met"], ["language"], ["met", "language"]]).toContainEqual(gone);
    }),
    always,
  );
});

test("the order in which a night is told is of no matter", () => {
  const shuffled = someNight().chain((night) =>
    fc.tuple(
      fc.constant(night),
      fc.shuffledSubarray([...night.diners], { minLength: night.diners.length }),
      fc.shuffledSubarray([...night.questions], { minLength: night.questions.length }),
    ),
  );
  fc.assert(
    fc.property(shuffled, ([night, diners, questions]) => {
      expect(match({ ...night, diners, questions })).toEqual(match(night));
    }),
    { numRuns: 80 },
  );
});

test("the same seed gives the same hash, and verify tells a seating that was touched", () => {
  fc.assert(
    fc.property(someNight({ most: 20 }), (night) => {
      const seating = match(night);
      expect(match(night).hash).toBe(seating.hash);
      expect(verify(night, seating)).toBe(true);
      expect(
        verify(night, { ...seating, standby: [{ diner: "d0", reason: "full" }, ...seating.standby] }),
      ).toBe(false);
    }),
    { numRuns: 60 },
  );
});

test("without hard rules all sit but those left over, so one diner more never costs a seat", () => {
  fc.assert(
    fc.property(someNight({ most: 24, rules: false }), (night) => {
      const { tables, standby } = match(night);
      expect(tables.length).toBe(Math.floor(night.diners.length / tableSize));
      expect(standby.every(({ reason }) => reason === "left over")).toBe(true);
    }),
    always,
  );
});

test("whoever stood by last time comes first, then who booked first", () => {
  fc.assert(
    fc.property(someNight({ most: 24, rules: false }), (night) => {
      const claim = (id: string) => {
        const diner = night.diners.find((each) => each.id === id) as Diner;
        return -1_000 * diner.priority + diner.bookedAt;
      };
      const { tables, standby } = match(night);
      const seated = tables.flatMap(({ diners }) => diners.map(claim));
      for (const { diner } of standby)
        for (const better of seated) expect(better).toBeLessThanOrEqual(claim(diner));
    }),
    always,
  );
});

describe("an evening of few or of a kind", () => {
  const diner = (id: number, more: Partial<Diner> = {}): Diner => ({
    id: `d${id}`,
    venue: "v",
    answers: {},
    priority: 0,
    bookedAt: id,
    languages: 0,
    diets: 0,
    avoid: [],
    met: [],
    ...more,
  });
  const some = (count: number, more: (id: number) => Partial<Diner> = () => ({})) =>
    Array.from({ length: count }, (_, id) => diner(id, more(id)));
  const evening = (diners: Diner[], more: Partial<MatchInput> = {}) =>
    match({
      questions: [{ id: 1, kind: "range", choices: 10, rule: "similar", weight: 3, sensitive: false }],
      venues: [{ id: "v", diets: 0, tables: 100 }],
      diners,
      seed: 1,
      ...more,
    });

  test.each([
    [0, 0, 0],
    [1, 0, 1],
    [4, 0, 4],
    [5, 1, 0],
    [9, 1, 4],
    [10, 2, 0],
  ])("%i diners fill %i tables and leave %i", (count, tables, left) => {
    const seating = evening(some(count));
    expect([seating.tables.length, seating.standby.length]).toEqual([tables, left]);
  });

  test("all alike are all as well seated as can be", () => {
    const { report } = evening(some(25, () => ({ answers: { 1: [4] } })));
    expect([report.mean, report.worst, report.lowestPair]).toEqual([100, 100, 100]);
    expect(report.venues[0]?.outcome).toBe("best");
  });

  test("where everybody avoids everybody nobody is seated, whatever may go", () => {
    const ids = some(15).map(({ id }) => id);
    const seating = evening(
      some(15, () => ({ avoid: ids })),
      { relax: ["met", "language"] },
    );
    expect(seating.tables).toEqual([]);
    expect(seating.standby.every(({ reason }) => reason === "rules")).toBe(true);
  });

  test("where everybody has met everybody they sit only if that rule may go, and it is said", () => {
    const ids = some(15).map(({ id }) => id);
    const diners = some(15, () => ({ met: ids }));
    expect(evening(diners).tables).toEqual([]);
    const relaxed = evening(diners, { relax: ["met"] });
    expect(relaxed.tables.length).toBe(3);
    expect(relaxed.report.venues[0]?.relaxed).toEqual(["met"]);
  });

  test("a full venue takes those who booked first, and others tell why they wait", () => {
    const seating = evening(some(17), { venues: [{ id: "v", diets: 0, tables: 2 }] });
    expect(seating.tables.flatMap(({ diners }) => diners).sort()).toEqual(
      some(10)
        .map(({ id }) => id)
        .sort(),
    );
    expect(seating.standby.every(({ reason }) => reason === "full")).toBe(true);
  });

  test("whom the kitchen can't serve stands by for that, and another takes the seat", () => {
    const seating = evening(some(6, (id) => (id === 0 ? { diets: 1 } : {})));
    expect(seating.tables[0]?.diners).toEqual(["d1", "d2", "d3", "d4", "d5"]);
    expect(seating.standby).toEqual([{ diner: "d0", reason: "diet" }]);
  });

  test("who can sit with nobody doesn't keep others from a table", () => {
    const ids = some(11).map(({ id }) => id);
    const seating = evening(some(11, (id) => (id === 0 ? { avoid: ids } : {})));
    expect(seating.tables.length).toBe(2);
    expect(seating.standby).toEqual([{ diner: "d0", reason: "rules" }]);
  });

  test("a rule that would help nobody is kept, though it is the first that may go", () => {
    const diners = some(20, (id) => ({ languages: 2 ** (id % 10), met: id === 0 ? ["d10"] : [] }));
    const seating = evening(diners, { relax: ["met", "language"] });
    expect(seating.tables.length).toBe(4);
    expect(seating.report.venues[0]?.relaxed).toEqual(["language"]);
  });

  test("two languages without a bridge make tables of each, and it is proven that not all can sit", () => {
    const seating = evening(some(15, (id) => ({ languages: id < 9 ? 1 : 2 })));
    expect(seating.tables.length).toBe(2);
    expect(seating.standby.every(({ reason }) => reason === "rules")).toBe(true);
    expect(seating.report.venues[0]?.outcome).toBe("impossible");
  });

  test("a full venue stays within its tables where some are dissolved", () => {
    const diners = some(20, (id) => ({ languages: id < 10 && id % 2 ? 2 : 1 }));
    const seating = evening(diners, { venues: [{ id: "v", diets: 0, tables: 2 }] });
    expect(seating.tables.length).toBe(2);
  });

  test("a diner of no venue is an error, not a diner lost", () => {
    expect(() => evening([diner(1, { venue: "elsewhere" })])).toThrow("d1 booked elsewhere");
  });

  test("those who wait take a place where that mends a table", () => {
    const seating = evening(some(14, (id) => ({ languages: id % 7 < 5 ? 1 : 2 })));
    expect(seating.tables.length).toBe(2);
  });
});
