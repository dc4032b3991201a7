/** Says what the server would say, before anything is sent: the address first, then the passwords. */
export function checkAccountForms() {
  const form = document.querySelector<HTMLFormElement>("[data-account-form=register]");
  form?.addEventListener("submit", (event) => {
    const value = (name: string) => (form.elements.namedItem(name) as HTMLInputElement).value;
    if (!/^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/.test(value("email"))) {
      refuse(event, form, "email", "Please enter a valid email address");
    } else if (value("password") !== value("repeatPassword")) {
      refuse(event, form, "repeatPassword", "Your passwords do not match");
    }
  });
  form?.addEventListener("input", ({ target }) => say(target as HTMLInputElement));
}

function refuse(event: Event, form: HTMLFormElement, name: string, message: string) {
  event.preventDefault();
  for (const input of form.querySelectorAll("input")) {
    const isWrong = input.name === name;
    say(input, isWrong ? message : undefined);
    if (isWrong) input.focus();
  }
}

/** The line under a field: what is wrong, or else its hint. */
function say(input: HTMLInputElement, message?: string) {
  const line = document.getElementById(`${input.id}-says`);
  const words = line?.querySelector("span");
  if (!line || !words) return;
  if (message) input.setAttribute("aria-invalid", "true");
  else input.removeAttribute("aria-invalid");
  words.textContent = message ?? words.dataset.hint ?? "";
  line.hidden = !words.textContent;
}
