import { tableSize } from "#app/lib/table-size.ts";
import { admit, byClaim, byId } from "./admit-diners.ts";
import { arrange } from "./arrange-tables.ts";
import type { Diner, Venue } from "./diner.ts";
import { withdraw } from "./dissolve-tables.ts";
import { type MatchInput, type Relaxable, relaxable, type Standby, type VenueReport } from "./match-input.ts";
import { rulesAmong } from "./rules/build-rules.ts";
import { tablePoint, vectorsOf } from "./scores/answer-features.ts";
import { brokenTables } from "./search/repair.ts";

/** A venue's evening: who sits with whom, and who stands by. */
export interface Room extends VenueReport {
  tables: Diner[][];
  standby: Standby[];
}

const proposalsEach = 100_000;
const mostProposals = 36_000_000;

/** Lets rules go one after the other, as far as the night allows it, while more could sit down without them. */
export function seatVenue(night: MatchInput, venue: Venue): Room {
  const booked = night.diners.filter((diner) => diner.venue === venue.id);
  const served = booked.filter(({ diets }) => (diets & ~venue.diets) === 0);
  const most = Math.min(venue.tables, Math.floor(served.length / tableSize));
  const allowed = relaxable.filter((rule) => night.relax?.includes(rule));
  let best = seat(night, venue, booked, []);
  for (let gone = 1; best.tables.length < most && gone <= allowed.length; gone++) {
    const room = seat(night, venue, booked, allowed.slice(0, gone));
    if (room.tables.length > best.tables.length) best = room;
  }
  // What went first may have been no help by itself, and is kept where the others do without it.
  for (const rule of best.relaxed.slice(0, -1)) {
    const room = seat(
      night,
      venue,
      booked,
      best.relaxed.filter((each) => each !== rule),
    );
    if (room.tables.length === best.tables.length) best = room;
  }
  return best;
}

function seat(night: MatchInput, venue: Venue, booked: readonly Diner[], relaxed: Relaxable[]): Room {
  const { guests, standby } = admit(venue, booked, (diners) => rulesAmong(diners, relaxed));
  const rules = rulesAmong(guests, relaxed);
  const { board, proof } = arrange(vectorsOf(night.questions, guests), rules, {
    seed: night.seed,
    proposals: night.proposals ?? Math.min(proposalsEach * guests.length, mostProposals),
    point: (night.floor ?? true) ? tablePoint(night.questions) : undefined,
  });
  const tables = Array.from({ length: board.tables }, (_, table) =>
    [...board.members(table)].map((place) => guests[place] as Diner),
  );
  const room = { venue: venue.id, relaxed };
  if (brokenTables(board, rules).length > 0) {
    const outcome = proof?.isImpossible ? "impossible" : "not found";
    const rest = sendAway(tables, booked, standby, relaxed);
    return { ...room, outcome, worth: null, bound: null, ...rest };
  }
  const worth = board.total();
  const outcome = proof && worth >= proof.most ? "best" : "good";
  const bound = proof?.most ?? null;
  return { ...room, outcome, worth, bound, tables: tidy(tables), standby: standby.sort(byDiner) };
}

/** As many legal tables as are found where not all can have one. */
function sendAway(tables: Diner[][], booked: readonly Diner[], standby: Standby[], relaxed: Relaxable[]) {
  const unserved = standby.filter(({ reason }) => reason === "diet");
  const waitedFor = new Map(standby.map(({ diner, reason }) => [diner, reason]));
  const waiting = booked.filter(({ id }) => (waitedFor.get(id) ?? "diet") !== "diet").sort(byClaim);
  const everyone = [...tables.flat(), ...waiting];
  const places = tables.map((table) => table.map((diner) => everyone.indexOf(diner)));
  const bench = waiting.map((diner) => everyone.indexOf(diner));
  const left = withdraw(places, bench, rulesAmong(everyone, relaxed));
  const sentAway = left.waiting.map((i): Standby => {
    const { id } = everyone[i] as Diner;
    return { diner: id, reason: waitedFor.get(id) ?? "rules" };
  });
  return {
    tables: tidy(left.tables.map((table) => table.map((i) => everyone[i] as Diner))),
    standby: [...unserved, ...sentAway].sort(byDiner),
  };
}

const byDiner = (one: Standby, other: Standby) => byId({ id: one.diner }, { id: other.diner });

/** In the order of their diners, so that nothing tells how they were found. */
const tidy = (tables: Diner[][]) =>
  tables.map((table) => table.sort(byId)).sort(([one], [other]) => byId(one as Diner, other as Diner));
