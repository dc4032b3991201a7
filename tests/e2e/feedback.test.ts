import { describe, expect, test } from "vitest";
import { openBrowser } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";
import { addCookies } from "#tests/support/cookies.ts";
import { measureScripts } from "#tests/support/measure-scripts.ts";
import { answer, dineTogether } from "#tests/support/past-dinners.ts";

const club = openClub();
const visit = openBrowser();
const names = ["Anna", "Bence", "Cili", "Wolfeschlegelsteinhausen", "Elza"] as const;

describe("without JavaScript", () => {
  const javaScriptEnabled = false;

  test.each([320, 1440])("says how it was on a screen of %i pixels, and changes it", async (width) => {
    const { diners } = await dineTogether(club, names);
    await visit({ javaScriptEnabled, viewport: { width, height: 844 } }, async (page) => {
      await page.goto(club.url + diners.Anna.link);
      await page.getByRole("heading", { name: "How was it, Anna?" }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      const contact = page.getByRole("radio", { name: "something else" });
      expect(await contact.isVisible()).toBe(false);
      // The first field is reached with the keyboard, and arrows choose.
      await page.getByRole("radio", { name: /Poor/ }).focus();
      for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
      expect(await page.getByRole("radio", { name: /Good/ }).isChecked()).toBe(true);
      const bence = page.getByRole("checkbox", { name: "Bence yes, again" });
      await bence.check();
      expect(await page.getByRole("radio", { name: /^my email address/ }).isChecked()).toBe(true);
      // It opens right under the row of the tapped face.
      const topOf = (text: string) =>
        page
          .getByText(text, { exact: true })
          .first()
          .evaluate((element) => element.getBoundingClientRect().top);
      const asked = await topOf("If they say yes, too, they get");
      expect(asked).toBeGreaterThan(await topOf("Bence"));
      if (width === 320) expect(asked).toBeLessThan(await topOf("Elza"));
      const line = page.getByRole("textbox", { name: "What we send them instead" });
      expect(await line.isVisible()).toBe(false);
      await contact.check();
      await line.fill("@anna");
      await page.getByText("Somebody you’d rather not sit with?").click();
      await page.getByRole("checkbox", { name: "Bence", exact: true }).check();
      await page.getByLabel("Anything else?").fill("More bread.");
      await page.getByRole("button", { name: "Send" }).click();
      await page.getByRole("link", { name: "You chose Bence for both. Choose one of the two." }).click();
      await page.waitForURL(/#not$/);
      await page.locator("#not-error").waitFor();
      expect(await page.getByLabel("Anything else?").inputValue()).toBe("More bread.");
      await page.getByRole("checkbox", { name: "Bence", exact: true }).uncheck();
      await page.getByRole("checkbox", { name: "Cili", exact: true }).check();
      await page.getByRole("button", { name: "Send" }).click();
      await page.getByRole("heading", { name: "Thank you, Anna" }).waitFor();
      await page.getByRole("link", { name: "change your answers" }).click();
      await page.getByRole("heading", { name: "How was it, Anna?" }).waitFor();
      expect(await page.getByRole("checkbox", { name: "Bence yes, again" }).isChecked()).toBe(true);
      expect(await page.getByRole("checkbox", { name: "Cili", exact: true }).isChecked()).toBe(true);
      expect(await page.getByRole("textbox", { name: "What we send them instead" }).inputValue()).toBe(
        "@anna",
      );
    });
  });

  test("one tap that says yes, and Send, is enough", async () => {
    const { diners } = await dineTogether(club, names);
    await visit({ javaScriptEnabled, viewport: { width: 390, height: 844 } }, async (page) => {
      await page.goto(club.url + diners.Anna.link);
      await page.getByRole("checkbox", { name: "Cili yes, again" }).check();
      await page.getByRole("button", { name: "Send" }).click();
      await page.getByRole("heading", { name: "Thank you, Anna" }).waitFor();
    });
  });

  test("takes back whom one would rather not sit beside, and leads to the form from past bookings", async () => {
    const { diners } = await dineTogether(club, ["Anna", "Bence"]);
    await answer(club, diners.Anna, { not: ["Bence"] });
    await visit({ javaScriptEnabled, viewport: { width: 390, height: 844 } }, async (page) => {
      await addCookies(page, diners.Anna.cookie, club.url);
      await page.goto(`${club.url}/dashboard/settings`);
      await page.getByRole("heading", { name: "People you’d rather not sit with" }).waitFor();
      await page.getByRole("button", { name: /^Take it back about Bence/ }).click();
      await page.getByText("Saved.").waitFor();
      expect(await page.getByText("rather not sit").count()).toBe(0);
      await page.goto(`${club.url}/dashboard/bookings`);
      await page.getByText("Answered").waitFor();
      await page.getByRole("link", { name: /^Change your answers about/ }).click();
      await page.getByRole("heading", { name: "How was it, Anna?" }).waitFor();
    });
  });
});

test("loads less than 2 kB of JavaScript", async () => {
  const { diners } = await dineTogether(club, ["Anna", "Bence"]);
  await visit({}, async (page) => {
    expect(await measureScripts(page, club.url + diners.Anna.link, 2)).toBeLessThan(2_000);
  });
});
