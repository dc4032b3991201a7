import { tableSize } from "#app/lib/table-size.ts";
import { addBit, hasBit, wordBits } from "./bits.ts";
import type { Diner, RelaxableRule, Venue } from "./match-input.ts";
import type { TablePlan, TableVenues } from "./venues/table-venues.ts";
import { VenueKinds } from "./venues/venue-kinds.ts";

/** Diners who sit at one table, or have no seat. */
export class Groups {
  /** The group of each diner; a diner without a group is a group of one. */
  readonly #groupOf: readonly (readonly number[])[];
  readonly #hasGroup: Uint8Array;

  readonly count: number;

  constructor(dinerCount: number, groups: readonly (readonly number[])[]) {
    this.count = groups.length;
    const groupOf = Array.from({ length: dinerCount }, (_, diner): readonly number[] => [diner]);
    for (const group of groups) for (const diner of group) groupOf[diner] = group;
    this.#groupOf = groupOf;
    this.#hasGroup = Uint8Array.from(groupOf, (group) => (group.length > 1 ? 1 : 0));
  }

  of(diner: number): readonly number[] {
    return this.#groupOf[diner] as readonly number[];
  }

  hasGroup(diner: number): boolean {
    return this.#hasGroup[diner] === 1;
  }

  areTogether(one: number, other: number): boolean {
    return this.of(one) === this.of(other);
  }

  /** Counts the members of the table's groups who have no seat there, and no free seat either. */
  countMissing(table: ArrayLike<number>): number {
    let missing = 0;
    for (let i = 0; i < table.length; i++) {
      if (!this.hasGroup(table[i] as number)) continue;
      const group = this.of(table[i] as number);
      let isFirst = true;
      let seated = 0;
      for (let j = 0; j < table.length; j++) {
        if (!group.includes(table[j] as number)) continue;
        if (j < i) isFirst = false;
        seated++;
      }
      if (isFirst) missing += group.length - seated;
    }
    return Math.max(0, table.length + missing - tableSize);
  }
}

export interface SeatPlan extends TablePlan {
  seatOf: Int32Array;
  /** Missing if every venue suits everybody. */
  tableVenues?: TableVenues | undefined;
}

/** 16 MB of bits. */
const maxConflictBits = 2 ** 27;

export class Rules {
  /** The conflicts of diner d are #conflicts from #conflictStarts[d] up to #conflictStarts[d + 1]. */
  readonly #conflictStarts: Int32Array;
  readonly #conflicts: Int32Array;
  /** A bit for each pair of diners; empty if that takes too much memory, or if nobody is in conflict. */
  readonly #conflictBits: Int32Array;
  readonly #wordsPerDiner: number;
  readonly #languages: Int32Array;
  readonly #hasLanguageRule: boolean;
  /** Missing if every venue suits everybody. */
  readonly venueKinds: VenueKinds | undefined;
  /** Missing if there are no groups. */
  readonly groups: Groups | undefined;
  /** The number of each diner's group, of which no two sit at one table, and 0 for other diners; missing if they may. */
  readonly #apart: Int32Array | undefined;
  readonly hasAny: boolean;

