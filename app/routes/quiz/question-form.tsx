import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { Banner } from "#app/components/banner.tsx";
import { Button } from "#app/components/button.tsx";
import type { ConsentRequest } from "#app/lib/account/consent.ts";
import {
  type Answer,
  type Answers,
  birthYearRange,
  keptMessage,
  type QuizQuestion,
  readAnswer,
} from "#app/lib/quiz/quiz.ts";
import type { QuizFormError } from "#app/lib/quiz/quiz-form.ts";
import { CountryInput, MultipleChoice, RangeInput, SingleChoice, YearInput } from "./choices.tsx";
import { UnsavedAnswers } from "./quiz-layout.tsx";

interface QuestionFormProps {
  question: QuizQuestion;
  /** Replaces the answers until the diner decides. */
  consent: ConsentRequest | null;
  /** Whether some of the questions that need consent can be answered with none of their choices. */
  canNeedNothing: boolean;
  /** A line below each choice. */
  notes: string[] | undefined;
  chosen: Answer | undefined;
  isFirst: boolean;
  isLast: boolean;
  /** Set if the server refused the form or could not save it. */
  failure: QuizFormError | undefined;
  now: Date;
  message: string | null;
  unsaved: Answers;
  onChange(): void;
  /** Returns a function that shows the next question; undefined after the last, when the form is sent to the server. */
  onAnswer(answer: Answer): (() => void) | undefined;
}

export function QuestionForm({
  question,
  consent,
  canNeedNothing,
  notes,
  chosen,
  isFirst,
  isLast,
  failure,
  now,
  message,
  unsaved,
  onChange,
  onAnswer,
}: QuestionFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  /** A new object each time, so that the same error gets the focus again. */
  const [error, setError] = useState<{ text: string }>();
  const usualHelp = isFirst ? firstHelp : question.isRange ? rangeHelp : null;
  const isUntold = question.isYear || question.isCountry;
  const reason = [question.help ?? usualHelp, isUntold && untold].filter(Boolean).join(" ");
  const help = consent ? consent.lead : reason;
  const needsNext = !consent && (question.isMultipleChoice || question.isCountry || question.isYear);
  /** Where pressing an answer would send it, a kept one needs a way on. */
  const kept = isLast && !consent && !needsNext ? chosen?.[0] : undefined;
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
  // This comes after the focus is set, because the keys depend on it.
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
      <fieldset aria-describedby={help ? "help" : undefined} className="min-w-0">
        <legend>
          <h1
            ref={heading}
            tabIndex={-1}
            className="display max-w-[15em] text-[clamp(2.125rem,1.6rem+2.2vw,3.75rem)]/[1.05] tracking-[-0.022em] outline-none"
          >
            {consent ? consent.title : question.question}
          </h1>
        </legend>
        {help && (
          <p id="help" className="mt-3 max-w-measure whitespace-pre-line text-ink-2">
            {help}
          </p>
        )}
        {errorMessage && (
          <div
            id="error"
            ref={banner}
            className={`mt-5 -mb-3 max-w-measure ${errorMessage === keptMessage ? "" : "[&>p]:[font-family:var(--font-text)] [&>p]:text-small [&>p]:font-strong [&>p]:text-paprika-text"}`}
          >
            <Banner variant={errorMessage === keptMessage ? "info" : "error"} takesFocus={takesFocus}>
              {errorMessage}
            </Banner>
          </div>
        )}
        {consent ? (
          <Consent {...consent} />
        ) : (
          <div className="mt-8">
            <Choices
              question={question}
              notes={notes}
              values={values}
              now={now}
              errorId={errorMessage ? "error" : undefined}
            />
          </div>
        )}
      </fieldset>
      {(consent || needsNext || (question.optional && !hasRefusal(question)) || kept) && (
        <div
          className={`${question.isYear || question.isCountry ? "" : "mt-auto"} flex flex-col gap-2 pt-8 lg:mt-2 lg:flex-row lg:flex-wrap lg:items-start lg:gap-4`}
        >
          {consent ? (
            <ConsentButtons canNeedNothing={canNeedNothing} />
          ) : (
            <>
              {needsNext && (
                <Button variant="primary" size="large">
                  Next
                </Button>
              )}
              {kept !== undefined && (
                <Button variant="primary" size="large" name="answer" value={kept}>
                  Finish
                </Button>
              )}{" "}
              {question.optional && !hasRefusal(question) && (
                <Button variant="plain" size="large" name="skip">
                  Skip
                </Button>
              )}
            </>
          )}
        </div>
      )}
    </form>
  );
}

const untold = "Your table never sees this.";
const rangeHelp = "Nothing here is right or wrong.";
const firstHelp = "Your table doesn’t see your answers, only up to three things that most of you share.";

/** One of its choices says what Skip would. */
const hasRefusal = ({ choices }: QuizQuestion) => choices.at(-1) === "I’d rather not say";

