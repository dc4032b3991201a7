/** An error ends when the field is edited. */
export function endErrorsOnInput() {
  addEventListener("input", ({ target }) => setFieldMessage(target as HTMLInputElement));
  // Somebody may have typed before this script was loaded.
  for (const input of document.querySelectorAll<HTMLInputElement>("input[aria-invalid]"))
    if (input.value !== input.defaultValue) setFieldMessage(input);
}

/** Shows the hint if there is no message. */
export function setFieldMessage(input: HTMLInputElement, message?: string) {
  const line = document.getElementById(`${input.id}-message`);
  const text = line?.querySelector("span");
  if (!line || !text) return;
  if (message) input.setAttribute("aria-invalid", "true");
  else input.removeAttribute("aria-invalid");
  text.textContent = message ?? text.dataset.hint ?? "";
  line.hidden = !text.textContent;
}
