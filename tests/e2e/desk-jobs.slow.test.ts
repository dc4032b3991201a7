import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { users } from "#app/db/schema/account.ts";
import { deposits } from "#app/db/schema/deposit.ts";
import { schedules } from "#app/db/schema/event.ts";
import { walkIns } from "#app/db/schema/host.ts";
import { clubMessages } from "#app/db/schema/message.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { openBrowser, waitForScripts } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";
import { newDeposit } from "#tests/support/deposits.ts";
import { createEvening, type Evening, listSeats } from "#tests/support/evenings.ts";
import {
  addTestVenues,
  bookForDiners,
  countBookings,
  createEvent,
  insertDinersWithAnswers,
} from "#tests/support/events.ts";
import { connectOps } from "#tests/support/ops.ts";

const club = openClub({ vars: { DESK_TOKEN: "a-token-for-tests", DESK_OPERATOR: "Anna" } });
const ops = connectOps(club);
const visit = openBrowser();
let count = 0;

async function planAndDo(page: Page) {
  await page.getByRole("button", { name: "Plan" }).click();
  await doIt(page);
}

/** The plan is shown already. */
async function doIt(page: Page) {
  await page.locator("main button[value=do]").click();
  await page.getByText("Done.", { exact: true }).waitFor();
}

async function openTable(page: Page, { eventId }: Evening, number: number) {
  await page.goto(`${club.url}/desk?event=${eventId}`);
  await page.locator(`#table-${number} summary`).click();
}

/** From one of two tables, with the plan of the first option under a heading. */
async function moveSomebody(page: Page, sizes: number[], heading: string): Promise<Evening> {
  const evening = await createEvening(club, [sizes]);
  await openTable(page, evening, 1);
  const name = evening.guests[0]?.name ?? "";
  await page.getByRole("link", { name: `Move ${name}` }).click();
  const options = page.locator("section", { has: page.getByRole("heading", { name: heading }) });
  await options.getByRole("link", { name: "Plan" }).first().click();
  await doIt(page);
  expect((await listSeats(club, evening))[name]).toBe(2);
  return evening;
}

const jobs: Record<string, (page: Page) => Promise<void>> = {
  async "a restaurant drops out"(page) {
    const evening = await createEvening(club, [[3], [2]], { minutesFromNow: 3 * 24 * 60 });
    await page.goto(`${club.url}/desk/evenings/${evening.eventId}`);
    await page.getByRole("link", { name: "Can’t take us" }).first().click();
    await planAndDo(page);
    expect(Object.values(await listSeats(club, evening))).toEqual([2, 2, 2, 2, 2]);
  },
  async "a message to a table"(page) {
    const evening = await createEvening(club, [[5, 4]]);
    await openTable(page, evening, 2);
    await page.getByRole("link", { name: "Message table 2" }).click();
    await page.getByLabel("Subject").fill("The door");
    await page.getByLabel("Text").fill("Ring twice.");
    await planAndDo(page);
    const sent = await club.db.select().from(clubMessages).where(eq(clubMessages.eventId, evening.eventId));
    expect(sent).toMatchObject([{ recipients: 4, subject: "The door", text: "Ring twice." }]);
  },
  async "a move"(page) {
    await moveSomebody(page, [5, 4], "To a free seat");
  },
  async "two who change places"(page) {
    const evening = await moveSomebody(page, [5, 5], "Or change places with");
    const seats = Object.values(await listSeats(club, evening));
    expect(seats.filter((number) => number === 1)).toHaveLength(5);
  },
  async "somebody at the door"(page) {
    const evening = await createEvening(club, [[4]]);
    await openTable(page, evening, 1);
    await page.getByRole("link", { name: "+ Walk-in" }).click();
    await page.getByLabel("First name").fill("Lili");
    await planAndDo(page);
    const tableId = evening.tables[0]?.id ?? "";
    expect(await club.db.$count(walkIns, eq(walkIns.tableId, tableId))).toBe(1);
  },
  async "a booking for somebody"(page) {
    const [id] = await insertDinersWithAnswers(club, 1);
    const eventId = await createEvent(club);
    await page.goto(`${club.url}/desk/people/${id}`);
    await page.getByRole("link", { name: "Book an event" }).click();
    await page.getByLabel("Event").selectOption(eventId);
    await planAndDo(page);
    expect(await countBookings(club, eventId)).toBe(1);
  },
  async "a mistyped address"(page) {
    const [mistyped, right] = [`mistyped-${++count}@oten.exmaple`, `right-${count}@oten.example`];
    await ops.json("user", "invite", "--email", mistyped, "--first-name", "Anna", "--yes");
    await page.goto(`${club.url}/desk`);
    await page.getByRole("searchbox").fill(mistyped);
    await page.getByRole("button", { name: "Search" }).click();
    await page.locator("main li a").first().click();
    await page.getByRole("link", { name: "Correct the address" }).click();
    await page.getByLabel("Email").fill(right);
    await planAndDo(page);
    expect(await club.db.$count(users, eq(users.email, right))).toBe(1);
  },
  async "4 of 5 at table 3"(page) {
    const evening = await createEvening(club, [[5, 5, 5]], { minutesFromNow: -5 });
    await openTable(page, evening, 3);
    await page.getByRole("button", { name: "4 of 5 are here at table 3" }).click();
    await page.getByText("1 missing at table 3").waitFor();
    expect(await page.locator("#table-3 details").getAttribute("open")).not.toBeNull();
  },
  async "a date left out"(page) {
    await addTestVenues(club, [`kakukk-${++count}`]);
    const { id } = await ops.json(
      ...["schedule", "add", "--on", "friday", "--at", `1${count % 10}:00`, "--weeks", "2"],
      ...["--venue", `kakukk-${count}=2`, "--keep", "all", "--yes"],
    );
    const month = new Date(Date.now() + 60 * dayMs).toISOString().slice(0, 7);
    await page.goto(`${club.url}/desk/evenings?month=${month}`);
    await page.locator(`td a[href*="${id}"]`).nth(1).click();
    await planAndDo(page);
    const [row] = await club.db.select().from(schedules).where(eq(schedules.id, id));
    expect(row?.skipped).toHaveLength(1);
  },
  async "a part of a deposit"(page) {
    const [userId = ""] = await insertDinersWithAnswers(club, 1);
    const [bookingId = ""] = await bookForDiners(club, [userId], await createEvent(club));
    await club.db.insert(deposits).values(newDeposit(bookingId));
    await page.goto(`${club.url}/desk/people/${userId}`);
    await page.getByRole("link", { name: "Give back" }).click();
    await page.getByLabel("Amount").fill("500");
    await page.getByLabel("Reason").fill("The kitchen closed early.");
    await planAndDo(page);
    const [deposit] = await club.db.select().from(deposits).where(eq(deposits.bookingId, bookingId));
    expect(deposit).toMatchObject({
      state: "refunding",
      refundAmount: 50_000,
      refundReason: "The kitchen closed early.",
    });
  },
};

const ways = Object.keys(jobs).flatMap((name) => [
  { name, javaScript: "with", javaScriptEnabled: true },
  { name, javaScript: "without", javaScriptEnabled: false },
]);

test.each(ways)("$name, $javaScript JavaScript", async ({ name, javaScriptEnabled }) => {
  await visit({ javaScriptEnabled, viewport: { width: 390, height: 844 } }, async (page) => {
    await page.goto(`${club.url}/desk?token=a-token-for-tests`);
    if (javaScriptEnabled) await waitForScripts(page);
    await jobs[name]?.(page);
  });
});
