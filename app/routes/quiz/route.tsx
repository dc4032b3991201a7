import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import {
  type ClientActionFunctionArgs,
  type MetaFunction,
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
  useNavigate,
  useSearchParams,
} from "@remix-run/react";
import { useState } from "react";
import { requireSignIn } from "#app/auth/guards.server.ts";
import { SlimFooter } from "#app/components/footer.tsx";
import { privatePage } from "#app/components/page-meta.ts";
import { renderPart } from "#app/components/render-static.server.ts";
import { showsFigures } from "#app/http/figures-page.ts";
import { readFormData } from "#app/http/form-data.ts";
import { setNotice } from "#app/http/notice.ts";
import { withTimeout } from "#app/http/timing.ts";
import { consentMissingMessage, consentRequest } from "#app/lib/consent.ts";
import {
  type Answers,
  firstUnanswered,
  isRefused,
  missingQuestionIds,
  notSavedMessage,
  type QuizQuestion,
  quizPath,
  selectQuestions,
  unseenQuestionIds,
} from "#app/lib/quiz.ts";
import { type QuizFormError, type QuizFormResult, readQuizForm } from "#app/lib/quiz-form.ts";
import type { RouteHandle } from "#app/lib/route-handle.ts";
import { logError } from "#app/log.ts";
import { finishQuiz, saveAnswers } from "#app/models/quiz/answers.server.ts";
import { giveConsent, withdrawConsent } from "#app/models/quiz/consents.server.ts";
import { findQuiz } from "#app/models/quiz/quiz.server.ts";
import { QuestionForm } from "./question-form.tsx";
import { QuizLayout } from "./quiz-layout.tsx";
import { useAnswers } from "./use-answers.ts";

export const handle: RouteHandle = { hydrates: true };

/** Each question has its own title, so that a history and a screen reader can tell them apart. */
export const meta: MetaFunction<typeof loader> = ({ data, location }) => {
  const requested = new URLSearchParams(location.search).get("question");
  const id = requested ? Number(requested) : data && firstUnanswered(data.questions, data.answers)?.id;
  const position = data?.questions.findIndex((question) => question.id === id) ?? -1;
  return privatePage(position < 0 ? "Quiz" : `Question ${position + 1} · Quiz`);
};

/** The browser has all questions and answers until the server redirects or names other questions. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  actionResult,
}) =>
  (formMethod === "POST" && !actionResult) ||
  currentUrl.searchParams.get("only") !== nextUrl.searchParams.get("only");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireSignIn(context, "/quiz");
  const { questions, answers, hasConsent, isDone } = await findQuiz(context.db, userId);
  const { searchParams } = new URL(request.url);
  const only = searchParams.get("only");
  const requestedId = Number(searchParams.get("question"));
  const isKnown = questions.some(({ id }) => id === requestedId);
  if (isDone && !isKnown && !only) {
    const unseen = unseenQuestionIds(questions, { answers, hasConsent });
    return redirect(unseen.length > 0 ? `/quiz?only=${unseen.join()}` : "/identity");
  }
  return json({
    userId,
    questions: selectQuestions(questions, only),
    answers,
    // Not in the script, which every question loads.
    consent: hasConsent ? null : consentRequest,
    now: context.now.getTime(),
    // Before that, there is nothing to go back to.
    exit: isDone ? findExit(request) : null,
    isUnfinished: only !== null && selectQuestions(questions, only).every(({ id }) => !answers[id]),
    footer: renderPart(context, <SlimFooter showsFigures={showsFigures(context.env)} />),
  });
}

/** Where a diner who has done the quiz came from. */
function findExit({ headers, url }: Request): string {
  const { origin, pathname, search } = new URL(headers.get("Referer") ?? url, url);
  const isKnown = origin === new URL(url).origin && /^\/(dashboard|events)(\/|$)/.test(pathname);
  return isKnown ? pathname + search : "/dashboard";
}

