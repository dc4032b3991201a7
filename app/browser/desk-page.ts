/** "/" goes to the search field. */
addEventListener("keydown", (event) => {
  const target = event.target as HTMLElement;
  if (event.key !== "/" || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
  const search = document.querySelector<HTMLInputElement>("[data-desk-search]");
  if (!search) return;
  event.preventDefault();
  search.focus();
});
