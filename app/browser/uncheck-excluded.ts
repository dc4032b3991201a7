/** For lists whose last choice excludes all others, for example "I eat everything". */
export function uncheckExcluded(changed: Element): void {
  const checkboxes = [
    ...(changed.closest("fieldset")?.querySelectorAll<HTMLInputElement>("[type=checkbox]") ?? []),
  ];
  const none = checkboxes.at(-1);
  for (const checkbox of checkboxes)
    if (changed === none ? checkbox !== none : checkbox === none) checkbox.checked = false;
}
