/** Answers of one account that are not saved yet, stored in the browser. */
import { dayMs } from "#app/lib/time-units.ts";
import type { Answers } from "./quiz.ts";

const key = "unsaved-answers";

export const unsavedAnswersMs = dayMs;

/** Deletes answers that are too old or belong to somebody else. */
export function loadUnsaved(): Answers {
  const { userId } = document.documentElement.dataset;
  // A page that failed to load doesn't know its user.
  if (userId === undefined) return {};
  try {
    const { of, until, answers } = JSON.parse(localStorage[key] ?? "{}");
    if (of && of === userId && until > Date.now()) return answers;
    delete localStorage[key];
  } catch {}
  return {};
}

export function forgetUnsaved(): void {
  try {
    delete localStorage[key];
  } catch {}
}

/** Other tabs store theirs there too. Returns false if the browser stores nothing. */
export function changeUnsaved(change: (stored: Answers) => Answers): boolean {
  try {
    const stored = loadUnsaved();
    const answers = change(stored);
    if (JSON.stringify(answers) === JSON.stringify(stored)) return true;
    const of = document.documentElement.dataset.userId;
    const until = Date.now() + unsavedAnswersMs;
    if (Object.keys(answers).length > 0) localStorage[key] = JSON.stringify({ of, until, answers });
    else delete localStorage[key];
    return true;
  } catch {
    return false;
  }
}

/** Removes answers that were sent. One that was changed in the meantime stays. */
export const withoutSent = (answers: Answers, sent: Answers): Answers =>
  Object.fromEntries(
    Object.entries(answers).filter(([id, value]) => String(sent[Number(id)]) !== String(value)),
  );

/** Returns the status of the response, or 0 without one. */
export const sendAnswers = (answers: Answers): Promise<number> =>
  fetch("/quiz/answers", {
    method: "POST",
    body: new URLSearchParams({ unsaved: JSON.stringify(answers) }),
    keepalive: true,
    signal: AbortSignal.timeout(10_000),
  }).then(
    ({ status }) => status,
    () => 0,
  );

/** The club itself saved or refused it, rather than something on the way to the club. */
const isAnswered = (status: number) => [204, 400, 403].includes(status);

/** For other pages than the quiz. Returns whether some answers lack a consent that was withdrawn; the others are saved. */
export async function sendUnsaved(): Promise<boolean> {
  const answers = loadUnsaved();
  if (Object.keys(answers).length === 0) return false;
  const status = await sendAnswers(answers);
  if (isAnswered(status)) changeUnsaved((stored) => withoutSent(stored, answers));
  return status === 403;
}