  /** `conflictPairs` lists both diners of each pair one after the other. */
  constructor(
    languages: ArrayLike<number>,
    conflictPairs: ArrayLike<number>,
    venueKinds?: VenueKinds | undefined,
    groups?: Groups | undefined,
    apart?: Int32Array | undefined,
  ) {
    const count = languages.length;
    this.#languages = Int32Array.from(languages, (mask) => mask || -1);
    this.#conflictStarts = new Int32Array(count + 1);
    for (let i = 0; i < conflictPairs.length; i++) {
      const after = (conflictPairs[i] as number) + 1;
      this.#conflictStarts[after] = (this.#conflictStarts[after] as number) + 1;
    }
    for (let i = 0; i < count; i++)
      this.#conflictStarts[i + 1] =
        (this.#conflictStarts[i + 1] as number) + (this.#conflictStarts[i] as number);
    const next = this.#conflictStarts.slice();
    this.#conflicts = new Int32Array(conflictPairs.length);
    for (let i = 0; i < conflictPairs.length; i++) {
      const diner = conflictPairs[i] as number;
      const at = next[diner] as number;
      this.#conflicts[at] = conflictPairs[i ^ 1] as number;
      next[diner] = at + 1;
    }
    this.#wordsPerDiner = Math.ceil(count / wordBits);
    const hasBits = conflictPairs.length > 0 && count * this.#wordsPerDiner * wordBits <= maxConflictBits;
    this.#conflictBits = new Int32Array(hasBits ? count * this.#wordsPerDiner : 0);
    for (let i = 0; hasBits && i < conflictPairs.length; i++) {
      const from = (conflictPairs[i] as number) * this.#wordsPerDiner;
      addBit(this.#conflictBits, from, conflictPairs[i ^ 1] as number);
    }
    this.#hasLanguageRule = this.#languages.some((mask) => mask !== -1);
    this.venueKinds = venueKinds && venueKinds.count > 1 ? venueKinds : undefined;
    this.groups = groups;
    this.#apart = apart;
    this.hasAny =
      this.#hasLanguageRule ||
      this.#conflicts.length > 0 ||
      this.venueKinds !== undefined ||
      groups !== undefined;
  }

  #hasConflicts(diner: number): boolean {
    return (
      (this.#conflictStarts[diner + 1] as number) > (this.#conflictStarts[diner] as number) ||
      (this.#apart !== undefined && this.#apart[diner] !== 0)
    );
  }

  maySitTogether(one: number, other: number): boolean {
    if (!this.hasAny) return true;
    return (
      ((this.#languages[one] as number) & (this.#languages[other] as number)) !== 0 &&
      !this.#areInConflict(one, other) &&
      (!this.venueKinds || this.venueKinds.suitBoth(one, other))
    );
  }

  #areInConflict(one: number, other: number): boolean {
    const [group, otherGroup] = [this.#apart?.[one], this.#apart?.[other]];
    if (group && otherGroup && group !== otherGroup) return true;
    if (this.#conflictBits.length > 0) return hasBit(this.#conflictBits, one * this.#wordsPerDiner, other);
    for (let i = this.#conflictStarts[one] as number; i < (this.#conflictStarts[one + 1] as number); i++) {
      if (this.#conflicts[i] === other) return true;
    }
    return false;
  }

  get languages(): Int32Array {
    return this.#languages;
  }

  /** Of two without a group. Can change the tables' kinds of venues to allow the swap, so the swap must follow. */
  allowsSwap(plan: SeatPlan, one: number, other: number): boolean {
    const { tableVenues } = plan;
    if (!tableVenues) return this.#allowsSwapOfDiners(plan, one, other);
    // Usually the venues decide, and they are faster to check.
    return (
      tableVenues.mayAllowSwap(plan, one, other) &&
      this.#allowsSwapOfDiners(plan, one, other) &&
      tableVenues.allowsSwap(plan, one, other)
    );
  }

  #allowsSwapOfDiners(plan: SeatPlan, one: number, other: number): boolean {
    if (this.#conflicts.length > 0)
      if (this.#hasConflictBeside(plan, one, other) || this.#hasConflictBeside(plan, other, one))
        return false;
    return (
      !this.#hasLanguageRule ||
      ((this.#languagesBeside(plan, one) & (this.#languages[other] as number)) !== 0 &&
        (this.#languagesBeside(plan, other) & (this.#languages[one] as number)) !== 0)
    );
  }

  /** Checks two tables after they have exchanged whole groups; can change the tables' kinds of venues to allow it. */
  allowsTables(plan: SeatPlan, a: number, b: number): boolean {
    const isLegal = (table: number) =>
      this.countViolations(plan.dinerAt.subarray(table * tableSize, (table + 1) * tableSize)) === 0;
    return isLegal(a) && isLegal(b) && (plan.tableVenues?.allowsTables(plan, a, b) ?? true);
  }

  #languagesBeside({ dinerAt, tableOf }: SeatPlan, diner: number): number {
    const from = (tableOf[diner] as number) * tableSize;
    let shared = -1;
    for (let seat = from; seat < from + tableSize; seat++) {
      if (dinerAt[seat] !== diner) shared &= this.#languages[dinerAt[seat] as number] as number;
    }
    return shared;
  }

  /** Whether somebody at the table of `leaving`, other than `leaving`, is in conflict with this diner. */
  #hasConflictBeside({ dinerAt, tableOf }: SeatPlan, diner: number, leaving: number): boolean {
    const table = tableOf[leaving] as number;
    const start = this.#conflictStarts[diner] as number;
    const end = this.#conflictStarts[diner + 1] as number;
    if (end - start <= tableSize || this.#conflictBits.length === 0) {
      for (let i = start; i < end; i++) {
        const other = this.#conflicts[i] as number;
        if (other !== leaving && tableOf[other] === table) return true;
      }
      return false;
    }
    for (let seat = table * tableSize; seat < (table + 1) * tableSize; seat++) {
      const other = dinerAt[seat] as number;
      if (other !== leaving && this.#areInConflict(diner, other)) return true;
    }
    return false;
  }

  /** If `kind` is missing, the table can be at any venue. */
  countViolations(table: ArrayLike<number>, kind?: number | undefined): number {
    let violations = 0;
    if (this.#conflicts.length > 0 || this.#apart)
      for (let i = 1; i < table.length; i++) {
        const diner = table[i] as number;
        if (!this.#hasConflicts(diner)) continue;
        for (let j = 0; j < i; j++) if (this.#areInConflict(diner, table[j] as number)) violations++;
      }
    if (this.#hasLanguageRule) violations += this.#countLanguageViolations(table);
    if (this.groups) violations += this.groups.countMissing(table);
    if (this.venueKinds) violations += this.venueKinds.countMisfits(table, kind);
    return violations;
  }

  /** How many diners must leave before the others share a language. */
  #countLanguageViolations(diners: ArrayLike<number>): number {
    let spokenByAll = -1;
    let spokenBySome = 0;
    for (let i = 0; i < diners.length; i++) {
      const mask = this.#languages[diners[i] as number] as number;
      spokenByAll &= mask;
      spokenBySome |= mask;
    }
    if (spokenByAll !== 0) return 0;
    let maxSpeakers = 0;
    for (let rest = spokenBySome; rest !== 0; rest &= rest - 1) {
      const language = rest & -rest;
      let speakers = 0;
      for (let i = 0; i < diners.length; i++) {
        if ((this.#languages[diners[i] as number] as number) & language) speakers++;
      }
      if (speakers > maxSpeakers) maxSpeakers = speakers;
    }
    return diners.length - maxSpeakers;
  }
}

type GroupIds = readonly (readonly string[])[];

interface GroupRules {
  /** Pairs that want to meet again, which are groups too. */
  wished?: GroupIds;
  /** No two groups of `together` sit at one table. */
  areApart?: boolean;
}

/** Every diner must suit a venue. If there are no venues, it does not matter where they sit. */
export function buildRules(
  diners: readonly Diner[],
  relaxed: readonly RelaxableRule[],
  venues: readonly Venue[] = [],
  together: GroupIds = [],
  { wished = [], areApart = false }: GroupRules = {},
): Rules {
  const indexes = new Map<string, number>();
  for (const { id } of diners) indexes.set(id, indexes.size);
  const own = listGroups(indexes, together);
  const all = [...own, ...listGroups(indexes, wished)];
  const groups = all.length > 0 ? new Groups(indexes.size, all) : undefined;
  const apart = areApart ? new Int32Array(indexes.size) : undefined;
  for (const [i, group] of own.entries()) for (const diner of group) if (apart) apart[diner] = i + 1;
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
  return new Rules(languages, pairs.subarray(0, end), new VenueKinds(venues, diners), groups, apart);
}

const listGroups = (indexes: ReadonlyMap<string, number>, together: GroupIds): number[][] =>
  together
    .map((ids) => ids.flatMap((id) => indexes.get(id) ?? []).sort((one, other) => one - other))
    .filter((group) => group.length > 1);
