/** Runs on all pages of a signed-in user. */
import { noticeClass } from "#app/components/notice-class.ts";
import { forgetUnsaved, sendUnsaved } from "#app/lib/quiz/unsaved-answers.ts";

// The quiz sends its answers itself.
if (!document.querySelector("[data-quiz]"))
  sendUnsaved().then((lacksConsent) => {
    if (lacksConsent) showRefusal();
  });

/** Looks the same as the server's notice and takes its place. */
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
