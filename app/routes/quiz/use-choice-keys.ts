import { type RefObject, useEffect } from "react";

const steps: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** While the question has the focus, a number presses the choice of that number, ten is 0; arrows walk among them. */
export function useChoiceKeys(form: RefObject<HTMLFormElement>) {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (!form.current?.contains(document.activeElement)) return;
      const choices = [...form.current.querySelectorAll<HTMLElement>("[data-choice]")];
      const step = steps[event.key];
      if (step && choices.length > 0) {
        const here = choices.indexOf(document.activeElement as HTMLElement);
        const there = here < 0 ? (step > 0 ? 0 : -1) : (here + step) % choices.length;
        choices.at(there)?.focus();
        event.preventDefault();
      } else if (/^\d$/.test(event.key) && !event.repeat) choices[(Number(event.key) || 10) - 1]?.click();
    }
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [form]);
}
