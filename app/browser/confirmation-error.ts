/** /email-confirmed needs this besides every-page.ts: the error may be in the fragment, which the server never sees. */
const failure = document.querySelector<HTMLElement>("[data-view=failure]");
const ready = document.querySelector<HTMLElement>("[data-view=ready]");
const fragment = new URLSearchParams(location.hash.slice(1));
if (failure && ready && fragment.get("error_code")?.startsWith("4")) {
  const title = failure.querySelector<HTMLElement>("[data-failure-title]");
  const description = fragment.get("error_description") ?? "";
  const known: string[] = JSON.parse(title?.dataset.known ?? "[]");
  if (title && known.includes(description)) title.textContent = description;
  // In the query, so that the page after the form still shows the error.
  failure.querySelector("form")?.setAttribute("action", `/email-confirmed?${fragment}`);
  ready.hidden = true;
  failure.hidden = false;
}
