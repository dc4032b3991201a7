import { type FormEvent, useEffect, useRef, useState } from "react";
import { Banner } from "#app/components/banner.tsx";
import { Button } from "#app/components/button.tsx";
import {
  type Answer,
  type Answers,
  birthYearRange,
  keptMessage,
  type QuizQuestion,
  readAnswer,
} from "#app/lib/quiz/quiz.ts";
import type { QuizFormError } from "#app/lib/quiz/quiz-form.ts";
import { CountryInput } from "./choices.tsx";
import { MultipleChoice } from "./multiple-choice.tsx";
import { RangeInput } from "./range-input.tsx";
import { SingleChoice } from "./single-choice.tsx";
import { UnsavedAnswers } from "./unsaved-answers.tsx";
import { useChoiceKeys } from "./use-choice-keys.ts";
import { useMoment } from "./use-moment.ts";
import { YearInput } from "./year-input.tsx";

interface QuestionFormProps {
  question: QuizQuestion;
  /** A heading, a text and two buttons, which stand before the answers until the diner decides. */
  consent: string[] | null;
  chosen: Answer | undefined;
  /** Set when the server refused or could not save the form. */
  failure: QuizFormError | undefined;
  now: Date;
  message: string | null;
  unsaved: Answers;
  onChange(): void;
  /** Returns what shows the next question. There is none after the last: then the form is sent to the server. */
  onAnswer(answer: Answer): (() => void) | undefined;
}

export function QuestionForm({
  question,
  consent,
  chosen,
  failure,
  now,
  message,
  unsaved,
  onChange,
  onAnswer,
}: QuestionFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  /** A new object each time, so that the same error takes the focus again. */
  const [error, setError] = useState<{ text: string }>();
  const [title, help, yes = "Next", no = "Skip"] = consent ?? [question.question, question.help];
  const name = consent ? "consent" : undefined;
  const needsNext = !consent && (question.isMultipleChoice || question.isCountry || question.isYear);
  const moment = useMoment();
  const banner = useRef<HTMLDivElement>(null);
  const errorMessage = error?.text ?? message;
  const takesFocus = error !== undefined || (failure !== undefined && message === failure.message);

  useEffect(() => {
    if (error) banner.current?.querySelector("p")?.focus();
  }, [error]);

  useEffect(() => {
    const { activeElement, body } = document;
    if (hasShownQuestion || activeElement === body) heading.current?.focus({ preventScroll: true });
    hasShownQuestion = true;
  }, []);
  // After the focus is set, which the keys need.
  useChoiceKeys(form, moment.end);

  function submitAnswer(event: FormEvent<HTMLFormElement>) {
    if (consent) return;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const button = submitter as HTMLButtonElement | null;
    const entered = new FormData(event.currentTarget).getAll("answer").map(String);
    const values = button?.name === "answer" ? [button.value] : entered;
    const given = button?.name === "skip" ? [] : readAnswer(question, values, now);
    if (typeof given === "string") {
      event.preventDefault();
      setError({ text: given });
      return;
    }
    const showNext = onAnswer(given);
    if (showNext || !navigator.onLine) event.preventDefault();
    if (!showNext) return;
    if (button?.name === "answer") moment.begin(showNext);
    else showNext();
  }

  const values = failure?.typed.length ? failure.typed : (chosen ?? []).map(String);
  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={submitAnswer}
      onChange={() => {
        setError(undefined);
        onChange();
      }}
      className="flex grow flex-col lg:grow-0"
    >
      <input type="hidden" name="question" value={question.id} />
      <UnsavedAnswers answers={unsaved} />
      {errorMessage && (
        <div id="error" ref={banner} className="mb-6 max-w-measure">
          <Banner variant={errorMessage === keptMessage ? "info" : "error"} takesFocus={takesFocus}>
            {errorMessage}
          </Banner>
        </div>
      )}
      <fieldset aria-describedby={help ? "help" : undefined} className="min-w-0">
        <legend>
          <h1
            ref={heading}
            tabIndex={-1}
            className="display max-w-[15em] text-[clamp(2.125rem,1.6rem+2.2vw,3.75rem)]/[1.05] tracking-[-0.022em] outline-none"
          >
            {title}
          </h1>
        </legend>
        {help && (
          <p id="help" className="mt-3 max-w-measure whitespace-pre-line text-ink-2">
            {help}
          </p>
        )}
        {!consent && (
          <div className="mt-8">
            <Choices
              question={question}
              values={values}
              now={now}
              errorId={errorMessage ? "error" : undefined}
            />
          </div>
        )}
      </fieldset>
      {(consent || needsNext || question.optional) && (
        <div className="mt-auto flex flex-col gap-2 pt-8 lg:mt-2 lg:flex-row lg:gap-4">
          {(consent || needsNext) && (
            <Button variant="primary" size="large" name={name} value="yes">
              {yes}
            </Button>
          )}{" "}
          {(consent || question.optional) && (
            <Button variant={needsNext ? "plain" : "secondary"} size="large" name={name ?? "skip"} value="no">
              {no}
            </Button>
          )}
        </div>
      )}
    </form>
  );
}

/** The first question must not take the focus from where the visitor put it. */
let hasShownQuestion = false;

interface ChoicesProps {
  question: QuizQuestion;
  values: string[];
  now: Date;
  errorId: string | undefined;
}

function Choices({ question, values, now, errorId }: ChoicesProps) {
  if (question.isRange) return <RangeInput question={question} chosen={values[0]} />;
  if (question.isCountry)
    return <CountryInput countries={question.choices} value={values[0] ?? ""} errorId={errorId} />;
  if (question.isYear)
    return <YearInput years={birthYearRange(now)} value={values[0] ?? ""} errorId={errorId} />;
  if (question.isMultipleChoice)
    return <MultipleChoice choices={question.choices} chosen={values} endsWithNone={question.endsWithNone} />;
  return <SingleChoice choices={question.choices} chosen={values[0]} />;
}
