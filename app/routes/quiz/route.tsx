import {
  type ActionFunctionArgs,
  type AppLoadContext,
  json,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { requireSignIn } from "#app/auth/guards.server.ts";
import { userIdIfSignedIn } from "#app/auth/session.server.ts";
import { PageScript, privatePage, type RouteHandle } from "#app/components/page.tsx";
import { Footer } from "#app/components/site-layout.tsx";
import { loadBatched } from "#app/db/batches.ts";
import { redirectWithNotice } from "#app/http/cookies.ts";
import { readFormData } from "#app/http/forms.ts";
import { consentMissingMessage, consentRequest } from "#app/lib/account/consent.ts";
import { listUpTo, maxPricedCities } from "#app/lib/price.ts";
import {
  type Answers,
  currentQuestion,
  isRefused,
  missingQuestionIds,
  notSavedMessage,
  type QuizQuestion,
  quizPath,
  quizTitle,
  selectQuestions,
  unseenQuestionIds,
} from "#app/lib/quiz/quiz.ts";
import { type QuizFormError, readQuizForm } from "#app/lib/quiz/quiz-form.ts";
import { withTimeout } from "#app/lib/timing.ts";
import { logError } from "#app/log.ts";
import { readCityTerms } from "#app/models/city/cities.server.ts";
import { saveStep } from "#app/models/quiz/answers.server.ts";
import { unpackAnswer } from "#app/models/quiz/first-question.server.ts";
import { readQuiz } from "#app/models/quiz/quiz.server.ts";
import quizScript from "./hydrate-quiz.tsx?worker&url";
import { Quiz, type QuizProps } from "./quiz.tsx";

export const handle: RouteHandle = { styles: "quiz", isHydrated: true };

export const meta: MetaFunction<typeof loader> = ({ data, location }) => {
  const requestedId = Number(new URLSearchParams(location.search).get("question"));
  const question =
    data && currentQuestion(data.questions, [requestedId], { ...data.answers, ...data.carried });
  return privatePage(question ? quizTitle(data.questions, question) : "Quiz");
};

async function loadQuiz(context: AppLoadContext) {
  const [{ userId, userName }, quiz] = await Promise.all([
    requireSignIn(context, "/quiz"),
    loadBatched(context, readQuiz(context.db, userIdIfSignedIn(context))),
  ]);
  return { userId, userName, ...quiz };
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [{ userName, questions, answers, hasConsent, isDone, budgetId }, cities] = await Promise.all([
    loadQuiz(context),
    loadBatched(context, readCityTerms(context.db, maxPricedCities + 1)),
  ]);
  const { searchParams } = new URL(request.url);
  const only = searchParams.get("only");
  const requestedId = Number(searchParams.get("question"));
  const isKnown = questions.some(({ id }) => id === requestedId);
  if (isDone && !isKnown && !only && !refusedForms.has(context)) {
    const unseen = unseenQuestionIds(questions, { answers, hasConsent });
    return redirect(unseen.length > 0 ? `/quiz?only=${unseen.join()}` : "/identity");
  }
  return json<Omit<QuizProps, "failure">>({
    questions: selectQuestions(questions, only),
    answers,
    carried: readCarried(context, questions, answers),
    // The text is not in the script, because every question loads the script.
    consent: hasConsent ? null : consentRequest,
    notes: budgetId ? { [budgetId]: listUpTo(cities) } : {},
    now: context.now.getTime(),
    // A diner who has not done the quiz has nothing to go back to.
    exit: isDone ? findExit(request) : null,
    isUnfinished: only !== null && selectQuestions(questions, only).every(({ id }) => !answers[id]),
    firstName: userName,
    search: new URL(request.url).search,
  });
}

/** What was answered on the landing page is saved with the next answer. */
function readCarried({ cookies }: AppLoadContext, ...quiz: [QuizQuestion[], Answers]): Answers {
  const packed = cookies.get("answer");
  const carried = packed ? unpackAnswer(packed, ...quiz) : {};
  if (packed && Object.keys(carried).length === 0) cookies.delete("answer");
  return carried;
}

/** Finds the page from which a diner who has done the quiz came. */
function findExit({ headers, url }: Request): string {
  const { origin, pathname, search } = new URL(headers.get("Referer") ?? url, url);
  const isKnown = origin === new URL(url).origin && /^\/(dashboard|events)(\/|$)/.test(pathname);
  return isKnown ? pathname + search : "/dashboard";
}

/** For a refused form, the page is shown again, even if the diner has done the quiz. */
const refusedForms = new WeakSet<AppLoadContext>();

function refuse(context: AppLoadContext, error: QuizFormError, status: number) {
  refusedForms.add(context);
  return json(error, status);
}

const saveTimeoutMs = 5_000;

export async function action({ request, context }: ActionFunctionArgs) {
  const { db, now } = context;
  const { userId, questions, answers, hasConsent, isDone } = await loadQuiz(context);
  const { searchParams } = new URL(request.url);
  const only = searchParams.get("only");
  const form = await readFormData(request);
  const isAsked = (question: QuizQuestion) => !isRefused(question, { answers, hasConsent });
  const result = readQuizForm(form, questions, now, selectQuestions(questions, only), isAsked);
  if ("message" in result) return refuse(context, result, 400);

  const { given, at, next, consent } = result;
  try {
    const step = { answers: given, consent, isLast: !next, now };
    const saved = await withTimeout(saveTimeoutMs, saveStep(db, userId, step));
    const [refusedId] = saved.refusedIds;
    if (refusedId)
      return refuse(context, { at: refusedId, message: consentMissingMessage, unsaved: {}, typed: [] }, 403);
    if (next) return redirect(quizPath(next.id, searchParams));
    if (!saved.isDone) {
      const state = { answers: { ...answers, ...given }, hasConsent: consent ?? hasConsent };
      return redirect(`/quiz?only=${missingQuestionIds(questions, state).join()}`);
    }
    if (!isDone || !only) return redirect("/identity");
    // The redirect of /dashboard would use up the notice, so this avoids it.
    return redirectWithNotice(
      context,
      "saved",
      searchParams.get("from") === "settings" ? "/dashboard/settings/answers" : "/dashboard/bookings",
    );
  } catch (error) {
    logError("quiz answers not saved", error);
    return refuse(context, { at: (next ?? at).id, message: notSavedMessage, unsaved: given, typed: [] }, 503);
  }
}

export default function QuizPage() {
  const quiz: QuizProps = { ...useLoaderData<typeof loader>(), failure: useActionData<typeof action>() };
  return (
    <div className="flex grow flex-col lg:grid lg:grid-cols-[min(19rem,34vw)_minmax(0,1fr)] lg:grid-rows-[1fr_auto] xl:grid-cols-[min(25rem,34vw)_minmax(0,1fr)]">
      <div data-quiz={JSON.stringify(quiz)} className="contents">
        <Quiz {...quiz} />
      </div>
      <div className="lg:[--container-page:100%] lg:[--spacing-gutter:6.5vw]">
        <Footer isLanding={false} isQuiet />
      </div>
      <PageScript src={quizScript} />
    </div>
  );
}
