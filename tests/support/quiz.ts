import type { Answers } from "#app/lib/quiz/quiz.ts";
import type { Club } from "./club.ts";

/** In the order of the quiz: a migration that adds a question adds its id here. */
export const questionIds = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 25, 13, 14, 15, 16, 17, 18, 19, 26, 20, 21, 22, 23, 24,
];

/** Those that wait until the quiz is done. */
export const laterQuestionIds = [7, 13, 17, 18, 20, 23];

/** Those of the way in. */
export const firstQuestionIds = questionIds.filter((id) => !laterQuestionIds.includes(id));

export const lastQuestionId = firstQuestionIds.at(-1) ?? 0;

/** A valid answer to each question. */
export const goodAnswers: Answers = {
  ...Object.fromEntries(questionIds.map((id) => [id, [1]])),
  2: [7],
  5: [3, 8, 20],
  19: [1992],
  20: ["Hungary"],
  25: [2],
};

/** Those that finish the quiz. */
export const firstAnswers: Answers = Object.fromEntries(
  firstQuestionIds.map((id) => [id, goodAnswers[id] ?? []]),
);

export function createAnswerRequest(
  question: number,
  values: (string | number)[],
  more: Record<string, string> = {},
) {
  const body = new URLSearchParams({ question: String(question), ...more });
  for (const value of values) body.append("answer", String(value));
  return { method: "POST", body };
}

export async function loadAnswers(club: Club, email: string): Promise<Answers> {
  const { results } = await club.binding
    .prepare(
      "SELECT question_id, answer_ids FROM user_answers JOIN users ON users.id = user_id WHERE email = ? ORDER BY question_id",
    )
    .bind(email)
    .all<{ question_id: number; answer_ids: string }>();
  return Object.fromEntries(
    results.map(({ question_id, answer_ids }) => [question_id, JSON.parse(answer_ids)]),
  );
}

/** The questions about diet, allergies, steps and drinks. */
export const questionIdsWithConsent = [11, 12, 25, 16];

export const answerConsent = (club: Club, cookie: string, consent: "yes" | "no") =>
  club.fetch("/quiz", {
    method: "POST",
    body: new URLSearchParams({ question: String(questionIdsWithConsent[0]), consent }),
    headers: { Cookie: cookie },
  });

/** Gives consent, and sends all answers of the way in at once. */
export async function finishQuiz(club: Club, cookie: string): Promise<Response> {
  await answerConsent(club, cookie, "yes");
  const unsaved = JSON.stringify(firstAnswers);
  return club.fetch("/quiz", {
    ...createAnswerRequest(lastQuestionId, goodAnswers[lastQuestionId] ?? [], { unsaved }),
    headers: { Cookie: cookie },
  });
}

/** Returns a function that repairs it. */
export async function breakAnswerSaving(club: Club): Promise<() => Promise<unknown>> {
  await club.binding.exec(
    "CREATE TRIGGER broken BEFORE INSERT ON user_answers BEGIN SELECT RAISE(ABORT, 'the disk is full'); END",
  );
  return () => club.binding.exec("DROP TRIGGER broken");
}
