import type { Page } from "playwright-core";

/** What breaks where the reader's text is twice as large, on a phone and on a desk. */
export async function findLargeTextProblems(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    found.push(...(await page.evaluate(listProblems)));
  }
  return found;
}

/** Runs in the page. */
function listProblems(): string[] {
  const { documentElement } = document;
  documentElement.style.fontSize = "200%";
  const found = new Set<string>();
  const tell = (problem: string) => found.add(`${innerWidth} px: ${problem}`);
  const by = documentElement.scrollWidth - innerWidth;
  const isWide = (element: Element) => element.getBoundingClientRect().right > innerWidth + 1;
  const widest = [...document.querySelectorAll("body *")].filter(
    (element) => element.checkVisibility() && isWide(element) && ![...element.children].some(isWide),
  );
  if (by > 0) tell(`scrolls sideways by ${by} px, perhaps because of ${widest[0]?.outerHTML.slice(0, 150)}`);

  interface Line {
    rect: DOMRect;
    node: Text;
    layer: Element | null;
  }
  const lines: Line[] = [];
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest("select, option, [data-notice], .sr-only");
  /** What is fixed lies above the page on purpose. */
  function findLayer(element: Element | null): Element | null {
    if (!element) return null;
    const { position } = getComputedStyle(element);
    return position === "fixed" || position === "sticky" ? element : findLayer(element.parentElement);
  }
  /** What cuts off the text that it has no room for. */
  function findFrame(element: Element | null): Element | null {
    if (!element || element === document.body) return null;
    return getComputedStyle(element).overflowY === "visible" ? findFrame(element.parentElement) : element;
  }
  const isBroken = (range: Range) => {
    const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
    return rects.some(({ top }) => Math.abs(top - (rects[0]?.top ?? 0)) > 4);
  };

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const parent = node.parentElement;
    if (!node.data.trim() || !parent || parent.matches("script, style, noscript") || !isSeen(parent))
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    const layer = findLayer(parent);
    const seen = findFrame(parent)?.getBoundingClientRect();
    // Above and below the letters is room that lines may share.
    for (const { left, right, top, bottom, height } of rects) {
      if (seen && (top < seen.top - 1 || bottom > seen.bottom + height)) continue;
      const end = seen ? Math.min(right, seen.right) : right;
      lines.push({ rect: new DOMRect(left, top + height * 0.25, end - left, height * 0.5), node, layer });
    }
    if (rects.length < 2) continue;
    for (const match of node.data.matchAll(/[\p{L}\p{N}\p{M}’']+/gu)) {
      // An address has no place to break, and ends of lines are the only ones it can have.
      const { index } = match;
      const [word = ""] = match;
      const whole = `${/\S*$/.exec(node.data.slice(0, index))}${/^\S*/.exec(node.data.slice(index))}`;
      if (/[@/_]|\.\w/.test(whole) || word.length > 30) continue;
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (isBroken(range)) tell(`breaks “${word}” in <${parent.localName} class="${parent.className}">`);
    }
  }
  lines.sort((one, other) => one.rect.top - other.rect.top);
  for (const [i, one] of lines.entries())
    for (const other of lines.slice(i + 1)) {
      if (other.rect.top >= one.rect.bottom) break;
      if (one.node === other.node || one.layer !== other.layer) continue;
      const across = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
      const down = Math.min(one.rect.bottom, other.rect.bottom) - other.rect.top;
      if (across > 2 && down > 2)
        tell(`“${one.node.data.trim().slice(0, 30)}” and “${other.node.data.trim().slice(0, 30)}” overlap`);
    }
  documentElement.style.fontSize = "";
  return [...found];
}
