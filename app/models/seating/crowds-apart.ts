import { maxOfCrowdAtTable } from "#app/lib/table-size.ts";

interface CrowdDiner {
  bookingId: string;
  crowdId: string | null;
  tableId: string | null;
  togetherId: string | null;
  avoided: string[];
}

/**
 * Of accounts that may be one person's, at most two sit at one table. The matcher knows pairs only, so each may sit with one other
 * of them, and is kept apart from the rest. Those who sit at a table already may stay.
 */
export function keepCrowdsApart<Diner extends CrowdDiner>(diners: readonly Diner[]): Diner[] {
  const crowds = Map.groupBy(diners, ({ crowdId }) => crowdId);
  crowds.delete(null);
  const apart = new Map<Diner, string[]>();
  for (const crowd of crowds.values()) {
    if (crowd.length <= maxOfCrowdAtTable) continue;
    const sets = pairUp(crowd);
    // Of each pair one has the other, since that counts for both.
    for (const [i, set] of sets.entries()) {
      const others = sets.slice(i + 1).flatMap((other) => other.map(({ bookingId }) => bookingId));
      for (const diner of set) apart.set(diner, others);
    }
  }
  return diners.map((diner) => ({ ...diner, avoided: [...diner.avoided, ...(apart.get(diner) ?? [])] }));
}

/** Who may sit at one table: those who do, then two who booked together, then any two. */
function pairUp<Diner extends CrowdDiner>(crowd: readonly Diner[]): Diner[][] {
  const inOrder = crowd.toSorted((one, other) => (one.bookingId < other.bookingId ? -1 : 1));
  const tables = [...Map.groupBy(inOrder, ({ tableId, bookingId }) => tableId ?? bookingId).values()];
  const seated = tables.filter((some) => some.length >= maxOfCrowdAtTable);
  const left = tables.filter((some) => some.length < maxOfCrowdAtTable).flat();
  const together = [...Map.groupBy(left, ({ togetherId, bookingId }) => togetherId ?? bookingId).values()];
  const pairs = together.filter((some) => some.length === maxOfCrowdAtTable);
  const alone = together.filter((some) => some.length !== maxOfCrowdAtTable).flat();
  return [...seated, ...pairs, ...inTwos(alone)];
}

const inTwos = <Diner>(diners: readonly Diner[]) =>
  diners.flatMap((_, i) => (i % maxOfCrowdAtTable === 0 ? [diners.slice(i, i + maxOfCrowdAtTable)] : []));
