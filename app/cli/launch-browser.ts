import { type Browser, chromium } from "playwright-core";
import { findBrowser } from "./find-browser.mjs";

export const browserArgs = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Widths of letters as on a screen of today, also in the headless shell.
  "--font-render-hinting=none",
];

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await findBrowser(), args: browserArgs });
}
