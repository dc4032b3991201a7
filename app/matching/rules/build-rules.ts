import type { Diner, Venue } from "#app/matching/diner.ts";
import type { RelaxableRule } from "#app/matching/match-input.ts";
import { VenueKinds } from "#app/matching/venues/venue-kinds.ts";
import { Groups } from "./groups.ts";
import { Rules } from "./rules.ts";

/** Every diner must suit a venue. If there are no venues, it does not matter where they sit. */
export function buildRules(
  diners: readonly Diner[],
  relaxed: readonly RelaxableRule[],
  venues: readonly Venue[] = [],
  together: readonly (readonly string[])[] = [],
): Rules {
  const indexes = new Map<string, number>();
  for (const { id } of diners) indexes.set(id, indexes.size);
  const groups = buildGroups(indexes, together);
  const lists: ("avoid" | "met")[] = relaxed.includes("met") ? ["avoid"] : ["avoid", "met"];
  let maxPairs = 0;
  for (const diner of diners) for (const list of lists) maxPairs += diner[list].length;
  // With 20,000 diners, one object per pair would take more memory than the whole match input, so this is a flat typed array.
  const pairs = new Int32Array(2 * maxPairs);
  let end = 0;
  for (const diner of diners) {
    const one = indexes.get(diner.id) as number;
    for (const list of lists) {
      for (const id of diner[list]) {
        const other = indexes.get(id);
        if (other === undefined || other === one || groups?.areTogether(one, other)) continue;
        pairs[end++] = one;
        pairs[end++] = other;
      }
    }
  }
  const languages = Int32Array.from(diners, (diner) => (relaxed.includes("language") ? 0 : diner.languages));
  return new Rules(languages, pairs.subarray(0, end), new VenueKinds(venues, diners), groups);
}

function buildGroups(
  indexes: ReadonlyMap<string, number>,
  together: readonly (readonly string[])[],
): Groups | undefined {
  const groups = together
    .map((ids) => ids.flatMap((id) => indexes.get(id) ?? []).sort((one, other) => one - other))
    .filter((group) => group.length > 1);
  return groups.length > 0 ? new Groups(indexes.size, groups) : undefined;
}
