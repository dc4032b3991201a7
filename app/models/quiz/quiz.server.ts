import { asc, eq, type SQL, sql } from "drizzle-orm";
import { type BatchedRead, batchedRead, type Statement } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { isAsked } from "#app/db/conditions.ts";
import { profiles, quizQuestions, userAnswers } from "#app/db/schema.ts";
import { jsonRows } from "#app/db/statements.ts";
import { countries } from "#app/lib/quiz/countries.ts";
import type { Answers, QuizQuestion } from "#app/lib/quiz/quiz.ts";
import type { Weights } from "#app/matching/learning/weights.ts";
import { selectTermPoints, type TermPoints } from "#app/models/seating/table-terms.server.ts";
import { selectConsent } from "./consents.server.ts";
import { questionColumns } from "./question-columns.ts";

interface Quiz {
  questions: QuizQuestion[];
  answers: Answers;
  /** To answer the questions that need it. */
  hasConsent: boolean;
  isDone: boolean;
}

export const readQuiz = (db: Database, userId: string | SQL): BatchedRead<Quiz> =>
  batchedRead(
    [
      db
        .select({
          ...questionColumns,
          company: quizQuestions.company,
          role: quizQuestions.role,
        })
        .from(quizQuestions)
        // Who has answered one can see and change that.
        .where(
          sql`${isAsked} or exists (select 1 from ${userAnswers} where user_answers.user_id = ${userId}
            and user_answers.question_id = quiz_questions.id and user_answers.answer_ids <> '[]')`,
        )
        .orderBy(asc(quizQuestions.position)),
      selectTermPoints(db),
      db
        .select({ questionId: userAnswers.questionId, answerIds: userAnswers.answerIds })
        .from(userAnswers)
        .where(eq(userAnswers.userId, userId)),
      selectConsent(db, userId),
      db.select({ isQuizDone: profiles.isQuizDone }).from(profiles).where(eq(profiles.id, userId)),
    ],
    ([questions, [points], answers, given, [profile]]) => ({
      questions: questions.map(({ company, role, ...question }) => ({
        ...question,
        choices: question.isCountry ? countries : question.choices,
        help:
          [question.help, points && describePromise({ ...question, company, role }, points)]
            .filter(Boolean)
            .join(" ") || null,
      })),
      answers: Object.fromEntries(answers.map(({ questionId, answerIds }) => [questionId, answerIds])),
      hasConsent: given.length > 0,
      isDone: profile?.isQuizDone ?? false,
    }),
  );

type MarkedQuestion = Pick<typeof quizQuestions.$inferSelect, "choices" | "company" | "isCountry" | "role">;

const list = new Intl.ListFormat("en-GB", { type: "disjunction" });

export const hasCompany = ({ company }: Pick<MarkedQuestion, "company">) =>
  company === "all" || (company?.length ?? 0) > 0;

/** What the terms in force do for whoever answers this question. */
function describePromise(question: MarkedQuestion, points: TermPoints): string | undefined {
  const { choices, company, isCountry, role } = question;
  if (role === "age" && points.ageAlone > 0)
    return `We try to seat you with somebody at most ${points.nearYears} years older or younger.`;
  if (!hasCompany(question) || points.company === 0) return undefined;
  if (isCountry) return "We try not to seat anybody as the only one from their country.";
  const marked = company === "all" ? choices : choices.filter((_, i) => company?.includes(i + 1));
  return `We try not to seat anybody as the only one who answers ${list.format(marked.map((choice) => `“${choice}”`))}.`;
}

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

/** A statement for the batch that puts learned weights in force. */
export function setLearnedWeights(db: Database, weights: Weights, condition: SQL): Statement {
  const rows = Object.entries(weights).map(([id, weight]) => ({ id: Number(id), weight }));
  return db
    .update(quizQuestions)
    .set({ learnedWeight: sql`learned.value ->> 'weight'` })
    .from(sql`${jsonRows(rows)} learned`)
    .where(sql`${quizQuestions.id} = learned.value ->> 'id' and ${condition}`);
}

/** A statement for the batch that puts the operator's weights in force again. */
export const clearLearnedWeights = (db: Database): Statement =>
  db.update(quizQuestions).set({ learnedWeight: null });
