import { tableSize } from "#app/lib/table-size.ts";
import { countBits } from "#app/matching/bits.ts";
import type { Random } from "#app/matching/random.ts";
import type { Rules } from "#app/matching/rules.ts";
import { TableVenues } from "#app/matching/venues/table-venues.ts";
import type { VenuePlan } from "./seats.ts";

/** The most open tables that are tried for a diner. */
const maxOpenTables = 64;
/** After this many seats have been tried, a swap that repairs something is made at once. */
const minTried = 2_000;
const maxPlateau = 100;
/** The most diners at the end of the order who can lose their seat to somebody who comes first. */
const maxLater = 1_000;
/** A diner who was moved stays for at least this many swaps, and for up to `moreStay` more. */
const minStay = 4;
const moreStay = 12;

/** Full tables of diners, some of which may break rules, and the diners without a seat. */
export class Tables {
  /** Table after table, then the diners without a seat. */
  readonly dinerAt: Int32Array;
  count: number;
  readonly #rules: Rules;
  readonly #random: Random;
  /** The kind of venue of each table, if venues differ. */
  readonly #kindOf: number[] = [];
  /** How many tables the venues of each kind have left. */
  readonly #left: Int32Array;
  readonly #violations: number[] = [];
  readonly #broken = new Set<number>();
  /** For each diner and table, the swap until which the diner does not come back. */
  readonly #leftUntil = new Map<number, number>();
  #swaps = 0;
  #tried = 0;

  private constructor(rules: Rules, diners: Int32Array, count: number, random: Random) {
    this.#rules = rules;
    this.#random = random;
    this.count = count;
    this.#left = rules.venueKinds?.tables.slice() ?? new Int32Array(0);
    this.dinerAt = diners.slice();
  }

