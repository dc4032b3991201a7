import { tableSize } from "#app/lib/table-size.ts";
import type { Diner, MatchInput, RelaxableRule, Venue } from "#app/matching/match-input.ts";
import { Random } from "#app/matching/random.ts";
import { buildRules, type Rules, type SeatPlan } from "#app/matching/rules.ts";
import { TableVenues } from "#app/matching/venues/table-venues.ts";
import { Tables } from "./fill-tables.ts";

/** How many seats are looked at to join pairs by swaps of a few diners. */
const maxLooks = 10_000_000;
/** Later joins may have made room for a pair. */
const passes = 2;
/** How many seats one search tries for pairs that are still apart, and all searches together. */
const tried = { perDiner: 2_000, most: 300_000 };
const maxTriedInAll = 3_000_000;

/** A seating that treats two diners who wish to meet again as a group, for as many of these pairs as the search can. */
export interface WishedSeating {
  rules: Rules;
  /** Table after table. */
  order: Int32Array;
}

type Pair = readonly [number, number];

export function seatWished(
  { together = [], wishes = [], seed }: Pick<MatchInput, "together" | "wishes" | "seed">,
  diners: readonly Diner[],
  venues: readonly Venue[],
  legalOrder: Int32Array,
  { relaxed, areApart }: { relaxed: readonly RelaxableRule[]; areApart: boolean },
): WishedSeating | undefined {
  const rules = buildRules(diners, relaxed, venues, together, { areApart });
  const all = pickPairs(wishes, together, diners, rules);
  if (all.length === 0) return undefined;
  const random = new Random(seed);
  const seats = new PairSeats(rules, legalOrder, random);
  for (let pass = 0; pass < passes; pass++) for (const pair of all) seats.join(...pair);
  const rulesWith = (pairs: readonly Pair[]) => {
    const wished = pairs.map((pair) => pair.map((diner) => (diners[diner] as Diner).id));
    return buildRules(diners, relaxed, venues, together, { wished, areApart });
  };
  let pairs = all.filter((pair) => seats.areJoined(...pair));
  let order = seats.dinerAt;
  const apart = all.filter((pair) => !pairs.includes(pair));
  let left = maxTriedInAll;
  /** Searches for all of these at once, and if that fails for each half. */
  const seat = (some: readonly Pair[]): void => {
    if (some.length === 0 || left <= 0) return;
    const more = [...pairs, ...some];
    const tables = Tables.seat(rulesWith(more), order, diners.length / tableSize, random);
    const tries = Math.min(left, tried.perDiner * diners.length, tried.most);
    left -= tries;
    if (tables.repair(tries)) {
      pairs = more;
      order = tables.dinerAt;
    } else if (some.length > 1) {
      const half = some.length >>> 1;
      seat(some.slice(0, half));
      seat(some.slice(half));
    }
  };
  seat(apart);
  return pairs.length > 0 ? { rules: rulesWith(pairs), order } : undefined;
}

/** A legal seating in which swaps of a few diners bring pairs to one table. Whoever has joined or belongs to a group stays. */
class PairSeats implements SeatPlan {
  readonly dinerAt: Int32Array;
  readonly seatOf: Int32Array;
  readonly tableOf: Int32Array;
  readonly tableVenues: TableVenues | undefined;
  readonly #rules: Rules;
  readonly #random: Random;
  readonly #isFree: Uint8Array;
  #looksLeft = maxLooks;

  constructor(rules: Rules, order: Int32Array, random: Random) {
    this.#rules = rules;
    this.#random = random;
    this.dinerAt = order.slice();
    this.seatOf = new Int32Array(order.length);
    for (const [seat, diner] of order.entries()) this.seatOf[diner] = seat;
    this.tableOf = this.seatOf.map((seat) => Math.floor(seat / tableSize));
    this.#isFree = Uint8Array.from(order, (_, diner) => (rules.groups?.hasGroup(diner) ? 0 : 1));
    this.tableVenues = rules.venueKinds && new TableVenues(rules.venueKinds, order.length / tableSize);
    this.tableVenues?.assign(this.dinerAt);
  }

  areJoined(one: number, other: number): boolean {
    return this.#isFree[one] === 0 && this.tableOf[one] === this.tableOf[other];
  }

  join(one: number, other: number): void {
    if (this.areJoined(one, other)) return;
    const isAtOneTable =
      this.tableOf[one] === this.tableOf[other] ||
      this.#swapFor(one, other) ||
      this.#swapFor(other, one) ||
      this.#rotate(one, other) ||
      this.#rotate(other, one) ||
      this.#moveBoth(one, other);
    if (!isAtOneTable) return;
    this.#isFree[one] = 0;
    this.#isFree[other] = 0;
  }

  #membersOf = (table: number) => this.dinerAt.subarray(table * tableSize, (table + 1) * tableSize);

