import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { findBrowser } from "#app/cli/find-browser.mjs";
import { browserArgs } from "#app/cli/launch-browser.ts";

declare module "vitest" {
  interface ProvidedContext {
    browser: string;
  }
}

/** One Chromium for the whole run; every test opens its own context. */
export default async function startBrowser(project: TestProject) {
  const server = await chromium.launchServer({ executablePath: await findBrowser(), args: browserArgs });
  project.provide("browser", server.wsEndpoint());
  return () => server.close();
}
