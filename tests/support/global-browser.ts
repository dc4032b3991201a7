import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { browserArgs, findBrowser } from "#app/cli/launch-browser.ts";
import { exitWithError } from "#app/cli/terminal-text.mjs";

declare module "vitest" {
  interface ProvidedContext {
    browser: string;
  }
}

/** One Chromium for the whole run; every test opens its own context. */
export default async function startBrowser(project: TestProject) {
  const executablePath = await findBrowser().catch((error) => exitWithError(error.message));
  console.log(`Browser: ${executablePath}`);
  const server = await chromium.launchServer({ executablePath, args: browserArgs });
  project.provide("browser", server.wsEndpoint());
  return () => server.close();
}
