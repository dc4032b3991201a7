import { expect, test } from "vitest";
import { openBrowser, waitForScripts } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";
import { addCookies } from "#tests/support/cookies.ts";
import { book, createEvent, type Diner, seatTogether, signUpDiner } from "#tests/support/events.ts";

const club = openClub();
const visit = openBrowser();

/** Of the ring that says "you". */
const coral = "rgb(240, 131, 107)";

test.each([320, 390, 1440])(
  "at %i px faces are large on the details and in the dialog, and only the viewer's has the ring",
  async (width) => {
    const eventId = await createEvent(club, { hoursFromNow: 200 });
    const diners = await Promise.all(Array.from({ length: 5 }, () => signUpDiner(club)));
    const bookingIds = await Promise.all(diners.map((diner) => book(diner, eventId)));
    await seatTogether(club, eventId, bookingIds);
    const [diner, bookingId] = [diners[0] as Diner, bookingIds[0]];
    await visit({ viewport: { width, height: 800 } }, async (page) => {
      await addCookies(page, diner.cookie, club.url);
      const readFaces = async () => {
        const faces = page.locator(".party-large .face").filter({ visible: true });
        await faces.nth(4).waitFor();
        return faces.evaluateAll((all) =>
          all.map((face) => ({
            width: face.clientWidth,
            color: face.querySelector("path")?.getAttribute("fill"),
            ring: getComputedStyle(face).boxShadow,
            isYou: face.nextElementSibling?.textContent === "You",
          })),
        );
      };
      const expectFaces = async () => {
        const faces = await readFaces();
        expect(faces).toHaveLength(5);
        for (const face of faces) expect(face.width).toBeGreaterThanOrEqual(88);
        expect(new Set(faces.map(({ color }) => color)).size).toBe(5);
        for (const { ring, isYou } of faces) expect(ring.includes(coral)).toBe(isYou);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      };
      await page.goto(`${club.url}/dashboard/bookings/${bookingId}`);
      await expectFaces();
      await page.goto(`${club.url}/dashboard/bookings`);
      await waitForScripts(page);
      await page.getByRole("link", { name: /^Location on/ }).click();
      await page.getByRole("dialog").waitFor();
      await expectFaces();
    });
  },
);