  /** Fills tables from these diners. */
  static fill(
    rules: Rules,
    diners: readonly number[],
    count: number,
    random: Random,
    plan?: VenuePlan,
  ): Tables {
    const tables = new Tables(rules, Int32Array.from(diners), count, random);
    tables.dinerAt.set(tables.#fill(diners, plan));
    tables.#updateAll();
    return tables;
  }

  /** Starts with a seating: table after table, then the diners without a seat. */
  static seat(rules: Rules, order: Int32Array, count: number, random: Random): Tables {
    const tables = new Tables(rules, order, count, random);
    tables.#placeAll();
    tables.#updateAll();
    return tables;
  }

  /** How many seats have been tried. */
  get tried(): number {
    return this.#tried;
  }

  get legalTables(): number[][] {
    return Array.from({ length: this.count }, (_, table) => [...this.#membersOf(table)]).filter(
      (_, table) => !this.#broken.has(table),
    );
  }

  #placeAll(): void {
    const { venueKinds } = this.#rules;
    if (!venueKinds) return;
    const venues = new TableVenues(venueKinds, this.count);
    venues.assign(this.dinerAt.subarray(0, tableSize * this.count));
    for (const kind of venues.kindOf) {
      this.#kindOf.push(kind);
      this.#left[kind] = (this.#left[kind] as number) - 1;
    }
  }

  /** Seats one diner after another, those with the fewest choices first, and finally whoever is left. */
  #fill(diners: readonly number[], plan: VenuePlan | undefined): number[] {
    const rules = this.#rules;
    const tables: number[][] = [];
    const open: number[][] = [];
    const openTable = (kind: number) => {
      if (rules.venueKinds) this.#left[kind] = (this.#left[kind] as number) - 1;
      if (rules.venueKinds) this.#kindOf.push(kind);
      open[kind] = [...(open[kind] ?? []), tables.push([]) - 1];
    };
    for (const kind of plan?.kinds ?? []) openTable(kind);
    const planned = plan?.quota.slice();
    const findTable = (group: readonly number[]) => {
      for (const [kind, openOfKind = []] of open.entries()) {
        const places = plan
          ? group.map((diner) => kind * plan.typeCount + (plan.typeOf.get(diner) as number))
          : [];
        if (planned && places.some((at) => (planned[at] as number) <= 0)) continue;
        const found = openOfKind
          .slice(-maxOpenTables)
          .findLast(
            (table) =>
              rules.countViolations([...(tables[table] as number[]), ...group], this.#kindOf[table]) === 0,
          );
        if (found === undefined) continue;
        if (planned) for (const at of places) planned[at] = (planned[at] as number) - 1;
        return found;
      }
      return undefined;
    };
    const waiting = new Set(sortByChoices(rules, diners));
    const unplaced: number[] = [];
    for (const diner of waiting) {
      const group = (rules.groups?.of(diner) ?? [diner]).filter((member) => waiting.has(member));
      for (const member of group) waiting.delete(member);
      let table = findTable(group);
      const kind =
        table === undefined && !plan && tables.length < this.count ? this.#findKind(group) : undefined;
      if (kind !== undefined) {
        openTable(kind);
        table = tables.length - 1;
      }
      if (table === undefined) unplaced.push(...group);
      else if ((tables[table] as number[]).push(...group) === tableSize) {
        const ofKind = this.#kindOf[table] ?? 0;
        open[ofKind] = (open[ofKind] as number[]).filter((each) => each !== table);
      }
    }
    while (tables.length < this.count) openTable(this.#findKind([]) ?? 0);
    for (const [i, table] of tables.entries())
      while (table.length < tableSize) {
        const kind = this.#kindOf[i];
        const suited = unplaced.findLastIndex(
          (diner) => kind === undefined || rules.venueKinds?.suits(diner, kind),
        );
        table.push(...unplaced.splice(suited < 0 ? unplaced.length - 1 : suited, 1));
      }
    return [...tables.flat(), ...unplaced];
  }

  /** Of the kinds of venues that suit the whole group, finds the one with the most tables left. */
  #findKind(group: readonly number[]): number | undefined {
    const { venueKinds } = this.#rules;
    if (!venueKinds) return 0;
    let best: number | undefined;
    for (const [kind, left] of this.#left.entries())
      if (left > (this.#left[best ?? -1] ?? 0) && group.every((diner) => venueKinds.suits(diner, kind)))
        best = kind;
    return best;
  }

  /** The diners without a seat count as a table. */
  #pairOf = (diner: number, table: number) => diner * (this.count + 1) + Math.min(table, this.count);

  #membersOf = (table: number) => this.dinerAt.subarray(table * tableSize, (table + 1) * tableSize);

  #updateAll(): void {
    for (let table = 0; table < this.count; table++) this.#update(table);
  }

  #update(table: number): void {
    const violations = this.#rules.countViolations(this.#membersOf(table), this.#kindOf[table]);
    this.#violations[table] = violations;
    if (violations > 0) this.#broken.add(table);
    else this.#broken.delete(table);
  }

  /** Gives the seat of somebody who comes later to somebody who comes first, if the rules allow it. */
  preferFirst(order: readonly number[]): void {
    const seatOf = new Map([...this.dinerAt].map((diner, seat) => [diner, seat]));
    const seats = tableSize * this.count;
    const isSeated = (diner: number) => (seatOf.get(diner) as number) < seats;
    for (const [i, diner] of order.slice(0, seats).entries()) {
      if (isSeated(diner)) continue;
      const leaving = order.slice(Math.max(i + 1, order.length - maxLater)).findLast((later) => {
        if (!isSeated(later)) return false;
        const table = Math.floor((seatOf.get(later) as number) / tableSize);
        const changed = this.#membersOf(table).map((each) => (each === later ? diner : each));
        return this.#rules.countViolations(changed, this.#kindOf[table]) === 0;
      });
      if (leaving === undefined) continue;
      const [seat, other] = [seatOf.get(diner) as number, seatOf.get(leaving) as number];
      this.#exchange(seat, other);
      seatOf.set(diner, other).set(leaving, seat);
    }
  }

  /** Removes the worst table, so that its diners have no seat. */
  dropTable(): void {
    let worst = 0;
    for (let table = 1; table < this.count; table++)
      if ((this.#violations[table] as number) > (this.#violations[worst] as number)) worst = table;
    const last = --this.count;
    const kind = this.#kindOf[worst];
    if (kind !== undefined) this.#left[kind] = (this.#left[kind] as number) + 1;
    for (let seat = 0; seat < tableSize; seat++)
      this.#exchange(worst * tableSize + seat, last * tableSize + seat);
    this.#kindOf[worst] = this.#kindOf[last] as number;
    this.#kindOf.length = Math.min(this.#kindOf.length, last);
    this.#violations.length = last;
    this.#broken.delete(last);
    if (worst < last) this.#update(worst);
  }

  #exchange(seat: number, other: number): void {
    const diner = this.dinerAt[seat] as number;
    this.dinerAt[seat] = this.dinerAt[other] as number;
    this.dinerAt[other] = diner;
  }

  /**
   * Min-conflicts search: makes the best swap of somebody at a broken table, possibly with somebody without a seat, or of two
   * tables' kinds of venues. A diner who was moved stays for a while, so that the search leaves states that no swap improves.
   * Returns whether all tables are legal.
   */
  repair(maxTried: number): boolean {
    const end = this.#tried + maxTried;
    while (this.#broken.size > 0 && this.#tried < end) {
      const table = [...this.#broken][this.#random.nextBelow(this.#broken.size)] as number;
      // Nobody can be tried for the only table if there is nobody else.
      this.#tried += Math.max(1, this.#repairTable(table));
    }
    return this.#broken.size === 0;
  }

  /** Returns the number of seats it tried. */
  #repairTable(table: number): number {
    const { venueKinds, languages } = this.#rules;
    const members = this.#membersOf(table);
    const kind = this.#kindOf[table];
    const before = this.#violations[table] as number;
    const comesBack = (diner: number, to: number) =>
      (this.#leftUntil.get(this.#pairOf(diner, to)) ?? 0) > this.#swaps;
    const seatCount = this.dinerAt.length;
    const offset = this.#random.nextBelow(seatCount);
    const first = table * tableSize;
    let tried = 0;
    let fewest = Infinity;
    let ties = 0;
    let best: { seat: number; other: number } | undefined;
    let bestKind: number | undefined;
    const four = new Int32Array(tableSize - 1);
    for (let i = 0; i < tableSize; i++) {
      const leaving = members[i] as number;
      for (let j = 0, at = 0; j < tableSize; j++) if (j !== i) four[at++] = members[j] as number;
      const ofFour = this.#rules.countViolations(four, kind);
      let spoken = -1;
      for (const diner of four) spoken &= languages[diner] as number;
      for (let k = 0; k < seatCount; k++) {
        let other = offset + k;
        if (other >= seatCount) other -= seatCount;
        if (other >= first && other < first + tableSize) continue;
        tried++;
        if (fewest < 0 ? k > minTried : fewest === 0 && k > maxPlateau) break;
        const arriving = this.dinerAt[other] as number;
        const otherTable = Math.floor(other / tableSize);
        const atOther = otherTable < this.count ? (this.#violations[otherTable] as number) : 0;
        const isMisfit = kind !== undefined && !venueKinds?.suits(arriving, kind);
        const isForeign = spoken !== 0 && (spoken & (languages[arriving] as number)) === 0;
        let added = ofFour + (isMisfit || isForeign ? 1 : 0) - before - atOther;
        // Checking a swap takes long, so one of several that seem equal is drawn before it is checked.
        if (added > fewest || (added === fewest && this.#random.nextBelow(ties + 1) > 0)) continue;
        members[i] = arriving;
        added = this.#rules.countViolations(members, kind) - before - atOther;
        members[i] = leaving;
        if (added > fewest) continue;
        if (otherTable < this.count) {
          const others = this.#membersOf(otherTable);
          const seat = other - otherTable * tableSize;
          others[seat] = leaving;
          added += this.#rules.countViolations(others, this.#kindOf[otherTable]);
          others[seat] = arriving;
        }
        if (added > fewest) continue;
        if (added >= 0 && (comesBack(arriving, table) || comesBack(leaving, otherTable))) continue;
        ties = added < fewest ? 1 : ties + 1;
        fewest = added;
        best = { seat: first + i, other };
      }
    }
    if (kind !== undefined)
      for (let other = 0; other < this.count + this.#left.length; other++) {
        const otherKind = other < this.count ? (this.#kindOf[other] as number) : other - this.count;
        if (otherKind === kind || (other >= this.count && this.#left[otherKind] === 0)) continue;
        tried++;
        let added = this.#rules.countViolations(members, otherKind) - before;
        if (added > fewest) continue;
        if (other < this.count)
          added +=
            this.#rules.countViolations(this.#membersOf(other), kind) - (this.#violations[other] as number);
        if (added > fewest || (added === fewest && added >= 0)) continue;
        fewest = added;
        bestKind = other;
      }
    if (bestKind !== undefined) this.#changeKind(table, bestKind);
    else if (best) this.#swap(best.seat, best.other);
    else this.#swaps++;
    return tried;
  }

  #swap(seat: number, other: number): void {
    this.#exchange(seat, other);
    this.#swaps++;
    for (const each of [seat, other]) {
      const table = Math.floor(each / tableSize);
      const until = this.#swaps + minStay + this.#random.nextBelow(moreStay);
      this.#leftUntil.set(this.#pairOf(this.dinerAt[each === seat ? other : seat] as number, table), until);
      if (table < this.count) this.#update(table);
    }
  }

  /** Exchanges kinds with another table, or, if `other` is beyond the tables, takes a kind with a table left. */
  #changeKind(table: number, other: number): void {
    const kind = this.#kindOf[table] as number;
    if (other < this.count) {
      this.#kindOf[table] = this.#kindOf[other] as number;
      this.#kindOf[other] = kind;
      this.#update(other);
    } else {
      const otherKind = other - this.count;
      this.#kindOf[table] = otherKind;
      this.#left[kind] = (this.#left[kind] as number) + 1;
      this.#left[otherKind] = (this.#left[otherKind] as number) - 1;
    }
    this.#update(table);
    this.#swaps++;
  }
}

/** Groups come first, then the diners with the fewest suitable kinds of venues and the fewest languages. */
function sortByChoices({ venueKinds, groups, languages }: Rules, diners: readonly number[]): number[] {
  const choices = new Map(
    diners.map((diner) => {
      const kinds = venueKinds ? venueKinds.countSuited(diner) : 1;
      return [
        diner,
        kinds * countBits(languages[diner] as number) - (groups?.hasGroup(diner) ? 1_000_000 : 0),
      ];
    }),
  );
  return diners.toSorted(
    (one, other) => (choices.get(one) as number) - (choices.get(other) as number) || one - other,
  );
}
