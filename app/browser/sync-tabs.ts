/**
 * `username` is kept after signing out, for the greeting. `signed-in-as` tells the other tabs who is signed in, by a hash of the id of
 * the account: two people can have one name.
 */
export function syncTabs() {
  showGreeting();
  const { userId, userName } = document.documentElement.dataset;
  // An error page may not know who is signed in.
  if (userId === undefined) return;
  if (userName) localStorage.username = userName;
  localStorage["signed-in-as"] = userId;
  addEventListener("storage", ({ key, newValue }) => {
    if (key !== "signed-in-as" || newValue === userId) return;
    // A page of a diner, loaded again, would be remembered for the next person who signs in.
    if (newValue || !/^\/(dashboard|events|identity|payment|quiz)\b/.test(location.pathname))
      location.reload();
    else location.assign("/");
  });
}

function showGreeting() {
  const greeting = document.querySelector<HTMLElement>("[data-greeting]");
  const name: string | undefined = localStorage.username;
  if (!greeting || !name) return;
  greeting.textContent = `Good to see you again, ${name}.`;
  greeting.hidden = false;
}
