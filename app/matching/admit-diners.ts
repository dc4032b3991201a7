import { tableSize } from "#app/lib/table-size.ts";
import type { Diner, Venue } from "./diner.ts";
import type { Standby } from "./match-input.ts";
import type { Rules } from "./rules/rules.ts";

export const byId = (one: { id: string }, other: { id: string }) =>
  one.id < other.id ? -1 : one.id > other.id ? 1 : 0;

/** Who stood by last time comes first, then who booked first. */
export const byClaim = (one: Diner, other: Diner) =>
  other.priority - one.priority || one.bookedAt - other.bookedAt || byId(one, other);

/** Who of those who booked a venue sits down tonight, and who stands by and why. */
export function admit(
  venue: Venue,
  booked: readonly Diner[],
  rulesOf: (diners: readonly Diner[]) => Rules,
): { guests: Diner[]; standby: Standby[] } {
  const unserved = booked.filter(({ diets }) => (diets & ~venue.diets) !== 0);
  const served = booked.filter(({ diets }) => (diets & ~venue.diets) === 0);
  const sociable = withCompany(served, rulesOf(served)).sort(byClaim);
  const isSociable = new Set(sociable);
  const places = tableSize * Math.min(Math.floor(sociable.length / tableSize), venue.tables);
  const rest = sociable.slice(places);
  const isFull = rest.length >= tableSize;
  return {
    guests: sociable.slice(0, places).sort(byId),
    standby: [
      ...unserved.map(({ id }): Standby => ({ diner: id, reason: "diet" })),
      ...served
        .filter((diner) => !isSociable.has(diner))
        .map(({ id }): Standby => ({ diner: id, reason: "rules" })),
      ...rest.map(({ id }): Standby => ({ diner: id, reason: isFull ? "full" : "left over" })),
    ],
  };
}

/** Those for whom there are four others they may sit with, who have four others in turn. */
function withCompany(diners: readonly Diner[], rules: Rules): Diner[] {
  let company = [...diners.keys()];
  while (company.length >= tableSize) {
    const left = company.filter((diner) => rules.hasCompany(diner, company));
    if (left.length === company.length) break;
    company = left;
  }
  return company.map((place) => diners[place] as Diner);
}
