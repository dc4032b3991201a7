/** `username` is kept after signing out, for the greeting; `signed-in-as` tells the other tabs who is signed in. */
export function syncTabs(leave = () => location.reload()) {
  showGreeting();
  const { userName } = document.documentElement.dataset;
  // An error page may not know who is signed in.
  if (userName === undefined) return;
  if (userName) localStorage.setItem("username", userName);
  localStorage.setItem("signed-in-as", userName);
  addEventListener("storage", ({ key, newValue }) => {
    if (key !== "signed-in-as" || newValue === userName) return;
    if (newValue) location.reload();
    else leave();
  });
}

function showGreeting() {
  const greeting = document.querySelector<HTMLElement>("[data-greeting]");
  const name = localStorage.getItem("username");
  if (!greeting || !name) return;
  greeting.textContent = `Good to see you again, ${name}.`;
  greeting.hidden = false;
}
