import { useEffect, useState } from "react";
import {
  type Answers,
  currentQuestion,
  isRefused,
  type QuizQuestion,
  quizPath,
  quizTitle,
} from "#app/lib/quiz/quiz.ts";
import type { QuizFormError } from "#app/lib/quiz/quiz-form.ts";
import { QuestionForm } from "./question-form.tsx";
import { QuizLayout } from "./quiz-layout.tsx";
import { useAddress } from "./use-address.ts";
import { useAnswers } from "./use-answers.ts";

export interface QuizProps {
  questions: QuizQuestion[];
  answers: Answers;
  /** What asks for consent, where it is missing. */
  consent: string[] | null;
  now: number;
  /** Leads from the first question to where the diner came from. */
  exit: string | null;
  /** Only questions are shown that have no answer yet. */
  isUnfinished: boolean;
  /** The query of the address. */
  search: string;
  /** Set when a form was sent as a page of its own and was refused, or could not be saved. */
  failure?: QuizFormError | undefined;
}

/** `hydrate-quiz.tsx` runs it in the browser, where the next question needs no new page. */
export function Quiz({ questions, consent, exit, isUnfinished, ...loaded }: QuizProps) {
  const { answers, unsaved, message, answer, forgetMessage } = useAnswers({
    saved: loaded.answers,
    failure: loaded.failure,
    lastId: new URLSearchParams(loaded.search).has("only") ? undefined : questions.at(-1)?.id,
  });
  const { search, hasMoved, go } = useAddress(loaded.search);
  const failure = hasMoved ? undefined : loaded.failure;
  /** Stays on the page while it shows what was chosen. */
  const [answeredId, setAnsweredId] = useState<number>();
  const requestedId = failure?.at || Number(search.get("question"));
  const question = currentQuestion(questions, [requestedId, answeredId], answers);
  const title = question && quizTitle(questions, question);
  // The server has set the first one.
  useEffect(() => {
    if (title) document.title = `${title} · Öten`;
  }, [title]);
  if (!question) return null;
  const index = questions.indexOf(question);
  const state = { answers, hasConsent: !consent };
  const next = questions.slice(index + 1).find((each) => !isRefused(each, state));
  const asked = question.needsConsent ? consent : null;
  return (
    <QuizLayout
      questions={questions}
      index={index}
      unsaved={unsaved}
      exit={exit}
      isUnfinished={isUnfinished}
      pathOf={({ id }) => quizPath(id, search.get("only"))}
      go={go}
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
          return next && (() => go(quizPath(next.id, search.get("only"))));
        }}
      />
    </QuizLayout>
  );
}
