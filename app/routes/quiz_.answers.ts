import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { findSignedIn, userIdIfSignedIn } from "#app/auth/session.server.ts";
import { loadBatched } from "#app/db/batches.ts";
import { readForm } from "#app/http/forms.ts";
import { onlyPost } from "#app/http/responses.ts";
import { consentMissingMessage } from "#app/lib/account/consent.ts";
import { isRefused } from "#app/lib/quiz/quiz.ts";
import { readUnsavedAnswers } from "#app/lib/quiz/quiz-form.ts";
import { withTimeout } from "#app/lib/timing.ts";
import { logError } from "#app/log.ts";
import { saveAnswers } from "#app/models/quiz/answers.server.ts";
import { readQuiz } from "#app/models/quiz/quiz.server.ts";

export const loader = onlyPost;

const saveTimeoutMs = 5_000;

/** The quiz saves here in the background; the last answer ends it. Answers without consent don’t stop the others. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { db, now } = context;
  const [session, { questions, answers: saved, hasConsent }] = await Promise.all([
    findSignedIn(context),
    loadBatched(context, readQuiz(db, userIdIfSignedIn(context))),
  ]);
  if (!session) return new Response("Sign in first.", { status: 401 });
  const answers = readUnsavedAnswers((await readForm(request)).unsaved, questions, now);
  if (!answers || Object.keys(answers).length === 0)
    return new Response("These answers don’t match the questions.", { status: 400 });
  const last = questions.findLast((question) => !isRefused(question, { answers: saved, hasConsent }));
  const isLast = last !== undefined && last.id in answers;
  try {
    const refusedIds = await withTimeout(saveTimeoutMs, saveAnswers(db, session.userId, answers, isLast));
    if (refusedIds.length > 0) return new Response(consentMissingMessage, { status: 403 });
    return new Response(null, { status: 204 });
  } catch (error) {
    logError("quiz answers not saved", error);
    return new Response("The answers could not be saved.", { status: 503 });
  }
}
