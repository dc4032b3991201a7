import { moveToFridayEvening, timeLeft, twoDigits } from "#app/lib/event/countdown.ts";
import { endErrorsOnInput } from "./field-errors.ts";

/** Runs on every page. */

startCountdowns();
closeMenuByKeyboard();
addPasswordToggles();
endErrorsOnInput();
// Going back must not show it again.
addEventListener("pagehide", () => document.querySelector("[data-notice]")?.remove());
// The first access to the browser's storage takes long, so it gets a task of its own.
setTimeout(syncTabs);

function startCountdowns() {
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
  // Formatting the first date of a page takes a phone a tenth of a second, and the guess is nearly always right.
  if (line && line.dataset.friday !== String(friday.getDate()))
    line.innerHTML = `Friday, ${friday.toLocaleDateString("en-US", { month: "long", day: "numeric" })}, 7:00 PM`;
}

/** Closes it on Escape and when the focus leaves, because the open menu covers the page. */
function closeMenuByKeyboard() {
  const menu = document.querySelector<HTMLDetailsElement>("[data-menu]");
  menu?.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget && !menu.contains(relatedTarget as Node)) menu.open = false;
  });
  addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !menu?.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
}

function addPasswordToggles() {
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-show-password]")) {
    const input = document.getElementById(button.getAttribute("aria-controls") ?? "") as HTMLInputElement;
    button.hidden = false;
    button.onclick = () => {
      const shouldShow = input.type === "password";
      input.type = shouldShow ? "text" : "password";
      button.textContent = shouldShow ? "Hide" : "Show";
      button.setAttribute("aria-pressed", String(shouldShow));
    };
  }
}

/**
 * `username` stays after signing out, for the greeting. `signed-in-as` tells the other tabs who is signed in. It is a hash of
 * the account's id, because two people can have the same name.
 */
function syncTabs() {
  showGreeting();
  const { userId, userName } = document.documentElement.dataset;
  // An error page may not know who is signed in.
  if (userId === undefined) return;
  if (userName) localStorage.username = userName;
  localStorage["signed-in-as"] = userId;
  addEventListener("storage", ({ key, newValue }) => {
    if (key !== "signed-in-as" || newValue === userId) return;
    // A diner's page that is loaded again would be remembered for the next person who signs in.
    if (newValue || !/^\/(dashboard|events|identity|payment|quiz)\b/.test(location.pathname))
      location.reload();
    else location.assign("/");
  });
}

function showGreeting() {
  const greeting = document.querySelector<HTMLElement>("[data-greeting]");
  const name: string | undefined = localStorage.username;
  if (!greeting || !name) return;
  greeting.textContent = `Good to see you again, ${name}.`;
  greeting.hidden = false;
}
