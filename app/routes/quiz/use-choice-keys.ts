import { type RefObject, useEffect } from "react";

const steps: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Number keys press a choice (0 is the tenth), arrow keys move the focus between choices. */
export function useChoiceKeys(form: RefObject<HTMLFormElement>) {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (!form.current?.contains(document.activeElement)) return;
      const choices = [...form.current.querySelectorAll<HTMLElement>("[data-choice]")];
      const step = steps[event.key];
      if (step && choices.length > 0) {
        const current = choices.indexOf(document.activeElement as HTMLElement);
        const next = current < 0 ? (step > 0 ? 0 : -1) : (current + step) % choices.length;
        choices.at(next)?.focus();
        event.preventDefault();
      } else if (/^\d$/.test(event.key) && !event.repeat) choices[(Number(event.key) || 10) - 1]?.click();
    }
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [form]);
}
