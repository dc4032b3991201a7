/** Closes it on Escape and when the focus leaves, because the open menu covers the page. */
export function closeMenuByKeyboard() {
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
