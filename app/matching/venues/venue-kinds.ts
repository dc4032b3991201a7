import { tableSize } from "#app/lib/table-size.ts";
import { addBit, hasBit, wordBits } from "#app/matching/bits.ts";
import type { Diner, Venue } from "#app/matching/match-input.ts";
import { offerKey, suits } from "./needs.ts";

/** Venues that suit the same diners are of one kind. Sets of kinds are bits, in as many words as they need. */
export class VenueKinds {
  readonly count: number;
  readonly wordCount: number;
  /** How many tables each kind has, but at most as many as the diners can fill. */
  readonly tables: Int32Array;
  /** The kinds that suit each diner. */
  readonly masks: Int32Array;

  constructor(venues: readonly Venue[], diners: readonly Diner[]) {
    const fullTables = Math.floor(diners.length / tableSize);
    const needs = groupByNeeds(diners);
    const kinds = dropDominated(listKinds(venues, needs.representatives, fullTables), fullTables);
    this.count = kinds.length;
    this.wordCount = Math.max(1, Math.ceil(kinds.length / wordBits));
    this.tables = Int32Array.from(kinds, ({ tables }) => tables);
    const wordCount = this.wordCount;
    const needMasks = new Int32Array(needs.representatives.length * wordCount);
    for (const [kind, { suited }] of kinds.entries())
      for (const [need, isSuited] of suited.entries())
        if (isSuited) addBit(needMasks, need * wordCount, kind);
    this.masks = new Int32Array(diners.length * wordCount);
    for (const [diner, need] of needs.needOf.entries())
      this.masks.set(needMasks.subarray(need * wordCount, (need + 1) * wordCount), diner * wordCount);
  }

  /** Lists the masks of these diners one after the other. */
  masksOf(diners: ArrayLike<number>): Int32Array {
    const { masks, wordCount } = this;
    const list = new Int32Array(diners.length * wordCount);
    for (let i = 0; i < diners.length; i++) {
      const from = (diners[i] as number) * wordCount;
      list.set(masks.subarray(from, from + wordCount), i * wordCount);
    }
    return list;
  }

  suitBoth(one: number, other: number): boolean {
    const { masks, wordCount } = this;
    for (let word = 0; word < wordCount; word++)
      if ((masks[one * wordCount + word] as number) & (masks[other * wordCount + word] as number))
        return true;
    return false;
  }

  /** Counts the diners who must leave before this kind, or any one kind, suits the others. */
  countMisfits(diners: ArrayLike<number>, kind?: number | undefined): number {
    const { masks, wordCount } = this;
    if (kind !== undefined) return diners.length - this.#countSuited(diners, kind);
    for (let word = 0; word < wordCount; word++) {
      let shared = -1;
      for (let i = 0; i < diners.length; i++)
        shared &= masks[(diners[i] as number) * wordCount + word] as number;
      if (shared !== 0) return 0;
    }
    let maxSuited = 0;
    for (let each = 0; each < this.count; each++)
      maxSuited = Math.max(maxSuited, this.#countSuited(diners, each));
    return diners.length - maxSuited;
  }

  #countSuited(diners: ArrayLike<number>, kind: number): number {
    let suited = 0;
    for (let i = 0; i < diners.length; i++) if (this.suits(diners[i] as number, kind)) suited++;
    return suited;
  }

  /** Counts the kinds that suit a diner. */
  countSuited(diner: number): number {
    let count = 0;
    for (let kind = 0; kind < this.count; kind++) if (this.suits(diner, kind)) count++;
    return count;
  }

  suits(diner: number, kind: number): boolean {
    return hasBit(this.masks, diner * this.wordCount, kind);
  }
}

function groupByNeeds(diners: readonly Diner[]) {
  const needByKey = new Map<string, number>();
  const representatives: Diner[] = [];
  const needOf = Int32Array.from(diners, (diner) => {
    const key = `${diner.diets},${diner.maxPrice ?? ""},${diner.stepFree === true}`;
    const need = needByKey.get(key) ?? representatives.push(diner) - 1;
    needByKey.set(key, need);
    return need;
  });
  return { needOf, representatives };
}

interface Kind {
  /** 1 for each need that the kind suits. */
  suited: Uint8Array;
  suitedCount: number;
  tables: number;
}

/** The kinds that suit the most come first, so that they are preferred. */
function listKinds(venues: readonly Venue[], needs: readonly Diner[], fullTables: number): Kind[] {
  const kinds = new Map<string, Kind>();
  for (const group of Map.groupBy(venues, offerKey).values()) {
    const suited = Uint8Array.from(needs, (diner) => (suits(group[0] as Venue, diner) ? 1 : 0));
    const tables = group.reduce((sum, venue) => sum + venue.tables, 0);
    const key = suited.join("");
    const kind = kinds.get(key);
    if (kind) kind.tables = Math.min(fullTables, kind.tables + tables);
    else {
      const suitedCount = suited.reduce((sum, each) => sum + each, 0);
      if (suitedCount > 0) kinds.set(key, { suited, suitedCount, tables: Math.min(fullTables, tables) });
    }
  }
  return [...kinds]
    .sort(([one, a], [other, b]) => b.suitedCount - a.suitedCount || (one < other ? 1 : -1))
    .map(([, kind]) => kind);
}

/** Drops each kind that another one can replace and has room for everybody. */
const dropDominated = (kinds: readonly Kind[], fullTables: number) =>
  kinds.filter(
    (kind) =>
      !kinds.some(
        (other) =>
          other !== kind &&
          other.tables >= fullTables &&
          kind.suited.every((isSuited, need) => !isSuited || other.suited[need]),
      ),
  );
