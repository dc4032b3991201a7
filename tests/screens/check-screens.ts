import type { Page } from "playwright-core";
import { findViolationsInAllLayouts } from "#tests/support/axe.ts";
import type { openBrowser } from "#tests/support/browser.ts";
import { borrowClub, type Club, returnClub } from "#tests/support/club.ts";
import { findHiddenStates } from "./check-forced-colors.ts";
import { findHtmlErrors, findJoinedWords } from "./check-html.ts";
import { findKeyboardProblems, findNameProblems, findOverflow } from "./check-layout.ts";
import { openScreen, type Screen } from "./screen.ts";
import { clubOptions, eachScreen, type ScreenListName } from "./screens.ts";

/** Everything that is wrong on the screens of a list. */
export async function checkScreens(
  visit: ReturnType<typeof openBrowser>,
  name: ScreenListName,
): Promise<string[]> {
  const club = await borrowClub(clubOptions);
  try {
    const found: string[] = [];
    const mains = new Map<string, string>();
    const seenRoutes = new Set<string>();
    const seenStates = new Set<string>();
    const seenParts = new Set<string>();
    await visit(
      { expectedConsoleErrors: /status of [45]\d\d|ERR_INTERNET_DISCONNECTED|speculation rule set/ },
      async (page) => {
        await eachScreen(club, name, async (screen) => {
          const isFirst = !seenRoutes.has(screen.route);
          seenRoutes.add(screen.route);
          const problems = await checkScreen(page, club, screen, { isFirst, mains, seenStates, seenParts });
          found.push(...problems.map((problem) => `${screen.name}: ${problem}`));
        });
      },
    );
    return found;
  } finally {
    await returnClub(club);
  }
}

interface Others {
  /** Nothing of its route was looked at before. */
  isFirst: boolean;
  /** What screens show, with their names. */
  mains: Map<string, string>;
  seenStates: Set<string>;
  seenParts: Set<string>;
}

async function checkScreen(
  page: Page,
  club: Club,
  screen: Screen,
  { isFirst, mains, seenStates, seenParts }: Others,
): Promise<string[]> {
  const html = await openScreen(page, club, screen);
  const found: string[] = [];
  // That page shows parts: no sentences, and some of them twice.
  if (screen.route !== "/dev/components")
    found.push(...(await findHtmlErrors(html)), ...findJoinedWords(html));
  const shown = await page.evaluate(readWhatDiffers);
  const same = mains.get(shown);
  if (same && screen.status !== 404) found.push(`shows the same as ${same}`);
  mains.set(shown, screen.name);
  found.push(
    ...(await findOverflow(page)),
    ...(await findNameProblems(page)),
    ...(await findViolationsInAllLayouts(page, { isAgain: !isFirst, seenParts })),
  );
  if (isFirst) found.push(...(await findKeyboardProblems(page)));
  // It takes states away, so it comes last.
  found.push(...(await findHiddenStates(page, screen.route, seenStates)));
  return found;
}

/** Two states of a page differ in its main part, its notice, an open menu or a choice, and not by the second at which it is read. */
function readWhatDiffers(): string {
  const parts = [...document.querySelectorAll("main, [data-notice], header details")];
  const texts = parts.map((part) => {
    const copy = part.cloneNode(true) as Element;
    for (const ticking of copy.querySelectorAll("[role=timer]")) ticking.remove();
    return copy.outerHTML;
  });
  const chosen = [...document.querySelectorAll<HTMLInputElement>("input:checked")].map(({ value }) => value);
  return [...texts, ...chosen].join("\n");
}
