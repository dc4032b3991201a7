/** What /email-confirmed needs besides every-page.ts: the error may be in the fragment, which the server never sees. */
const failure = document.querySelector<HTMLElement>("[data-view=failure]");
const ready = document.querySelector<HTMLElement>("[data-view=ready]");
const fragment = new URLSearchParams(location.hash.slice(1));
if (failure && ready && fragment.get("error_code")?.startsWith("4")) {
  const title = failure.querySelector("[data-failure-title]");
  const description = fragment.get("error_description");
  if (title && description) title.textContent = description.slice(0, 200);
  ready.hidden = true;
  failure.hidden = false;
}
