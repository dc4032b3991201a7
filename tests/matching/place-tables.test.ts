import { expect, test } from "vitest";
import type { Diner, Venue } from "#app/matching/match-input.ts";
import { Random } from "#app/matching/random.ts";
import { suits } from "#app/matching/venues/needs.ts";
import { placeTables } from "#app/matching/venues/transport.ts";

const makeTable = (needs: Partial<Diner>): Diner[] =>
  Array.from({ length: 5 }, (_, i) => ({
    id: `d${i}`,
    answers: {},
    priority: 0,
    bookedAt: 0,
    languages: 0,
    diets: 0,
    avoid: [],
    met: [],
    ...(i === 2 ? needs : {}),
  }));

test("each table gets the first venue by id that leaves room for the others", () => {
  const venues = [
    { id: "b", diets: 1, tables: 1 },
    { id: "a", diets: 0, tables: 1, price: 2 },
    { id: "c", diets: 3, tables: 2, stepFree: true },
  ];
  const tables = [makeTable({}), makeTable({}), makeTable({ diets: 1 }), makeTable({ stepFree: true })];
  expect(placeTables(tables, venues)).toEqual(["a", "b", "c", "c"]);
  // The first table leaves venue b to the one that needs its kitchen.
  const few = [makeTable({ maxPrice: 1 }), makeTable({ diets: 1 }), makeTable({ stepFree: true })];
  expect(placeTables(few, venues.slice(0, 2))).toEqual(["b", null, null]);
  expect(placeTables(few, [...venues.slice(0, 2), { id: "c", diets: 1, tables: 2, stepFree: true }])).toEqual(
    ["b", "c", "c"],
  );
  expect(placeTables([], venues)).toEqual([]);
  expect(placeTables(few, [])).toEqual([null, null, null]);
});

test("places as many tables as can be, the first ones first, as a search of all placements does", () => {
  for (let seed = 0; seed < 400; seed++) {
    const random = new Random(seed);
    const pick = <T>(list: readonly T[]) => list[random.nextBelow(list.length)] as T;
    const venues = Array.from({ length: random.nextBelow(5) }, (_, i): Venue => {
      const price = pick([undefined, 1, 2]);
      return {
        id: `v${i}`,
        diets: pick([0, 1, 2, 3]),
        tables: random.nextBelow(3),
        stepFree: pick([true, false]),
        ...(price ? { price } : {}),
      };
    });
    const tables = Array.from({ length: random.nextBelow(6) }, () =>
      makeTable({
        diets: pick([0, 0, 1, 2]),
        stepFree: pick([true, false, false]),
        maxPrice: pick([1, 2, 9]),
      }),
    );
    expect(placeTables(tables, venues), `seed ${seed}`).toEqual(searchAllPlacements(tables, venues));
  }
});

/** More tables before fewer, then the first tables before others, then venues with lower ids for the first tables. */
function searchAllPlacements(tables: Diner[][], venues: Venue[]): (string | null)[] {
  let best: (number | null)[] | undefined;
  const rankOf = (places: (number | null)[]) => [
    places.filter((place) => place === null).length,
    ...places.map((place) => (place === null ? 1 : 0)),
    ...places.map((place) => place ?? 0),
  ];
  const isBetter = (one: (number | null)[], other: (number | null)[]) => {
    const [a, b] = [rankOf(one), rankOf(other)];
    const different = a.findIndex((rank, i) => rank !== b[i]);
    return different >= 0 && (a[different] as number) < (b[different] as number);
  };
  const place = (places: (number | null)[]): void => {
    const diners = tables[places.length];
    if (!diners) {
      if (!best || isBetter(places, best)) best = places;
      return;
    }
    place([...places, null]);
    for (const [v, venue] of venues.entries()) {
      const used = places.filter((each) => each === v).length;
      if (used < venue.tables && diners.every((diner) => suits(venue, diner))) place([...places, v]);
    }
  };
  place([]);
  return (best ?? []).map((v) => (v === null ? null : (venues[v]?.id ?? null)));
}
