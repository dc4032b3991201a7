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
}

function refuse(event: Event, form: HTMLFormElement, name: string, message: string) {
  event.preventDefault();
  for (const input of form.querySelectorAll("input")) {
    const wrong = input.name === name;
    input.toggleAttribute("aria-invalid", wrong);
    if (!wrong) continue;
    input.setAttribute("aria-invalid", "true");
    says(input).textContent = message;
    input.focus();
  }
}

/** The line under a field, made if it has none yet. */
function says(input: HTMLInputElement): HTMLElement {
  const id = `${input.id}-says`;
  const known = document.getElementById(id);
  if (known) return known;
  const line = document.createElement("p");
  line.id = id;
  line.className = "mt-2 text-small text-paprika-text";
  input.setAttribute("aria-describedby", id);
  input.parentElement?.appendChild(line);
  return line;
}
