import { useEffect, useRef, useState } from "react";
import { type Answer, type Answers, notSavedMessage } from "#app/lib/quiz.ts";

interface Start {
  userId: string;
  saved: Answers;
  /** Where a form was sent without us and its answers could not be saved. */
  refused: { unsaved: Answers; message: string } | undefined;
}

/**
 * Answers count at once and are saved behind the diner's back, one request at a time. What could not be saved stays
 * at hand, over a reload too, and goes with the next.
 */
export function useAnswers({ userId, saved, refused }: Start) {
  const [given, setGiven] = useState<Answers>(refused?.unsaved ?? {});
  const [unsaved, setUnsaved] = useState<Answers>(refused?.unsaved ?? {});
  const [message, setMessage] = useState(refused?.message ?? null);
  const sending = useRef(false);

  useEffect(() => {
    const left = recall(userId);
    setGiven((now) => ({ ...left, ...now }));
    setUnsaved((now) => ({ ...left, ...now }));
    const again = () => setUnsaved((now) => ({ ...now }));
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, [userId]);

  useEffect(() => {
    if (refused) setMessage(refused.message);
  }, [refused]);

  useEffect(() => {
    remember(userId, unsaved);
    if (sending.current || Object.keys(unsaved).length === 0) return;
    sending.current = true;
    send(unsaved).then((isSaved) => {
      sending.current = false;
      setMessage(isSaved ? null : notSavedMessage);
      setUnsaved((now) => (isSaved ? without(now, unsaved) : now === unsaved ? now : { ...now }));
    });
  }, [userId, unsaved]);

  const answer = (id: number, value: Answer) => {
    setGiven((now) => ({ ...now, [id]: value }));
    setUnsaved((now) => ({ ...now, [id]: value }));
  };
  return { answers: { ...saved, ...given }, unsaved, message, answer };
}

async function send(answers: Answers): Promise<boolean> {
  const body = new URLSearchParams({ unsaved: JSON.stringify(answers) });
  try {
    const signal = AbortSignal.timeout(10_000);
    const response = await fetch("/quiz/answers", { method: "POST", body, keepalive: true, signal });
    if (response.status === 401) location.assign("/login?next=/quiz");
    return response.ok;
  } catch {
    return false;
  }
}

/** Those that were not answered anew while the others were on their way. */
const without = (answers: Answers, sent: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([id, value]) => sent[Number(id)] !== value));

const drawer = (userId: string) => `unsaved answers of ${userId}`;

function remember(userId: string, answers: Answers): void {
  try {
    if (Object.keys(answers).length > 0) sessionStorage.setItem(drawer(userId), JSON.stringify(answers));
    else sessionStorage.removeItem(drawer(userId));
  } catch {}
}

function recall(userId: string): Answers {
  try {
    return JSON.parse(sessionStorage.getItem(drawer(userId)) ?? "{}");
  } catch {
    return {};
  }
}
