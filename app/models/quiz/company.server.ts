import { asc, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { quizQuestions } from "#app/db/schema.ts";

/** So that what a table loses fits the matcher's integers. */
export const maxMarkedQuestions = 8;

type Company = number[] | "all";

export const listQuestionsWithCompany = (db: Database) =>
  db
    .select({
      id: quizQuestions.id,
      question: quizQuestions.question,
      choices: quizQuestions.choices,
      isRange: quizQuestions.isRange,
      isYear: quizQuestions.isYear,
      isCountry: quizQuestions.isCountry,
      company: quizQuestions.company,
    })
    .from(quizQuestions)
    .orderBy(asc(quizQuestions.position));

/** Marks these choices and no others of the question; false where too many questions have marks. */
export async function markCompany(db: Database, questionId: number, company: Company): Promise<boolean> {
  const otherCount = sql`(select count(*) from quiz_questions others
    where others.id <> ${questionId} and others.company <> '[]')`;
  const marked = await db
    .update(quizQuestions)
    .set({ company })
    .where(
      sql`${quizQuestions.id} = ${questionId} and (${company.length === 0 ? 1 : 0} or ${otherCount} < ${maxMarkedQuestions})`,
    )
    .returning({ id: quizQuestions.id });
  return marked.length === 1;
}
