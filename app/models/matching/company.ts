import { firstDinnerMark } from "#app/models/booking/company.server.ts";
import type { MatchData, MatchDiner } from "./match-data.server.ts";

/** The answers that two or more of these diners share and may hear of. */
export function listCompany({ questions, diners }: MatchData, bookingIds: readonly string[]): string[] {
  const table = diners.filter(({ bookingId }) => bookingIds.includes(bookingId));
  const marks = questions.flatMap(({ id, company, companySays }) =>
    Object.keys(companySays ?? {})
      .map(Number)
      .filter((choice) => company === "all" || company?.includes(choice))
      .map((choice) => ({
        mark: `${id}:${choice}`,
        has: (diner: MatchDiner) => diner.answers[id]?.includes(choice),
      })),
  );
  const first = { mark: firstDinnerMark, has: (diner: MatchDiner) => diner.isFirstDinner };
  return [...marks, first].filter(({ has }) => table.filter(has).length > 1).map(({ mark }) => mark);
}
