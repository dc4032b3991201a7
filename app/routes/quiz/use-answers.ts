import { useEffect, useRef, useState } from "react";
import { type Answer, type Answers, notSavedMessage } from "#app/lib/quiz/quiz.ts";

interface UseAnswersOptions {
  userId: string;
  saved: Answers;
  /** Set when a form was sent without JavaScript and its answers could not be saved. */
  failure: { unsaved: Answers; message: string } | undefined;
}

/** Saves answers in the background, one request at a time; unsaved ones survive a reload and are sent again. */
export function useAnswers({ userId, saved, failure }: UseAnswersOptions) {
  const [given, setGiven] = useState<Answers>(failure?.unsaved ?? {});
  const [unsaved, setUnsaved] = useState<Answers>(failure?.unsaved ?? {});
  const [message, setMessage] = useState(failure?.message ?? null);
  const isSending = useRef(false);

  useEffect(() => {
    const stored = loadUnsaved(userId);
    setGiven((current) => ({ ...stored, ...current }));
    setUnsaved((current) => ({ ...stored, ...current }));
    const retry = () => setUnsaved((current) => ({ ...current }));
    addEventListener("online", retry);
    return () => removeEventListener("online", retry);
  }, [userId]);

  useEffect(() => {
    storeUnsaved(userId, unsaved);
    if (isSending.current || Object.keys(unsaved).length === 0) return;
    isSending.current = true;
    sendAnswers(unsaved).then((isSaved) => {
      isSending.current = false;
      if (isSaved === "refused") {
        // Consent was withdrawn meanwhile: the server asks for it again.
        storeUnsaved(userId, {});
        return location.assign(`/quiz?question=${Object.keys(unsaved)[0]}`);
      }
      setMessage(isSaved ? null : notSavedMessage);
      setUnsaved((current) =>
        isSaved ? removeSaved(current, unsaved) : current === unsaved ? current : { ...current },
      );
    });
  }, [userId, unsaved]);

  const answer = (id: number, value: Answer) => {
    setGiven((current) => ({ ...current, [id]: value }));
    setUnsaved((current) => ({ ...current, [id]: value }));
  };
  /** Of a refused answer, once it is changed; what could not be saved stays so until it is. */
  const forgetMessage = () => setMessage((current) => (current === notSavedMessage ? current : null));
  return { answers: { ...saved, ...given }, unsaved, message, answer, forgetMessage };
}

async function sendAnswers(answers: Answers): Promise<boolean | "refused"> {
  const body = new URLSearchParams({ unsaved: JSON.stringify(answers) });
  try {
    const signal = AbortSignal.timeout(10_000);
    const response = await fetch("/quiz/answers", { method: "POST", body, keepalive: true, signal });
    if (response.status === 401) location.assign("/login?next=/quiz");
    return response.status === 403 ? "refused" : response.ok;
  } catch {
    return false;
  }
}

/** Keeps answers that were changed while the request was running. */
const removeSaved = (answers: Answers, sent: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([id, value]) => sent[Number(id)] !== value));

const storageKey = (userId: string) => `unsaved answers of ${userId}`;

function storeUnsaved(userId: string, answers: Answers): void {
  try {
    if (Object.keys(answers).length > 0) sessionStorage.setItem(storageKey(userId), JSON.stringify(answers));
    else sessionStorage.removeItem(storageKey(userId));
  } catch {}
}

function loadUnsaved(userId: string): Answers {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(userId)) ?? "{}");
  } catch {
    return {};
  }
}
