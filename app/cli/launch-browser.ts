import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { root } from "./project.mjs";

/** Chromium reads only the last list, so this repeats Playwright's. */
const disabledFeatures = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  // A Chromium with windows draws its address bar with pages of its own, which cost more than a page of ours.
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "PreloadTopChromeWebUI",
  // Starts a process for a page that usually never comes.
  "SpareRendererForSitePerProcess",
];

export const browserArgs = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${disabledFeatures}`,
  // Gives letters the same widths as on a modern screen, even in the headless shell.
  "--font-render-hinting=none",
];

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await findBrowser(), args: browserArgs });
}

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

/** CHROMIUM_PATH, an installed browser, or one that is installed now. */
export async function findBrowser(): Promise<string> {
  const chosenPath = process.env.CHROMIUM_PATH;
  if (chosenPath) {
    if (existsSync(chosenPath)) return chosenPath;
    throw new Error(`CHROMIUM_PATH is ${chosenPath}, and there is no such file.`);
  }
  const found = findInstalled() ?? installBrowser();
  if (found) return found;
  throw new Error(
    "The browser tests need Chromium, and it could not be installed: install Chromium or Chrome, or set CHROMIUM_PATH to its path.",
  );
}

function findInstalled(): string | undefined {
  const onPath = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder: string) => programNames.map((name) => join(folder, name)));
  return [...onPath, ...otherPaths, chromium.executablePath()].find((path) => existsSync(path));
}

function installBrowser(): string | undefined {
  console.log("No Chromium found: installing it …");
  const isRoot = process.getuid?.() === 0;
  const installCommands: [string, string[]][] = [
    [process.execPath, [join(root, "node_modules/playwright-core/cli.js"), "install", "chromium"]],
    ...(isRoot
      ? ([
          ["apt-get", ["update", "-qq"]],
          ...["chromium-headless-shell", "chromium"].map((name) => [
            "apt-get",
            ["install", "-y", "-qq", "--no-install-recommends", name],
          ]),
        ] as [string, string[]][])
      : []),
  ];
  for (const [command, args] of installCommands) {
    spawnSync(command, args, {
      stdio: "ignore",
      timeout: 300_000,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    const found = findInstalled();
    if (found) return found;
  }
  return undefined;
}
