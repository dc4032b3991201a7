import { minTableSize, tableSize } from "#app/lib/table-size.ts";
import {
  compareByBoost,
  compareByPriority,
  type Diner,
  type MatchInput,
  type RelaxableRule,
  type Venue,
} from "./match-input.ts";
import { Random } from "./random.ts";
import { buildRules } from "./rules.ts";
import { ScoreFloor, scoreTable } from "./scores.ts";
import { buildTerms, scorePerPoint } from "./terms/build-terms.ts";
import { suits } from "./venues/needs.ts";
import { placeTables } from "./venues/transport.ts";

export interface SeatingRules extends Pick<MatchInput, "questions" | "terms" | "wishes" | "together"> {
  relaxed?: readonly RelaxableRule[];
}

/** A table whose venue does not change when its seats are refilled. */
export interface SeatedTable {
  venue: Venue;
  /** Nobody, at a table that a venue has left. */
  diners: readonly Diner[];
  /** Their seats are free, but they may still come, so nobody joins who must not sit with them. */
  absent?: readonly Diner[];
  /** How many seats somebody without a booking has taken. */
  walkIns?: number;
}

export interface Move {
  /** One diner, or all who belong together. */
  diners: string[];
  /** -1 if no table has seats for them. */
  table: number;
}

/** The most changes that are tried after everybody has had a first seat. */
const maxTried = 200_000;

/** How often another seating of diners who lose their table is tried. */
const maxRounds = 30;

/** Diners who lose their table, and who sat there: their ids by table. */
export type Former = readonly (readonly string[])[];

/**
 * Gives diners the free seats of these tables, all at once. As few tables as possible stay too small, as many as possible are
 * full, and as many diners as possible have a seat. Then the highest priority counts, among equals a boost, and finally the
 * worth of the tables. A group gets seats at one table or none.
 *
 * For diners who lose their table, as many as possible have a seat at a table that is not too small. Then those who sat together
 * stay together. Such diners can also open tables.
 */
