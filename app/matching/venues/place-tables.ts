import type { Diner, Venue } from "#app/matching/diner.ts";

/** The venue of each table; null where none with a free table serves all of its diners. */
export function placeTables(
  tables: readonly (readonly Diner[])[],
  venues: readonly Venue[],
): (string | null)[] {
  const left = new Map(venues.map(({ id, tables }) => [id, tables]));
  return tables.map((diners) => {
    const venue = venues.find(
      ({ id, diets }) => (left.get(id) ?? 0) > 0 && diners.every((diner) => (diner.diets & ~diets) === 0),
    );
    if (!venue) return null;
    left.set(venue.id, (left.get(venue.id) ?? 0) - 1);
    return venue.id;
  });
}
