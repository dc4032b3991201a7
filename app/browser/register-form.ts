/** The register page needs this besides every-page.ts: it shows the server's messages before anything is sent, email first. */
import { setFieldMessage } from "./field-errors.ts";

const form = document.querySelector<HTMLFormElement>("[data-account-form=register]");
form?.addEventListener("submit", (event) => {
  const value = (name: string) => (form.elements.namedItem(name) as HTMLInputElement).value;
  if (!/^\s*[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+\s*$/.test(value("email"))) {
    showError(event, form, "email", "Please enter a valid email address");
  } else if (value("password") !== value("repeatPassword")) {
    showError(event, form, "repeatPassword", "Your passwords do not match");
  }
});

function showError(event: Event, form: HTMLFormElement, name: string, message: string) {
  event.preventDefault();
  for (const input of form.querySelectorAll("input")) {
    const isInvalid = input.name === name;
    setFieldMessage(input, isInvalid ? message : undefined);
    if (isInvalid) input.focus();
  }
}
