import { moveToFridayEvening, timeLeft, twoDigits } from "#app/lib/countdown.ts";

/** Brings every countdown the server has rendered to life. */
export function startCountdowns() {
  for (const timer of document.querySelectorAll<HTMLElement>("[data-countdown]")) keepTicking(timer);
}

/**
 * Until the function it gives back is called. A moment that has passed stays at zero; a Friday that has passed does too,
 * until Saturday looks forward to the next one.
 */
export function keepTicking(timer: HTMLElement): () => void {
  const { countdown } = timer.dataset;
  const isFriday = countdown === "friday";
  if (isFriday) nameFriday();
  const figures = timer.querySelectorAll("b");
  let next: number | undefined;

  const tick = () => {
    const now = Date.now();
    const until = isFriday ? moveToFridayEvening(new Date(now)).getTime() : Number(countdown);
    Object.values(timeLeft(until, now)).forEach((count, i) => {
      const figure = figures[i];
      if (figure) figure.textContent = twoDigits(count);
    });
    if (isFriday || now < until) next = window.setTimeout(tick, 1000 - (now % 1000));
  };
  tick();
  return () => clearTimeout(next);
}

/** The server took the visitor's zone from the network; the browser knows better. */
function nameFriday() {
  const line = document.querySelector("[data-friday]");
  const friday = moveToFridayEvening(new Date());
  const date = friday.toLocaleDateString("en-US", { weekday: "long", month: "long", day: "numeric" });
  if (line) line.textContent = `${date}, 7:00 PM`;
}
