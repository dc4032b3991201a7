import type { BrowserContextOptions } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { seed } from "#app/cli/seed.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";
import { measureScripts } from "#tests/support/measure-scripts.ts";
import { startClub } from "#tests/support/start-club.ts";

const club = openClub();
const visit = openBrowser();

const pages = [
  { path: "/", status: 200, title: "Take a break from screens. Connect with real people." },
  { path: "/who-sees-what", status: 200, title: "Who sees what" },
  { path: "/about", status: 200, title: "Five people who don’t know each other yet" },
  { path: "/contact", status: 200, title: "Contact Us" },
  { path: "/privacy", status: 200, title: "Privacy" },
  { path: "/terms", status: 200, title: "Terms" },
  { path: "/no-such-page", status: 404, title: "Page not found" },
];
const viewportOf = (width: number): BrowserContextOptions => ({ viewport: { width, height: 900 } });

test("shows title and landmarks without JavaScript on every public page", async () => {
  await visit({ ...viewportOf(320), javaScriptEnabled: false }, async (page) => {
    for (const { path, status, title } of pages) {
      const response = await page.goto(club.url + path);
      expect(response?.status(), path).toBe(status);
      expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(title);
      expect(await page.title(), path).toMatch(/ · Öten$/);
      for (const part of ["banner", "main", "contentinfo"] as const)
        expect(await page.getByRole(part).count(), `${part} of ${path}`).toBe(1);
    }
  });
});

test("makes every control at least 44 px tall", async () => {
  await visit(viewportOf(320), async (page) => {
    for (const { path } of pages) {
      await page.goto(club.url + path);
      const small = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>("a, button, summary, input")]
          .filter((control) => control.checkVisibility() && !control.closest("p, [href='#main']"))
          .filter((control) => control.getBoundingClientRect().height < 44)
          .map((control) => control.outerHTML),
      );
      expect(small, path).toEqual([]);
    }
  });
});

test("shows the button of the header on a phone, however long the name of the club is", async () => {
  await visit({}, async (page) => {
    for (const [width, path] of [
      [390, "/"],
      [390, "/about"],
      [360, "/about"],
      [320, "/about"],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(club.url + path);
      const places = await page.evaluate(() => {
        const nav = document.querySelector("nav[aria-label=Main]");
        const name = nav?.querySelector("a > span");
        if (name) name.textContent = "Harmadik Hétfő Vacsoraklub";
        return ["a", "[href='/register']", "summary"].map((selector) => {
          const {
            left = 0,
            right = 0,
            y = 0,
            height = 0,
          } = nav?.querySelector(selector)?.getBoundingClientRect() ?? {};
          return { left, right, middle: y + height / 2 };
        });
      });
      const [logo, button, menu] = places;
      const where = `${path} at ${width}`;
      expect((button?.right ?? 0) - (button?.left ?? 0), where).toBeGreaterThan(90);
      expect(logo?.right, where).toBeLessThanOrEqual(button?.left ?? 0);
      expect(button?.right, where).toBeLessThanOrEqual(menu?.left ?? 0);
      expect(button?.middle, where).toBeCloseTo(menu?.middle ?? 0, -1);
    }
  });
});

test("keeps the footer links clickable at every width", async () => {
  await visit({}, async (page) => {
    for (const width of [390, 1024, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(club.url);
      await page.getByRole("contentinfo").getByRole("link", { name: "Terms" }).click();
      await page.waitForURL(`${club.url}/terms`);
    }
  });
});

test("fits a phone of 320 px at double text size", async () => {
  await visit(viewportOf(320), async (page) => {
    await page.goto(club.url);
    const overflow = await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
      return document.documentElement.scrollWidth - innerWidth;
    });
    expect(overflow).toBeLessThanOrEqual(0);
  });
});

