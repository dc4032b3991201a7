/** Runs on all pages of somebody who is signed in. */
import { forgetUnsaved, sendUnsaved } from "#app/lib/quiz/unsaved-answers.ts";

// The quiz sends its answers itself.
if (!document.querySelector("[data-quiz]")) sendUnsaved();

addEventListener("submit", ({ target }) => {
  if ((target as HTMLFormElement).action.endsWith("/logout")) forgetUnsaved();
});
