import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { openBrowser, type VisitOptions } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";
import { addCookies } from "#tests/support/cookies.ts";
import {
  book,
  bookForDiners,
  createEvent,
  insertDiners,
  seatTogether,
  signUpDiner,
} from "#tests/support/events.ts";

/** What readers set in their browser or system: colors, the size of text, motion. */

declare global {
  interface Window {
    seatsTaken: number;
    /** What moved, as HTML. */
    moved: string[];
  }
}

/** TypeScript does not know it yet. */
interface LayoutShift extends PerformanceEntry {
  sources: { node: Node | null }[];
}

const club = openClub();
const visit = openBrowser();

async function visitAsDiner(options: VisitOptions, journey: (page: Page) => Promise<void>) {
  const { cookie } = await signUpDiner(club);
  await visit(options, async (page) => {
    await addCookies(page, cookie, club.url);
    await journey(page);
  });
}

test("shows in forced colors which number of a scale is chosen", async () => {
  await visitAsDiner({ forcedColors: "active" }, async (page) => {
    await page.goto(`${club.url}/quiz?question=2`, { waitUntil: "networkidle" });
    const chosen = page.locator("button[aria-pressed=true]");
    const other = page.locator("button[aria-pressed=false]").first();
    expect(await readColorAtTheSide(chosen)).not.toEqual(await readColorAtTheSide(other));
  });
});

/** As it is painted, because computed styles don't say what forced colors make of it. */
async function readColorAtTheSide(button: Locator): Promise<number[]> {
  const { data, info } = await sharp(await button.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const start = (Math.floor(info.height / 2) * info.width + 8) * 3;
  return [...data.subarray(start, start + 3)];
}

test("shows in forced colors the dot of each status", async () => {
  const diner = await signUpDiner(club);
  await book(diner, await createEvent(club, { hoursFromNow: 400 }));
  await createEvent(club, { hoursFromNow: 410, available: false });
  await visit({ forcedColors: "active" }, async (page) => {
    await addCookies(page, diner.cookie, club.url);
    await page.goto(`${club.url}/events`);
    const dots = await page.locator("[data-dot]").all();
    expect(dots.length).toBeGreaterThan(1);
    for (const dot of dots) {
      const { channels } = await sharp(await dot.screenshot()).stats();
      expect(channels[0]?.max).not.toBe(channels[0]?.min);
    }
  });
});

test("shows in forced colors which page of the dashboard is open", async () => {
  await visitAsDiner({ forcedColors: "active" }, async (page) => {
    await page.goto(`${club.url}/dashboard/settings`);
    const lines = await page
      .locator("header nav a")
      .evaluateAll((links) => links.map((link) => getComputedStyle(link).textDecorationLine));
    expect(lines).toEqual(["none", "underline"]);
  });
});

/** See docs/decisions/0066-no-page-fades.md. */
test("fades no page into the next", async () => {
  await visit({ reducedMotion: "no-preference" }, async (page) => {
    for (const path of ["/", "/events"]) {
      await page.goto(club.url + path);
      const styles = await page.evaluate(() =>
        [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)),
      );
      expect(styles.length).toBeGreaterThan(0);
      expect(styles.filter((text) => text.includes("@view-transition"))).toEqual([]);
    }
  });
});

test("names each link and radio with what sets it apart", async () => {
  const diner = await signUpDiner(club);
  const eventId = await createEvent(club, { hoursFromNow: 300, diets: [2] });
  for (const hoursFromNow of [310, 340])
    await book(diner, await createEvent(club, { hoursFromNow, diets: [1, 2, 3, 4, 5, 6] }));
  await visit({}, async (page) => {
    await addCookies(page, diner.cookie, club.url);
    await page.goto(`${club.url}/events`);
    const radio = page.locator(`input[value="${eventId}"]`);
    expect(await radio.getAttribute("aria-label")).toMatch(/, Available, .*, \d+ seats free$/);
    await page.goto(`${club.url}/dashboard/bookings`);
    const names = await page
      .getByRole("link", { name: /^Pay Deposit/ })
      .evaluateAll((links) => links.map((link) => link.getAttribute("aria-label")));
    expect(names).toHaveLength(2);
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(/^Pay Deposit, \w+day, /);
  });
});

test.each(["no-preference", "reduce"] as const)(
  "lights the own window and fills a table within 400 ms, without moving anything, motion: %s",
  async (reducedMotion) => {
    const diner = await signUpDiner(club);
    const pending = await book(diner, await createEvent(club, { hoursFromNow: 400, diets: [1] }));
    const event = await createEvent(club, { hoursFromNow: 100 });
    const others = await bookForDiners(club, await insertDiners(club, 4), event);
    const seated = [await book(diner, event), ...others];
    await seatTogether(club, event, seated);
    await visit({ reducedMotion }, async (page) => {
      await addCookies(page, diner.cookie, club.url);
      await page.addInitScript(() => {
        window.moved = [];
        new PerformanceObserver((list) => {
          for (const { sources } of list.getEntries() as LayoutShift[]) {
            if (sources.length === 0) window.moved.push("something that is gone");
            for (const { node } of sources)
              window.moved.push(node instanceof Element ? node.outerHTML : String(node?.textContent));
          }
        }).observe({ type: "layout-shift", buffered: true });
        window.seatsTaken = 0;
        addEventListener("animationend", ({ animationName }) => {
          if (animationName === "take-seat") window.seatsTaken++;
        });
      });
      for (const [id, count] of [
        [pending, 1],
        [seated[0], 4],
      ] as const) {
        await page.goto(`${club.url}/dashboard/bookings/${id}`);
        const found = await page.evaluate(() =>
          [...document.querySelectorAll("*")]
            .map((element) => getComputedStyle(element))
            .filter(({ animationName }) => animationName === "take-seat")
            .map(
              (style) => 1000 * parseFloat(style.animationDuration) + 1000 * parseFloat(style.animationDelay),
            ),
        );
        const expected = reducedMotion === "reduce" ? 0 : count;
        expect(found.length, id).toBe(expected);
        await page.waitForFunction((seats) => window.seatsTaken === seats, expected);
        for (const end of found) expect(end).toBeLessThanOrEqual(400);
        expect(await page.evaluate(() => window.moved)).toEqual([]);
      }
    });
  },
);
