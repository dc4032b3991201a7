import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rangeMax } from "#app/lib/quiz/quiz.ts";
import { tableSize } from "#app/lib/table-size.ts";
import type { Diner, MatchInput } from "#app/matching/match-input.ts";
import { tableScorePerPoint } from "#app/matching/scores.ts";
import type { Seating } from "#app/matching/seating.ts";
import { match, matchWithFloor, verifySeating } from "#app/matching/solve.ts";
import { arbitraryMatchInput } from "./match-inputs.ts";

const hundredRuns = { numRuns: 100 };

/** Checks the rules without the matcher's code. */
function findViolations(input: MatchInput, { tables, report }: Seating): string[] {
  const dinersById = new Map(input.diners.map((diner) => [diner.id, diner]));
  return tables.flatMap(({ venue: venueId, diners: ids }) => {
    const diners = ids.map((id) => dinersById.get(id) as Diner);
    const venue = input.venues.find(({ id }) => id === venueId);
    const relaxed = report.venues[0].relaxed;
    const violations: string[] = [];
    if (ids.length !== tableSize || new Set(ids).size !== tableSize)
      violations.push(`${ids} are not ${tableSize} diners`);
    if (
      !relaxed.includes("language") &&
      diners.reduce((shared, { languages }) => shared & (languages || -1), -1) === 0
    )
      violations.push(`${ids} share no language`);
    for (const diner of diners) {
      if (diner.diets & ~(venue?.diets ?? 0)) violations.push(`${diner.id} can't be served`);
      if ((venue?.price ?? 0) > (diner.maxPrice ?? Infinity)) violations.push(`${diner.id} pays too much`);
      if (diner.stepFree && !venue?.stepFree) violations.push(`${diner.id} has to take steps`);
      const conflicts = relaxed.includes("met") ? diner.avoid : [...diner.avoid, ...diner.met];
      for (const other of conflicts)
        if (other !== diner.id && ids.includes(other)) violations.push(`${diner.id} sits with ${other}`);
    }
    return violations;
  });
}

test("every diner has one seat or is on standby, and no table breaks a rule", () => {
  fc.assert(
    fc.property(arbitraryMatchInput(), (input) => {
      const seating = match(input);
      const everyone = [
        ...seating.tables.flatMap(({ diners }) => diners),
        ...seating.standby.map(({ diner }) => diner),
      ];
      expect(everyone.sort()).toEqual(input.diners.map(({ id }) => id).sort());
      expect(findViolations(input, seating)).toEqual([]);
      for (const { id, tables } of input.venues)
        expect(seating.tables.filter(({ venue }) => venue === id).length).toBeLessThanOrEqual(tables);
    }),
    hundredRuns,
  );
});

test("the floor is 1.6 points below the mean of the best seating without one, and none where one table is filled or no question weighs", () => {
  fc.assert(
    fc.property(arbitraryMatchInput({ maxDiners: 24 }), (input) => {
      const { seating, scoreFloor } = matchWithFloor(input);
      expect(seating).toEqual(match(input));
      const weighs = input.questions.some(({ weight }) => weight > 0);
      if (seating.tables.length < 2 || input.floor === false || !weighs) {
        expect(scoreFloor).toBeNull();
        return;
      }
      const { mean } = match({ ...input, floor: false }).report;
      // Scores are whole numbers, and points have two decimals.
      const rounding = 0.5 / tableScorePerPoint(input.questions) + 0.0101;
      expect(Math.abs((scoreFloor ?? 0) - ((mean ?? 0) - 1.6))).toBeLessThanOrEqual(rounding);
    }),
    hundredRuns,
  );
});

test("relaxing some rules fills no fewer tables, breaks no other rule, and is reported", () => {
  fc.assert(
    fc.property(arbitraryMatchInput({ maxDiners: 24 }), (input) => {
      const strictSeating = match(input);
      const relaxedSeating = match({ ...input, relax: ["met", "language"] });
      expect(findViolations(input, relaxedSeating)).toEqual([]);
      expect(relaxedSeating.tables.length).toBeGreaterThanOrEqual(strictSeating.tables.length);
      for (const { relaxed } of relaxedSeating.report.venues)
        expect([[], ["met"], ["language"], ["met", "language"]]).toContainEqual(relaxed);
    }),
    hundredRuns,
  );
});

test("the order of diners and questions does not change the seating", () => {
  const cases = arbitraryMatchInput().chain((input) =>
    fc.tuple(
      fc.constant(input),
      fc.shuffledSubarray([...input.diners], { minLength: input.diners.length }),
      fc.shuffledSubarray([...input.questions], { minLength: input.questions.length }),
    ),
  );
  fc.assert(
    fc.property(cases, ([input, diners, questions]) => {
      expect(match({ ...input, diners, questions })).toEqual(match(input));
    }),
    { numRuns: 80 },
  );
});

test("the same seed gives the same hash, and a changed seating fails verification", () => {
  fc.assert(
    fc.property(arbitraryMatchInput({ maxDiners: 20 }), (input) => {
      const seating = match(input);
      expect(match(input).hash).toBe(seating.hash);
      expect(verifySeating(input, seating)).toBe(true);
      const changed: Seating = { ...seating, standby: [{ diner: "d0", reason: "full" }, ...seating.standby] };
      expect(verifySeating(input, changed)).toBe(false);
    }),
    { numRuns: 60 },
  );
});

