import type { Database } from "#app/db/client.server.ts";
import { quizQuestions } from "#app/db/schema/quiz.ts";
import { firstDinnerMark, firstDinnerPhrase } from "#app/models/booking/bookings.server.ts";
import type { MatchData, MatchDiner } from "./match-data.server.ts";
import { selectTermPoints } from "./table-terms.server.ts";
import { isToldByChance, knows, personOf } from "./told-to-tables.ts";

/** If only one could be meant, a diner who hears of company would know whose answer it is. */
const minCandidates = 2;

interface Marked {
  questions: Pick<MatchData["questions"][number], "id" | "needsConsent" | "company" | "companySays">[];
  termPoints: MatchData["termPoints"];
}

/** What can be said: nothing while company is not in force, and nothing that a diner consented to for seating alone. */
function listMarks({ questions, termPoints }: Marked) {
  if (!termPoints?.company) return [];
  const marks = questions.flatMap(({ id, needsConsent, company, companySays }) =>
    Object.entries((!needsConsent && companySays) || {})
      .filter(([choice]) => company === "all" || company?.includes(Number(choice)))
      .map(([choice, phrase]) => ({
        mark: `${id}:${choice}`,
        phrase,
        has: ({ answers }: MatchDiner) => answers[id]?.includes(Number(choice)),
      })),
  );
  const isFirst = ({ isFirstDinner }: MatchDiner) => isFirstDinner;
  return [...marks, { mark: firstDinnerMark, phrase: firstDinnerPhrase, has: isFirst }];
}

/** "is new in town" */
export async function listCompanyPhrases(db: Database): Promise<string[]> {
  const { id, needsConsent, company, companySays } = quizQuestions;
  const [questions, [termPoints]] = await db.batch([
    db.select({ id, needsConsent, company, companySays }).from(quizQuestions),
    selectTermPoints(db),
  ]);
  return listMarks({ questions, termPoints }).map(({ phrase }) => phrase);
}

/** Only unknown table-mates count, possible accounts of one person as one, so it is never certain who gave the answer. */
export const listCompany = (
  data: Marked,
  table: readonly MatchDiner[],
  isTold = isToldByChance,
): Record<string, string[]> =>
  Object.fromEntries(
    listMarks(data)
      .map(({ mark, has }) => {
        const told = table.filter((diner) => {
          const others = table.filter((mate) => !knows(diner, mate, table));
          const candidates = new Set(others.map(personOf)).size;
          return has(diner) && candidates >= minCandidates && others.some(has) && isTold();
        });
        return [mark, told.map(({ bookingId }) => bookingId)] as const;
      })
      .filter(([, told]) => told.length > 0),
  );