test("keeps the header on one line at 390 px with 130 % text", async () => {
  await visit(viewportOf(390), async (page) => {
    for (const path of ["/", "/about", "/login", "/register"]) {
      await page.goto(club.url + path);
      await page.evaluate(() => {
        document.documentElement.style.fontSize = "130%";
      });
      const header = page.getByRole("banner");
      const logo = await header.getByRole("link", { name: "Öten" }).boundingBox();
      const menu = await header.locator("summary").boundingBox();
      expect(Math.abs((logo?.y ?? 0) - (menu?.y ?? 99)), path).toBeLessThan(8);
      await header.getByRole("link", { name: "Get Started" }).first().waitFor();
    }
  });
});

test("tells one table's evening, what it costs and who sees what, in order and without JavaScript", async () => {
  await visit({ ...viewportOf(390), javaScriptEnabled: false }, async (page) => {
    await page.goto(club.url);
    const main = page.getByRole("main");
    expect(await main.getByRole("heading", { level: 2 }).allTextContents()).toEqual([
      "The next dinner",
      "Three steps to dinner",
      "One table, one Friday",
      "The Biggest Social Experiment",
      "If you come alone",
      "What it costs",
      "Who sees what",
      "Where the idea comes from",
      "Make real connections over real food",
    ]);
    await main.getByRole("link", { name: "See it line by line" }).click();
    await main.getByRole("heading", { level: 1, name: "Who sees what" }).waitFor();
    const diet = main.getByRole("row", { name: "Diet and allergies" });
    expect((await diet.getByRole("cell").allTextContents()).map((text) => text.trim())).toEqual([
      "no",
      "in part",
      "yes",
    ]);
  });
});

test("the landing page is at most 7,500 px tall on a phone, with the dinners of the demo", async () => {
  const demo = await startClub({ vars: { SAFETY_PHONE: "+36 1 555 0199", SHOW_FIGURES: "yes" } });
  await seed(demo.binding, new Date());
  await visit(viewportOf(390), async (page) => {
    await page.goto(demo.url);
    await page.getByText("The next dinner you can book").waitFor();
    await page.evaluate(() => document.fonts.ready);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollHeight))
      .toBeLessThanOrEqual(7_500);
  });
  await demo.worker.dispose();
});

test.each(["no-preference", "reduce"] as const)(
  "seats every step's diners once it is seen, motion: %s",
  async (reducedMotion) => {
    await visit({ ...viewportOf(390), reducedMotion }, async (page) => {
      await page.goto(club.url);
      const seats = page.locator(".steps circle");
      const animations = await seats.evaluateAll((all) => all.flatMap((seat) => seat.getAnimations()).length);
      if (reducedMotion === "reduce") expect(animations).toBe(0);
      else expect(animations).toBeGreaterThan(0);
      await page.getByRole("heading", { name: "One table, one Friday" }).scrollIntoViewIfNeeded();
      await expect
        .poll(() => seats.evaluateAll((all) => all.map((seat) => getComputedStyle(seat).opacity)))
        .toSatisfy((opacities: string[]) => opacities.every((opacity) => Number(opacity) >= 0.35));
    });
  },
);

