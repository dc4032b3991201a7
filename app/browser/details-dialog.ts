/** The list of bookings needs this besides every-page.ts: it opens a booking's details over the list. */
const dialog = document.querySelector<HTMLDialogElement>("[data-details-dialog]");
const body = dialog?.querySelector("[data-body]");
const asServed = body?.innerHTML ?? "";
const bookingInAddress = () => new URLSearchParams(location.search).get("details");

addEventListener("click", (event) => {
  const link = (event.target as Element).closest<HTMLElement>("[data-details]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  const search = new URLSearchParams(location.search);
  search.set("details", link.dataset.details ?? "");
  history.pushState(null, "", `?${search}`);
  showDetails();
});

// Back closes the dialog, and closing the dialog goes back.
addEventListener("popstate", () => (bookingInAddress() ? showDetails() : dialog?.close()));
dialog?.addEventListener("close", () => bookingInAddress() && history.back());
dialog?.addEventListener("click", ({ target }) => target === dialog && dialog.close());

async function showDetails() {
  const id = bookingInAddress();
  if (!dialog || !body || !id) return;
  body.innerHTML = asServed;
  if (!dialog.open) dialog.showModal();
  const path = `/dashboard/bookings/${encodeURIComponent(id)}`;
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(15_000) });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (bookingInAddress() !== id) return;
    const details = page.querySelector("[data-details-page]");
    // The visitor was signed out meanwhile, or something else failed: the page itself says what.
    if (!details || !response.ok) location.replace(path);
    else body.replaceChildren(details);
  } catch {
    if (bookingInAddress() !== id) return;
    body.querySelector("[data-loading]")?.remove();
    body.querySelector("[hidden]")?.removeAttribute("hidden");
  }
}
