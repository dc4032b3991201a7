/** A row of the settings that is open: links in emails lead there without its fragment. */
export function showOpenRow() {
  // Browsers that jump to a fragment take the focus away, and do so before this.
  addEventListener("load", () => {
    const row = document.querySelector("[data-open-row]");
    if (!location.hash) row?.scrollIntoView();
    if (document.activeElement === document.body)
      row?.querySelector<HTMLElement>("[data-takes-focus]")?.focus({ preventScroll: true });
  });
}
