import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { openBrowser } from "#tests/support/browser.ts";
import { type Club, startClub } from "#tests/support/start-club.ts";
import { findHtmlErrors, findJoinedWords } from "./check-html.ts";
import { findKeyboardProblems, findOverflow } from "./check-layout.ts";
import { openScreen, type Screen } from "./screen.ts";
import { clubOptions, eachScreen, type ScreenListName } from "./screens.ts";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Only colors differ between the themes, so the other rules run in one of them. */
const looks = [
  { width: 320, colorScheme: "light", rules: "all" },
  { width: 320, colorScheme: "dark", rules: "colors" },
  { width: 1440, colorScheme: "light", rules: "colors" },
  { width: 1440, colorScheme: "dark", rules: "all" },
] as const;

async function runAxe(page: Page, rules: "all" | "colors"): Promise<string[]> {
  const { violations }: Pick<AxeResults, "violations"> = await page.evaluate((rules) => {
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
    return axe.run({
      preload: false,
      resultTypes: ["violations"],
      ...(rules === "colors" ? { runOnly: ["color-contrast", "link-in-text-block"] } : {}),
    });
  }, rules);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary?.split("\n")[1]?.trim()}`),
  );
}

/** Axe in both themes on a phone and a desk. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const found: string[] = [];
  for (const { width, colorScheme, rules } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    found.push(...(await runAxe(page, rules)).map((line) => `${width} px, ${colorScheme}: ${line}`));
  }
  return found;
}

/** Everything that is wrong on the screens of a list. */
export async function checkScreens(
  visit: ReturnType<typeof openBrowser>,
  name: ScreenListName,
): Promise<string[]> {
  const club = await startClub(clubOptions);
  try {
    const found: string[] = [];
    const mains = new Map<string, string>();
    const seenRoutes = new Set<string>();
    await visit(
      { expectedConsoleErrors: /status of [45]\d\d|ERR_INTERNET_DISCONNECTED|speculation rule set/ },
      async (page) => {
        await eachScreen(club, name, async (screen) => {
          const isFirst = !seenRoutes.has(screen.route);
          seenRoutes.add(screen.route);
          const problems = await checkScreen(page, club, screen, { isFirst, mains });
          found.push(...problems.map((problem) => `${screen.name}: ${problem}`));
        });
      },
    );
    expect(club.takeLoggedErrors(), "the Worker logged errors").toEqual([]);
    return found;
  } finally {
    await club.worker.dispose();
  }
}

interface Others {
  /** Nothing of its route was looked at before. */
  isFirst: boolean;
  /** What screens show, with their names. */
  mains: Map<string, string>;
}

async function checkScreen(
  page: Page,
  club: Club,
  screen: Screen,
  { isFirst, mains }: Others,
): Promise<string[]> {
  const html = await openScreen(page, club, screen);
  const found = [...(await findHtmlErrors(html)), ...findJoinedWords(html)];
  const main = await page.evaluate(() => document.querySelector("main")?.outerHTML ?? "");
  const same = mains.get(main);
  if (same && screen.status !== 404) found.push(`shows the same as ${same}`);
  mains.set(main, screen.name);
  found.push(...(await findOverflow(page)), ...(await findAxeViolations(page)));
  if (isFirst) found.push(...(await findKeyboardProblems(page)));
  return found;
}
