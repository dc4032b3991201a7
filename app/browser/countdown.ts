import { timeLeft, toFridayAtSeven, twoDigits } from "../lib/countdown.ts";

/** Brings every countdown the server has rendered to life. */
export function startCountdowns() {
  for (const timer of document.querySelectorAll<HTMLElement>("[data-countdown]")) tick(timer);
}

function tick(timer: HTMLElement) {
  const { countdown } = timer.dataset;
  const until = countdown === "friday" ? toFridayAtSeven(new Date()).getTime() : Number(countdown);
  const figures = timer.querySelectorAll("b");

  const show = () => {
    const now = Date.now();
    Object.values(timeLeft(until, now)).forEach((count, i) => {
      const figure = figures[i];
      const text = twoDigits(count);
      if (figure && figure.textContent !== text) figure.textContent = text;
    });
    if (now < until) setTimeout(show, 1000 - (now % 1000));
  };
  show();
}
