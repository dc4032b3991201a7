import { byId } from "./admit-diners.ts";
import { fingerprint } from "./hash.ts";
import type { MatchInput, Seating } from "./match-input.ts";
import { report, tablesOf } from "./report.ts";
import { seatVenue } from "./seat-venue.ts";

/** Changes whenever the same night would be seated differently. */
export const version = 5;

/** From a night's bookings to its tables: the same for the same night, in whatever order it is told. */
export function match(night: MatchInput): Seating {
  const lost = night.diners.find(({ venue }) => !night.venues.some(({ id }) => id === venue));
  if (lost) throw new RangeError(`${lost.id} booked ${lost.venue}, which is no venue of this night`);
  const questions = night.questions.toSorted((one, other) => one.id - other.id);
  const rooms = night.venues.toSorted(byId).map((venue) => seatVenue({ ...night, questions }, venue));
  const tables = rooms.flatMap((room) => tablesOf(questions, room));
  const seating = {
    version,
    seed: night.seed,
    tables: tables.map(({ venue, diners, score, explanation }) => ({ venue, diners, score, explanation })),
    standby: rooms.flatMap((room) => room.standby),
    report: report(rooms, tables),
  };
  return { ...seating, hash: fingerprint(JSON.stringify(seating)) };
}

/** Whether a seating is what this version makes of the night. */
export function verify(night: MatchInput, seating: Seating): boolean {
  return JSON.stringify(match({ ...night, seed: seating.seed })) === JSON.stringify(seating);
}
