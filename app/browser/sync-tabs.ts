/**
 * The name of who is signed in stays in local storage, under the key the specification gives it; who comes back signed
 * out is greeted with it. A second key tells the other tabs that somebody signed in or out, and they catch up.
 */
export function keepTabsTogether() {
  const { userName = "" } = document.documentElement.dataset;
  if (userName) localStorage.setItem("username", userName);
  localStorage.setItem("signed-in-as", userName);
  greet();
  addEventListener("storage", ({ key, newValue }) => {
    if (key === "signed-in-as" && newValue !== userName) location.reload();
  });
}

function greet() {
  const greeting = document.querySelector<HTMLElement>("[data-greeting]");
  const name = localStorage.getItem("username");
  if (!greeting || !name) return;
  greeting.textContent = `Good to see you again, ${name}.`;
  greeting.hidden = false;
}