  #put(diner: number, seat: number): void {
    this.dinerAt[seat] = diner;
    this.seatOf[diner] = seat;
    this.tableOf[diner] = Math.floor(seat / tableSize);
  }

  #swap(one: number, other: number): void {
    const [seat, otherSeat] = [this.seatOf[one] as number, this.seatOf[other] as number];
    this.#put(one, otherSeat);
    this.#put(other, seat);
  }

  /** Whether a legal table stays legal at its venue. */
  #mayReplace(leaving: number, arriving: number, alsoLeaving = -1): boolean {
    const rules = this.#rules;
    const table = this.tableOf[leaving] as number;
    const kind = this.tableVenues?.kindOf[table];
    if (kind !== undefined && !rules.venueKinds?.suits(arriving, kind)) return false;
    let spoken = rules.languages[arriving] as number;
    for (let seat = table * tableSize; seat < (table + 1) * tableSize; seat++) {
      const diner = this.dinerAt[seat] as number;
      if (diner === leaving || diner === alsoLeaving) continue;
      spoken &= rules.languages[diner] as number;
      if (spoken === 0 || !rules.maySitTogether(arriving, diner)) return false;
    }
    return true;
  }

  /** Exchanges one of the pair for somebody at the other's table. */
  #swapFor(one: number, other: number): boolean {
    for (const leaving of this.#membersOf(this.tableOf[other] as number)) {
      if (leaving === other || !this.#isFree[leaving] || !this.#rules.allowsSwap(this, one, leaving))
        continue;
      this.#swap(one, leaving);
      return true;
    }
    return false;
  }

  /** One of the pair goes to the other's table, somebody from there to a third table, and somebody from that to the first. */
  #rotate(one: number, other: number): boolean {
    const { dinerAt, tableOf } = this;
    const offset = this.#random.nextBelow(dinerAt.length);
    for (const leaving of this.#membersOf(tableOf[other] as number)) {
      if (leaving === other || !this.#isFree[leaving] || !this.#mayReplace(leaving, one)) continue;
      for (let i = 0; i < dinerAt.length && this.#looksLeft > 0; i++) {
        this.#looksLeft--;
        const third = dinerAt[(offset + i) % dinerAt.length] as number;
        if (!this.#isFree[third] || tableOf[third] === tableOf[one] || tableOf[third] === tableOf[other])
          continue;
        if (!this.#mayReplace(one, third) || !this.#mayReplace(third, leaving)) continue;
        this.#swap(one, leaving);
        this.#swap(leaving, third);
        return true;
      }
    }
    return false;
  }

  /** Both go to a third table, and somebody from there to each of theirs. */
  #moveBoth(one: number, other: number): boolean {
    const { dinerAt, tableOf } = this;
    const tableCount = dinerAt.length / tableSize;
    const offset = this.#random.nextBelow(tableCount);
    for (let i = 0; i < tableCount && this.#looksLeft > 0; i++) {
      const table = (offset + i) % tableCount;
      this.#looksLeft -= tableSize;
      if (table === tableOf[one] || table === tableOf[other]) continue;
      for (const first of this.#membersOf(table)) {
        if (!this.#isFree[first] || !this.#mayReplace(one, first)) continue;
        for (const second of this.#membersOf(table)) {
          if (second === first || !this.#isFree[second] || !this.#mayReplace(other, second)) continue;
          if (!this.#mayReplaceBoth(first, second, one, other)) continue;
          this.#swap(one, first);
          this.#swap(other, second);
          return true;
        }
      }
    }
    return false;
  }

  #mayReplaceBoth(first: number, second: number, one: number, other: number): boolean {
    if (!this.#mayReplace(first, one, second) || !this.#mayReplace(first, other, second)) return false;
    const { languages } = this.#rules;
    let spoken = (languages[one] as number) & (languages[other] as number);
    for (const diner of this.#membersOf(this.tableOf[first] as number))
      if (diner !== first && diner !== second) spoken &= languages[diner] as number;
    return spoken !== 0;
  }
}

/** Picks at most one wish of each diner, and only wishes that no group or rule prevents. */
function pickPairs(
  wishes: readonly (readonly [string, string])[],
  together: readonly (readonly string[])[],
  diners: readonly Diner[],
  rules: Rules,
): Pair[] {
  const indexes = new Map(diners.map(({ id }, i) => [id, i]));
  const taken = new Set(together.flat().map((id) => indexes.get(id)));
  const sorted = wishes
    .flatMap((pair) => {
      const [one, other] = pair.map((id) => indexes.get(id) ?? -1).sort((a, b) => a - b) as [number, number];
      return one >= 0 && one !== other ? [{ one, other }] : [];
    })
    .sort((a, b) => a.one - b.one || a.other - b.other);
  return sorted.flatMap(({ one, other }): Pair[] => {
    if (taken.has(one) || taken.has(other) || !rules.maySitTogether(one, other)) return [];
    taken.add(one).add(other);
    return [[one, other]];
  });
}
