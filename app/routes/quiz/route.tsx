import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import {
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
  useNavigate,
  useSearchParams,
} from "@remix-run/react";
import { requireSignIn } from "#app/auth/guards.server.ts";
import { formDataOf } from "#app/lib/form-data.ts";
import type { RouteHandle } from "#app/lib/handle.ts";
import { logFault } from "#app/lib/log.ts";
import { privatePage } from "#app/lib/page-meta.ts";
import { firstOpen, notSaved } from "#app/lib/quiz.ts";
import { type Refusal, readReply } from "#app/lib/quiz-form.ts";
import { within } from "#app/lib/within.ts";
import { findQuiz, finishQuiz, saveAnswers } from "#app/models/quiz.server.ts";
import { Ask } from "./ask.tsx";
import { QuizFrame } from "./quiz-frame.tsx";
import { useAnswers } from "./use-answers.ts";

export const handle: RouteHandle = { hydrates: true };

export const meta = () => privatePage("Quiz");

/** The browser has every question; only what it sends changes anything. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod }) => formMethod === "POST";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireSignIn(request, context, "/quiz");
  const { questions, answers, isDone } = await findQuiz(context.db, userId);
  const wanted = Number(new URL(request.url).searchParams.get("question"));
  const asked = questions.find(({ id }) => id === wanted);
  if (isDone && !asked) return redirect("/identity");
  const at = asked ?? firstOpen(questions, answers);
  if (!at) throw new Response(null, { status: 404 });
  return json({ userId, questions, answers, at: at.id, now: context.now.getTime() });
}

const patience = 5_000;

export async function action({ request, context }: ActionFunctionArgs) {
  const { db, now } = context;
  const { userId } = await requireSignIn(request, context, "/quiz");
  const { questions } = await findQuiz(db, userId);
  const reply = readReply(await formDataOf(request), questions, now);
  if ("message" in reply) return json<Refusal>(reply, 400);

  const { given, at, next } = reply;
  try {
    await within(patience, saveAnswers(db, userId, given));
    if (next) return redirect(`/quiz?question=${next.id}`);
    return redirect((await finishQuiz(db, userId)) ? "/identity" : "/quiz");
  } catch (fault) {
    logFault("quiz answers not saved", fault);
    return json<Refusal>({ at: (next ?? at).id, message: notSaved, unsaved: given, typed: [] }, 503);
  }
}

export default function Quiz() {
  const { userId, questions, ...loaded } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() as Refusal | undefined;
  const { answers, unsaved, message, answer } = useAnswers({ userId, saved: loaded.answers, refused });
  const [search] = useSearchParams();
  const navigate = useNavigate();

  const wanted = refused?.at || Number(search.get("question")) || loaded.at;
  const place = Math.max(
    0,
    questions.findIndex(({ id }) => id === wanted),
  );
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
