import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { bookingLinks } from "#app/emails/links.server.ts";
import { cancel } from "#app/models/booking/transitions.server.ts";
import { openClub } from "#tests/support/club.ts";
import { addHostLink, countEmails, type DinerAtTable, seatDinner } from "#tests/support/dinner.ts";
import { others, readState, reportByHost, reportRow, reportsOf } from "#tests/support/dinner-day.ts";
import { emailEnv, readOutbox } from "#tests/support/emails.ts";
import { seatTogether } from "#tests/support/events.ts";
import { findButtons, parsePage, readAlerts, readPageText, readText } from "#tests/support/html.ts";

const club = openClub({ vars: { SAFETY_PHONE: "+36 1 555 0199" } });

const openPage = async (diner: DinerAtTable) => parsePage(await diner.open());
const readDinner = async (diner: DinerAtTable, search?: string) => readPageText(await diner.open(search));

const textsOf = async (kind: string, to: string) =>
  (await readOutbox(club)).filter((email) => email.kind === kind && email.to === to).map(({ text }) => text);

test("a diner who is not there after all takes back who is missing, unless the host has seen them", async () => {
  const dinner = await seatDinner(club, -20);
  const { anna, bea, dani, ede } = dinner;
  const missing = reportRow(ede, "mate", dani, 0);
  await dani.say({ say: "here" });
  await dani.say({ say: "missing", mate: ede.bookingId });
  await anna.say({ say: "here" });
  const mates: [string, string][] = [bea, ede].map(({ bookingId }) => ["mate", bookingId]);
  await anna.say([["say", "missing"], ...mates]);
  expect(await reportsOf(club, dinner)).toHaveLength(5);
  expect((await anna.say({ say: "not here" })).status).toBe(302);
  expect(await reportsOf(club, dinner)).toEqual([reportRow(dani, "diner", dani, 1), missing]);
  await reportByHost(club, dani, 1);
  expect((await dani.say({ say: "not here" })).status).toBe(302);
  expect(await reportsOf(club, dinner)).toEqual([reportRow(dani, "host", dani, 1), missing]);
});

test("what was said of who is missing stays once it is decided who came", async () => {
  const dinner = await seatDinner(club, -20);
  const { anna, ede, eventId } = dinner;
  await anna.say({ say: "here" });
  await anna.say({ say: "missing", mate: ede.bookingId });
  const decide = (decidedAt: number | null) =>
    club.db.run(sql`UPDATE events SET attendance_decided_at = ${decidedAt} WHERE id = ${eventId}`);
  await decide(1);
  expect((await anna.say({ say: "found", mate: ede.bookingId })).status).toBe(409);
  expect((await anna.say({ say: "not here" })).status).toBe(409);
  expect(await reportsOf(club, dinner)).toEqual([
    reportRow(anna, "diner", anna, 1),
    reportRow(ede, "mate", anna, 0),
  ]);
  await decide(null);
  for (let i = 0; i < 2; i++)
    expect((await anna.say({ say: "found", mate: ede.bookingId })).status).toBe(302);
  expect(await reportsOf(club, dinner)).toEqual([reportRow(anna, "diner", anna, 1)]);
});

