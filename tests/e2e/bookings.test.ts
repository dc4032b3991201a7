import { sql } from "drizzle-orm";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { profiles } from "#app/db/schema/account.ts";
import { findAxeViolations } from "#tests/support/axe.ts";
import { openBrowser, type VisitOptions } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";
import { addCookies } from "#tests/support/cookies.ts";
import {
  book,
  countBookings,
  createEvent,
  type Diner,
  seatTogether,
  signUpDiner,
} from "#tests/support/events.ts";
import { measureScripts } from "#tests/support/measure-scripts.ts";

const club = openClub();
const visit = openBrowser();

async function visitAs<T>(diner: Diner, options: VisitOptions, journey: (page: Page) => Promise<T>) {
  return visit(options, async (page) => {
    await addCookies(page, diner.cookie, club.url);
    return journey(page);
  });
}

describe("without JavaScript", () => {
  const javaScriptEnabled = false;

  test("books an event, cancels it and books it again", async () => {
    const eventId = await createEvent(club, { hoursFromNow: 120, capacity: 1, diets: [1] });
    const diner = await signUpDiner(club);
    await visitAs(diner, { javaScriptEnabled, viewport: { width: 390, height: 844 } }, async (page) => {
      await page.goto(`${club.url}/events`);
      await page.locator(`input[value="${eventId}"]`).check();
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByRole("heading", { name: "Thank you for booking!" }).waitFor();
      await page.getByRole("link", { name: "Go to Dashboard" }).click();
      await page.getByRole("heading", { name: "Bookings", exact: true }).waitFor();
      await page.getByText("Pending", { exact: true }).waitFor();
      expect(await countBookings(club, eventId)).toBe(1);

      await page.getByRole("link", { name: /^Location on/ }).click();
      await page.getByRole("heading", { name: "Details" }).waitFor();
      await page
        .getByText(/^You’re on the list for/)
        .last()
        .waitFor();
      expect(await page.getByRole("dialog").count()).toBe(javaScriptEnabled ? 1 : 0);
      await page.getByRole("link", { name: "Cancel booking" }).click();
      await page.getByText("Canceling is free until").waitFor();
      await page.getByRole("button", { name: "Cancel booking" }).click();
      await page.getByText("Your booking is canceled.").waitFor();
      expect(await countBookings(club, eventId)).toBe(0);

      await page.getByRole("link", { name: "Book Again" }).click();
      await page.getByRole("heading", { name: "Select an Event" }).waitFor();
      expect(await page.locator(`input[value="${eventId}"]`).isChecked()).toBe(true);
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByRole("heading", { name: "Thank you for booking!" }).waitFor();
      expect(await countBookings(club, eventId)).toBe(1);
    });
    await club.binding.prepare("UPDATE events SET available = 0 WHERE id = ?").bind(eventId).run();
  });

  test("names beside the button what it books, also after another choice and Back", async () => {
    const events = await Promise.all([170, 180].map((hoursFromNow) => createEvent(club, { hoursFromNow })));
    await visitAs(
      await signUpDiner(club),
      { javaScriptEnabled, viewport: { width: 390, height: 844 } },
      async (page) => {
        await page.goto(`${club.url}/events`);
        const readSummaries = () => page.locator("[data-summary]:visible").allTextContents();
        const readCheckedDate = () =>
          page.evaluate(
            () =>
              document
                .querySelector("input[name=event]:checked")
                ?.getAttribute("aria-label")
                ?.split(/, \d/)[0],
          );
        const expectRightSummary = async () => {
          const summaries = await readSummaries();
          expect(summaries).toHaveLength(1);
          expect(summaries[0]).toContain(await readCheckedDate());
        };
        await expectRightSummary();
        for (const id of events) {
          await page.locator(`input[value="${id}"]`).check();
          await expectRightSummary();
        }
        await page.goto(`${club.url}/about`);
        await page.goBack();
        await expectRightSummary();
      },
    );
    for (const id of events)
      await club.binding.prepare("UPDATE events SET available = 0 WHERE id = ?").bind(id).run();
  });

  test("disables a sold-out event and shows a booking error on the same page", async () => {
    const diner = await signUpDiner(club);
    const [soldOut, eventId] = [
      await createEvent(club, { hoursFromNow: 130, available: false }),
      await createEvent(club, { hoursFromNow: 140, capacity: 1 }),
    ];
    await visitAs(diner, { javaScriptEnabled, expectedConsoleErrors: /status of 409/ }, async (page) => {
      await page.goto(`${club.url}/dashboard/bookings/new`);
      expect(await page.locator(`input[value="${soldOut}"]`).isDisabled()).toBe(true);
      await page.locator(`input[value="${eventId}"]`).check();
      await book(await signUpDiner(club), eventId);
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByText("Error creating appointment: this dinner is sold out.").waitFor();
    });
  });

  test("signs out from the dashboard", async () => {
    await visitAs(await signUpDiner(club), { javaScriptEnabled }, async (page) => {
      await page.goto(`${club.url}/dashboard`);
      await page.getByText("You have no bookings yet.").waitFor();
      await page.getByRole("button", { name: "Logout" }).first().click();
      await page.waitForURL(`${club.url}/`);
      await page.goBack();
      await page.waitForURL(`${club.url}/`);
    });
  });
});

