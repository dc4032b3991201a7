/** A Chromium to drive: the one you name, the machine's, Playwright's own, or one installed now. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { root } from "./prepare.mjs";

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];
const elsewhere = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** @returns {Promise<string>} the path of a browser; throws one sentence where there is none to be had */
export async function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`CHROMIUM_PATH names ${named}, and there is no such file.`);
  }
  const found = (await installed()) ?? (await afterInstalling());
  if (found) return found;
  throw new Error(
    "The browser tests need Chromium, and it could not be installed here: install Chromium or Chrome, or name one in CHROMIUM_PATH.",
  );
}

async function installed() {
  const { chromium } = await import("playwright-core");
  const onPath = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  return [...onPath, ...elsewhere, chromium.executablePath()].find((path) => existsSync(path));
}

async function afterInstalling() {
  console.log("No Chromium here: installing one …");
  const isRoot = process.getuid?.() === 0;
  /** @type {[string, string[]][]} */
  const ways = [
    [process.execPath, [join(root, "node_modules/playwright-core/cli.js"), "install", "chromium"]],
    ...(isRoot
      ? /** @type {[string, string[]][]} */ ([
          ["apt-get", ["update", "-qq"]],
          ["apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"]],
        ])
      : []),
  ];
  for (const [command, args] of ways) {
    spawnSync(command, args, {
      stdio: "ignore",
      timeout: 300_000,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    const found = await installed();
    if (found) return found;
  }
}
