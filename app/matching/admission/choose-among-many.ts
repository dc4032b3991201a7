import { tableSize } from "#app/lib/table-size.ts";
import { Random } from "#app/matching/random.ts";
import type { Rules } from "#app/matching/rules/rules.ts";
import type { VenueKinds } from "#app/matching/venues/venue-kinds.ts";
import { chooseAmongFew, maxFew } from "./choose-among-few.ts";
import { findRoom, planTableKinds, type TableKinds } from "./venue-room.ts";

/** How many open tables are tried for a diner. */
const maxOpenTables = 64;
const maxSwapsPerDiner = 400;
const maxRepairs = 4_000;
const attempts = 12;
/** Few diners are searched completely instead, and many would take too long. */
export const maxRepeatedDiners = 200;
/** How many diners are seated anew at once, and how often. */
const maxPart = 16;
const maxParts = 2_000;
const maxTriedSeats = 1_000;
/** Combinations of five grow with the fifth power of the diners. */
const maxCombined = 30;

interface FoundTables {
  tables: number[][];
  /** Whether these are the first diners, as many as were wanted. */
  isFirstChoice: boolean;
}

export interface Search {
  /** As many as the wanted tables seat. */
  first: readonly number[];
  others: readonly number[];
  /** There can't be more legal tables. */
  mostTables: number;
  seed: number;
  /** Tables that were found by other rules. */
  start: readonly number[][];
}

/** Seats the first diners if it can, and replaces those who break rules by others. */
export function chooseAmongMany(
  rules: Rules,
  diners: readonly number[],
  { first, others, mostTables, seed, start }: Search,
): FoundTables {
  const random = new Random(seed);
  const wantedTables = first.length / tableSize;
  const plan = planTableKinds(rules, first, wantedTables);
  const isRepeated = diners.length > maxFew && diners.length <= maxRepeatedDiners;
  let best = start.filter((table) => rules.countViolations(table) === 0).map((table) => [...table]);
  for (let i = 0; i < (isRepeated ? attempts : 1); i++) {
    const order = i === 0 ? first : [...random.shuffle(Int32Array.from(first))];
    const tables = fillTables(order, wantedTables, rules, plan);
    const kinds = plan && { venueKinds: plan.venueKinds, kindOf: plan.kinds.slice() };
    if (repairTables(tables, [], rules, kinds, random)) return { tables, isFirstChoice: true };
    const unseated = [...others];
    repairTables(tables, unseated, rules, kinds, random);
    const legal = dissolveBrokenTables(tables, unseated, rules);
    if (legal.length > best.length) best = legal;
    if (best.length >= mostTables) break;
  }
  if (isRepeated) best = improveByParts(best, diners, mostTables, rules, random);
  return { tables: preferFirst(best, diners, rules), isFirstChoice: false };
}

/** Seats the diners of up to two tables and some of the unseated anew, as well as they can be seated. */
function improveByParts(
  start: readonly number[][],
  diners: readonly number[],
  mostTables: number,
  rules: Rules,
  random: Random,
): number[][] {
  let tables = [...start];
  for (let i = 0; i < maxParts && tables.length < mostTables; i++) {
    const isSeated = new Set(tables.flat());
    const unseated = diners.filter((diner) => !isSeated.has(diner));
    const order = [...random.shuffle(Int32Array.from(tables.keys()))];
    const opened = order.slice(0, i % 3).map((table) => tables[table] as number[]);
    const chosen = [...random.shuffle(Int32Array.from(unseated))].slice(
      0,
      maxPart - tableSize * opened.length,
    );
    const part = random.shuffle(Int32Array.from([...opened.flat(), ...chosen]));
    const kept = tables.filter((table) => !opened.includes(table));
    const room = findRoom(rules, kept)?.free;
    const found = chooseAmongFew(rules, [...part], Math.floor(part.length / tableSize), room);
    // With little room, fewer may fit than before.
    if (found.length >= opened.length) tables = [...kept, ...found];
  }
  return tables.slice(0, mostTables);
}