test("shows the whole table beside the words of the landing page, on every desk", async () => {
  await visit({}, async (page) => {
    for (const width of [900, 992, 1024, 1280, 1344, 1440, 1680, 1799, 1800, 1920, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(club.url, { waitUntil: "load" });
      const found = await page.evaluate(() => {
        const image = document.querySelector("picture img") as HTMLImageElement;
        const heading = document.createRange();
        heading.selectNodeContents(document.querySelector("h1") as HTMLElement);
        const { left, right, top, width, height } = image.getBoundingClientRect();
        return {
          cropped: Math.abs(width / height - image.naturalWidth / image.naturalHeight),
          isInView: right <= innerWidth && top >= -0.1 * height,
          /** The first plate is a third of the picture from its left. */
          isClear: heading.getBoundingClientRect().right <= left + 0.33 * width,
        };
      });
      expect(found.cropped, `${width} px`).toBeLessThan(0.02);
      expect(found, `${width} px`).toMatchObject({ isInView: true, isClear: true });
    }
  });
});

test("ends the g of gokon above the line below it, at every width", async () => {
  await visit({}, async (page) => {
    for (const width of [320, 390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(club.url);
      const gap = await page.getByText("gokon", { exact: true }).evaluate((word) => {
        const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(word);
        const canvas = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
        canvas.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
        const { actualBoundingBoxDescent } = canvas.measureText("g");
        const baseline = word.appendChild(document.createElement("span"));
        baseline.style.cssText = "display: inline-block; width: 0; height: 0";
        const below = word.nextElementSibling as Element;
        return (
          below.getBoundingClientRect().top -
          baseline.getBoundingClientRect().bottom -
          actualBoundingBoxDescent
        );
      });
      expect(gap, `${width} px`).toBeGreaterThan(0);
    }
  });
});

test("shows the specified texts and links on the landing page", async () => {
  await visit({ ...viewportOf(1440), javaScriptEnabled: false }, async (page) => {
    await page.goto(club.url);
    const main = page.getByRole("main");
    for (const text of [
      "Meet 5 strangers over a dinner table tonight.",
      "Take our personality quiz to find your perfect dinner companions.",
      "The Biggest Social Experiment",
      "Get Matched with a group of 5",
      "Go to Dinner Night",
      "Make real connections over real food",
    ]) {
      expect(await main.getByText(text, { exact: true }).count(), text).toBe(1);
    }
    for (const name of ["Take the Quiz", "take me there", "Get Started"]) {
      expect(await main.getByRole("link", { name }).getAttribute("href"), name).toBe("/register");
    }
    const navigation = page.getByRole("navigation", { name: "Main" });
    for (const [name, href] of [
      ["Öten", "/"],
      ["Home", "/"],
      ["Contact Us", "/contact"],
      ["About Us", "/about"],
      ["Login", "/login"],
      ["Get Started", "/register"],
    ] as const) {
      expect(
        await navigation.getByRole("link", { name, exact: true }).first().getAttribute("href"),
        name,
      ).toBe(href);
    }
    const footer = page.getByRole("contentinfo");
    expect(await footer.textContent()).toContain("Revolution of Friends Making");
    expect(await footer.textContent()).toContain("Made in Budapest");
  });
});

test("the picture beside the login has the club's ground", async () => {
  await visit({ ...viewportOf(1440), bypassCSP: true }, async (page) => {
    await page.goto(`${club.url}/login`);
    await page.addStyleTag({ content: ":root { --color-green: #8a1f3d !important }" });
    const picture = page.locator("main img[width='1200']");
    await picture.evaluate((image) => (image as HTMLImageElement).decode());
    const { x, y, width, height } = (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const clip = { x: x + width / 2, y: y + 0.1 * height, width: 12, height: 12 };
    const { channels } = await sharp(await page.screenshot({ clip })).stats();
    const [red, green, blue] = channels.map(({ mean }) => mean);
    expect(red).toBeGreaterThan(1.5 * Math.max(green ?? 0, blue ?? 0));
  });
});

test("links from the not-found page to the landing page", async () => {
  await visit({ javaScriptEnabled: false }, async (page) => {
    await page.goto(`${club.url}/no-such-page`);
    await page.getByText("We couldn't find the page you were looking for.").waitFor();
    await page.getByRole("link", { name: "Back Home" }).click();
    await page.waitForURL(`${club.url}/`);
  });
});

test.each([
  ["/", 1],
  ["/login", 2],
])("loads less than 2 kB of JavaScript on a public page: %s", async (path, scriptCount) => {
  await visit({}, async (page) => {
    expect(await measureScripts(page, club.url + path, scriptCount)).toBeLessThan(2_000);
  });
});
