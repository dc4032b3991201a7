/** A row of the settings that is open has an address of its own, which may lead here without its fragment. */
export function showOpenRow() {
  const row = document.querySelector("[data-open-row]");
  row?.scrollIntoView();
  if (document.activeElement === document.body)
    row?.querySelector<HTMLElement>("[data-panel]")?.focus({ preventScroll: true });
}
