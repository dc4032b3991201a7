import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "#app/auth/guards.server.ts";
import { userIdIfSignedIn } from "#app/auth/session.server.ts";
import { ArrowLink } from "#app/components/button.tsx";
import { LaterQuestions } from "#app/components/later-questions.tsx";
import { privatePage } from "#app/components/page.tsx";
import { loadBatched } from "#app/db/batches.ts";
import {
  type Answers,
  describeAnswer,
  laterQuestionIds,
  type QuizQuestion,
  rangeMax,
} from "#app/lib/quiz/quiz.ts";
import { readQuiz } from "#app/models/quiz/quiz.server.ts";
import { Chevron, PanelTitle } from "./dashboard.settings/settings-group.tsx";

export const meta = () => privatePage("Quiz answers");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [{ questions, answers }] = await Promise.all([
    loadBatched(context, readQuiz(context.db, userIdIfSignedIn(context))),
    requireUser(request, context),
  ]);
  return json({ questions, answers });
}

export default function QuizAnswers() {
  return <AnswerList {...useLoaderData<typeof loader>()} />;
}

const categories = { personality: "Personality", food: "Food", identity: "Identity" } as const;

const AnswerList = ({ questions, answers }: { questions: QuizQuestion[]; answers: Answers }) => (
  <div className="grid grid-cols-1 gap-5">
    <Portrait questions={questions} answers={answers} />
    <p className="text-small text-ink-2">
      What you change here counts for every dinner whose tables aren’t made yet.
    </p>
    <LaterQuestions ids={laterQuestionIds(questions, answers)} from="settings" />
    <div className="divide-y divide-line border-y border-line">
      {Object.entries(categories).map(([category, name], i) => (
        <details key={category} open={i === 0 || undefined} className="group">
          <summary className="flex min-h-target cursor-pointer list-none items-center justify-between gap-4 py-2 [&::-webkit-details-marker]:hidden">
            <h2 className="font-strong">{name}</h2>
            <Chevron className="group-open:-rotate-45" />
          </summary>
          <ul className="divide-y divide-line border-t border-line">
            {questions
              .filter((question) => question.category === category)
              .map((question) => (
                <AnswerRow
                  key={question.id}
                  question={question}
                  step={question.isRange ? Number(answers[question.id]?.[0] ?? 0) : 0}
                  answer={describeAnswer(question, answers[question.id])}
                />
              ))}
          </ul>
        </details>
      ))}
    </div>
    <p>
      <ArrowLink href="/quiz?question=1">Take the whole quiz again</ArrowLink>
    </p>
  </div>
);

/** Three short answers, in large letters. */
function Portrait({ questions, answers }: { questions: QuizQuestion[]; answers: Answers }) {
  const said = questions
    .filter(
      ({ category, isRange, id }) => category === "personality" && !isRange && answers[id]?.length === 1,
    )
    .flatMap((question) => describeAnswer(question, answers[question.id]) ?? []);
  const shown = [...new Set([...said.slice(0, 2), ...said.slice(-1)])];
  return (
    <div className="grid gap-3">
      <PanelTitle>Your answers</PanelTitle>
      {shown.length > 0 && (
        <p className="display text-3 text-ink-2">
          <span className="block font-text text-small tracking-normal">You, in short:</span>
          {shown.map((words) => (
            <span key={words} className="block">
              {words}
            </span>
          ))}
        </p>
      )}
    </div>
  );
}

interface AnswerRowProps {
  question: QuizQuestion;
  /** On a scale; 0 for every other answer. */
  step: number;
  answer: string | null;
}

const AnswerRow = ({ question, step, answer }: AnswerRowProps) => (
  <li className="relative flex flex-wrap items-center justify-between gap-x-2 py-2.5 hover:bg-sunk">
    <p className="min-w-0 grow basis-[min(11rem,75%)]">
      <span className="block text-small text-ink-2">{question.question}</span>{" "}
      {step > 0 ? (
        <>
          <span aria-hidden="true" className="mt-1 grid max-w-72 gap-1">
            <Steps chosen={step} />
            <span className="flex justify-between gap-x-4 text-label">
              <span>{question.minLabel}</span> <span className="text-right">{question.maxLabel}</span>
            </span>
          </span>
          <span className="sr-only">{answer}</span>
        </>
      ) : (
        <span className="wrap-anywhere">{answer ?? "Not answered"}</span>
      )}
    </p>{" "}
    <a
      href={`/quiz?only=${question.id}&from=settings`}
      aria-label={`${answer ? "Change" : "Answer"}: ${question.question}`}
      className="inline-flex min-h-target min-w-target shrink-0 items-center justify-end text-small underline underline-offset-4 after:absolute after:inset-0"
    >
      {answer ? <Chevron /> : "Answer"}
    </a>
  </li>
);

const steps = Array.from({ length: rangeMax }, (_, i) => i + 1);

const Steps = ({ chosen }: { chosen: number }) => (
  <span className="flex items-center justify-between">
    {steps.map((step) => (
      <span
        key={step}
        className={`rounded-round ${step === chosen ? "size-3 bg-paprika" : "size-1.5 bg-line-strong"}`}
      />
    ))}
  </span>
);
