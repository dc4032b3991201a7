import { tableSize } from "#app/lib/table-size.ts";
import { type Choice, chooseDiners, seatAll } from "./admission/choose-diners.ts";
import { maxFew } from "./admission/few.ts";
import { seatWished } from "./admission/seat-wished.ts";
import { arrangeTables, defaultProposals } from "./arrange-tables.ts";
import {
  compareById,
  compareByPriority,
  type Diner,
  type MatchInput,
  type RelaxableRule,
  relaxableRules,
} from "./match-input.ts";
import { buildRules } from "./rules.ts";
import { buildFeatureVectors, tableScorePerPoint } from "./scores.ts";
import type { PoolReport, Standby } from "./seating.ts";
import { buildTerms, reportTerms } from "./terms/build-terms.ts";
import { listUnmetNeeds, suits } from "./venues/needs.ts";
import { placeTables } from "./venues/transport.ts";

export interface PlacedTable {
  venue: string;
  diners: Diner[];
}

export interface PoolSeating extends Omit<PoolReport, "venue" | "tables"> {
  tables: PlacedTable[];
  standby: Standby[];
  /** In points; null if only one table is filled, or if the match input asks for no floor. */
  scoreFloor: number | null;
}

interface Admission extends Choice {
  relaxed: RelaxableRule[];
  /** No table has two groups, so nobody sits alone between two pairs. */
  areApart: boolean;
}

export function seatPool(input: MatchInput): PoolSeating {
  const { venues } = input;
  const isSuited = new Set(input.diners.filter((diner) => venues.some((venue) => suits(venue, diner))));
  const waiting = listWaiting(input, isSuited);
  const suited = [...isSuited].filter((diner) => !waiting.has(diner.id)).sort(compareByPriority);
  const admission = admitDiners(input, suited);
  const { relaxed, wantedTables, maxTables } = admission;
  const admitted = admission.tables
    .flat()
    .map((diner) => suited[diner] as Diner)
    .sort(compareById);
  const arranged = arrange(input, admitted, admission, suited);
  const isComplete = admission.tables.length === wantedTables;
  return {
    relaxed,
    outcome: isComplete ? "complete" : admission.tables.length === maxTables ? "impossible" : "not found",
    method: arranged.isExact ? "exact" : "search",
    mostSeated: tableSize * maxTables,
    worth: arranged.worth,
    ...(arranged.terms ? { terms: arranged.terms } : {}),
    scoreFloor: arranged.scoreFloor,
    tables: listPlacedTables(input, arranged.tables),
    standby: [
      ...input.diners
        .filter((diner) => !isSuited.has(diner))
        .map((diner): Standby => ({ diner: diner.id, reason: listUnmetNeeds(venues, diner)[0] ?? "venue" })),
      ...[...waiting].map((diner): Standby => ({ diner, reason: "rules" })),
      ...listStandby(suited, admission),
    ].sort((one, other) => compareById({ id: one.diner }, { id: other.diner })),
  };
}

/** Diners whom a venue suits, but whose group has a member whom none suits. */
function listWaiting({ diners, together = [] }: MatchInput, isSuited: ReadonlySet<Diner>): Set<string> {
  const suited = new Set([...isSuited].map(({ id }) => id));
  const unsuited = new Set(diners.flatMap((diner) => (isSuited.has(diner) ? [] : diner.id)));
  const broken = together.filter((group) => group.some((id) => unsuited.has(id)));
  return new Set(broken.flat().filter((id) => suited.has(id)));
}

/** Relaxes a rule only if more tables can be filled without it. */
function admitDiners(input: MatchInput, suited: readonly Diner[]): Admission {
  const suiting = input.venues.filter((venue) => suited.some((diner) => suits(venue, diner)));
  const venueTables = suiting.reduce((sum, { tables }) => sum + tables, 0);
  const mostTables = Math.min(Math.floor(suited.length / tableSize), venueTables);
  const allowed = relaxableRules.filter((rule) => input.relax?.includes(rule));
  const choose = (relaxed: RelaxableRule[]): Admission => ({
    ...chooseDiners(
      buildRules(suited, relaxed, input.venues, input.together),
      suited.length,
      venueTables,
      input.seed,
    ),
    relaxed,
    areApart: false,
  });
  let best = choose([]);
  for (const relaxed of [...allowed.map((rule) => [rule]), ...(allowed.length > 1 ? [allowed] : [])]) {
    if (best.tables.length === mostTables) break;
    const admission = choose(relaxed);
    if (admission.tables.length > best.tables.length) best = admission;
  }
  return partGroups(input, suited, best);
}

