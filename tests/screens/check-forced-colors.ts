import type { Locator, Page } from "playwright-core";

/** States that browsers or a size keep, and how each is taken away. Of others a class of ours draws the state too. */
const states: [selector: string, takeAway: (element: Element) => void][] = [
  ["input:checked", (input) => Object.assign(input, { checked: false })],
  ["[role=progressbar] > *", (bar) => bar.remove()],
];

/** What can't be told apart where the system chooses the colors, looked at once for each route and state. */
export async function findHiddenStates(page: Page, route: string, seen: Set<string>): Promise<string[]> {
  const found: string[] = [];
  for (const [selector, takeAway] of states) {
    const element = page.locator(`:is(main, nav) :is(${selector})`).filter({ visible: true }).first();
    const key = `${route} ${selector}`;
    if (seen.has(key) || (await element.count()) === 0) continue;
    seen.add(key);
    await page.emulateMedia({ forcedColors: "active" });
    const clip = await findPlace(element);
    const takePicture = () =>
      page.screenshot({ animations: "disabled", caret: "hide", clip, fullPage: true });
    const shown = await takePicture();
    await element.evaluate(takeAway);
    if (shown.equals(await takePicture())) found.push(`${selector} can't be seen in forced colors`);
    await page.emulateMedia({ forcedColors: null });
  }
  return found;
}

/** An input without a size is shown by its label. */
const findPlace = (element: Locator) =>
  element.evaluate((shown) => {
    const isShown = (candidate: Element) => candidate.getBoundingClientRect().width > 8;
    const place = isShown(shown) ? shown : (shown.closest("label, svg") ?? shown);
    const { x, y, width, height } = place.getBoundingClientRect();
    const margin = 6;
    return {
      x: Math.max(0, x + scrollX - margin),
      y: Math.max(0, y + scrollY - margin),
      width: width + 2 * margin,
      height: height + 2 * margin,
    };
  });