/** Each diner joins the first open table that allows it, with their group; the rest fill the seats that are left, and may break rules. */
function fillTables(
  diners: readonly number[],
  tableCount: number,
  rules: Rules,
  plan: TableKinds | undefined,
): number[][] {
  const tables = Array.from({ length: tableCount }, (): number[] => []);
  const kindOf = plan?.kinds ?? new Int32Array(tableCount);
  const openByKind = Array.from({ length: plan?.venueKinds.count ?? 1 }, (): number[] => []);
  for (const table of tables.keys()) openByKind[kindOf[table] as number]?.push(table);
  const quota = plan?.quota.slice();
  const left: number[] = [];
  const waiting = new Set(diners);
  for (const diner of diners) {
    if (!waiting.has(diner)) continue;
    const group = (rules.groups?.of(diner) ?? [diner]).filter((member) => waiting.has(member));
    for (const member of group) waiting.delete(member);
    const found = findOpenTable(group, openByKind, tables, rules, plan, quota);
    if (found === undefined) left.push(...group);
    else if ((tables[found] as number[]).push(...group) === tableSize) {
      const kind = kindOf[found] as number;
      openByKind[kind] = (openByKind[kind] as number[]).filter((each) => each !== found);
    }
  }
  for (const [table, members] of tables.entries()) {
    while (members.length < tableSize) {
      const kind = kindOf[table] as number;
      const suited = plan ? left.findLastIndex((diner) => plan.venueKinds.suits(diner, kind)) : -1;
      members.push(left.splice(suited < 0 ? left.length - 1 : suited, 1)[0] as number);
    }
  }
  return tables;
}

function findOpenTable(
  group: readonly number[],
  openByKind: readonly number[][],
  tables: readonly number[][],
  rules: Rules,
  plan: TableKinds | undefined,
  quota: Int32Array | undefined,
): number | undefined {
  for (const [kind, open] of openByKind.entries()) {
    const places = plan
      ? group.map((diner) => kind * plan.typeCount + (plan.typeOf.get(diner) as number))
      : [];
    if (quota && places.some((at) => (quota[at] as number) <= 0)) continue;
    const found = open
      .slice(0, maxOpenTables)
      .find((table) => rules.countViolations([...(tables[table] as number[]), ...group]) === 0);
    if (found === undefined) continue;
    if (quota) for (const at of places) quota[at] = (quota[at] as number) - 1;
    return found;
  }
  return undefined;
}

/** The kinds of the venues that tables have. */
interface KindsInUse {
  venueKinds: VenueKinds;
  kindOf: Int32Array;
}

/** Min-conflicts search, which swaps with other tables and with the unseated; returns whether all tables are legal. */
function repairTables(
  tables: number[][],
  unseated: number[],
  rules: Rules,
  kinds: KindsInUse | undefined,
  random: Random,
): boolean {
  const kindSets =
    kinds && Array.from({ length: kinds.venueKinds.count }, (_, kind) => kinds.venueKinds.only(kind));
  const kindsAt = (table: number) => kindSets?.[kinds?.kindOf[table] as number];
  const violationsAt = tables.map((table, i) => rules.countViolations(table, kindsAt(i)));
  const broken = new Set([...violationsAt.keys()].filter((table) => violationsAt[table]));
  const places = [...tables, unseated];
  const starts: number[] = [];
  let seatCount = 0;
  for (const place of places) {
    starts.push(seatCount);
    seatCount += place.length;
  }
  const placeAt = Int32Array.from({ length: seatCount });
  for (const [i, start] of starts.entries()) placeAt.fill(i, start);
  const update = (table: number) => {
    violationsAt[table] = rules.countViolations(tables[table] as number[], kindsAt(table));
    if (violationsAt[table]) broken.add(table);
    else broken.delete(table);
  };
  for (let left = Math.min(maxRepairs, 20 + 20 * broken.size); broken.size > 0 && left > 0; left--) {
    const table = [...broken][random.nextBelow(broken.size)] as number;
    const members = tables[table] as number[];
    let best: { seat: number; place: number; otherSeat: number } | undefined;
    let minAdded = 0;
    let maxTie = -1;
    for (let seat = 0; seat < tableSize; seat++) {
      for (let i = 0; i < Math.min(maxSwapsPerDiner, seatCount); i++) {
        const at = seatCount <= maxSwapsPerDiner ? i : random.nextBelow(seatCount);
        const place = placeAt[at] as number;
        if (place === table) continue;
        const otherSeat = at - (starts[place] as number);
        const other = places[place] as number[];
        const added =
          countSwapped(rules, members, seat, other[otherSeat] as number, kindsAt(table)) -
          (violationsAt[table] as number) +
          (place === tables.length
            ? 0
            : countSwapped(rules, other, otherSeat, members[seat] as number, kindsAt(place)) -
              (violationsAt[place] as number));
        if (added > minAdded) continue;
        const tie = random.nextUint32();
        if (added === minAdded && tie <= maxTie) continue;
        minAdded = added;
        maxTie = tie;
        best = { seat, place, otherSeat };
      }
    }
    if (!best) continue;
    const other = places[best.place] as number[];
    const moved = members[best.seat] as number;
    members[best.seat] = other[best.otherSeat] as number;
    other[best.otherSeat] = moved;
    update(table);
    if (best.place < tables.length) update(best.place);
  }
  return broken.size === 0;
}

