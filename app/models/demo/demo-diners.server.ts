import { loadBatched } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { quizQuestions } from "#app/db/schema/quiz.ts";
import type { Answer, QuizQuestion, QuizRole } from "#app/lib/quiz/quiz.ts";
import { addDemoUsers, type NewUser } from "#app/models/account/users.server.ts";
import { addAnswers } from "#app/models/quiz/answers.server.ts";
import { addConsents, readQuiz } from "#app/models/quiz/quiz.server.ts";

export interface DemoQuestion extends QuizQuestion {
  role?: QuizRole | null | undefined;
}

/** The quiz, with what its answers mean for a table. */
export async function listDemoQuestions(db: Database): Promise<DemoQuestion[]> {
  const { questions } = await loadBatched({ db }, readQuiz(db, ""));
  const rows = await db.select({ id: quizQuestions.id, role: quizQuestions.role }).from(quizQuestions);
  const roles = new Map(rows.map(({ id, role }) => [id, role]));
  return questions.map((question) => ({ ...question, role: roles.get(question.id) }));
}

interface DemoDiner {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  answers: { questionId: number; answerIds: Answer }[];
}

/** Diners who never signed up and have finished the quiz, for a local club. */
export async function addDemoDiners(db: Database, diners: DemoDiner[], now: Date): Promise<void> {
  const users: NewUser[] = diners.map(({ answers, ...diner }) => ({
    ...diner,
    passwordHash: null,
    emailConfirmedAt: now,
    createdAt: now,
  }));
  const answers = diners.flatMap(({ id, answers }) => answers.map((answer) => ({ ...answer, userId: id })));
  const ids = diners.map(({ id }) => id);
  await db.batch([...addDemoUsers(db, users), ...addConsents(db, ids, now), ...addAnswers(db, answers)]);
}