export function findFreeSeats(
  diners: readonly Diner[],
  tables: readonly SeatedTable[],
  seatingRules: SeatingRules,
  former?: Former,
): Move[] {
  const groups = listGroups(diners.toSorted(compareByPriority), seatingRules).sort(compareUrgency);
  const valuesOf = createValues(groups, tables, seatingRules, former);
  const joined = tables.map((): number[] => []);
  const tableOf = groups.map(() => -1);
  const joinedAt = (table: number) => joined[table] as number[];
  const without = (table: number, group: number) => joinedAt(table).filter((each) => each !== group);

  /** Lists changes that move this group, in exchange for another one if needed. */
  function* listChanges(group: number, isAlone: boolean): Generator<Change> {
    const from = tableOf[group] as number;
    const leaving: Change = from < 0 ? [] : [[from, without(from, group)]];
    const empty = new Set<string>();
    for (const to of tables.keys()) {
      if (to === from) continue;
      if (isEmpty(to)) {
        const { id } = (tables[to] as SeatedTable).venue;
        if (empty.has(id)) continue;
        empty.add(id);
        if (from < 0) yield openTable(to, group);
      }
      yield [...leaving, [to, [...joinedAt(to), group]]];
      for (const other of isAlone ? [] : joinedAt(to)) {
        const arriving = [to, [...without(to, other), group]] as const;
        yield [...leaving, arriving];
        for (const next of tables.keys())
          if (next === from) yield [arriving, [from, [...without(from, group), other]]];
          else if (next !== to) yield [...leaving, arriving, [next, [...joinedAt(next), other]]];
      }
    }
  }

  const isEmpty = (table: number) => joinedAt(table).length === 0 && tables[table]?.diners.length === 0;
  const sizeOf = (table: number, members: readonly number[]) =>
    members.reduce((sum, each) => sum + (groups[each] as Diner[]).length, tables[table]?.diners.length ?? 0);

  /** With others who have no seat, and with as many who leave a table that stays large enough as are needed. */
  function openTable(to: number, group: number): Change {
    const members = [group];
    const left = new Map<number, number[]>();
    const others = [...groups.keys()].filter((each) => each !== group);
    const isSeated = (each: number) => Number((tableOf[each] as number) >= 0);
    for (const other of others.sort((a, b) => isSeated(a) - isSeated(b))) {
      const from = tableOf[other] as number;
      const rest = (left.get(from) ?? (from < 0 ? [] : joinedAt(from))).filter((each) => each !== other);
      const mayLeave = from < 0 || (sizeOf(to, members) < minTableSize && sizeOf(from, rest) >= minTableSize);
      if (!mayLeave || !valuesOf(to, [...members, other])) continue;
      members.push(other);
      if (from >= 0) left.set(from, rest);
    }
    return [[to, members], ...left];
  }

  /** Empties two tables, seats everybody without a seat in another order, and keeps that if it is better. */
  function tryAnew(): void {
    const before = joined.map((members) => [...members]);
    const withSomebody = [...tables.keys()].filter((table) => joinedAt(table).length > 0);
    const emptied = [0, 1].flatMap(() => withSomebody[random.nextBelow(withSomebody.length)] ?? []);
    take(emptied.map((table) => [table, []]));
    const withoutSeat = [...groups.keys()].filter((group) => (tableOf[group] as number) < 0);
    improve(true, random.shuffle(Int32Array.from(withoutSeat)));
    while (improve(false));
    const after = joined.map((members) => [...members]);
    take([...before.entries()]);
    const gain = gainOf([...after.entries()]);
    if (gain && compareLists(gain, []) > 0) take([...after.entries()]);
  }

  /** Whole tables, then of each of the others as many as a table has seats for. */
  function openFormerTables(): void {
    const there = (former ?? []).map((ids) =>
      [...groups.keys()].filter((each) => groups[each]?.some(({ id }) => ids.includes(id))),
    );
    const venues = [...new Map(tables.map(({ venue }) => [venue.id, venue])).values()].map((venue) => ({
      ...venue,
      tables: tables.filter(({ venue: { id }, diners: seated }) => id === venue.id && seated.length === 0)
        .length,
    }));
    const places = placeTables(
      there.map((some) => some.flatMap((each) => groups[each] ?? [])),
      venues,
    );
    for (const isWhole of [true, false])
      for (const [i, some] of there.entries()) {
        const open = [...tables.keys()].filter(
          (table) => isEmpty(table) && (isWhole ? tables[table]?.venue.id === places[i] : !places[i]),
        );
        const [best] = open
          .map((table) => {
            const members: number[] = [];
            for (const each of some) if (valuesOf(table, [...members, each])) members.push(each);
            return { table, members };
          })
          .sort((a, b) => sizeOf(b.table, b.members) - sizeOf(a.table, a.members));
        if (best && sizeOf(best.table, best.members) >= minTableSize) take([[best.table, best.members]]);
      }
  }

  const findBest = (group: number, isAlone: boolean) => {
    let best: { change: Change; gain: number[] } | undefined;
    for (const change of listChanges(group, isAlone)) {
      if (!isAlone && tried++ >= limit) break;
      const gain = gainOf(change);
      if (gain && compareLists(gain, best?.gain ?? []) > 0) best = { change, gain };
    }
    return best?.change;
  };
  const gainOf = (change: Change): number[] | undefined => {
    const sum: number[] = [];
    for (const [table, members] of change) {
      const [before, after] = [valuesOf(table, joinedAt(table)) ?? [], valuesOf(table, members)];
      if (!after) return undefined;
      for (let i = 0; i < Math.max(before.length, after.length); i++)
        sum[i] = (sum[i] ?? 0) + (after[i] ?? 0) - (before[i] ?? 0);
    }
    return sum;
  };

  const limit = former ? 3 * maxTried : maxTried;
  let tried = 0;
  const random = new Random(1);
  const take = (change: Change) => {
    for (const [table, members] of change) joined[table] = [...members];
    tableOf.fill(-1);
    for (const [table, members] of joined.entries()) for (const each of members) tableOf[each] = table;
  };
  const improve = (isAlone: boolean, order: Iterable<number> = groups.keys()): boolean => {
    let hasChanged = false;
    for (const group of order) {
      const change = findBest(group, isAlone);
      if (!change) continue;
      hasChanged = true;
      take(change);
    }
    return hasChanged;
  };
  if (former) openFormerTables();
  improve(true);
  while (improve(false));
  for (let i = 0; former && i < maxRounds && tried < limit; i++) tryAnew();
  const isEnough = (table: number) => !former || sizeOf(table, joinedAt(table)) >= minTableSize;
  const moves = [...groups.entries()].map(([i, group]) => {
    const table = tableOf[i] as number;
    return { diners: group.map(({ id }) => id), table: table >= 0 && isEnough(table) ? table : -1 };
  });
  return [...moves.filter(({ table }) => table >= 0), ...moves.filter(({ table }) => table < 0)];
}