function countSwapped(
  rules: Rules,
  table: number[],
  seat: number,
  arriving: number,
  kinds: Int32Array | undefined,
): number {
  const leaving = table[seat] as number;
  table[seat] = arriving;
  const violations = rules.countViolations(table, kinds);
  table[seat] = leaving;
  return violations;
}

/** Keeps the legal tables, and makes new ones of those who are left. */
function dissolveBrokenTables(
  tables: readonly number[][],
  others: readonly number[],
  rules: Rules,
): number[][] {
  const unbroken = tables.filter((table) => rules.countViolations(table) === 0);
  const legal = findRoom(rules, unbroken)?.placed ?? unbroken;
  const isKept = new Set(legal);
  let unseated = [...tables.filter((table) => !isKept.has(table)).flat(), ...others];
  while (legal.length < tables.length) {
    const table = findLegalTable(unseated.slice(0, maxCombined), rules, findRoom(rules, legal)?.open);
    if (!table) break;
    legal.push(table);
    unseated = unseated.filter((diner) => !table.includes(diner));
  }
  return legal;
}

function findLegalTable(
  candidates: readonly number[],
  rules: Rules,
  kinds: Int32Array | undefined,
): number[] | undefined {
  const extend = (table: number[], from: number): number[] | undefined => {
    if (table.length === tableSize) return table;
    for (let i = from; i < candidates.length; i++) {
      const longer = [...table, candidates[i] as number];
      const full = rules.countViolations(longer, kinds) === 0 ? extend(longer, i + 1) : undefined;
      if (full) return full;
    }
    return undefined;
  };
  return extend([], 0);
}

/** Gives the seat of somebody who comes later to somebody who comes first, where the rules allow it. */
function preferFirst(tables: number[][], diners: readonly number[], rules: Rules): number[][] {
  const room = findRoom(rules, tables);
  const kindsOf = new Map(
    tables.map((table, i) => [table, room && rules.venueKinds?.only(room.kinds[i] as number)]),
  );
  const tableOf = new Map(
    tables.flatMap((table) => table.map((diner): [number, number[]] => [diner, table])),
  );
  const firstCount = tableOf.size;
  for (const [i, diner] of diners.slice(0, firstCount).entries()) {
    if (tableOf.has(diner)) continue;
    const later = diners.slice(Math.max(i + 1, diners.length - maxTriedSeats));
    const leaving = later.findLast((seated) => {
      const table = tableOf.get(seated);
      if (!table) return false;
      const changed = table.map((each) => (each === seated ? diner : each));
      return rules.countViolations(changed, kindsOf.get(table)) === 0;
    });
    if (leaving === undefined) continue;
    const table = tableOf.get(leaving) as number[];
    table[table.indexOf(leaving)] = diner;
    tableOf.delete(leaving);
    tableOf.set(diner, table);
  }
  return tables;
}
