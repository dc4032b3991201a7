import type { Page } from "playwright-core";

/** In pixels, and the sizes of text in percent. */
const layouts = [
  { width: 390, textSizes: [130, 200] },
  // As 1280 px at 200 percent.
  { width: 640, textSizes: [100] },
  // The next checks begin at this size.
  { width: 320, textSizes: [130, 100] },
];

/** Where the page scrolls sideways. A browser draws it once for each width. */
export async function findOverflow(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const { width, textSizes } of layouts) {
    await page.setViewportSize({ width, height: 900 });
    found.push(...(await page.evaluate(listOverflow, textSizes)));
  }
  return found;
}

/** Runs in the page. */
function listOverflow(textSizes: number[]): string[] {
  const { documentElement } = document;
  const isWide = (element: Element) => element.getBoundingClientRect().right > innerWidth + 1;
  const found = textSizes.flatMap((size) => {
    documentElement.style.fontSize = size === 100 ? "" : `${size}%`;
    const by = documentElement.scrollWidth - innerWidth;
    if (by <= 0) return [];
    const widest = [...document.querySelectorAll("main *")].find(
      (element) => isWide(element) && ![...element.children].some(isWide),
    );
    return `${innerWidth} px with text at ${size} percent: scrolls sideways by ${by} px, perhaps because of ${widest?.outerHTML.slice(0, 160)}`;
  });
  documentElement.style.fontSize = "";
  return found;
}

/** Runs in the page: what Tab reaches, in its order. */
function listControls(): string[] {
  const isFirstOfGroup = (input: HTMLInputElement, all: Element[]) => {
    const group = all.filter(
      (other) =>
        other instanceof HTMLInputElement &&
        other.type === "radio" &&
        other.name === input.name &&
        other.form === input.form,
    ) as HTMLInputElement[];
    return input === (group.find(({ checked }) => checked) ?? group[0]);
  };
  const all = [
    ...document.querySelectorAll<HTMLElement>(
      "a[href], button, input, select, textarea, summary, [tabindex]",
    ),
  ].filter(
    (element) =>
      element.tabIndex >= 0 &&
      !element.matches(":disabled, [inert] *, summary:not(details > summary:first-of-type)") &&
      element.checkVisibility({ visibilityProperty: true }),
  );
  const controls = all.filter(
    (element) =>
      !(element instanceof HTMLInputElement && element.type === "radio") || isFirstOfGroup(element, all),
  );
  const visited: string[] = [];
  const describe = (element: Element) => {
    const name = element.getAttribute("aria-label") ?? element.textContent?.trim().slice(0, 40);
    return `${element.tagName.toLowerCase()} ${element.getAttribute("name") ?? ""} "${name}"`;
  };
  const names = controls.map((element, i) => `${i} ${describe(element)}`);
  const hasRing = (element: Element | null, levels = 4): boolean => {
    if (!element || levels === 0) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return (
      (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2) ||
      hasRing(element.parentElement, levels - 1)
    );
  };
  addEventListener("focusin", ({ target }) => {
    const element = target as HTMLElement;
    const i = controls.indexOf(element);
    const { bottom, top, right, left } = element.getBoundingClientRect();
    const isOnScreen = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
    const problem = hasRing(element) ? (isOnScreen ? "" : " is out of view") : " shows no focus";
    visited.push(`${i < 0 ? `unknown ${describe(element)}` : names[i]}${problem}`);
  });
  Object.assign(window, { visited });
  // The next Tab begins at the top, wherever the page has put the focus.
  const start = document.createElement("span");
  start.tabIndex = -1;
  document.body.insertBefore(start, document.body.firstChild);
  start.focus();
  visited.length = 0;
  start.remove();
  return names;
}

/** Tab reaches every control in order and out of the page again, and the focus can be seen. */
export async function findKeyboardProblems(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const expected = await page.evaluate(listControls);
    for (const _ of expected) await page.keyboard.press("Tab");
    const visited = await page.evaluate(() => (window as unknown as { visited: string[] }).visited);
    const wrong = expected.flatMap((name, i) =>
      visited[i] === name ? [] : [`keyboard at ${width} px: expected ${name}, and got ${visited[i]}`],
    );
    found.push(...wrong.slice(0, 3));
  }
  return found;
}

/** What one says to press something is what one sees, and what comes after it tells it apart (WCAG 2.5.3). */
export const findNameProblems = (page: Page): Promise<string[]> => page.evaluate(listNameProblems);

/** Runs in the page. */
function listNameProblems(): string[] {
  const clean = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  const read = (root: Element, isRead: (parent: Element) => boolean) => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement: parent, textContent } = walker.currentNode;
      if (parent?.checkVisibility({ visibilityProperty: true }) && isRead(parent))
        texts.push(textContent ?? "");
    }
    // A whole card has a short name, which begins with its title.
    return clean((root.querySelector("[role=timer]") ? texts.slice(0, 1) : texts).join(" "));
  };
  const isSeen = (element: Element) =>
    !element.closest("select, svg") && element.getBoundingClientRect().width > 1;
  const controls = document.querySelectorAll<HTMLElement>(
    "a[href], button, summary, input:not([type=hidden]), [role=button]",
  );
  return [...controls].flatMap((control) => {
    const labels = (control as HTMLInputElement).labels;
    const shown = [...(labels ?? [control])];
    const visible = clean(shown.map((part) => read(part, isSeen)).join(" "));
    const spoken = control.hasAttribute("aria-label")
      ? clean(control.getAttribute("aria-label") ?? "")
      : clean(shown.map((part) => read(part, (each) => !each.closest("[aria-hidden=true]"))).join(" "));
    return visible && !spoken.startsWith(visible) ? [`"${spoken}" does not begin with "${visible}"`] : [];
  });
}
