import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { profiles } from "#app/db/schema/account.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { hostLinks } from "#app/db/schema/host.ts";
import { tables } from "#app/db/schema.ts";
import { bookingLinks, hostPageUrl } from "#app/emails/links.server.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { contestAbsence } from "#app/models/attendance/absences.server.ts";
import { openClub } from "#tests/support/club.ts";
import { emailEnv, readOutbox } from "#tests/support/emails.ts";
import { createEvening, openHostLink, report } from "#tests/support/evenings.ts";
import { book, createEvent, signUpDiner, testCity } from "#tests/support/events.ts";
import { parsePage, readAlerts, readHeading, readPageText } from "#tests/support/html.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import { connectOps } from "#tests/support/ops.ts";
import { dineTogether, fillIn, openFeedback, readFeedback, send } from "#tests/support/past-dinners.ts";

const club = openClub();
const ops = connectOps(club);

const block = (email: string) => ops.json("user", "block", email, "--reason", "Bothered the table.", "--yes");

const toPath = (link: string) => new URL(link).pathname + new URL(link).search;

test("the feedback link of a blocked person says nothing of the table, takes nothing, and opens again with the block’s end", async () => {
  const { diners, date } = await dineTogether(club, ["Anna", "Bence", "Cili"]);
  const { Anna, Bence } = diners;
  const key = `${Bence.userId}/${crypto.randomUUID()}.png`;
  await (await club.worker.getR2Bucket("AVATARS")).put(key, "a photo");
  await club.db.update(profiles).set({ avatarUrl: key }).where(eq(profiles.id, Bence.userId));
  const before = await openFeedback(club, Anna);
  expect(readHeading(before)).toBe("How was it, Anna?");
  const form = await fillIn(club, Anna, {
    rating: 1,
    again: ["Bence"],
    not: ["Cili"],
    note: "I will find you.",
  });
  const photo = before.querySelector("form img")?.getAttribute("src")?.replaceAll("&amp;", "&") ?? "";
  const typeOfPhoto = async () => (await club.fetch(photo)).headers.get("Content-Type");
  expect(await typeOfPhoto()).toBe("image/png");

  await block(Anna.email);
  const [{ number } = { number: 0 }] = await club.db
    .select({ number: tables.number })
    .from(tables)
    .innerJoin(bookings, eq(bookings.tableId, tables.id))
    .where(eq(bookings.id, Anna.bookingId));
  for (const path of [Anna.link, `${Anna.link}&sent=1`]) {
    const text = await readPageText(await club.fetch(path));
    expect(text).toContain("It’s too late to answer");
    expect(text).not.toMatch(new RegExp(`Bence|Cili|Vendéglő|table ${number}\\b`));
  }
  const refused = await send(club, Anna, form);
  expect(refused.status).toBe(409);
  const page = await parsePage(refused);
  expect(readAlerts(page)).toEqual(["What you wrote was not saved. You can copy it here."]);
  expect(page.toString()).not.toMatch(/Bence|Cili/);
  expect(await readFeedback(club, Anna)).toEqual({ said: undefined, wished: [], avoided: [] });
  expect(await typeOfPhoto()).toBe("image/svg+xml");
  // The day after, they are not asked either.
  await runJob("askForFeedback", createJobContext(club), new Date(date.getTime() + 24 * hourMs));
  expect(
    (await readOutbox(club)).filter(({ kind, to }) => kind === "how-was-it" && to === Anna.email),
  ).toEqual([]);

  await ops.json("user", "unblock", Anna.email, "--yes");
  expect(readHeading(await openFeedback(club, Anna))).toBe("How was it, Anna?");
});

test("a blocked person can contest what would cost them the deposit, and gets no way to the table with it", async () => {
  const { diners, eventId, date } = await dineTogether(club, ["Anna", "Bence"]);
  const { Anna } = diners;
  await report(club, { ...Anna, name: "Anna" }, "host", false);
  await runJob("decideAttendance", createJobContext(club), new Date());
  await contestAbsence(club.db, { bookingId: Anna.bookingId, text: "I was there", now: new Date() });
  const { contest } = bookingLinks(emailEnv, {
    bookingId: Anna.bookingId,
    date,
    timeZone: testCity.timeZone,
  });
  const open = async () => (await club.fetch(toPath(contest))).text();
  expect(await open()).toContain("/feedback");
  expect(readHeading(await openFeedback(club, Anna))).toBe("How was it, Anna?");
  await block(Anna.email);
  expect(await open()).toContain("We’ll look at it");
  expect(await open()).not.toMatch(/\/feedback|Bence/);
  expect(readHeading(await openFeedback(club, Anna))).toBe("It’s too late to answer");
  expect(eventId).not.toBe("");
});

test("what else was emailed to a blocked person tells of a canceled booking alone", async () => {
  const eventId = await createEvent(club);
  const diner = await signUpDiner(club);
  const bookingId = await book(diner, eventId);
  const date = new Date(Date.now() + 100 * hourMs);
  const links = bookingLinks(emailEnv, { bookingId, date, timeZone: testCity.timeZone });
  await block(diner.email);
  expect(readHeading(await parsePage(await club.fetch(toPath(links.cancel))))).toBe("It’s already canceled");
  const calendar = await (await club.fetch(toPath(links.calendar))).text();
  expect(calendar).toContain("STATUS:CANCELLED");
  expect(calendar).not.toContain("Table");
  // Behind a sign-in, which they no longer have.
  for (const path of [`/dashboard/bookings/${bookingId}`, `/dashboard/bookings/${bookingId}/receipt`])
    expect((await diner.get(path)).status).toBe(302);
});

test("a host link that was sent to a blocked person ends, and none can be made for them", async () => {
  const { eventId } = await createEvening(club, [[2]]);
  const diner = await signUpDiner(club);
  const email = diner.email.replace("@", "@").toUpperCase();
  const [theirs, another] = [
    await openHostLink(club, eventId, { email }),
    await openHostLink(club, eventId, { email: "host@restaurant.example" }),
  ];
  expect((await theirs.get()).status).toBe(200);
  await block(diner.email);
  expect((await club.fetch(toPath(hostPageUrl(emailEnv, theirs.linkId)))).status).toBe(404);
  expect((await another.get()).status).toBe(200);
  await expect(ops.json("host-link", "create", eventId, "--email", email)).rejects.toThrow("is blocked");
  expect(await club.db.$count(hostLinks, eq(hostLinks.email, email))).toBe(1);
});