test("without hard rules, seats as many diners as fill whole tables", () => {
  fc.assert(
    fc.property(arbitraryMatchInput({ maxDiners: 24, hasRules: false }), (input) => {
      const { tables, standby } = match({ ...input, proposals: 20_000 });
      expect(tables.length).toBe(Math.floor(input.diners.length / tableSize));
      expect(standby.every(({ reason }) => reason === "left over")).toBe(true);
    }),
    hundredRuns,
  );
});

test("seats diners by priority, and of equal priority by the time of booking", () => {
  fc.assert(
    fc.property(arbitraryMatchInput({ maxDiners: 24, hasRules: false }), (input) => {
      const rankOf = (id: string) => {
        const diner = input.diners.find((each) => each.id === id) as Diner;
        return -1_000 * diner.priority + diner.bookedAt;
      };
      const { tables, standby } = match({ ...input, proposals: 20_000 });
      const seatedRanks = tables.flatMap(({ diners }) => diners.map(rankOf));
      for (const { diner } of standby)
        for (const rank of seatedRanks) expect(rank).toBeLessThanOrEqual(rankOf(diner));
    }),
    hundredRuns,
  );
});

describe("with one venue", () => {
  const makeDiner = (index: number, more: Partial<Diner> = {}): Diner => ({
    id: `d${index}`,
    answers: {},
    priority: 0,
    bookedAt: index,
    languages: 0,
    diets: 0,
    avoid: [],
    met: [],
    ...more,
  });
  const makeDiners = (count: number, more: (index: number) => Partial<Diner> = () => ({})) =>
    Array.from({ length: count }, (_, index) => makeDiner(index, more(index)));
  const idsOf = (diners: Diner[]) => diners.map(({ id }) => id);
  const seat = (diners: Diner[], more: Partial<MatchInput> = {}) =>
    match({
      questions: [{ id: 1, kind: "range", choices: rangeMax, rule: "similar", weight: 3, sensitive: false }],
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
  ])("%i diners fill %i tables and leave %i on standby", (count, tableCount, standbyCount) => {
    const { tables, standby } = seat(makeDiners(count));
    expect([tables.length, standby.length]).toEqual([tableCount, standbyCount]);
  });

  test("diners with the same answers all score 100", () => {
    const { report } = seat(makeDiners(25, () => ({ answers: { 1: [4] } })));
    expect([report.mean, report.worst, report.lowestPair]).toEqual([100, 100, 100]);
    expect(report.venues[0]?.outcome).toBe("complete");
  });

  test("seats nobody where all avoid each other, whatever may be relaxed", () => {
    const avoid = idsOf(makeDiners(15));
    const { tables, standby } = seat(
      makeDiners(15, () => ({ avoid })),
      { relax: ["met", "language"] },
    );
    expect(tables).toEqual([]);
    expect(standby.every(({ reason }) => reason === "rules")).toBe(true);
  });

  test("seats diners who have all met only where that rule may be relaxed, and reports it", () => {
    const met = idsOf(makeDiners(15));
    const diners = makeDiners(15, () => ({ met }));
    expect(seat(diners).tables).toEqual([]);
    const { tables, report } = seat(diners, { relax: ["met"] });
    expect(tables.length).toBe(3);
    expect(report.venues[0]?.relaxed).toEqual(["met"]);
  });

  test("a full venue seats the earliest bookings and gives the others the reason full", () => {
    const { tables, standby } = seat(makeDiners(17), { venues: [{ id: "v", diets: 0, tables: 2 }] });
    expect(tables.flatMap(({ diners }) => diners).sort()).toEqual(idsOf(makeDiners(10)).sort());
    expect(standby.every(({ reason }) => reason === "full")).toBe(true);
  });

  test("a diner the kitchen can't serve is on standby, and another diner takes the seat", () => {
    const { tables, standby } = seat(makeDiners(6, (index) => (index === 0 ? { diets: 1 } : {})));
    expect(tables[0]?.diners).toEqual(["d1", "d2", "d3", "d4", "d5"]);
    expect(standby).toEqual([{ diner: "d0", reason: "diet" }]);
  });

  test("a diner who can sit with nobody does not reduce the number of tables", () => {
    const avoid = idsOf(makeDiners(11));
    const { tables, standby } = seat(makeDiners(11, (index) => (index === 0 ? { avoid } : {})));
    expect(tables.length).toBe(2);
    expect(standby).toEqual([{ diner: "d0", reason: "rules" }]);
  });

  test("keeps a rule that is not in the way, even if it may be relaxed first", () => {
    const diners = makeDiners(20, (index) => ({
      languages: 2 ** (index % 10),
      met: index === 0 ? ["d10"] : [],
    }));
    const { tables, report } = seat(diners, { relax: ["met", "language"] });
    expect(tables.length).toBe(4);
    expect(report.venues[0]?.relaxed).toEqual(["language"]);
  });

  test("seats speakers of two languages apart, and proves that not all can be seated", () => {
    const { tables, standby, report } = seat(makeDiners(15, (index) => ({ languages: index < 9 ? 1 : 2 })));
    expect(tables.length).toBe(2);
    expect(standby.every(({ reason }) => reason === "rules")).toBe(true);
    expect(report.venues[0]?.outcome).toBe("impossible");
  });

  test("fills no more tables than the venue has where some were dissolved", () => {
    const diners = makeDiners(20, (index) => ({ languages: index < 10 && index % 2 ? 2 : 1 }));
    const { tables } = seat(diners, { venues: [{ id: "v", diets: 0, tables: 2 }] });
    expect(tables.length).toBe(2);
  });

  test("repairs a broken table with a diner on standby", () => {
    const { tables } = seat(makeDiners(14, (index) => ({ languages: index % 7 < 5 ? 1 : 2 })));
    expect(tables.length).toBe(2);
  });
});
