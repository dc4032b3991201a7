import { timeLeft, toFridayAtSeven, twoDigits } from "../lib/countdown.ts";

/** Brings every countdown the server has rendered to life. */
export function startCountdowns() {
  for (const timer of document.querySelectorAll<HTMLElement>("[data-countdown]")) keepTicking(timer);
}

/** Until it reaches zero, where it stays; or until the function it gives back is called. */
export function keepTicking(timer: HTMLElement): () => void {
  const { countdown } = timer.dataset;
  const until = countdown === "friday" ? toFridayAtSeven(new Date()).getTime() : Number(countdown);
  const figures = timer.querySelectorAll("b");
  let next: number | undefined;

  const tick = () => {
    const now = Date.now();
    Object.values(timeLeft(until, now)).forEach((count, i) => {
      const figure = figures[i];
      if (figure) figure.textContent = twoDigits(count);
    });
    if (now < until) next = window.setTimeout(tick, 1000 - (now % 1000));
  };
  tick();
  return () => clearTimeout(next);
}
