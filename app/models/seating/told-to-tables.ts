import { explainAnswers, listTellable } from "#app/matching/explain.ts";
import type { MatchQuestion } from "#app/matching/match-input.ts";
import type { MatchDiner } from "./match-data.server.ts";

export const byBooking = (diners: readonly MatchDiner[]) =>
  new Map(diners.map((diner) => [diner.bookingId, diner]));

export const findTable = (bookings: ReadonlyMap<string, MatchDiner>, ids: readonly string[]) =>
  ids.flatMap((id) => bookings.get(id) ?? []);

/** Two accounts that may be one person's count as one. */
export const personOf = ({ crowdId, bookingId }: MatchDiner) => crowdId ?? bookingId;

/** Each has seen what the other likes, or is a friend, or may be the same person; what one account has seen, the others know. */
export const knows = (one: MatchDiner, other: MatchDiner, table: readonly MatchDiner[]) =>
  table.some(
    (mine) =>
      personOf(mine) === personOf(one) &&
      table.some(
        (theirs) => personOf(theirs) === personOf(other) && (mine === theirs || haveMet(mine, theirs)),
      ),
  );

const haveMet = (one: MatchDiner, other: MatchDiner) =>
  one.known.includes(other.bookingId) || (one.togetherId !== null && one.togetherId === other.togetherId);

/** What could be said is left out at random, so that nobody can conclude anything from its not being there. */
export const isToldByChance = () => Math.random() >= 1 / 3;

/** What a table shares. Where nobody knows anybody, it leaves everything open, also where nothing is said. */
export function listShares(
  questions: readonly MatchQuestion[],
  table: readonly MatchDiner[],
  isTold = isToldByChance,
): string[] {
  const known = table.map((one) =>
    table.reduce((bits, other, i) => bits | (knows(one, other, table) ? 1 << i : 0), 0),
  );
  const areStrangers = known.every((bits, i) => bits === 1 << i);
  const tellable = listTellable(known);
  return explainAnswers(
    questions,
    ({ id }) => table.map(({ answers }) => answers[id] ?? []),
    (sharing) => tellable.has(sharing) && (areStrangers || isTold()),
    areStrangers,
  );
}
