/** Runs on all pages of somebody who is signed in. */
import { noticeClass } from "#app/components/notice-class.ts";
import { forgetUnsaved, sendUnsaved } from "#app/lib/quiz/unsaved-answers.ts";

// The quiz sends its answers itself.
if (!document.querySelector("[data-quiz]"))
  sendUnsaved().then((lacksConsent) => {
    if (lacksConsent) showRefusal();
  });

/** In the place of the server's notice, from which it can't be told apart. */
function showRefusal() {
  const notice = document.createElement("p");
  notice.dataset.notice = "";
  notice.role = "alert";
  notice.className = noticeClass(true);
  notice.textContent =
    "Your answers about food and access weren’t saved, because you’ve withdrawn your consent. You can agree again in the quiz.";
  document.querySelector("[data-notice]")?.remove();
  document.body.insertBefore(notice, document.body.querySelector("div"));
}

addEventListener("submit", ({ target }) => {
  if ((target as HTMLFormElement).action.endsWith("/logout")) forgetUnsaved();
});
