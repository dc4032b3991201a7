import { useCallback, useEffect, useRef } from "react";

const momentMs = 160;

/** Shows the chosen answer for a moment before the next question. */
export function useMoment() {
  const current = useRef<{ timer: number; showNext(): void }>();
  useEffect(() => () => clearTimeout(current.current?.timer), []);

  /** Returns false when nothing is chosen yet. */
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
