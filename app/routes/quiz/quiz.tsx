import { useEffect, useRef, useState } from "react";
import type { ConsentRequest } from "#app/lib/account/consent.ts";
import {
  type Answer,
  type Answers,
  currentQuestion,
  isRefused,
  keptMessage,
  notSavedMessage,
  type QuizQuestion,
  quizPath,
  quizTitle,
} from "#app/lib/quiz/quiz.ts";
import type { QuizFormError } from "#app/lib/quiz/quiz-form.ts";
import { changeUnsaved, loadUnsaved, sendAnswers, withoutSent } from "#app/lib/quiz/unsaved-answers.ts";
import { club } from "#club";
import { QuestionForm } from "./question-form.tsx";
import { QuizLayout } from "./quiz-layout.tsx";

export interface QuizProps {
  questions: QuizQuestion[];
  answers: Answers;
  /** Given before signing up, and not saved yet. */
  carried: Answers;
  /** Null if the diner has given it. */
  consent: ConsentRequest | null;
  /** What the choices of a question mean here, by its id. */
  notes: Record<number, string[]>;
  now: number;
  /** The address from which the diner came, for Back on the first question. */
  exit: string | null;
  /** True if only questions without an answer are shown. */
  isUnfinished: boolean;
  /** For the greeting; "" if unknown. */
  firstName: string;
  search: string;
  /** Set if a form was submitted without JavaScript and was refused, or could not be saved. */
  failure?: QuizFormError | undefined;
}

/** `hydrate-quiz.tsx` runs it in the browser, so that the next question needs no new page. */
export function Quiz({ questions, consent, exit, isUnfinished, ...loaded }: QuizProps) {
  const { answers, unsaved, message, answer, forgetMessage } = useAnswers({
    saved: loaded.answers,
    unsavedBefore: loaded.failure?.unsaved ?? loaded.carried,
    failureMessage: loaded.failure?.message ?? null,
    lastId: new URLSearchParams(loaded.search).has("only") ? undefined : questions.at(-1)?.id,
  });
  const { search, hasMoved, go } = useAddress(loaded.search);
  const failure = hasMoved ? undefined : loaded.failure;
  /** The question stays on the page while it shows the chosen answer. */
  const [answeredId, setAnsweredId] = useState<number>();
  const requestedId = failure?.at || Number(search.get("question"));
  const question = currentQuestion(questions, [requestedId, answeredId], answers);
  const title = question && quizTitle(questions, question);
  // The server has set the first title.
  useEffect(() => {
    if (title) document.title = `${title} · ${club.name}`;
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
      firstName={loaded.firstName}
      pathOf={({ id }) => quizPath(id, search)}
      go={go}
    >
      <QuestionForm
        key={`${asked !== null}${question.id}`}
        question={question}
        consent={asked}
        canNeedNothing={questions.some(({ needsConsent, endsWithNone }) => needsConsent && endsWithNone)}
        notes={loaded.notes[question.id]}
        chosen={answers[question.id]}
        isFirst={index === 0 && !isUnfinished}
        isLast={!next}
        failure={failure}
        now={new Date(loaded.now)}
        message={message}
        unsaved={unsaved}
        onChange={forgetMessage}
        onAnswer={(given) => {
          answer(question.id, given);
          setAnsweredId(question.id);
          return next && (() => go(quizPath(next.id, search)));
        }}
      />
    </QuizLayout>
  );
}

interface UseAnswersOptions {
  saved: Answers;
  /** What a form sent without JavaScript could not save, or what came along from before the sign-up. */
  unsavedBefore: Answers;
  failureMessage: string | null;
  /** The question after which the quiz ends; undefined if only some questions are asked. */
  lastId: number | undefined;
}

/** Saves answers in the background, one request at a time; unsaved ones stay in the browser and are sent again. */
function useAnswers({ saved, unsavedBefore, failureMessage, lastId }: UseAnswersOptions) {
  const [given, setGiven] = useState(unsavedBefore);
  const [unsaved, setUnsaved] = useState(unsavedBefore);
  const [message, setMessage] = useState(failureMessage);
  const isSending = useRef(false);
  const hasFailed = useRef(false);

  useEffect(() => {
    const stored = loadUnsaved();
    setGiven((current) => ({ ...stored, ...current }));
    setUnsaved((current) => ({ ...stored, ...current }));
    const retry = () => setUnsaved((current) => ({ ...current }));
    addEventListener("online", retry);
    return () => removeEventListener("online", retry);
  }, []);

  useEffect(() => {
    const isKept = changeUnsaved((stored) => ({ ...stored, ...unsaved }));
    if (isSending.current || Object.keys(unsaved).length === 0) return;
    isSending.current = true;
    sendAnswers(unsaved).then((status) => {
      isSending.current = false;
      const isSaved = status === 204;
      // No answer fits a question.
      const isUseless = status === 400;
      if (isSaved || isUseless || status === 403) changeUnsaved((stored) => withoutSent(stored, unsaved));
      if (status === 401) return location.assign("/login?next=/quiz");
      // Consent was withdrawn meanwhile, so the server asks for it again.
      if (status === 403) return location.assign(`/quiz?question=${Object.keys(unsaved)[0]}`);
      // The form of the last question could not lead on before.
      if (isSaved && hasFailed.current && lastId && lastId in unsaved) return location.assign("/quiz");
      hasFailed.current = !isSaved;
      setMessage(isSaved ? null : status === 0 && isKept ? keptMessage : notSavedMessage);
      setUnsaved((current) =>
        isSaved || isUseless ? withoutSent(current, unsaved) : current === unsaved ? current : { ...current },
      );
    });
  }, [unsaved, lastId]);

  const answer = (id: number, value: Answer) => {
    setGiven((current) => ({ ...current, [id]: value }));
    setUnsaved((current) => ({ ...current, [id]: value }));
  };
  /** Of a refused answer, once it is changed. A message about unsaved answers stays until they are saved. */
  const forgetMessage = () =>
    setMessage((current) => (current === notSavedMessage || current === keptMessage ? current : null));
  return { answers: { ...saved, ...given }, unsaved, message, answer, forgetMessage };
}

/** Returns the query of the address, which Back and Forward also change, and a function that shows another question. */
function useAddress(searchAtFirst: string) {
  const [search, setSearch] = useState(searchAtFirst);
  /** True if another question has been shown since the page was loaded. */
  const [hasMoved, setHasMoved] = useState(false);
  useEffect(() => {
    // Somebody may have pressed Back before this ran.
    setSearch(location.search);
    const read = () => {
      setSearch(location.search);
      setHasMoved(true);
    };
    addEventListener("popstate", read);
    return () => removeEventListener("popstate", read);
  }, []);
  function go(path: string) {
    history.pushState(null, "", path);
    setSearch(location.search);
    setHasMoved(true);
    // The notice was about what led to the previous question.
    document.querySelector("[data-notice]")?.remove();
    scrollTo(0, 0);
  }
  return { search: new URLSearchParams(search), hasMoved, go };
}
