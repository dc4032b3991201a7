export function addPasswordToggles() {
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-show-password]")) {
    const input = document.getElementById(button.getAttribute("aria-controls") ?? "") as HTMLInputElement;
    button.hidden = false;
    button.onclick = () => {
      const shouldShow = input.type === "password";
      input.type = shouldShow ? "text" : "password";
      button.textContent = shouldShow ? "Hide" : "Show";
      button.setAttribute("aria-pressed", String(shouldShow));
    };
  }
}
