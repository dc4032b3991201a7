import type { Diner, Venue } from "#app/matching/diner.ts";
import { compareById } from "#app/matching/sort-order.ts";
import { offerKey, suits } from "./suits.ts";
import { groupByMask, Transport } from "./transport.ts";
import { addKind, wordBits } from "./venue-kinds.ts";

/**
 * Returns the venue of each table, for as many tables as possible, the first ones before the others; null if there is none. In
 * this order, each table gets the first venue by id that leaves room for the others.
 */
export function placeTables(
  tables: readonly (readonly Diner[])[],
  venues: readonly Venue[],
): (string | null)[] {
  const free = venues
    .filter((venue) => venue.tables > 0)
    .sort(compareById)
    .map((venue) => ({ venue, left: venue.tables }));
  const bins = [...Map.groupBy(free, ({ venue }) => offerKey(venue)).values()];
  const wordCount = Math.max(1, Math.ceil(bins.length / wordBits));
  const tableMasks = new Int32Array(tables.length * wordCount);
  for (const [i, diners] of tables.entries())
    for (const [bin, [first]] of bins.entries())
      if (first && diners.every((diner) => suits(first.venue, diner)))
        addKind(tableMasks, i * wordCount, bin);
  const { typeOf, masks } = groupByMask(tableMasks, wordCount);
  const transport = new Transport(
    masks,
    wordCount,
    bins.map((bin) => bin.reduce((sum, { left }) => sum + left, 0)),
  );
  const isPlaced = [...typeOf].map((type) => transport.place(type));
  const inOrder = free.map((each) => ({ each, bin: bins.findIndex((bin) => bin.includes(each)) }));
  // A venue that leaves no room for the others leaves none for any later table of this type either.
  const hasNoRoom = new Uint8Array((masks.length / wordCount) * bins.length);
  return [...typeOf].map((type, i) => {
    if (!isPlaced[i]) return null;
    for (const { each, bin } of inOrder) {
      const pair = type * bins.length + bin;
      if (each.left === 0 || hasNoRoom[pair]) continue;
      if (transport.takeTo(type, bin)) {
        each.left--;
        return each.venue.id;
      }
      hasNoRoom[pair] = 1;
    }
    return null;
  });
}