test.each([390, 1440])(
  "leads to the settings, and shows the footer on every page at %i px",
  async (width) => {
    const diner = await signUpDiner(club);
    await visitAs(diner, { viewport: { width, height: 844 } }, async (page) => {
      for (const path of [
        "/dashboard/bookings",
        "/dashboard/bookings/new",
        "/quiz?question=1",
        "/identity",
      ]) {
        await page.goto(club.url + path, { waitUntil: "networkidle" });
        const terms = page.getByRole("contentinfo").getByRole("link", { name: "Terms" });
        await terms.scrollIntoViewIfNeeded();
        await terms.click({ trial: true });
      }
      const noPhoto = page.getByRole("img", { name: "No photo yet" });
      expect(await noPhoto.isVisible()).toBe(true);
      await page.goto(`${club.url}/dashboard/bookings`, { waitUntil: "networkidle" });
      await page
        .getByRole("navigation", { name: "Dashboard" })
        .getByRole("link", { name: "Settings" })
        .click();
      await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
      const current = page.getByRole("navigation", { name: "Dashboard" }).locator("[aria-current=page]");
      expect(await current.textContent()).toBe("Settings");
    });
  },
);

test("opens the dialog by keyboard, closes it with Escape or Back and returns the focus", async () => {
  const diner = await signUpDiner(club);
  const eventId = await createEvent(club);
  await seatTogether(club, eventId, [await book(diner, eventId)]);
  await visitAs(diner, {}, async (page) => {
    await page.goto(`${club.url}/dashboard/bookings`);
    await page.waitForLoadState("networkidle");
    const location = page.getByRole("link", { name: /^Location on/ });
    await location.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByText("Fő utca").waitFor();
    const directions = page.getByRole("dialog").getByRole("link", { name: "Get Directions" });
    expect(await directions.getAttribute("target")).toBe("_blank");
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(await location.evaluate((link) => link === document.activeElement)).toBe(true);
    await location.click();
    await page.getByRole("dialog").waitFor();
    await page.goBack();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(page.url()).toBe(`${club.url}/dashboard/bookings`);
  });
});