/** Tables, each with the groups that then join it. */
type Change = (readonly [number, readonly number[]])[];

const compareLists = (one: readonly number[], other: readonly number[]) => {
  for (const [i, value] of one.entries()) if (value !== (other[i] ?? 0)) return value - (other[i] ?? 0);
  return 0;
};

/**
 * In hundredths, a table is worth its score with what the terms change. It is worth less if it scores below the floor, which
 * is the mean if somebody at the table has a boost.
 */
function createWorth(tables: readonly SeatedTable[], others: readonly Diner[], seatingRules: SeatingRules) {
  const everybody = [...tables.flatMap(({ diners }) => diners), ...others];
  const terms = buildTerms(seatingRules, everybody);
  const indexes = new Map(everybody.map(({ id }, i) => [id, i]));
  const perPoint = scorePerPoint(seatingRules.questions);
  const scoreOf = (table: readonly Diner[]) =>
    Math.round(100 * scoreTable(seatingRules.questions, table).overall);
  const scores = tables.filter(({ diners }) => diners.length > 1).map(({ diners }) => scoreOf(diners));
  const floor =
    scores.length > 0
      ? new ScoreFloor(Int32Array.from(scores), 100, seatingRules.terms !== undefined)
      : undefined;
  return (table: readonly Diner[]) => {
    if (table.length < 2) return 0;
    const score = scoreOf(table);
    const isBoosted = table.some(({ boost }) => boost);
    const change = terms?.changeOf(table.map(({ id }) => indexes.get(id) as number)) ?? 0;
    return (floor?.worthOf(score, isBoosted) ?? score) + Math.round((100 * change) / perPoint);
  };
}

/** Rates a table with these groups, the most important value first; undefined if they may not join it. */
function createValues(
  groups: Diner[][],
  tables: readonly SeatedTable[],
  seatingRules: SeatingRules,
  former: Former | undefined,
) {
  const formerOf = new Map(former?.flatMap((ids, i) => ids.map((id) => [id, i] as const)));
  const countPairs = (joining: readonly Diner[]) =>
    [...Map.groupBy(joining, ({ id }) => formerOf.get(id) ?? id).values()].reduce(
      (sum, { length }) => sum + (length * (length - 1)) / 2,
      0,
    );
  /** Who sat together may do so again, also where the matcher has relaxed a rule for them. */
  const mayStay = ({ diners, ...table }: SeatedTable, joining: readonly Diner[]) =>
    diners.length === 0 &&
    new Set(joining.map(({ id }) => formerOf.get(id) ?? id)).size === 1 &&
    mayJoin({ ...table, diners }, joining, { ...seatingRules, relaxed: ["met", "language"] });
  const worthOf = createWorth(tables, groups.flat(), seatingRules);
  const ranks = groups.filter((group, i) => i === 0 || compareUrgency(groups[i - 1] as Diner[], group) !== 0);
  const rankOf = (group: Diner[]) => ranks.findIndex((first) => compareUrgency(first, group) === 0);
  const known = new Map<string, number[] | undefined>();
  return (table: number, members: readonly number[]): number[] | undefined => {
    const key = `${table} ${members.toSorted((one, other) => one - other).join()}`;
    if (known.has(key)) return known.get(key);
    const seated = tables[table] as SeatedTable;
    const joining = members.flatMap((member) => groups[member] as Diner[]);
    const all = [...seated.diners, ...joining];
    const seatsByRank = ranks.map((_, rank) =>
      members.reduce((sum, member) => {
        const group = groups[member] as Diner[];
        return rankOf(group) === rank ? sum + group.length : sum;
      }, 0),
    );
    const isAllowed =
      joining.length === 0 || mayJoin(seated, joining, seatingRules) || mayStay(seated, joining);
    const first = former
      ? [all.length, countPairs(joining)]
      : [
          Number(all.length >= minTableSize),
          Number(all.length + (seated.walkIns ?? 0) === tableSize),
          joining.length,
        ];
    // A table that stays too small is none for those who lose theirs.
    const isNone = former !== undefined && all.length < minTableSize;
    const value = isAllowed ? (isNone ? [] : [...first, ...seatsByRank, worthOf(all)]) : undefined;
    known.set(key, value);
    return value;
  };
}

