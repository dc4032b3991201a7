import { tableSize } from "#app/lib/table-size.ts";
import { isWithin, type PricedLimit, type VenueSets } from "./venue-limits.ts";

/** Who may sit at one table beside the rules for pairs: the first ones at a table are asked about, so that it can be left early. */
export class TableLegality {
  readonly #languages: Int32Array;
  readonly #venueSets: VenueSets;
  readonly #groups: readonly (readonly number[])[] | undefined;

  /** All by kind. */
  constructor(
    languages: Int32Array,
    venueSets: VenueSets,
    groups: readonly (readonly number[])[] | undefined,
  ) {
    this.#languages = languages;
    this.#venueSets = venueSets;
    this.#groups = groups;
  }

  shareLanguage(one: number, other: number): boolean {
    return ((this.#languages[one] as number) & (this.#languages[other] as number)) !== 0;
  }

  /** Whether there can be a table with the first ones at this one. */
  mayStay(table: Int32Array, seated: number): boolean {
    let languages = -1;
    let missing = 0;
    for (let i = 0; i < seated; i++) {
      const kind = table[i] as number;
      languages &= this.#languages[kind] as number;
      const group = this.#groups?.[kind];
      if (group && group.length > 1) missing += countMissing(table, seated, group, kind);
    }
    return languages !== 0 && seated + missing <= tableSize && this.#shareVenues(table, seated);
  }

  /** What the first ones at a table pay, with any others. */
  priceOfLimits(table: Int32Array, seated: number, limits: readonly PricedLimit[]): number {
    if (limits.length === 0) return 0;
    const shared = Int32Array.from({ length: this.#venueSets.wordCount }, (_, word) =>
      this.#sharedVenues(table, seated, word),
    );
    return limits.reduce((sum, { venues, price }) => (isWithin(shared, venues) ? sum + price : sum), 0);
  }

  #shareVenues(table: Int32Array, seated: number): boolean {
    const { masks, wordCount } = this.#venueSets;
    for (let word = 0; word < wordCount; word++)
      if (this.#sharedVenues(table, seated, word) !== 0) return true;
    return masks.length === 0;
  }

  #sharedVenues(table: Int32Array, seated: number, word: number): number {
    const { masks, wordCount } = this.#venueSets;
    let shared = -1;
    for (let i = 0; i < seated; i++) shared &= masks[(table[i] as number) * wordCount + word] as number;
    return shared;
  }
}

/** Those of a group who are not seated, counted with the first one who is. */
function countMissing(table: Int32Array, seated: number, group: readonly number[], kind: number): number {
  let missing = 0;
  for (const member of group) {
    const place = table.indexOf(member);
    if (place < 0 || place >= seated) missing++;
    else if (member < kind) return 0;
  }
  return missing;
}