test("tells the club who is missing, nobody at the table, and can be taken back", async () => {
  const dinner = await seatDinner(club, -20);
  const { anna, bea, cili, dani, ede } = dinner;
  await bea.say({ say: "late", minutes: "30" });
  await cili.say({ say: "here" });
  await reportByHost(club, dani, 1);
  expect((await anna.say({ say: "missing", mate: ede.bookingId })).status).toBe(409);
  expect(findButtons(await openPage(anna), "Report as missing")).toEqual([]);
  await anna.say({ say: "here" });
  const page = await openPage(anna);
  expect(page.querySelectorAll("input[type=checkbox]").map((box) => box.getAttribute("value"))).toEqual([
    bea.bookingId,
    ede.bookingId,
    cili.bookingId,
  ]);
  // Who has checked in isn't in the first list, and a table-mate can still say that it isn't so.
  const folded = page.querySelectorAll("details details input").map((box) => box.getAttribute("value"));
  expect(folded).toEqual([cili.bookingId]);
  expect(readText(page)).toContain("Cili · says they’re here");
  expect(readText(page)).toContain("Bea will be about 30 minutes late.");
  expect(readText(page)).toContain("your word alone doesn’t decide.");
  const mates = [bea, cili, dani, ede, anna].map(({ bookingId }): [string, string] => ["mate", bookingId]);
  for (let i = 0; i < 3; i++) expect((await anna.say([["say", "missing"], ...mates])).status).toBe(302);
  const missing = async () => (await reportsOf(club, dinner)).filter(({ source }) => source === "mate");
  // A diner who says that they are there can still be missed, but not one whom the host has seen.
  expect((await missing()).map((row) => row.booking_id).sort()).toEqual(
    [bea.bookingId, cili.bookingId, ede.bookingId].sort(),
  );
  expect(await missing()).toContainEqual(reportRow(ede, "mate", anna, 0));
  expect(await readDinner(anna)).toContain("You told us that Ede is missing.");
  for (const diner of [bea, cili, dani, ede]) expect(await readDinner(diner)).not.toContain("You told us");
  expect(await readState(ede, "You")).toBe("no word yet");

  await ede.say({ say: "here" });
  expect(await readDinner(anna)).toContain("You told us that Ede is missing, and they say they’re here.");
  for (let i = 0; i < 2; i++)
    for (const { bookingId } of [cili, ede])
      expect((await anna.say({ say: "found", mate: bookingId })).status).toBe(302);
  expect(await missing()).toEqual([reportRow(bea, "mate", anna, 0)]);
  expect((await bea.say({ say: "found", mate: bea.bookingId })).status).toBe(302);
  expect(await missing()).toHaveLength(1);
});

test("takes nobody's word about another table, another dinner, or without a name", async () => {
  const dinner = await seatDinner(club, -20);
  const { anna, cili, dani, ede, eventId } = dinner;
  const elsewhere = await seatDinner(club, -20);
  await anna.say({ say: "here" });
  await seatTogether(club, eventId, [cili.bookingId, dani.bookingId, ede.bookingId]);
  for (const { bookingId } of [cili, elsewhere.anna, anna])
    expect((await anna.say({ say: "missing", mate: bookingId })).status).toBe(409);
  const none = await anna.say({ say: "missing" });
  expect(none.status).toBe(400);
  expect(readAlerts(await parsePage(none))).toEqual(["Choose who is missing."]);
  expect((await reportsOf(club, dinner)).filter(({ source }) => source === "mate")).toEqual([]);
  expect(await reportsOf(club, elsewhere)).toEqual([]);
});

test("refuses forged forms with 400, and other people's bookings with 404", async () => {
  const dinner = await seatDinner(club, -20);
  const { anna, bea } = dinner;
  const forged: [string, string][][] = [
    [],
    [["say", "nothing"]],
    [["say", "late"]],
    [
      ["say", "late"],
      ["minutes", "15"],
    ],
    [
      ["say", "late"],
      ["minutes", "10 or 1=1"],
    ],
    [
      ["say", "missing"],
      ["mate", "x".repeat(65)],
    ],
    [["say", "missing"], ...Array.from({ length: 17 }, (): [string, string] => ["mate", "x"])],
  ];
  for (const fields of forged) expect((await anna.say(fields)).status, String(fields)).toBe(400);
  const says = [
    { say: "here" },
    { say: "not here" },
    { say: "late", minutes: "10" },
    { say: "on time" },
    { say: "missing", mate: bea.bookingId },
    { say: "found", mate: bea.bookingId },
  ];
  for (const fields of says) {
    const response = await club.fetch(`/dashboard/bookings/${anna.bookingId}`, {
      method: "POST",
      headers: { Cookie: bea.cookie },
      body: new URLSearchParams(fields as unknown as Record<string, string>),
    });
    expect(response.status).toBe(404);
  }
  expect(await reportsOf(club, dinner)).toEqual([]);
});

