import { tableSize } from "#app/lib/table-size.ts";
import { admitDiners, canServe } from "./admit-diners.ts";
import { arrangeTables } from "./arrange-tables.ts";
import type { Diner, Venue } from "./diner.ts";
import { dissolveBrokenTables } from "./dissolve-tables.ts";
import { type MatchInput, type RelaxableRule, relaxableRules } from "./match-input.ts";
import { buildRules } from "./rules/build-rules.ts";
import { buildFeatureVectors, tableScorePerPoint } from "./scores/answer-features.ts";
import { findBrokenTables } from "./search/repair.ts";
import type { Standby, VenueReport } from "./seating.ts";
import { compareById, compareByPriority } from "./sort-order.ts";

export interface VenueSeating extends VenueReport {
  tables: Diner[][];
  standby: Standby[];
}

const proposalsPerDiner = 100_000;
const maxProposals = 36_000_000;

export function seatVenue(input: MatchInput, venue: Venue): VenueSeating {
  const booked = input.diners.filter((diner) => diner.venue === venue.id);
  const servedCount = booked.filter((diner) => canServe(venue, diner)).length;
  const maxTables = Math.min(venue.tables, Math.floor(servedCount / tableSize));
  const allowed = relaxableRules.filter((rule) => input.relax?.includes(rule));
  let best = seatWithRules(input, venue, booked, []);
  for (let count = 1; best.tables.length < maxTables && count <= allowed.length; count++) {
    const seating = seatWithRules(input, venue, booked, allowed.slice(0, count));
    if (seating.tables.length > best.tables.length) best = seating;
  }
  // A rule relaxed early may not have helped, so it is kept where the later ones are enough.
  for (const rule of best.relaxed.slice(0, -1)) {
    const fewer = best.relaxed.filter((each) => each !== rule);
    const seating = seatWithRules(input, venue, booked, fewer);
    if (seating.tables.length === best.tables.length) best = seating;
  }
  return best;
}

function seatWithRules(
  input: MatchInput,
  venue: Venue,
  booked: readonly Diner[],
  relaxed: RelaxableRule[],
): VenueSeating {
  const { admitted, standby } = admitDiners(venue, booked, (diners) => buildRules(diners, relaxed));
  const rules = buildRules(admitted, relaxed);
  const { board, proof } = arrangeTables(buildFeatureVectors(input.questions, admitted), rules, {
    seed: input.seed,
    maxProposals: input.proposals ?? Math.min(proposalsPerDiner * admitted.length, maxProposals),
    scorePerPoint: (input.floor ?? true) ? tableScorePerPoint(input.questions) : undefined,
  });
  const tables = Array.from({ length: board.tableCount }, (_, table) =>
    [...board.membersOf(table)].map((index) => admitted[index] as Diner),
  );
  if (findBrokenTables(board, rules).length > 0) {
    return {
      venue: venue.id,
      relaxed,
      outcome: proof?.isImpossible ? "impossible" : "not found",
      worth: null,
      bound: null,
      ...keepLegalTables(tables, booked, standby, relaxed),
    };
  }
  const worth = board.totalWorth();
  return {
    venue: venue.id,
    relaxed,
    outcome: proof && worth >= proof.maxWorth ? "best" : "good",
    worth,
    bound: proof?.maxWorth ?? null,
    tables: sortTables(tables),
    standby: standby.sort(compareByDiner),
  };
}

function keepLegalTables(
  tables: Diner[][],
  booked: readonly Diner[],
  standby: Standby[],
  relaxed: RelaxableRule[],
) {
  const unserved = standby.filter(({ reason }) => reason === "diet");
  const reasons = new Map(standby.map(({ diner, reason }) => [diner, reason]));
  const standbyDiners = booked
    .filter(({ id }) => (reasons.get(id) ?? "diet") !== "diet")
    .sort(compareByPriority);
  const everyone = [...tables.flat(), ...standbyDiners];
  const legal = dissolveBrokenTables(
    tables.map((table) => table.map((diner) => everyone.indexOf(diner))),
    standbyDiners.map((diner) => everyone.indexOf(diner)),
    buildRules(everyone, relaxed),
  );
  const unseated = legal.standby.map((index): Standby => {
    const { id } = everyone[index] as Diner;
    return { diner: id, reason: reasons.get(id) ?? "rules" };
  });
  return {
    tables: sortTables(legal.tables.map((table) => table.map((index) => everyone[index] as Diner))),
    standby: [...unserved, ...unseated].sort(compareByDiner),
  };
}

const compareByDiner = (one: Standby, other: Standby) => compareById({ id: one.diner }, { id: other.diner });

/** Sorted by diner id, so that the order reveals nothing about the search. */
const sortTables = (tables: Diner[][]) =>
  tables
    .map((table) => table.sort(compareById))
    .sort(([one], [other]) => compareById(one as Diner, other as Diner));
