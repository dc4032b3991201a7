import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** One line for each violation of WCAG 2.2 AA and of axe's best practices. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  await page.evaluate(source);
  return runAxe(page);
}

/** In both themes at each width; also reports sideways scrolling. */
export async function findViolationsInAllLayouts(page: Page, widths = [320, 1440]): Promise<string[]> {
  await page.evaluate(source);
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (overflow > 0) found.push(`${width} px: scrolls sideways by ${overflow} px`);
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
