import { useEffect, useRef, useState } from "react";
import { type Answer, type Answers, keptMessage, notSavedMessage } from "#app/lib/quiz/quiz.ts";
import { changeUnsaved, loadUnsaved, sendAnswers, withoutSent } from "#app/lib/quiz/unsaved-answers.ts";

interface UseAnswersOptions {
  saved: Answers;
  /** Set when a form was sent without JavaScript and its answers could not be saved. */
  failure: { unsaved: Answers; message: string } | undefined;
  /** The question after which the quiz leads on; undefined where only some are asked. */
  lastId: number | undefined;
}

/** Saves answers in the background, one request at a time; unsaved ones stay in the browser and are sent again. */
export function useAnswers({ saved, failure, lastId }: UseAnswersOptions) {
  const [given, setGiven] = useState<Answers>(failure?.unsaved ?? {});
  const [unsaved, setUnsaved] = useState<Answers>(failure?.unsaved ?? {});
  const [message, setMessage] = useState(failure?.message ?? null);
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
      // None of them fits a question.
      const isUseless = status === 400;
      if (isSaved || isUseless || status === 403) changeUnsaved((stored) => withoutSent(stored, unsaved));
      if (status === 401) return location.assign("/login?next=/quiz");
      // Consent was withdrawn meanwhile: the server asks for it again.
      if (status === 403) return location.assign(`/quiz?question=${Object.keys(unsaved)[0]}`);
      // The form of the last question led nowhere.
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
  /** Of a refused answer, once it is changed; what could not be saved stays so until it is. */
  const forgetMessage = () =>
    setMessage((current) => (current === notSavedMessage || current === keptMessage ? current : null));
  return { answers: { ...saved, ...given }, unsaved, message, answer, forgetMessage };
}
