/** For lists whose last choice means none of the others, for example "I eat everything". */
export function uncheckExcluded({ target }: { target: EventTarget }): void {
  const list = (target as Element).closest("fieldset")?.querySelectorAll<HTMLInputElement>("[type=checkbox]");
  const checkboxes = [...(list ?? [])];
  const none = checkboxes.at(-1);
  for (const checkbox of checkboxes)
    if (target === none ? checkbox !== none : checkbox === none) checkbox.checked = false;
}
