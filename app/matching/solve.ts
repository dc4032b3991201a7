import { hashText } from "./hash.ts";
import type { MatchInput } from "./match-input.ts";
import { buildReport, listScoredTables } from "./report.ts";
import { seatVenue } from "./seat-venue.ts";
import type { Seating } from "./seating.ts";
import { compareById } from "./sort-order.ts";

/** Raised by every change that seats any match input differently. */
export const rulesVersion = 6;

export function match(input: MatchInput): Seating {
  const lost = input.diners.find(({ venue }) => !input.venues.some(({ id }) => id === venue));
  if (lost) throw new RangeError(`${lost.id} booked ${lost.venue}, which is not one of the venues`);
  const questions = input.questions.toSorted((one, other) => one.id - other.id);
  const venueSeatings = input.venues
    .toSorted(compareById)
    .map((venue) => seatVenue({ ...input, questions }, venue));
  const tables = venueSeatings.flatMap((venueSeating) => listScoredTables(questions, venueSeating));
  const seating = {
    version: rulesVersion,
    seed: input.seed,
    tables: tables.map(({ venue, diners, score, explanation }) => ({ venue, diners, score, explanation })),
    standby: venueSeatings.flatMap(({ standby }) => standby),
    report: buildReport(venueSeatings, tables),
  };
  return { ...seating, hash: hashText(JSON.stringify(seating)) };
}

export function verifySeating(input: MatchInput, seating: Seating): boolean {
  return JSON.stringify(match({ ...input, seed: seating.seed })) === JSON.stringify(seating);
}
