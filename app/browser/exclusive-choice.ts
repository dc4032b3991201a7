/** For lists whose last choice means none of the others, for example "I eat everything". */
export function uncheckExcludedChoices() {
  addEventListener("input", ({ target }) => {
    const list = (target as Element).closest("[data-ends-with-none]");
    const checkboxes = [...(list?.querySelectorAll<HTMLInputElement>("[type=checkbox]") ?? [])];
    const none = checkboxes.at(-1);
    for (const checkbox of checkboxes)
      if (target === none ? checkbox !== none : checkbox === none) checkbox.checked = false;
  });
}
