import type { Groups } from "#app/matching/rules/groups.ts";
import type { Rules } from "#app/matching/rules/rules.ts";
import type { FeatureVectors } from "#app/matching/scores/feature-vectors.ts";
import { noVenueSets, type VenueSets } from "./venue-limits.ts";

/**
 * Diners of one kind have the same answers and languages, the same venues suit them, the terms are the same for them, and they
 * have no conflicts, group or wishes, so there are fewer seatings to search.
 */
export class DinerKinds {
  readonly representatives: Int32Array;
  readonly counts: Int32Array;
  readonly venueSets: VenueSets;
  readonly #kindOf: Int32Array;

  constructor(vectors: FeatureVectors, rules: Rules) {
    const { terms } = vectors;
    const isUnlikeAll = (diner: number) =>
      rules.hasConflicts(diner) || rules.groups?.hasGroup(diner) || terms?.hasWish(diner);
    const kindByKey = new Map<string, number>();
    const representatives: number[] = [];
    this.#kindOf = Int32Array.from({ length: vectors.dinerCount }, (_, diner) => {
      const key = isUnlikeAll(diner)
        ? `${diner}`
        : `${rules.languages[diner]}:${rules.venueKinds?.masksOf([diner])}:${vectors.featuresOf(diner)}:${vectors.boosts?.[diner]}:${terms?.keyOf(diner)}`;
      const kind = kindByKey.get(key) ?? representatives.push(diner) - 1;
      kindByKey.set(key, kind);
      return kind;
    });
    this.representatives = Int32Array.from(representatives);
    const { venueKinds } = rules;
    this.venueSets = venueKinds
      ? { masks: venueKinds.masksOf(this.representatives), wordCount: venueKinds.wordCount }
      : noVenueSets;
    this.counts = new Int32Array(representatives.length);
    for (const kind of this.#kindOf) this.counts[kind] = (this.counts[kind] as number) + 1;
  }

  /** By kind, those of a group are kinds of one diner. */
  groupsOf(groups: Groups): number[][] {
    return [...this.representatives].map((diner) =>
      groups.of(diner).map((member) => this.#kindOf[member] as number),
    );
  }

  kindsOf(diners: Int32Array): Int32Array {
    return diners.map((diner) => this.#kindOf[diner] as number).sort();
  }

  dinersFor(kinds: Iterable<number>): Int32Array {
    const unused = Array.from(this.counts, (): number[] => []);
    for (let diner = this.#kindOf.length - 1; diner >= 0; diner--)
      unused[this.#kindOf[diner] as number]?.push(diner);
    return Int32Array.from(kinds, (kind) => unused[kind]?.pop() as number);
  }
}
