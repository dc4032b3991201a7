import { Form } from "@remix-run/react";
import { type FormEvent, useRef, useState } from "react";
import { Banner } from "#app/components/banner.tsx";
import { Button } from "#app/components/button.tsx";
import { type Answer, type Answers, birthYearRange, type QuizQuestion, readAnswer } from "#app/lib/quiz.ts";
import { CountryInput } from "./country-input.tsx";
import { MultipleChoice } from "./multiple-choice.tsx";
import { QuizHeading } from "./quiz-heading.tsx";
import { RangeInput } from "./range-input.tsx";
import { SingleChoice } from "./single-choice.tsx";
import { UnsavedAnswers } from "./unsaved-answers.tsx";
import { useChoiceKeys } from "./use-choice-keys.ts";
import { YearInput } from "./year-input.tsx";

interface QuestionFormProps {
  question: QuizQuestion;
  chosen: Answer | undefined;
  rejectedValues: string[];
  now: Date;
  message: string | null;
  unsaved: Answers;
  /** Returns false after the last question: then the form is sent to the server. */
  onAnswer(answer: Answer): boolean;
}

export function QuestionForm({
  question,
  chosen,
  rejectedValues,
  now,
  message,
  unsaved,
  onAnswer,
}: QuestionFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [error, setError] = useState<string | null>(null);
  const needsNext = question.isMultipleChoice || question.isCountry || question.isYear;
  useChoiceKeys(form);

  function submitAnswer(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const button = submitter as HTMLButtonElement | null;
    const entered = new FormData(event.currentTarget).getAll("answer").map(String);
    const values = button?.name === "answer" ? [button.value] : entered;
    const given = button?.name === "skip" ? [] : readAnswer(question, values, now);
    if (typeof given === "string") {
      event.preventDefault();
      setError(given);
    } else if (onAnswer(given)) event.preventDefault();
  }

  const errorMessage = error ?? message;
  const values = rejectedValues.length > 0 ? rejectedValues : (chosen ?? []).map(String);
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      onSubmit={submitAnswer}
      className="flex grow flex-col lg:grow-0"
    >
      <input type="hidden" name="question" value={question.id} />
      <UnsavedAnswers answers={unsaved} />
      {errorMessage && (
        <div id="error" className="mb-6 max-w-measure">
          <Banner variant="error">{errorMessage}</Banner>
        </div>
      )}
      <fieldset aria-describedby={question.help ? "help" : undefined} className="min-w-0">
        <legend>
          <QuizHeading>{question.question}</QuizHeading>
        </legend>
        {question.help && (
          <p id="help" className="mt-3 max-w-measure text-ink-2">
            {question.help}
          </p>
        )}
        <div className="mt-8">
          <Choices
            question={question}
            values={values}
            now={now}
            errorId={errorMessage ? "error" : undefined}
          />
        </div>
      </fieldset>
      {(needsNext || question.optional) && (
        <div className="mt-auto flex flex-col gap-2 pt-8 lg:mt-2 lg:flex-row lg:gap-4">
          {needsNext && (
            <Button variant="primary" size="large">
              Next
            </Button>
          )}
          {question.optional && (
            <Button variant={needsNext ? "plain" : "secondary"} size="large" name="skip" value="1">
              Skip
            </Button>
          )}
        </div>
      )}
    </Form>
  );
}

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
