import { type RefObject, useEffect } from "react";

const steps: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Pressed after an answer was chosen: they are for the next question. */
const typedAhead: KeyboardEvent[] = [];

/**
 * Number keys press a choice (0 is the tenth), arrow keys move the focus between choices.
 * `endMoment` returns true when the question is answered already.
 */
export function useChoiceKeys(form: RefObject<HTMLFormElement>, endMoment: () => boolean) {
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
      // The browser does it only for keys that it has sent itself.
      else if (isActivation && !isTrusted) choices[current]?.click();
    }
    addEventListener("keydown", onKeyDown);
    for (const event of typedAhead.splice(0)) onKeyDown(event);
    return () => removeEventListener("keydown", onKeyDown);
  }, [form, endMoment]);
}
