import { eq, sql } from "drizzle-orm";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { profiles, users } from "#app/db/schema/account.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { events } from "#app/db/schema/event.ts";
import { jobs } from "#app/jobs/jobs.server.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { findLinkToken, password } from "#tests/support/accounts.ts";
import { openBrowser, waitForScripts } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";
import { addCookies } from "#tests/support/cookies.ts";
import { readOutbox } from "#tests/support/emails.ts";
import { bookForDiners, createEvent, insertDinersWithAnswers, signUpDiner } from "#tests/support/events.ts";
import { createJobContext } from "#tests/support/jobs.ts";
import { finishQuiz } from "#tests/support/quiz.ts";

const club = openClub({ isAtSiteUrl: true });
const visit = openBrowser();
const phone = { viewport: { width: 390, height: 844 } };

const press = (page: Page, name: string) => page.getByRole("button", { name }).click();
const waitForHeading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name }).waitFor();

test.each([true, false])(
  "from the link to the table, and one cancels an hour before; JavaScript: %s",
  async (javaScriptEnabled) => {
    const options = { ...phone, javaScriptEnabled };
    const eventId = await createEvent(club, { diets: [1, 2, 3, 4, 5, 6], capacity: 5 });
    await bookForDiners(club, await insertDinersWithAnswers(club, 3), eventId);
    const anna = await signUpDiner(club);
    await club.db
      .update(profiles)
      .set({ firstName: "Anna" })
      .where(eq(profiles.id, sql`(select id from ${users} where ${users.email} = ${anna.email})`));

    const link = await visit(options, async (page) => {
      await addCookies(page, anna.cookie, club.url);
      await page.goto(`${club.url}/events`);
      await page.locator(`input[value="${eventId}"]`).check();
      await press(page, "Next");
      await page.getByRole("link", { name: "Bring a friend" }).click();
      await press(page, "Ask a friend along");
      const address = page.getByRole("textbox", { name: "The link for your friend" });
      await page.getByText("Show the address").click();
      await address.waitFor();
      const isShown = await page
        .evaluate("!document.querySelector('[data-share-button]').hidden")
        .catch(() => false);
      if (javaScriptEnabled) {
        await waitForScripts(page);
        await page.getByRole("button", { name: /^(Share|Copy) the link$/ }).waitFor();
      } else expect(isShown).toBe(false);
      return address.inputValue();
    });

    const email = `bence-${javaScriptEnabled}@oten.example`;
    await visit(options, async (page) => {
      await page.goto(link);
      await waitForHeading(page, "Come to dinner with Anna?");
      await page.locator(".drawn svg").filter({ visible: true }).first().waitFor();
      await page.getByRole("button", { name: "Come along" }).first().click();
      await page.getByText("Anna asks you along to the dinner on").waitFor();
      await page.getByLabel("First name").fill("Bence");
      await page.getByLabel("Last name").fill("Kiss");
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.getByLabel("Repeat password").fill(password);
      await press(page, "Register");
      await waitForHeading(page, "Confirm your email");
      const token = await findLinkToken(club, email);
      await page.goto(`${club.url}/auth/confirm?${new URLSearchParams({ token })}`);
      await press(page, "Take the Quiz");
      await page.waitForURL(/\/quiz/);
      const cookies = await page.context().cookies();
      await finishQuiz(club, cookies.map(({ name, value }) => `${name}=${value}`).join("; "));
      await page.goto(`${club.url}/identity`);
      await press(page, "Looks good");
      await waitForHeading(page, "Dinner with Anna");
      await press(page, "Book my seat");
      await waitForHeading(page, "Thank you for booking!");
      await page.getByText("You come with Anna").waitFor();
    });

    const [{ closesAt = new Date() } = {}] = await club.db
      .select()
      .from(events)
      .where(eq(events.id, eventId));
    await jobs.makeTables.run(createJobContext(club), eventId, new Date(closesAt.getTime() + 1), {
      isRetry: false,
    });
    const rows = await club.db.select().from(bookings).where(eq(bookings.eventId, eventId));
    expect(rows.map(({ confirmed }) => confirmed)).toEqual([true, true, true, true, true]);
    const pair = rows.filter(({ togetherId }) => togetherId);
    expect(new Set(pair.map(({ tableId }) => tableId)).size).toBe(1);

    // An hour before the dinner.
    await club.db
      .update(events)
      .set({ date: new Date(Date.now() + hourMs), closesAt: new Date(Date.now() - hourMs) })
      .where(eq(events.id, eventId));
    const [{ id: userId = "" } = {}] = await club.db.select().from(users).where(eq(users.email, anna.email));
    const own = rows.find((row) => row.userId === userId)?.id;
    await visit(options, async (page) => {
      await addCookies(page, anna.cookie, club.url);
      await page.goto(`${club.url}/dashboard/bookings/${own}/cancel`);
      await press(page, "I can’t come");
      await page.getByText("Your booking is canceled.").first().waitFor();
    });
    const after = await club.db.select().from(bookings).where(eq(bookings.eventId, eventId));
    expect(after.filter(({ canceled, tableId }) => !canceled && tableId)).toHaveLength(4);
    const told = (await readOutbox(club)).filter(({ to, text }) => to === email && text.includes("Anna"));
    expect(told.filter(({ kind }) => ["diner-not-coming", "friend-not-coming"].includes(kind))).toHaveLength(
      1,
    );
  },
);
