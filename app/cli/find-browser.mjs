import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { root } from "./project.mjs";

/** The first has no windows, so it needs a third less processor time. */
const programNames = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "chrome",
];
const otherPaths = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** @returns {Promise<string>} CHROMIUM_PATH, an installed browser, or one that is installed now */
export async function findBrowser() {
  const chosenPath = process.env.CHROMIUM_PATH;
  if (chosenPath) {
    if (existsSync(chosenPath)) return chosenPath;
    throw new Error(`CHROMIUM_PATH is ${chosenPath}, and there is no such file.`);
  }
  const found = (await findInstalled()) ?? (await installBrowser());
  if (found) return found;
  throw new Error(
    "The browser tests need Chromium, and it could not be installed: install Chromium or Chrome, or set CHROMIUM_PATH to its path.",
  );
}

async function findInstalled() {
  const { chromium } = await import("playwright-core");
  const onPath = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => programNames.map((name) => join(folder, name)));
  return [...onPath, ...otherPaths, chromium.executablePath()].find((path) => existsSync(path));
}

async function installBrowser() {
  console.log("No Chromium found: installing it …");
  const isRoot = process.getuid?.() === 0;
  /** @type {[string, string[]][]} */
  const installCommands = [
    [process.execPath, [join(root, "node_modules/playwright-core/cli.js"), "install", "chromium"]],
    ...(isRoot
      ? /** @type {[string, string[]][]} */ ([
          ["apt-get", ["update", "-qq"]],
          ...["chromium-headless-shell", "chromium"].map((name) => [
            "apt-get",
            ["install", "-y", "-qq", "--no-install-recommends", name],
          ]),
        ])
      : []),
  ];
  for (const [command, args] of installCommands) {
    spawnSync(command, args, {
      stdio: "ignore",
      timeout: 300_000,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    const found = await findInstalled();
    if (found) return found;
  }
}
