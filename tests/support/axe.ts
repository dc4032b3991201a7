import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** These take two thirds of the time. */
const colorRules = ["color-contrast", "link-in-text-block"];

/** One line for each violation of WCAG 2.2 AA and of axe's best practices. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  await page.evaluate(source);
  return runAxe(page, {});
}

const looks = [
  { width: 320, colorScheme: "light" },
  { width: 320, colorScheme: "dark", onlyColors: true },
  { width: 1440, colorScheme: "light", onlyColors: true },
  { width: 1440, colorScheme: "dark" },
] as const;

/** Of two states of one page, the second is looked at once in each theme, where it differs from pages before. */
const looksAgain = [
  { width: 320, colorScheme: "light" },
  { width: 1440, colorScheme: "dark", onlyColors: true },
] as const;

interface LayoutOptions {
  isAgain?: boolean;
  isEmail?: boolean;
  /** Of the pages before: the colors of what stands on many pages are looked at once, and all of it once for each page. */
  seenParts?: Set<string>;
}

/** On a phone and on a desk, in both themes. Only colors differ between the themes, so the other rules run in one of them. */
export async function findViolationsInAllLayouts(
  page: Page,
  { isAgain = false, isEmail = false, seenParts = new Set() }: LayoutOptions = {},
): Promise<string[]> {
  await page.evaluate(source);
  await markSeenParts(page, seenParts);
  const ofEmail = isEmail ? withoutLandmarks : {};
  const found: string[] = [];
  for (const look of isAgain ? looksAgain : looks) {
    const { width, colorScheme } = look;
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const unseen = [["[data-seen]"]];
    const lines: string[] = [];
    if (isAgain && !("onlyColors" in look)) lines.push(...(await runAxe(page, { rules: ofEmail }, unseen)));
    else lines.push(...(await runAxe(page, { runOnly: colorRules }, unseen)));
    if (!isAgain && !("onlyColors" in look))
      lines.push(...(await runAxe(page, { rules: { ...withoutColors, ...ofEmail } })));
    found.push(...lines.map((line) => `${width} px, ${colorScheme}: ${line}`));
  }
  return found;
}

const withoutColors = Object.fromEntries(colorRules.map((rule) => [rule, { enabled: false }]));

/** An email stands within the page of an email program, which has the landmarks. */
const withoutLandmarks = { region: { enabled: false }, "landmark-one-main": { enabled: false } };

/** A part looks the same where its HTML, what is around it and the styles are the same. */
async function markSeenParts(page: Page, seen: Set<string>): Promise<void> {
  const keys = await page.evaluate(listParts);
  const isSeen = keys.map((key) => seen.has(key));
  for (const key of keys) seen.add(key);
  await page.evaluate((isSeen) => {
    const { parts } = window as unknown as { parts: Element[] };
    for (const [i, part] of parts.entries()) part.toggleAttribute("data-seen", isSeen[i]);
  }, isSeen);
}

/** Runs in the page: a hash of each part. */
function listParts(): Promise<string[]> {
  const parts = [
    ...document.querySelectorAll(
      "body > *, header, footer, nav, section, article, form, fieldset, details, dialog, li, tr, p",
    ),
  ];
  Object.assign(window, { parts });
  const describe = ({ tagName, className }: Element) => `${tagName} ${className}`;
  const describeAround = ({ parentElement }: Element): string =>
    parentElement ? `${describeAround(parentElement)} > ${describe(parentElement)}` : "";
  const styles = [...document.querySelectorAll("link[rel=stylesheet], style")].map(
    ({ outerHTML }) => outerHTML,
  );
  return Promise.all(
    parts.map(async (part) => {
      const text = `${styles} ${describeAround(part)} ${part.outerHTML}`;
      const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
      return new Uint8Array(hash).join();
    }),
  );
}

async function runAxe(page: Page, options: RunOptions, exclude: string[][] = []): Promise<string[]> {
  const { violations }: Pick<AxeResults, "violations"> = await page.evaluate(
    ({ options, exclude }) => {
      const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
      return axe.run({ include: [["html"]], exclude }, options);
    },
    { options: { preload: false, resultTypes: ["violations"], ...options } as RunOptions, exclude },
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary?.split("\n")[1]?.trim()}`),
  );
}