test("keeps the title and the close button of the details in view on a phone", async () => {
  const diner = await signUpDiner(club);
  const eventId = await createEvent(club, { hoursFromNow: 250 });
  await seatTogether(club, eventId, [await book(diner, eventId)]);
  await visitAs(diner, { viewport: { width: 390, height: 700 } }, async (page) => {
    await page.goto(`${club.url}/dashboard/bookings`, { waitUntil: "networkidle" });
    await page.getByRole("link", { name: /^Location on/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Fő utca").waitFor();
    const scrolled = await dialog.evaluate((sheet) => {
      sheet.scrollTo(0, 300);
      return sheet.scrollTop;
    });
    expect(scrolled).toBe(300);
    const sheet = await dialog.boundingBox();
    const close = await dialog.getByRole("button", { name: "Close" }).boundingBox();
    expect(close?.y).toBeGreaterThanOrEqual(sheet?.y ?? Number.NaN);
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect.poll(() => dialog.count()).toBe(0);
  });
});

test.each([320, 390])("has the button that changes the photo right below it at %i px", async (width) => {
  const { cookie } = await signUpDiner(club);
  await visit({ viewport: { width, height: 800 } }, async (page) => {
    await addCookies(page, cookie, club.url);
    await page.goto(`${club.url}/dashboard/settings`);
    const photo = await page.locator("main .face").boundingBox();
    const button = await page.getByRole("link", { name: "Change name or photo" }).boundingBox();
    expect((button?.y ?? 800) - (photo?.y ?? 0) - (photo?.height ?? 0)).toBeLessThan(24);
  });
});

test("offline, keeps the choice and the list, and says that there is no connection", async () => {
  const diner = await signUpDiner(club);
  await book(diner, await createEvent(club, { hoursFromNow: 220 }));
  const eventId = await createEvent(club, { hoursFromNow: 230 });
  await visitAs(diner, { expectedConsoleErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ }, async (page) => {
    for (const path of ["/events", "/dashboard/bookings/new"]) {
      await page.goto(club.url + path, { waitUntil: "networkidle" });
      const choice = page.locator(`input[value="${eventId}"]`);
      await choice.check();
      await page.context().setOffline(true);
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByText("Error creating appointment: no connection. Try again in a moment.").waitFor();
      expect(await choice.isChecked()).toBe(true);
      await page.context().setOffline(false);
    }
    await page.goto(`${club.url}/dashboard/bookings`, { waitUntil: "networkidle" });
    await page.context().setOffline(true);
    await page.getByRole("link", { name: /^Location on/ }).click();
    await page.getByRole("dialog").getByText("No connection. Try again in a moment.").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: "Bookings", exact: true }).waitFor();
  });
});

test.each([
  [
    "a link",
    (page: Page) => page.getByRole("link", { name: "Bookings" }).first(),
    "You have no bookings yet.",
  ],
  [
    "a form",
    (page: Page) => page.locator("button[value=emails]"),
    "Saved. You only get what we must tell you about your bookings.",
  ],
])("offline, %s leaves the page as it is and says that there is no connection", async (_, find, next) => {
  const diner = await signUpDiner(club);
  await visitAs(diner, {}, async (page) => {
    await page.goto(`${club.url}/dashboard/settings`, { waitUntil: "networkidle" });
    const reminders = page.getByLabel("Email me before and after dinners");
    await reminders.uncheck();
    await page.context().setOffline(true);
    await find(page).click();
    await page.getByText("No connection. Try again in a moment.").waitFor();
    expect(await reminders.isChecked()).toBe(false);
    await page.context().setOffline(false);
    await find(page).click();
    await page.getByText(next, { exact: true }).waitFor();
  });
});

test("a form is sent once, and the page says so while it waits", async () => {
  const diner = await signUpDiner(club);
  // What a service worker sends can't be held back.
  await visitAs(
    diner,
    { serviceWorkers: "block", expectedConsoleErrors: /registration blocked/ },
    async (page) => {
      await page.goto(`${club.url}/dashboard/settings`, { waitUntil: "networkidle" });
      const sent: string[] = [];
      page.on("request", (request) => request.isNavigationRequest() && sent.push(request.method()));
      let answer = () => {};
      const answered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route("**/dashboard/settings", (route) => answered.then(() => route.continue()), {
        times: 1,
      });
      const save = page.locator("button[value=emails]");
      // Playwright's own waits begin only once the next page is there.
      const shown = await save.evaluate(async (button: HTMLElement) => {
        button.click();
        button.click();
        const line = document.querySelector<HTMLElement>("[data-waiting]");
        for (let frame = 0; line?.hidden && frame < 10_000; frame++) await new Promise(requestAnimationFrame);
        return { text: line?.innerText.trim(), busy: button.ariaBusy };
      });
      expect(shown).toEqual({ text: "Loading...", busy: "true" });
      answer();
      await page.getByText("Saved. You get emails before and after dinners.").waitFor();
      expect(sent).toEqual(["POST", "GET"]);
    },
  );
});

