/** With a fragment in the address, browsers ignore `autofocus`. */
export function focusMessage() {
  if (location.hash) document.querySelector<HTMLElement>("[autofocus]")?.focus();
}
