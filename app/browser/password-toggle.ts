export function letPasswordsBeSeen() {
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-show-password]")) {
    const input = document.getElementById(button.getAttribute("aria-controls") ?? "") as HTMLInputElement;
    button.hidden = false;
    button.onclick = () => {
      const shows = input.type === "password";
      input.type = shows ? "text" : "password";
      button.textContent = shows ? "Hide" : "Show";
      button.setAttribute("aria-pressed", String(shows));
    };
  }
}