/** Seats the same diners so that no table has two groups, if the search can. */
function partGroups(input: MatchInput, suited: readonly Diner[], admission: Admission): Admission {
  const order = admission.tables.flat().sort((one, other) => one - other);
  const diners = order.map((diner) => suited[diner] as Diner);
  const rules = buildRules(diners, admission.relaxed, input.venues, input.together, { areApart: true });
  const groupCount = rules.groups?.count ?? 0;
  if (groupCount < 2 || groupCount > admission.tables.length) return admission;
  const tables = seatAll(rules, diners.length, input.seed);
  if (!tables) return admission;
  return {
    ...admission,
    tables: tables.map((table) => table.map((diner) => order[diner] as number)),
    areApart: true,
  };
}

function arrange(
  input: MatchInput,
  admitted: readonly Diner[],
  admission: Admission,
  suited: readonly Diner[],
) {
  const placeOf = new Map(admitted.map((diner, i) => [diner, i]));
  const legalOrder = Int32Array.from(
    admission.tables.flat(),
    (diner) => placeOf.get(suited[diner] as Diner) as number,
  );
  const open = input.venues.filter(({ tables }) => tables > 0);
  const { relaxed, areApart } = admission;
  const rules = buildRules(admitted, relaxed, open, input.together, { areApart });
  // Terms are counted as for any seating, so that those of another one can be compared.
  const terms = buildTerms(input, admitted, buildRules(admitted, relaxed, open, input.together));
  const scorePerPoint = (input.floor ?? true) ? tableScorePerPoint(input.questions) : undefined;
  const { board, isExact } = arrangeTables(buildFeatureVectors(input.questions, admitted, terms), rules, {
    seed: input.seed,
    legalOrder,
    wished:
      input.terms?.wish && admitted.length > maxFew
        ? seatWished(input, admitted, open, legalOrder, { relaxed, areApart })
        : undefined,
    maxProposals: input.proposals ?? defaultProposals(admitted.length),
    scorePerPoint,
  });
  const tables = Array.from({ length: board.tableCount }, (_, table) => board.membersOf(table));
  const worth = board.totalWorth();
  return {
    worth,
    isExact,
    scoreFloor: board.floor && scorePerPoint ? toPoints(board.floor.minScore, scorePerPoint) : null,
    tables: tables.map((table) => [...table].map((index) => admitted[index] as Diner)),
    terms: terms && reportTerms(terms, tables),
  };
}

const toPoints = (tableScore: number, scorePerPoint: number) =>
  Math.round(5_000 + (100 * tableScore) / scorePerPoint) / 100;

/** The reason is the rules if somebody later in the order is seated, or if a table stays empty. */
function listStandby(suited: readonly Diner[], { tables, unseatable, wantedTables }: Admission): Standby[] {
  const isSeated = new Set(tables.flat());
  const isUnseatable = new Set(unseatable);
  const last = tables.flat().reduce((max, diner) => Math.max(max, diner), -1);
  const isFull = suited.length - unseatable.length - tableSize * tables.length >= tableSize;
  return [...suited.entries()].flatMap(([i, { id }]): Standby[] => {
    if (isSeated.has(i)) return [];
    const isByRules = isUnseatable.has(i) || i < last || tables.length < wantedTables;
    return [{ diner: id, reason: isByRules ? "rules" : isFull ? "full" : "left over" }];
  });
}

/** Sorted by venue and diner id, so that the order reveals nothing about the search. */
function listPlacedTables({ venues }: MatchInput, tables: Diner[][]): PlacedTable[] {
  const sorted = tables
    .map((table) => table.sort(compareById))
    .sort(([one], [other]) => compareById(one as Diner, other as Diner));
  const places = placeTables(sorted, venues);
  return sorted
    .map((diners, i) => ({ venue: places[i] as string, diners }))
    .sort((one, other) => compareById({ id: one.venue }, { id: other.venue }));
}
