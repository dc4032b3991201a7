import { Form } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Banner } from "#app/components/banner.tsx";
import { Button } from "#app/components/button.tsx";
import { type Answer, type Answers, birthYearRange, type QuizQuestion, readAnswer } from "#app/lib/quiz.ts";
import { CountryInput } from "./country-input.tsx";
import { Chips } from "./multiple-choice.tsx";
import { Scale } from "./range-input.tsx";
import { Menu } from "./single-choice.tsx";
import { Unsaved } from "./unsaved-answers.tsx";
import { useChoiceKeys } from "./use-choice-keys.ts";
import { YearInput } from "./year-input.tsx";

interface AskProps {
  question: QuizQuestion;
  chosen: Answer | undefined;
  /** What was sent and refused. */
  typed: string[];
  now: Date;
  message: string | null;
  unsaved: Answers;
  /** Takes the answer and goes on; false where only the server can, past the last question. */
  onAnswer(answer: Answer): boolean;
}

/** One question: a form that any browser sends, and that goes on at once where it can. */
export function Ask({ question, chosen, typed, now, message, unsaved, onAnswer }: AskProps) {
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const needsNext = question.isMultipleChoice || question.isCountry || question.isYear;
  useChoiceKeys(form);

  useEffect(() => {
    const { activeElement, body } = document;
    if (hasMoved || activeElement === body) heading.current?.focus({ preventScroll: true });
    hasMoved = true;
  }, []);

  function answer(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const pressed = submitter as HTMLButtonElement | null;
    const typed = new FormData(event.currentTarget).getAll("answer").map(String);
    const values = pressed?.name === "answer" ? [pressed.value] : typed;
    const given = pressed?.name === "skip" ? [] : readAnswer(question, values, now);
    if (typeof given === "string") {
      event.preventDefault();
      setProblem(given);
    } else if (onAnswer(given)) event.preventDefault();
  }

  const says = problem ?? message;
  const values = typed.length > 0 ? typed : (chosen ?? []).map(String);
  return (
    <Form ref={form} method="post" noValidate onSubmit={answer} className="flex grow flex-col lg:grow-0">
      <input type="hidden" name="question" value={question.id} />
      <Unsaved answers={unsaved} />
      {says && (
        <div id="says" className="mb-6 max-w-measure">
          <Banner look="error">{says}</Banner>
        </div>
      )}
      <fieldset aria-describedby={question.help ? "help" : undefined} className="min-w-0">
        <legend>
          <h1
            ref={heading}
            tabIndex={-1}
            className="display max-w-[15em] text-[clamp(2.125rem,1.6rem+2.2vw,3.75rem)]/[1.05] tracking-[-0.022em] outline-none"
          >
            {question.question}
          </h1>
        </legend>
        {question.help && (
          <p id="help" className="mt-3 max-w-measure text-ink-2">
            {question.help}
          </p>
        )}
        <div className="mt-8">
          <Choices question={question} values={values} now={now} invalid={says ? "says" : undefined} />
        </div>
      </fieldset>
      {(needsNext || question.optional) && (
        <div className="mt-auto flex flex-col gap-2 pt-8 lg:mt-2 lg:flex-row lg:gap-4">
          {needsNext && (
            <Button look="go" size="large">
              Next
            </Button>
          )}
          {question.optional && (
            <Button look={needsNext ? "bare" : "line"} size="large" name="skip" value="1">
              Skip
            </Button>
          )}
        </div>
      )}
    </Form>
  );
}

/** The first question leaves the focus where the visitor may have put it. */
let hasMoved = false;

interface ChoicesProps {
  question: QuizQuestion;
  values: string[];
  now: Date;
  /** Where it is said what is wrong. */
  invalid: string | undefined;
}

function Choices({ question, values, now, invalid }: ChoicesProps) {
  if (question.isRange) return <Scale question={question} chosen={values[0]} />;
  if (question.isCountry)
    return <CountryInput countries={question.choices} value={values[0] ?? ""} invalid={invalid} />;
  if (question.isYear)
    return <YearInput years={birthYearRange(now)} value={values[0] ?? ""} invalid={invalid} />;
  if (question.isMultipleChoice)
    return <Chips choices={question.choices} chosen={values} endsWithNone={question.endsWithNone} />;
  return <Menu choices={question.choices} chosen={values[0]} />;
}
