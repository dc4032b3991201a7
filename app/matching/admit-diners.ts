import { tableSize } from "#app/lib/table-size.ts";
import type { Diner, Venue } from "./diner.ts";
import type { Rules } from "./rules/rules.ts";
import type { Standby } from "./seating.ts";
import { compareById, compareByPriority } from "./sort-order.ts";

export function admitDiners(
  venue: Venue,
  booked: readonly Diner[],
  buildRules: (diners: readonly Diner[]) => Rules,
): { admitted: Diner[]; standby: Standby[] } {
  const unserved = booked.filter((diner) => !canServe(venue, diner));
  const served = booked.filter((diner) => canServe(venue, diner));
  const seatable = filterSeatable(served, buildRules(served)).sort(compareByPriority);
  const isSeatable = new Set(seatable);
  const seatCount = tableSize * Math.min(Math.floor(seatable.length / tableSize), venue.tables);
  const rest = seatable.slice(seatCount);
  const isFull = rest.length >= tableSize;
  return {
    admitted: seatable.slice(0, seatCount).sort(compareById),
    standby: [
      ...unserved.map(({ id }): Standby => ({ diner: id, reason: "diet" })),
      ...served
        .filter((diner) => !isSeatable.has(diner))
        .map(({ id }): Standby => ({ diner: id, reason: "rules" })),
      ...rest.map(({ id }): Standby => ({ diner: id, reason: isFull ? "full" : "left over" })),
    ],
  };
}

export const canServe = (venue: Venue, diner: Diner) => (diner.diets & ~venue.diets) === 0;

function filterSeatable(diners: readonly Diner[], rules: Rules): Diner[] {
  let seatable = [...diners.keys()];
  while (seatable.length >= tableSize) {
    const kept = seatable.filter((diner) => rules.canFillTable(diner, seatable));
    if (kept.length === seatable.length) break;
    seatable = kept;
  }
  return seatable.map((index) => diners[index] as Diner);
}