test("stands in the middle beside the menu on a wide screen, on every page of the dashboard", async () => {
  const diner = await signUpDiner(club);
  const id = await book(diner, await createEvent(club, { hoursFromNow: 250 }));
  await visit({ viewport: { width: 1920, height: 1000 } }, async (page) => {
    await addCookies(page, diner.cookie, club.url);
    for (const path of ["bookings", `bookings/${id}`, "bookings/new", "settings"]) {
      await page.goto(`${club.url}/dashboard/${path}`);
      const [menu, main] = await Promise.all([
        page.locator("header").first().boundingBox(),
        page.locator("main").boundingBox(),
      ]);
      const left = (main?.x ?? 0) - (menu?.width ?? 0);
      const right =
        (await page.evaluate(() => document.documentElement.clientWidth)) -
        (main?.x ?? 0) -
        (main?.width ?? 0);
      expect(left, path).toBeGreaterThan(200);
      expect(Math.abs(left - right), path).toBeLessThan(1);
    }
  });
});

test("opens the booking's page where the dialog can't be filled", async () => {
  const diner = await signUpDiner(club);
  const id = await book(diner, await createEvent(club, { hoursFromNow: 240 }));
  await visitAs(diner, { expectedConsoleErrors: /status of 404/ }, async (page) => {
    await page.goto(`${club.url}/dashboard/bookings`, { waitUntil: "networkidle" });
    await page.context().clearCookies();
    await page.getByRole("link", { name: /^Location on/ }).click();
    await page.waitForURL(`${club.url}/`);
    expect(page.url()).not.toContain(id);
  });
});

test("seats the others one after the other on the first visit, and moves nothing where motion is reduced", async () => {
  const [diner, other] = [await signUpDiner(club), await signUpDiner(club)];
  const eventId = await createEvent(club, { hoursFromNow: 200 });
  const bookingId = await book(diner, eventId);
  await seatTogether(club, eventId, [bookingId, await book(other, eventId)]);
  const countAnimations = (page: Page) =>
    page.evaluate(
      () =>
        document
          .getAnimations()
          .filter((animation) => (animation as CSSAnimation).animationName === "take-seat").length,
    );
  const path = `${club.url}/dashboard/bookings/${bookingId}`;
  await visitAs(diner, { reducedMotion: "no-preference" }, async (page) => {
    await page.goto(path);
    expect(await countAnimations(page)).toBeGreaterThan(0);
    await page.reload();
    expect(await countAnimations(page)).toBe(0);
  });
  await visitAs(diner, {}, async (page) => {
    await page.goto(path);
    expect(await page.locator(".party-revealed").count()).toBe(1);
    expect(await countAnimations(page)).toBe(0);
  });
});

test("shows a correct countdown at once and counts down", async () => {
  await createEvent(club, { hoursFromNow: 49.5 });
  await visit({}, async (page) => {
    await page.goto(`${club.url}/events`);
    const timer = page.getByRole("timer").first();
    const [days, hours] = await timer.locator("b").allTextContents();
    expect([days, hours]).toEqual(["02", "01"]);
    const seconds = timer.locator("b").last();
    const before = await seconds.textContent();
    await expect.poll(() => seconds.textContent()).not.toBe(before);
  });
});

test.each([
  ["/events", 4, 6_000],
  ["/dashboard/bookings", 5, 6_000],
  ["/dashboard/settings/security", 5, 6_000],
  ["/identity", 5, 6_000],
  ["/payment", 4, 6_000],
  ["/quiz?question=1", 5, 100_000],
])("loads little JavaScript on a signed-in page: %s", async (path, scriptCount, maxBytes) => {
  const diner = await signUpDiner(club);
  await visitAs(diner, {}, async (page) => {
    expect(await measureScripts(page, club.url + path, scriptCount)).toBeLessThan(maxBytes);
  });
});

test("a picture that never comes keeps no script of a signed-in page away", async () => {
  const diner = await signUpDiner(club);
  await club.db.update(profiles).set({ avatarUrl: sql`${profiles.id} || '/' || ${profiles.id}` });
  await visitAs(diner, {}, async (page) => {
    await page.route("**/avatars/**", () => {});
    const script = page.waitForResponse(/app-page/);
    await page.goto(`${club.url}/identity`, { waitUntil: "commit" });
    expect((await script).ok()).toBe(true);
    expect(await page.evaluate(() => document.readyState)).not.toBe("complete");
  });
});
