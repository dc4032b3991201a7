import { tableSize } from "#app/lib/table-size.ts";
import type { Diner, Venue } from "./diner.ts";
import type { MatchInput, RelaxableRule } from "./match-input.ts";
import { buildRules } from "./rules/build-rules.ts";
import { scoreTable } from "./scores/table-scores.ts";
import { ScoreFloor } from "./search/score-floor.ts";
import { compareByBoost, compareByPriority } from "./sort-order.ts";
import { buildTerms, scorePerPoint } from "./terms/build-terms.ts";
import { suits } from "./venues/suits.ts";

interface Replacement {
  /** One, or all who belong together. */
  diners: string[];
  score: number;
}

export interface SeatingRules extends Pick<MatchInput, "questions" | "terms" | "wishes" | "together"> {
  relaxed?: readonly RelaxableRule[];
}

/** Whose venue never changes when a seat is refilled. */
export interface SeatedTable {
  venue: Venue;
  diners: readonly Diner[];
  /** Their seats are free, and nobody joins who is kept apart from them: they may still come. */
  absent?: readonly Diner[];
}

/** Who may join the table, a group as one: by priority, of equals a boost, then by the table's score with its terms. */
export function findReplacements(
  table: SeatedTable,
  standby: readonly Diner[],
  seatingRules: SeatingRules,
): Replacement[] {
  const rank = createRanking([...table.diners, ...standby], seatingRules);
  return listGroups(standby.toSorted(compareByPriority), seatingRules)
    .filter((group) => mayJoin(table, group, seatingRules))
    .map((group) => ({ group, ...urgencyOf(group), ...rank(table.diners, group) }))
    .sort((one, other) => compareUrgency(one, other) || other.value - one.value)
    .map(({ group, score }) => ({ diners: group.map(({ id }) => id), score }));
}

const toHundredths = (points: number) => Math.round(100 * points);

type Urgency = Pick<Diner, "priority" | "boost">;

const urgencyOf = (group: readonly Diner[]): Urgency => ({
  priority: Math.max(...group.map(({ priority }) => priority)),
  boost: group.some(({ boost }) => boost),
});

const compareUrgency = (one: Urgency, other: Urgency) =>
  other.priority - one.priority || compareByBoost(one, other);

/**
 * What a table scores with those who join it, and what it is worth in points, with what the terms change: less where somebody
 * has a boost and it scores less than the mean, which is their floor.
 */
function createRanking(diners: readonly Diner[], seatingRules: SeatingRules, floor?: ScoreFloor) {
  const terms = buildTerms(seatingRules, diners);
  const indexes = new Map(diners.map(({ id }, i) => [id, i]));
  const changeAt = (table: readonly Diner[]) =>
    terms?.changeOf(table.map(({ id }) => indexes.get(id) as number)) ?? 0;
  return (table: readonly Diner[], joining: readonly Diner[]) => {
    const all = [...table, ...joining];
    const score = scoreTable(seatingRules.questions, all).overall;
    const change = changeAt(all) - changeAt(table);
    const isBoosted = all.some(({ boost }) => boost);
    const worth = isBoosted && floor ? floor.worthOf(toHundredths(score), true) / 100 : score;
    return { score, value: worth + change / scorePerPoint(seatingRules.questions) };
  };
}

export interface Move {
  /** One, or all who belong together. */
  diners: string[];
  /** -1 where no table has seats for them. */
  table: number;
}

/**
 * The highest priority chooses first, of equals who has a boost, of those the ones with the fewest possible tables, and a group as one. They join a table that
 * leaves one to as many of the others as possible, and of those the one that is best with them.
 */
