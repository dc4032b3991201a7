import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { deposits } from "#app/db/schema/deposit.ts";
import { events } from "#app/db/schema/event.ts";
import { feedback } from "#app/db/schema.ts";
import { bookingLinks } from "#app/emails/links.server.ts";
import { reportByOperator } from "#app/models/attendance/absences.server.ts";
import { findProblems } from "#app/models/health/problems.server.ts";
import { runCron } from "#tests/support/cron.ts";
import { newDeposit, openStripeClub } from "#tests/support/deposits.ts";
import { countEmails, type DinerAtTable, seatDinner, startIn } from "#tests/support/dinner.ts";
import { reportByHost } from "#tests/support/dinner-day.ts";
import { emailEnv } from "#tests/support/emails.ts";
import { testCity } from "#tests/support/events.ts";
import { parsePage, readAlerts, readHeading, readText } from "#tests/support/html.ts";
import { readFeedback } from "#tests/support/past-dinners.ts";

const { club } = await openStripeClub();

/** The links of the diner's emails, as paths. */
async function linksOf({ bookingId }: DinerAtTable, eventId: string) {
  const [event] = await club.db.select({ date: events.date }).from(events).where(eq(events.id, eventId));
  const links = bookingLinks(emailEnv, {
    bookingId,
    date: event?.date ?? new Date(),
    timeZone: testCity.timeZone,
  });
  const toPath = (link: string) => new URL(link).pathname + new URL(link).search;
  return { feedback: toPath(links.feedback), contest: toPath(links.contest) };
}

const open = async (path: string) => parsePage(await club.fetch(path));

const send = (path: string, fields: [string, string][]) =>
  club.fetch(path, { method: "POST", body: new URLSearchParams(fields) });

/** The value of the box beside a name. */
const tokenOf = async (path: string, name: string) =>
  (await open(path))
    .querySelectorAll("input[name=not]")
    .find((input) => input.closest("label")?.text.trim() === name)
    ?.getAttribute("value") ?? "";

/** Two of a table say that they are there and a third is missing; the third has a deposit and says nothing. */
async function reportCili() {
  const dinner = await seatDinner(club, -20);
  const { anna, bea, cili } = dinner;
  await club.db.insert(deposits).values(newDeposit(cili.bookingId));
  for (const mate of [anna, bea]) {
    expect((await mate.say({ say: "here" })).status).toBe(302);
    expect((await mate.say({ say: "missing", mate: cili.bookingId })).status).toBe(302);
  }
  return dinner;
}

const findDepositState = async ({ bookingId }: DinerAtTable) =>
  (await club.db.select().from(deposits).where(eq(deposits.bookingId, bookingId)))[0]?.state;

/** So long ago that the diners can say how it was, and that it is decided who came. */
async function letTwoDaysPass(eventId: string) {
  await startIn(club, eventId, -40 * 60);
  await club.db.run(sql`UPDATE events SET matched_at = 1 WHERE id = ${eventId}`);
  await runCron(club);
}

const toldOf = async ({ email }: DinerAtTable) => (await countEmails(club, "marked-absent"))[email] ?? 0;

test("two table-mates who report somebody missing take neither their deposit nor their word", async () => {
  const { eventId, bea, cili } = await reportCili();
  await letTwoDaysPass(eventId);
  expect(await toldOf(cili)).toBe(0);
  expect(["refunding", "refunded"]).toContain(await findDepositState(cili));

  const { feedback: path } = await linksOf(cili, eventId);
  expect(readHeading(await open(path))).toBe("How was it, Cili?");
  const not = await tokenOf(path, "Bea");
  const saved = await send(path, [
    ["rating", "1"],
    ["not", not],
    ["note", "They bothered me."],
  ]);
  expect(saved.status).toBe(302);
  expect(await club.db.select().from(feedback).where(eq(feedback.bookingId, cili.bookingId))).toMatchObject([
    { rating: 1, note: "They bothered me." },
  ]);
  const said = await readFeedback(club, { ...cili, link: path } as never);
  expect(said.avoided).toMatchObject([{ otherId: bea.userId }]);
});

