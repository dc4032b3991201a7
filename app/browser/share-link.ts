/** The page for bringing a friend: hands the link to other apps, or copies it where the browser has no such sheet. */
const place = document.querySelector<HTMLElement>("[data-share]");
const button = place?.querySelector<HTMLButtonElement>("[data-share-button]");
const url = place?.dataset.share ?? "";

place
  ?.querySelector("input")
  ?.addEventListener("focus", ({ target }) => (target as HTMLInputElement).select());
if (button) {
  const canShare = "share" in navigator;
  button.hidden = false;
  if (!canShare) button.textContent = "Copy the link";
  button.addEventListener("click", async () => {
    // Whoever closes the sheet, or allows no copying, still has the address on the page.
    try {
      if (canShare) return await navigator.share({ url });
      await navigator.clipboard.writeText(url);
      button.textContent = "Copied";
    } catch {
      place?.querySelector("details")?.setAttribute("open", "");
      place?.querySelector("input")?.select();
    }
  });
}
