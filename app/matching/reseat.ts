import { minTableSize, tableSize } from "#app/lib/table-size.ts";
import {
  compareByBoost,
  compareByPriority,
  type Diner,
  type MatchInput,
  type RelaxableRule,
  type Venue,
} from "./match-input.ts";
import { buildRules } from "./rules.ts";
import { ScoreFloor, scoreTable } from "./scores.ts";
import { buildTerms, scorePerPoint } from "./terms/build-terms.ts";
import { suits } from "./venues/needs.ts";

export interface SeatingRules extends Pick<MatchInput, "questions" | "terms" | "wishes" | "together"> {
  relaxed?: readonly RelaxableRule[];
}

/** A table whose venue does not change when its seats are refilled. */
export interface SeatedTable {
  venue: Venue;
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

/**
 * Gives diners the free seats of these tables, all at once. As few tables as possible stay too small, as many as possible are
 * full, and as many diners as possible have a seat. Then the highest priority counts, among equals a boost, and finally the
 * worth of the tables. A group gets seats at one table or none.
 */
export function findFreeSeats(
  diners: readonly Diner[],
  tables: readonly SeatedTable[],
  seatingRules: SeatingRules,
): Move[] {
  const groups = listGroups(diners.toSorted(compareByPriority), seatingRules).sort(compareUrgency);
  const valuesOf = createValues(groups, tables, seatingRules);
  const joined = tables.map((): number[] => []);
  const tableOf = groups.map(() => -1);
  const joinedAt = (table: number) => joined[table] as number[];
  const without = (table: number, group: number) => joinedAt(table).filter((each) => each !== group);

  /** Lists changes that move this group, in exchange for another one if needed. */
  function* listChanges(group: number, isAlone: boolean): Generator<Change> {
    const from = tableOf[group] as number;
    const leaving: Change = from < 0 ? [] : [[from, without(from, group)]];
    for (const to of tables.keys()) {
      if (to === from) continue;
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

  const findBest = (group: number, isAlone: boolean) => {
    let best: { change: Change; gain: number[] } | undefined;
    for (const change of listChanges(group, isAlone)) {
      if (!isAlone && tried++ >= maxTried) break;
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
      for (const [i, value] of after.entries()) sum[i] = (sum[i] ?? 0) + value - (before[i] ?? 0);
    }
    return sum;
  };

  let tried = 0;
  const improve = (isAlone: boolean): boolean => {
    let hasChanged = false;
    for (const group of groups.keys()) {
      const change = findBest(group, isAlone);
      if (!change) continue;
      hasChanged = true;
      for (const [table, members] of change) joined[table] = [...members];
      tableOf.fill(-1);
      for (const [table, members] of joined.entries()) for (const each of members) tableOf[each] = table;
    }
    return hasChanged;
  };
  improve(true);
  while (improve(false));
  const moves = groups.map((group, i) => ({
    diners: group.map(({ id }) => id),
    table: tableOf[i] as number,
  }));
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
function createValues(groups: Diner[][], tables: readonly SeatedTable[], seatingRules: SeatingRules) {
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
    const value =
      joining.length === 0 || mayJoin(seated, joining, seatingRules)
        ? [
            Number(all.length >= minTableSize),
            Number(all.length + (seated.walkIns ?? 0) === tableSize),
            joining.length,
            ...seatsByRank,
            worthOf(all),
          ]
        : undefined;
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