const urgencyOf = (group: readonly Diner[]) => ({
  priority: Math.max(...group.map(({ priority }) => priority)),
  boost: group.some(({ boost }) => boost),
});

function compareUrgency(group: readonly Diner[], otherGroup: readonly Diner[]): number {
  const [one, other] = [urgencyOf(group), urgencyOf(otherGroup)];
  return other.priority - one.priority || compareByBoost(one, other);
}

export interface Swap {
  /** The other table, and the diners who come from it: as many as leave. */
  table: number;
  diners: string[];
}

/**
 * Lists the diners with whom `moving` could change places, best first: at the same venue, then by the worth of both tables.
 * Both tables keep the rules as well as they did before.
 */
export function findSwaps(
  from: SeatedTable,
  moving: readonly Diner[],
  others: readonly SeatedTable[],
  seatingRules: SeatingRules,
): Swap[] {
  const staying = from.diners.filter((diner) => !moving.includes(diner));
  const worthOf = createWorth([from, ...others], [], seatingRules);
  return others
    .flatMap((other, table) =>
      listSubsets(other.diners, moving.length).flatMap((coming) => {
        const left = other.diners.filter((diner) => !coming.includes(diner));
        const isAllowed =
          mayTakePlaces({ ...from, diners: staying }, coming, seatingRules) &&
          mayTakePlaces({ ...other, diners: left }, moving, seatingRules);
        if (!isAllowed) return [];
        const value =
          worthOf([...staying, ...coming]) + worthOf([...left, ...moving]) - worthOf(other.diners);
        const isHere = other.venue.id === from.venue.id;
        return [{ table, diners: coming.map(({ id }) => id), value, isHere }];
      }),
    )
    .sort((one, other) => Number(other.isHere) - Number(one.isHere) || other.value - one.value)
    .map(({ table, diners }) => ({ table, diners }));
}

/** Lists all subsets of this size. */
const listSubsets = <Item>(items: readonly Item[], size: number): Item[][] =>
  size === 0
    ? [[]]
    : items.flatMap((item, i) => listSubsets(items.slice(i + 1), size - 1).map((rest) => [item, ...rest]));

function listGroups(diners: readonly Diner[], { together = [] }: SeatingRules): Diner[][] {
  const left = new Set(diners);
  return diners.flatMap((diner) => {
    if (!left.has(diner)) return [];
    const ids = together.find((group) => group.includes(diner.id)) ?? [diner.id];
    const group = diners.filter(({ id }) => ids.includes(id));
    for (const member of group) left.delete(member);
    return [group];
  });
}

const countViolations = (
  some: readonly Diner[],
  without: readonly RelaxableRule[],
  { together = [] }: SeatingRules,
) => buildRules(some, without, [], together).countViolations([...some.keys()]);

/** Whether the venue suits them, and each comes with all of their group. */
function areSuited(
  { venue, diners, walkIns = 0 }: SeatedTable,
  joining: readonly Diner[],
  { together = [] }: SeatingRules,
): boolean {
  const ids = new Set([...diners, ...joining].map(({ id }) => id));
  return (
    ids.size + walkIns <= tableSize &&
    joining.every(
      (diner) =>
        suits(venue, diner) &&
        together.every((group) => !group.includes(diner.id) || group.every((member) => ids.has(member))),
    )
  );
}

export function mayJoin(table: SeatedTable, joining: readonly Diner[], seatingRules: SeatingRules): boolean {
  const { diners, absent = [] } = table;
  const { relaxed = [] } = seatingRules;
  const areAllowed = (some: readonly Diner[], without: readonly RelaxableRule[]) =>
    countViolations(some, without, seatingRules) === 0;
  return (
    areSuited(table, joining, seatingRules) &&
    areAllowed([...diners, ...joining], relaxed) &&
    absent.every((one) => areAllowed([one, ...joining], [...relaxed, "language"]))
  );
}

/** Those who stay may already break a rule by sitting there. Those who come must not add a violation. */
function mayTakePlaces(table: SeatedTable, coming: readonly Diner[], seatingRules: SeatingRules): boolean {
  const { relaxed = [] } = seatingRules;
  const count = (some: readonly Diner[]) => countViolations(some, relaxed, seatingRules);
  return areSuited(table, coming, seatingRules) && count([...table.diners, ...coming]) <= count(table.diners);
}