export function findFreeSeats(
  diners: readonly Diner[],
  tables: readonly SeatedTable[],
  seatingRules: SeatingRules,
): Move[] {
  const filled = tables.map((table) => ({ ...table, diners: [...table.diners] }));
  const scores = tables
    .filter((table) => table.diners.length > 1)
    .map((table) => toHundredths(scoreTable(seatingRules.questions, table.diners).overall));
  const floor =
    scores.length > 0
      ? new ScoreFloor(Int32Array.from(scores), 100, seatingRules.terms !== undefined)
      : undefined;
  const rank = createRanking([...diners, ...tables.flatMap((table) => table.diners)], seatingRules, floor);
  let unseated = listGroups(diners.toSorted(compareByPriority), seatingRules);
  const moves: Move[] = [];
  while (unseated.length > 0) {
    const groups = unseated.map((group) => ({
      group,
      tables: [...filled.keys()].filter((i) => mayJoin(filled[i] as SeatedTable, group, seatingRules)),
      ...urgencyOf(group),
    }));
    const [next, ...others] = groups.sort(
      (one, other) => compareUrgency(one, other) || one.tables.length - other.tables.length,
    ) as [(typeof groups)[0], ...typeof groups];
    const joined = (table: number) => {
      const seated = filled[table] as SeatedTable;
      return { ...seated, diners: [...seated.diners, ...next.group] };
    };
    const choices = next.tables.map((table) => ({
      table,
      left: others.filter(
        ({ group, tables }) =>
          tables.some((other) => other !== table) ||
          (tables.includes(table) && mayJoin(joined(table), group, seatingRules)),
      ).length,
      value: rank((filled[table] as SeatedTable).diners, next.group).value,
    }));
    const best = choices.sort((one, other) => other.left - one.left || other.value - one.value)[0];
    if (best) filled[best.table]?.diners.push(...next.group);
    moves.push({ diners: next.group.map(({ id }) => id), table: best?.table ?? -1 });
    unseated = unseated.filter((group) => group !== next.group);
  }
  return moves;
}

export interface Swap {
  /** The other table, and who comes from it: as many as leave. */
  table: number;
  diners: string[];
}

/**
 * With whom some of a table could change places, the best first: at the same venue, then where both tables are worth most. Both
 * tables keep the rules as well as they do without those who come.
 */
export function findSwaps(
  from: SeatedTable,
  moving: readonly Diner[],
  others: readonly SeatedTable[],
  seatingRules: SeatingRules,
): Swap[] {
  const staying = from.diners.filter((diner) => !moving.includes(diner));
  const rank = createRanking([...from.diners, ...others.flatMap(({ diners }) => diners)], seatingRules);
  return others
    .flatMap((other, table) =>
      listSubsets(other.diners, moving.length).flatMap((coming) => {
        const left = other.diners.filter((diner) => !coming.includes(diner));
        const isAllowed =
          mayTakePlaces({ ...from, diners: staying }, coming, seatingRules) &&
          mayTakePlaces({ ...other, diners: left }, moving, seatingRules);
        if (!isAllowed) return [];
        const value = rank(staying, coming).value + rank(left, moving).value - rank(left, coming).value;
        const isHere = other.venue.id === from.venue.id;
        return [{ table, diners: coming.map(({ id }) => id), value, isHere }];
      }),
    )
    .sort((one, other) => Number(other.isHere) - Number(one.isHere) || other.value - one.value)
    .map(({ table, diners }) => ({ table, diners }));
}

/** All ways to choose so many. */
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

/** The venue suits them, and none of them comes without the others of their group. */
function areSuited(
  { venue, diners }: SeatedTable,
  joining: readonly Diner[],
  { together = [] }: SeatingRules,
): boolean {
  const ids = new Set([...diners, ...joining].map(({ id }) => id));
  return (
    ids.size <= tableSize &&
    joining.every(
      (diner) =>
        suits(venue, diner) &&
        together.every((group) => !group.includes(diner.id) || group.every((member) => ids.has(member))),
    )
  );
}

function mayJoin(table: SeatedTable, joining: readonly Diner[], seatingRules: SeatingRules): boolean {
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

/** Those who stay may break a rule already, since they sit there: those who come add nothing to it. */
function mayTakePlaces(table: SeatedTable, coming: readonly Diner[], seatingRules: SeatingRules): boolean {
  const { relaxed = [] } = seatingRules;
  const count = (some: readonly Diner[]) => countViolations(some, relaxed, seatingRules);
  return areSuited(table, coming, seatingRules) && count([...table.diners, ...coming]) <= count(table.diners);
}
