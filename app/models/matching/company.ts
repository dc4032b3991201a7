import { firstDinnerMark } from "#app/models/booking/company.server.ts";
import type { MatchData, MatchDiner } from "./match-data.server.ts";

/** Of a table with so many who know each other, somebody would know whose answer it is. */
const maxKnown = 2;

/** The bookings of each answer that two or more of these diners gave and may hear of. */
export function listCompany(
  { questions, diners }: MatchData,
  bookingIds: readonly string[],
): Record<string, string[]> {
  const table = diners.filter(({ bookingId }) => bookingIds.includes(bookingId));
  const groups = Map.groupBy(
    table.filter(({ togetherId }) => togetherId),
    ({ togetherId }) => togetherId,
  );
  if ([...groups.values()].some(({ length }) => length > maxKnown)) return {};
  const marks = questions.flatMap(({ id, company, companySays }) =>
    Object.keys(companySays ?? {})
      .map(Number)
      .filter((choice) => company === "all" || company?.includes(choice))
      .map((choice) => ({
        mark: `${id}:${choice}`,
        has: ({ answers }: MatchDiner) => answers[id]?.includes(choice),
      })),
  );
  const first = { mark: firstDinnerMark, has: ({ isFirstDinner }: MatchDiner) => isFirstDinner };
  return Object.fromEntries(
    [...marks, first]
      .map(({ mark, has }) => [mark, table.filter(has).map(({ bookingId }) => bookingId)] as const)
      .filter(([, holders]) => holders.length > 1),
  );
}