/** The first question must not take the focus away from where the visitor put it. */
let hasShownQuestion = false;

const Consent = ({ lines, text }: ConsentRequest) => (
  <>
    <dl className="mt-6 max-w-measure border-t border-line">
      {lines.map(([what, terms]) => (
        <div key={what} className="border-b border-line py-3.5">
          <dt className="font-strong">{what}</dt> <dd className="text-ink-2">{terms}</dd>
        </div>
      ))}
    </dl>
    <details className="max-w-measure border-b border-line">
      <summary className="min-h-target cursor-pointer content-center font-strong">The long version</summary>
      <p className="pb-4 whitespace-pre-line text-ink-2">{text.join("\n\n")}</p>
    </details>
  </>
);

/** Most need nothing special, and say so in one tap instead of six. */
const ConsentButtons = ({ canNeedNothing }: Pick<QuestionFormProps, "canNeedNothing">) => (
  <>
    <Button variant="primary" size="large" name="consent" value="yes">
      I agree
    </Button>{" "}
    {canNeedNothing && (
      <div className="grid gap-1 max-lg:mt-1">
        <Button size="large" name="consent" value="nothing" aria-describedby="nothing">
          Agreed, nothing special for me
        </Button>
        <p id="nothing" className="text-center text-label text-ink-2">
          No diet, no allergies, no <span className="whitespace-nowrap">step-free</span> access.
        </p>
      </div>
    )}{" "}
    <Button variant={canNeedNothing ? "plain" : "secondary"} size="large" name="consent" value="no">
      Skip these questions
    </Button>
  </>
);

interface ChoicesProps extends Pick<QuestionFormProps, "notes"> {
  question: QuizQuestion;
  values: string[];
  now: Date;
  errorId: string | undefined;
}

function Choices({ question, notes, values, now, errorId }: ChoicesProps) {
  if (question.isRange) return <RangeInput question={question} chosen={values[0]} />;
  if (question.isCountry)
    return <CountryInput countries={question.choices} value={values[0] ?? ""} errorId={errorId} />;
  if (question.isYear)
    return <YearInput years={birthYearRange(now)} value={values[0] ?? ""} errorId={errorId} />;
  if (question.isMultipleChoice)
    return <MultipleChoice choices={question.choices} chosen={values} endsWithNone={question.endsWithNone} />;
  return <SingleChoice choices={question.choices} notes={notes} chosen={values[0]} />;
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Keys that were pressed after an answer was chosen are meant for the next question. */
const typedAhead: KeyboardEvent[] = [];

/** 0 presses the tenth choice, and arrow keys move the focus. `endMoment` returns true if it is already answered. */
function useChoiceKeys(form: RefObject<HTMLFormElement>, endMoment: () => boolean) {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { key, repeat, isTrusted } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const { activeElement, body } = document;
      const isInForm = form.current?.contains(activeElement);
      const step = steps[key];
      const isDigit = /^\d$/.test(key);
      const isActivation = key === "Enter" || key === " ";
      if (
        (isInForm || activeElement === body) &&
        (step || isDigit || isActivation) &&
        !repeat &&
        endMoment()
      ) {
        typedAhead.push(new KeyboardEvent("keydown", { key }));
        event.preventDefault();
        return;
      }
      if (!isInForm) return;
      const choices = [...(form.current?.querySelectorAll<HTMLElement>("[data-choice]") ?? [])];
      const current = choices.indexOf(activeElement as HTMLElement);
      if (step && choices.length > 0) {
        const next = current < 0 ? (step > 0 ? 0 : -1) : (current + step) % choices.length;
        choices.at(next)?.focus();
        event.preventDefault();
      } else if (isDigit && !repeat) choices[(Number(key) || 10) - 1]?.click();
      // The browser does this only for real key presses.
      else if (isActivation && !isTrusted) choices[current]?.click();
    }
    addEventListener("keydown", onKeyDown);
    for (const event of typedAhead.splice(0)) onKeyDown(event);
    return () => removeEventListener("keydown", onKeyDown);
  }, [form, endMoment]);
}

const momentMs = 160;

/** Shows the chosen answer for a moment before the next question. */
function useMoment() {
  const current = useRef<{ timer: number; showNext(): void }>();
  useEffect(() => () => clearTimeout(current.current?.timer), []);

  /** Returns false if nothing is chosen yet. */
  const end = useCallback((): boolean => {
    const moment = current.current;
    if (moment?.timer) {
      clearTimeout(moment.timer);
      moment.timer = 0;
      moment.showNext();
    }
    return moment !== undefined;
  }, []);

  function begin(showNext: () => void) {
    const isSecond = current.current !== undefined;
    clearTimeout(current.current?.timer);
    current.current = { timer: window.setTimeout(end, momentMs), showNext };
    if (isSecond || matchMedia("(prefers-reduced-motion: reduce)").matches) end();
  }

  return { begin, end };
}
