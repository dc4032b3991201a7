import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds wrong, a line each, with WCAG 2.2 AA and its best practices. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(source);
  return runAxe(page);
}

/** The same in both themes and at each width, and whether the page scrolls sideways there. */
export async function violationsEverywhere(page: Page, widths = [320, 1440]): Promise<string[]> {
  await page.evaluate(source);
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (sideways > 0) found.push(`${width} px: scrolls sideways by ${sideways} px`);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      found.push(...(await runAxe(page)).map((line) => `${width} px, ${colorScheme}: ${line}`));
    }
  }
  return found;
}

async function runAxe(page: Page): Promise<string[]> {
  const results: AxeResults = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary?.split("\n")[1]?.trim()}`),
  );
}
