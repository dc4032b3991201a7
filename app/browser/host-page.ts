/** The host's page needs this besides every-page.ts and app-page.ts: the bar below says what is ticked and not saved yet. */
const form = document.querySelector<HTMLFormElement>("[data-ticks]");
const count = form?.querySelector<HTMLElement>("[data-count]");
const saved = form?.querySelector("[data-saved]");
if (form && count && saved) {
  const tally = (state: string) =>
    form.querySelectorAll(`[name=here]${state}:not([data-here-anyway])`).length;
  // Some may be counted without who.
  const others = Number.parseInt(count.textContent, 10) - tally("[checked]");
  form.onchange = () => {
    const here = others + tally(":checked");
    count.textContent = `${here} of ${count.dataset.count} here`;
    saved.textContent = "Not saved yet";
  };
}

// Each reload would say again that it was saved or that it was not.
const address = new URL(location.href);
if (address.searchParams.has("done")) {
  address.searchParams.delete("done");
  history.replaceState(null, "", address);
}
