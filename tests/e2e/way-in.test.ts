import { expect, test } from "vitest";
import { openBrowser } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";
import { countSteps, registerByHand } from "#tests/support/count-steps.ts";
import { book, createEvent, makeLinkForFriend, signUpDiner } from "#tests/support/events.ts";

const club = openClub();
const visit = openBrowser();

test("leads from the landing page to a booking in few taps and words", async () => {
  await createEvent(club, { hoursFromNow: 120 });
  await visit({ viewport: { width: 390, height: 844 } }, async (page) => {
    const steps = countSteps(page);
    const { count, words, tap, read } = steps;
    const main = page.getByRole("main");
    await page.goto(club.url);
    await read(
      "landing, up to its question",
      "main > section:has(~ section form) *, main > section:has(form) *",
    );
    await tap(main.getByRole("button", { name: "One deep conversation" }));
    await registerByHand(club, page, steps, { answered: [1] });
    await main.getByRole("heading", { name: "Select an Event" }).waitFor();
    await read("events");
    await tap(main.getByRole("button", { name: "Next" }));
    await main.getByRole("heading", { name: "Thank you for booking!" }).waitFor();
    await read("thanks");
    console.log(JSON.stringify({ ...count, each: words }));
    expect(count.taps).toBeLessThanOrEqual(28);
    expect(count.screens).toBeLessThanOrEqual(24);
    expect(count.words).toBeLessThanOrEqual(1_300);
  });
}, 120_000);

test("leads from a friend’s link to both booked in few taps and words", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 120 });
  // It suits everybody.
  await club.binding.exec("UPDATE venues SET price_level = 1, step_free = 1, diets = '[1,2,3,4,5,6,7,8,9]'");
  const anna = await signUpDiner(club);
  const link = await makeLinkForFriend(anna, await book(anna, eventId));
  await visit({ viewport: { width: 390, height: 844 } }, async (page) => {
    const steps = countSteps(page);
    const { count, words, tap, read } = steps;
    const main = page.getByRole("main");
    await page.goto(club.url + link);
    await read("link");
    await tap(main.getByRole("button", { name: "Come along" }).first());
    await registerByHand(club, page, steps);
    await main.getByRole("heading", { name: "Dinner with" }).waitFor();
    await read("link again");
    await tap(main.getByRole("button", { name: "Book my seat" }));
    await main.getByRole("heading", { name: "Thank you for booking!" }).waitFor();
    await main.getByText("you stay together, at one table or both on standby").waitFor();
    await read("thanks");
    console.log(JSON.stringify({ ...count, each: words }));
    expect(count.taps).toBeLessThanOrEqual(29);
    expect(count.screens).toBeLessThanOrEqual(25);
    expect(count.words).toBeLessThanOrEqual(1_350);
  });
}, 120_000);
