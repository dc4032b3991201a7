import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import {
  type ClientActionFunctionArgs,
  useActionData,
  useLoaderData,
  useNavigate,
  useSearchParams,
} from "@remix-run/react";
import { requireSignIn } from "#app/auth/guards.server.ts";
import { readFormData } from "#app/http/form-data.ts";
import { withTimeout } from "#app/http/timing.ts";
import { privatePage } from "#app/lib/page-meta.ts";
import { type Answers, firstUnanswered, notSavedMessage } from "#app/lib/quiz.ts";
import { type QuizFormError, readQuizForm } from "#app/lib/quiz-form.ts";
import type { RouteHandle } from "#app/lib/route-handle.ts";
import { logError } from "#app/log.ts";
import { findQuiz, finishQuiz, saveAnswers } from "#app/models/quiz/quiz.server.ts";
import { Ask } from "./question-form.tsx";
import { QuizFrame } from "./quiz-layout.tsx";
import { useAnswers } from "./use-answers.ts";

export const handle: RouteHandle = { hydrates: true };

export const meta = () => privatePage("Quiz");

/** The browser has every question and every answer. */
export const shouldRevalidate = () => false;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireSignIn(request, context, "/quiz");
  const { questions, answers, isDone } = await findQuiz(context.db, userId);
  const wanted = Number(new URL(request.url).searchParams.get("question"));
  const asked = questions.find(({ id }) => id === wanted);
  if (isDone && !asked) return redirect("/identity");
  return json({ userId, questions, answers, now: context.now.getTime() });
}

const patience = 5_000;

export async function action({ request, context }: ActionFunctionArgs) {
  const { db, now } = context;
  const { userId } = await requireSignIn(request, context, "/quiz");
  const { questions } = await findQuiz(db, userId);
  const reply = readQuizForm(await readFormData(request), questions, now);
  if ("message" in reply) return json<QuizFormError>(reply, 400);

  const { given, at, next } = reply;
  try {
    await withTimeout(patience, saveAnswers(db, userId, given));
    if (next) return redirect(`/quiz?question=${next.id}`);
    return redirect((await finishQuiz(db, userId)) ? "/identity" : "/quiz");
  } catch (fault) {
    logError("quiz answers not saved", fault);
    return json<QuizFormError>(
      { at: (next ?? at).id, message: notSavedMessage, unsaved: given, typed: [] },
      503,
    );
  }
}

/** Without a network the page stays, with the answer in hand. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  try {
    return await serverAction<typeof action>();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const unsaved: Answers = JSON.parse(String(form.get("unsaved") ?? "{}"));
    return { at: Number(form.get("question")), message: notSavedMessage, unsaved, typed: [] };
  }
}

export default function Quiz() {
  const { userId, questions, ...loaded } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() as QuizFormError | undefined;
  const { answers, unsaved, message, answer } = useAnswers({ userId, saved: loaded.answers, refused });
  const [search] = useSearchParams();
  const navigate = useNavigate();

  const wanted = refused?.at || Number(search.get("question"));
  const isAsked = questions.some(({ id }) => id === wanted);
  const at = isAsked ? wanted : (firstUnanswered(questions, answers)?.id ?? 0);
  const place = questions.findIndex(({ id }) => id === at);
  const question = questions[place];
  if (!question) return null;
  const next = questions[place + 1];
  return (
    <QuizFrame questions={questions} place={place} unsaved={unsaved}>
      <Ask
        key={question.id}
        question={question}
        chosen={answers[question.id]}
        typed={refused?.at === question.id ? refused.typed : []}
        now={new Date(loaded.now)}
        message={message}
        unsaved={unsaved}
        onAnswer={(given) => {
          answer(question.id, given);
          if (next) navigate(`/quiz?question=${next.id}`);
          return next !== undefined;
        }}
      />
    </QuizFrame>
  );
}