test("an operator hears of somebody whom two table-mates miss, until it is decided or somebody says more", async () => {
  const hears = async () =>
    (await findProblems(club.db, new Date())).some(
      ({ name }) => name === "table-mates alone report diners missing",
    );
  expect(await hears()).toBe(false);
  const { eventId, anna, dani, cili } = await reportCili();
  expect(await hears()).toBe(true);
  await reportByHost(club, cili, 1);
  expect(await hears()).toBe(false);
  // One table-mate alone is not told.
  expect((await anna.say({ say: "missing", mate: dani.bookingId })).status).toBe(302);
  expect(await hears()).toBe(false);
  await club.db.run(sql`DELETE FROM attendance_reports WHERE source = 'host'`);
  expect(await hears()).toBe(true);
  // Who says that they are there came, whatever table-mates say.
  await cili.say({ say: "here" });
  expect(await hears()).toBe(false);
  await cili.say({ say: "not here" });
  expect(await hears()).toBe(true);
  await letTwoDaysPass(eventId);
  expect(await hears()).toBe(false);
});

test("whom the host reports missing says whom they would rather not sit with, and everything once they contest it", async () => {
  const { eventId, anna, bea, cili } = await reportCili();
  await reportByHost(club, cili, 0);
  await letTwoDaysPass(eventId);
  expect(await toldOf(cili)).toBe(1);
  const links = await linksOf(cili, eventId);

  const missed = await open(links.feedback);
  expect(readHeading(missed)).toBe("It looks like you missed dinner");
  expect(missed.querySelectorAll("input[name=rating], input[name=again], textarea")).toEqual([]);
  expect(readText(missed)).toContain("Rather not sit with");
  const not = await tokenOf(links.feedback, "Anna");
  const saved = await send(links.feedback, [["not", not]]);
  expect(saved.status).toBe(302);
  const thanks = await open(saved.headers.get("Location") ?? "");
  expect(readText(thanks)).toContain("Saved.");
  expect(thanks.querySelectorAll("input[name=not][checked]")).toHaveLength(1);
  const of = { ...cili, link: links.feedback } as never;
  expect(await readFeedback(club, of)).toMatchObject({
    said: undefined,
    avoided: [{ otherId: anna.userId }],
  });
  // It can be taken back, and sending nothing is no error.
  expect((await send(links.feedback, [["shownNot", not]])).status).toBe(302);
  expect((await readFeedback(club, of)).avoided).toEqual([]);

  expect((await send(links.contest, [["text", "I sat beside Dani."]])).status).toBe(302);
  const contested = await open(links.contest);
  expect(readHeading(contested)).toBe("We’ll look at it");
  const how = contested
    .querySelectorAll("a")
    .map((link) => link.getAttribute("href") ?? "")
    .find((href) => href.includes("/feedback"));
  expect(how?.replaceAll("&amp;", "&")).toBe(links.feedback);
  expect(readHeading(await open(links.feedback))).toBe("How was it, Cili?");
  const token = await tokenOf(links.feedback, "Bea");
  expect((await send(links.feedback, [["rating", "2"], ["not", token]])).status).toBe(302); // biome-ignore format: two fields
  expect(await readFeedback(club, of)).toMatchObject({
    said: { rating: 2 },
    avoided: [{ otherId: bea.userId }],
  });
  expect(await findDepositState(cili)).toBe("paid");

  const upheld = { eventId, came: [], missed: [cili.bookingId], now: new Date() };
  await reportByOperator(club.db, upheld);
  const closed = await open(links.feedback);
  expect(readHeading(closed)).toBe("It looks like you missed dinner");
  expect(readText(closed)).toContain("Rather not sit with");
  const late = await send(links.feedback, [["rating", "5"], ["shownNot", token]]); // biome-ignore format: two fields
  expect(late.status).toBe(409);
  expect(await readFeedback(club, of)).toMatchObject({
    said: { rating: 2 },
    avoided: [{ otherId: bea.userId }],
  });
});

test("a form that was open before the host’s word was decided is not lost without a word", async () => {
  const { eventId, cili } = await reportCili();
  await startIn(club, eventId, -40 * 60);
  const links = await linksOf(cili, eventId);
  expect(readHeading(await open(links.feedback))).toBe("How was it, Cili?");
  await reportByHost(club, cili, 0);
  await letTwoDaysPass(eventId);
  const unsaved = await send(links.feedback, [
    ["rating", "5"],
    ["note", "The soup was good."],
  ]);
  expect(unsaved.status).toBe(409);
  const page = await parsePage(unsaved);
  expect(readAlerts(page)).toContain("What you wrote was not saved. You can copy it here.");
  expect(page.querySelector("textarea[readonly]")?.text).toContain("The soup was good.");
});
