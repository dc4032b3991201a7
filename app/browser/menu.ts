export function closeMenuOnEscape() {
  const menu = document.querySelector<HTMLDetailsElement>("[data-menu]");
  addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !menu?.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
}
