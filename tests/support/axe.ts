import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const colorRules = ["color-contrast", "link-in-text-block"];

/** One line for each violation of WCAG 2.2 AA and of axe's best practices. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  await page.evaluate(source);
  return runAxe(page);
}

const looks = [
  { width: 320, colorScheme: "light" },
  { width: 320, colorScheme: "dark", onlyColors: true },
  { width: 1440, colorScheme: "light", onlyColors: true },
  { width: 1440, colorScheme: "dark" },
] as const;

/** Of two states of one page, the second is looked at once in each theme. */
const looksAgain = [
  { width: 320, colorScheme: "light" },
  { width: 1440, colorScheme: "dark", onlyColors: true },
] as const;

/** On a phone and on a desk, in both themes. Only colors differ between the themes, so the other rules run in one of them. */
export async function findViolationsInAllLayouts(
  page: Page,
  { isAgain = false, isEmail = false } = {},
): Promise<string[]> {
  await page.evaluate(source);
  const found: string[] = [];
  for (const look of isAgain ? looksAgain : looks) {
    const { width, colorScheme } = look;
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const lines = await runAxe(page, "onlyColors" in look ? colorRules : undefined, isEmail);
    found.push(...lines.map((line) => `${width} px, ${colorScheme}: ${line}`));
  }
  return found;
}

/** An email stands within the page of an email program, which has the landmarks. */
const withoutLandmarks = { region: { enabled: false }, "landmark-one-main": { enabled: false } };

async function runAxe(page: Page, only?: string[], isEmail = false): Promise<string[]> {
  const options: RunOptions = {
    preload: false,
    resultTypes: ["violations"],
    ...(only ? { runOnly: only } : {}),
    ...(isEmail ? { rules: withoutLandmarks } : {}),
  };
  const { violations }: Pick<AxeResults, "violations"> = await page.evaluate((options) => {
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
    return axe.run(options);
  }, options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary?.split("\n")[1]?.trim()}`),
  );
}