test("a diner who can't come anymore can say nothing else", async () => {
  const dinner = await seatDinner(club, 10);
  const { anna } = dinner;
  await cancel(club.db, { id: anna.bookingId, userId: anna.userId, now: new Date() });
  for (const fields of [{ say: "here" }, { say: "late", minutes: "10" }])
    expect((await anna.say(fields as Record<string, string>)).status).toBe(409);
  expect(await reportsOf(club, dinner)).toEqual([]);
  expect(await countEmails(club, "diner-late")).not.toHaveProperty(dinner.bea.email);
});

describe("who can't come", () => {
  const cancelPath = ({ bookingId }: DinerAtTable) => `/dashboard/bookings/${bookingId}/cancel`;
  const open = (diner: DinerAtTable) => club.fetch(cancelPath(diner), { headers: { Cookie: diner.cookie } });
  const press = (diner: DinerAtTable) =>
    club.fetch(cancelPath(diner), { method: "POST", headers: { Cookie: diner.cookie } });

  test("is asked once more, and tells the table and the host once with fifty presses", async () => {
    const { anna, bea, diners, eventId } = await seatDinner(club, 60);
    const host = await addHostLink(club, eventId);
    const page = await parsePage(await open(anna));
    expect(readText(page)).toContain("We’ll tell your table and the host right away");
    expect(findButtons(page, "I can’t come")).toHaveLength(1);
    const before = await countEmails(club, "diner-not-coming");
    await Promise.all(Array.from({ length: 50 }, () => press(anna)));
    expect(await countEmails(club, "diner-not-coming")).toEqual({ ...before, ...others(diners, anna) });
    expect(await countEmails(club, "host-note")).toMatchObject({ [host]: 1 });
    expect(await countEmails(club, "booking-canceled")).toMatchObject({ [anna.email]: 1 });
    expect(await readState(bea, "Anna")).toBe("can’t come");
    const [text = ""] = await textsOf("diner-not-coming", bea.email);
    expect(text).toContain("Anna just told us.");
    expect(text).toMatch(/goes on as planned, with \S+, \S+, \S+, and you\./);
    expect(text).not.toContain(anna.email);
  });

  test("says the same through the signed link of the email", async () => {
    const { anna, diners, eventId } = await seatDinner(club, 60);
    const at = await club.binding
      .prepare("SELECT date FROM events WHERE id = ?")
      .bind(eventId)
      .first<number>("date");
    const link = bookingLinks(emailEnv, {
      bookingId: anna.bookingId,
      date: new Date(at ?? 0),
      timeZone: "Europe/Budapest",
    }).cancel;
    const path = link.replace(emailEnv.SITE_URL, "");
    expect(await readPageText(await club.fetch(path))).toContain("We’ll tell your table right away");
    for (let i = 0; i < 3; i++) expect((await club.fetch(path, { method: "POST" })).status).toBe(200);
    expect(await countEmails(club, "diner-not-coming")).toMatchObject(others(diners, anna));
  });

  test.each([
    [181, 0],
    [179, 1],
  ])("%d minutes before, tells the table %d times", async (startsInMinutes, times) => {
    const { anna, bea, eventId } = await seatDinner(club, startsInMinutes);
    const host = await addHostLink(club, eventId);
    await press(anna);
    expect((await countEmails(club, "diner-not-coming"))[bea.email] ?? 0).toBe(times);
    expect((await countEmails(club, "host-note"))[host] ?? 0).toBe(times);
    expect(await readState(bea, "Anna")).toBe(times ? "can’t come" : undefined);
  });

  test("tells nobody of a diner without a table", async () => {
    const { anna, bea, eventId } = await seatDinner(club, 60);
    const host = await addHostLink(club, eventId);
    await club.db.run(
      sql`UPDATE bookings SET confirmed = 0, standby = 1, standby_reason = 'full', table_id = NULL WHERE id = ${anna.bookingId}`,
    );
    expect(await readPageText(await open(anna))).not.toContain("tell your table");
    await press(anna);
    expect(await countEmails(club, "booking-canceled")).toHaveProperty(anna.email);
    expect(await countEmails(club, "diner-not-coming")).not.toHaveProperty(bea.email);
    expect(await countEmails(club, "host-note")).not.toHaveProperty(host);
  });
});
