/** `username` is kept after signing out, for the greeting; `signed-in-as` tells the other tabs who is signed in. */
export function syncTabs() {
  showGreeting();
  const { userName } = document.documentElement.dataset;
  // An error page may not know who is signed in.
  if (userName === undefined) return;
  if (userName) localStorage.setItem("username", userName);
  localStorage.setItem("signed-in-as", userName);
  addEventListener("storage", ({ key, newValue }) => {
    if (key !== "signed-in-as" || newValue === userName) return;
    // A page of a diner, loaded again, would be remembered for the next person who signs in.
    if (newValue || !/^\/(dashboard|events|identity|payment|quiz)\b/.test(location.pathname))
      location.reload();
    else location.assign("/");
  });
}

function showGreeting() {
  const greeting = document.querySelector<HTMLElement>("[data-greeting]");
  const name = localStorage.getItem("username");
  if (!greeting || !name) return;
  greeting.textContent = `Good to see you again, ${name}.`;
  greeting.hidden = false;
}
