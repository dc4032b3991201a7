import { moveToFridayEvening, timeLeft, twoDigits } from "#app/lib/event/countdown.ts";

export function startCountdowns() {
  for (const timer of document.querySelectorAll<HTMLElement>("[data-countdown]")) startCountdown(timer);
}

/** A countdown to Friday stays at zero until Saturday, then starts again. */
function startCountdown(timer: HTMLElement) {
  const { countdown } = timer.dataset;
  const isToFriday = countdown === "friday";
  if (isToFriday) showFridayDate();
  const figures = timer.querySelectorAll("b");

  const tick = () => {
    const now = Date.now();
    const until = isToFriday ? moveToFridayEvening(new Date(now)).getTime() : Number(countdown);
    const counts = Object.values(timeLeft(until, now));
    for (const figure of figures) figure.textContent = twoDigits(counts.shift() ?? 0);
    if (isToFriday || now < until) setTimeout(tick, 1000 - (now % 1000));
  };
  tick();
}

/** The server only guesses the visitor's time zone from the IP address. */
function showFridayDate() {
  const line = document.querySelector<HTMLElement>("[data-friday]");
  const friday = moveToFridayEvening(new Date());
  // The first formatted date of a page takes a phone a tenth of a second, and the guess is nearly always right.
  if (line && line.dataset.friday !== String(friday.getDate()))
    line.innerHTML = `Friday, ${friday.toLocaleDateString("en-US", { month: "long", day: "numeric" })}, 7:00 PM`;
}