const saveTimeoutMs = 5_000;

export async function action({ request, context }: ActionFunctionArgs) {
  const { db, now } = context;
  const { userId } = await requireSignIn(context, "/quiz");
  const { questions, answers, hasConsent, isDone } = await findQuiz(db, userId);
  const { searchParams } = new URL(request.url);
  const only = searchParams.get("only");
  const form = await readFormData(request);
  const isAsked = (question: QuizQuestion) => !isRefused(question, { answers, hasConsent });
  const result = readQuizForm(form, questions, now, selectQuestions(questions, only), isAsked);
  if ("message" in result) return json<QuizFormError>(result, 400);

  const { given, at, next, consent } = result;
  try {
    const refusedIds = await withTimeout(saveTimeoutMs, saveStep(context, userId, result));
    const [refusedId] = refusedIds;
    if (refusedId)
      return json<QuizFormError>(
        { at: refusedId, message: consentMissingMessage, unsaved: {}, typed: [] },
        403,
      );
    if (next) return redirect(quizPath(next.id, only));
    if (!(await finishQuiz(db, userId))) {
      const state = { answers: { ...answers, ...given }, hasConsent: consent ?? hasConsent };
      return redirect(`/quiz?only=${missingQuestionIds(questions, state).join()}`);
    }
    if (!isDone || !only) return redirect("/identity");
    setNotice(context, "saved");
    // Not through /dashboard, whose redirect would take the notice with it.
    return redirect(
      searchParams.get("from") === "settings" ? "/dashboard/settings/answers" : "/dashboard/bookings",
    );
  } catch (error) {
    logError("quiz answers not saved", error);
    return json<QuizFormError>(
      { at: (next ?? at).id, message: notSavedMessage, unsaved: given, typed: [] },
      503,
    );
  }
}

/** Returns the questions whose answers lack consent. */
async function saveStep(
  { db, now }: ActionFunctionArgs["context"],
  userId: string,
  { given, consent }: QuizFormResult,
): Promise<number[]> {
  if (consent) await giveConsent(db, userId, now);
  if (consent === false) await withdrawConsent(db, userId, now);
  return saveAnswers(db, userId, given);
}

/** Offline, the page keeps the unsaved answers. */
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
  const failure = useActionData<typeof action>() as QuizFormError | undefined;
  const { answers, unsaved, message, answer, forgetMessage } = useAnswers({
    userId,
    saved: loaded.answers,
    failure,
  });
  const [search] = useSearchParams();
  const navigate = useNavigate();
  /** Stays on the page while it shows what was chosen. */
  const [answeredId, setAnsweredId] = useState<number>();

  const requestedId = failure?.at || Number(search.get("question"));
  const isKnown = (id?: number) => questions.some((each) => each.id === id);
  const currentId = [requestedId, answeredId].find(isKnown) ?? firstUnanswered(questions, answers)?.id;
  const index = questions.findIndex(({ id }) => id === currentId);
  const question = questions[index];
  if (!question) return null;
  const state = { answers, hasConsent: !loaded.consent };
  const next = questions.slice(index + 1).find((each) => !isRefused(each, state));
  const asked = question.needsConsent ? loaded.consent : null;
  return (
    <QuizLayout
      questions={questions}
      index={index}
      unsaved={unsaved}
      exit={loaded.exit}
      isUnfinished={loaded.isUnfinished}
      footer={loaded.footer}
    >
      <QuestionForm
        key={`${asked}${question.id}`}
        question={question}
        consent={asked}
        chosen={answers[question.id]}
        failure={failure}
        now={new Date(loaded.now)}
        message={message}
        unsaved={unsaved}
        onChange={forgetMessage}
        onAnswer={(given) => {
          answer(question.id, given);
          setAnsweredId(question.id);
          return next && (() => navigate(quizPath(next.id, search.get("only"))));
        }}
      />
    </QuizLayout>
  );
}
