/** "/" goes to the search field. */
addEventListener("keydown", (event) => {
  const target = event.target as HTMLElement;
  if (event.key !== "/" || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
  const search = document.querySelector<HTMLInputElement>("[data-desk-search]");
  if (!search) return;
  event.preventDefault();
  search.focus();
});

/** Counts the seconds in which something can be taken back. */
for (const form of document.querySelectorAll<HTMLElement>("form[data-until]")) {
  const left = form.querySelector("[data-left]");
  const until = Number(form.dataset.until);
  const count = () => {
    const seconds = Math.ceil((until - Date.now()) / 1_000);
    if (seconds <= 0) form.remove();
    else if (seconds <= 60 && left) left.textContent = `Leaves in ${seconds} s`;
    if (seconds > 0) setTimeout(count, 250);
  };
  count();
}
