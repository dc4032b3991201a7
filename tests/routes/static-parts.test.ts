import { expect, test } from "vitest";
import { openBrowser } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";
import { addCookies } from "#tests/support/cookies.ts";
import { createEvent, signUpDiner } from "#tests/support/events.ts";

const club = openClub();
const visit = openBrowser();

const countOf = (text: string, part: string) => text.split(part).length - 1;

test("a document holds each part once, and data for an open page holds it as text", async () => {
  const eventId = await createEvent(club);
  const diner = await signUpDiner(club);
  const document = await (await diner.get("/events")).text();
  expect(countOf(document, eventId)).toBe(countOf(document.split("window.__remixContext")[0] ?? "", eventId));
  expect(document).toContain(`value="${eventId}"`);
  const data = await (await diner.get("/events?_data=routes%2Fevents")).json();
  expect(data).toMatchObject({ cards: expect.stringContaining(`value="${eventId}"`) });
});

test("a part of the document is shown again after another page was shown", async () => {
  const diner = await signUpDiner(club);
  await visit({}, async (page) => {
    await addCookies(page, diner.cookie, club.url);
    await page.goto(`${club.url}/dashboard/bookings`);
    await page.waitForLoadState("networkidle");
    const footer = page.getByRole("contentinfo");
    const before = await footer.innerText();
    await page.getByRole("link", { name: "Settings" }).first().click();
    await page.getByRole("heading", { name: "Settings" }).waitFor();
    expect(await footer.innerText()).toBe(before);
    await page.goBack();
    await page.getByText("You have no bookings yet.").waitFor();
    expect(await footer.innerText()).toBe(before);
  });
});
