import type { Diner } from "#app/matching/diner.ts";
import type { Relaxable } from "#app/matching/match-input.ts";
import { Rules } from "./rules.ts";

/** The rules among these diners, without those let go. Whoever avoids is avoided, and so with having met. */
export function rulesAmong(diners: readonly Diner[], relaxed: readonly Relaxable[]): Rules {
  const places = new Map<string, number>();
  for (const { id } of diners) places.set(id, places.size);
  const lists: ("avoid" | "met")[] = relaxed.includes("met") ? ["avoid"] : ["avoid", "met"];
  let named = 0;
  for (const diner of diners) for (const list of lists) named += diner[list].length;
  // Numbers alone: a large night's pairs, each an object, take more room than the night.
  const apart = new Int32Array(2 * named);
  let end = 0;
  for (const diner of diners) {
    const one = places.get(diner.id) as number;
    for (const list of lists) {
      for (const id of diner[list]) {
        const other = places.get(id);
        if (other === undefined || other === one) continue;
        apart[end++] = one;
        apart[end++] = other;
      }
    }
  }
  const languages = Int32Array.from(diners, (diner) => (relaxed.includes("language") ? 0 : diner.languages));
  return new Rules(languages, apart.subarray(0, end));
}
