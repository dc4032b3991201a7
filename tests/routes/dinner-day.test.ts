import { describe, expect, test } from "vitest";
import { bookingLinks } from "#app/emails/booking-links.server.ts";
import { cancel } from "#app/models/booking/transitions.server.ts";
import { openClub } from "#tests/support/club.ts";
import { addHostLink, countEmails, type DinerAtTable, seatDinner, startIn } from "#tests/support/dinner.ts";
import { emailEnv, readOutbox } from "#tests/support/emails.ts";
import { seatTogether } from "#tests/support/events.ts";
import {
  findButtons,
  findLinks,
  parsePage,
  readAlerts,
  readPageText,
  readText,
} from "#tests/support/html.ts";

const club = openClub({ vars: { SAFETY_PHONE: "+36 1 555 0199" } });

const openPage = async (diner: DinerAtTable) => parsePage(await diner.open());
const readDinner = async (diner: DinerAtTable, search?: string) => readPageText(await diner.open(search));

/** What stands under the face of a diner. */
async function readState(diner: DinerAtTable, name: string): Promise<string | undefined> {
  const page = await openPage(diner);
  const items = page.querySelectorAll('ul[aria-label="Your table"] li');
  return items
    .map(readText)
    .find((text) => text.includes(name))
    ?.split(name)
    .at(-1)
    ?.trim();
}

const listReports = () =>
  club.binding
    .prepare(
      "SELECT booking_id, source, reported_by, came FROM attendance_reports ORDER BY source, booking_id",
    )
    .all<{ booking_id: string; source: string; reported_by: string; came: number }>()
    .then(({ results }) => results);

const reportsOf = async ({ diners }: { diners: DinerAtTable[] }) =>
  (await listReports()).filter(({ booking_id }) => diners.some(({ bookingId }) => bookingId === booking_id));

const report = (booking: DinerAtTable, source: string, by: DinerAtTable, came: number) => ({
  booking_id: booking.bookingId,
  source,
  reported_by: by.bookingId,
  came,
});

const reportByHost = ({ bookingId }: DinerAtTable, came: number) =>
  club.binding
    .prepare(
      "INSERT INTO attendance_reports (booking_id, source, reported_by, came, at) VALUES (?1, 'host', ?1, ?2, 0)",
    )
    .bind(bookingId, came)
    .run();

const others = (diners: DinerAtTable[], ...without: DinerAtTable[]) =>
  Object.fromEntries(diners.filter((diner) => !without.includes(diner)).map(({ email }) => [email, 1]));

const textsOf = async (kind: string, to: string) =>
  (await readOutbox(club)).filter((email) => email.kind === kind && email.to === to).map(({ text }) => text);

test("shows the table, the way, the five, a question to the table and where to find help", async () => {
  const { anna, diners } = await seatDinner(club, 60);
  const page = await openPage(anna);
  const text = readText(page);
  for (const part of ["Table", "Vendéglő", "Fő utca", "Ask for the Öten table", "To get going", "1 of 5"])
    expect(text).toContain(part);
  expect(text).toMatch(/(Tonight|Today|day), .*\d:\d\d (AM|PM)/);
  const names = page.querySelectorAll('ul[aria-label="Your table"] li b').map(readText);
  expect(names).toEqual(["Bea", "Cili", "Dani", "Ede", "You"]);
  expect(findLinks(page, /^Get Directions/)[0]?.getAttribute("href")).toBe("https://maps.example/?q=1");
  expect(text).toContain("Which song would you play to everybody here, right now?");
  expect(text).toContain("Most of you could talk about music for hours.");
  const safety = readText(page.querySelectorAll("main p").at(-1) ?? page);
  expect(safety).toBe(
    "Is something wrong? Tell the host, write to us at hello@oten.example, call us on +36 1 555 0199, or dial 112.",
  );
  expect(findLinks(page, "112")[0]?.getAttribute("href")).toBe("tel:112");
  for (const { email, userId } of diners) {
    expect(page.outerHTML).not.toContain(email);
    if (userId !== anna.userId) expect(page.outerHTML).not.toContain(userId);
  }
});

test("asks the table another question with a plain link, and takes any number for the first", async () => {
  const { anna } = await seatDinner(club, 60);
  const seen = new Set<string>();
  for (let next = "?icebreaker=1", i = 1; i <= 5; i++) {
    const page = await parsePage(await anna.open(next));
    expect(readText(page)).toContain(`${i} of 5`);
    seen.add(readText(page.querySelector("#icebreaker p") ?? page));
    next = /\?icebreaker=\d/.exec(findLinks(page, /^Another one/)[0]?.getAttribute("href") ?? "")?.[0] ?? "";
    expect(next).toBe(`?icebreaker=${(i % 5) + 1}`);
  }
  expect(seen.size).toBe(5);
  for (const odd of ["0", "6", "-1", "x", "1e99", "NaN", "%00", "2.5.1", ""])
    expect(await readDinner(anna, `?icebreaker=${odd}`), odd).toContain("1 of 5");
});

test("is the ordinary page on other days, for a canceled booking and for one without a table", async () => {
  const { anna, bea, eventId } = await seatDinner(club, 3 * 24 * 60);
  expect(await readDinner(anna)).not.toContain("Ask for the Öten table");
  await startIn(club, eventId, -30 * 60);
  expect(await readDinner(anna)).not.toContain("To get going");
  await startIn(club, eventId, 60);
  expect(await readDinner(anna)).toContain("To get going");
  await cancel(club.db, { id: anna.bookingId, userId: anna.userId, now: new Date() });
  expect(await readDinner(anna)).toContain("This booking is canceled.");
  await club.binding
    .prepare("UPDATE bookings SET confirmed = 0, standby = 1, table_id = NULL WHERE id = ?")
    .bind(bea.bookingId)
    .run();
  const text = await readDinner(bea);
  expect(text).toContain("You’re on standby");
  expect(text).not.toContain("To get going");
});

describe("to the minute", () => {
  const late = { say: "late", minutes: "20" };
  test.each([
    ["late", 181, false],
    ["late", 179, true],
    ["late", -119, true],
    ["late", -121, false],
    ["here", 31, false],
    ["here", 29, true],
    ["here", -119, true],
    ["here", -121, false],
    ["missing", -14, false],
    ["missing", -16, true],
    ["missing", -119, true],
    ["missing", -121, false],
  ])("takes and offers %s %d minutes before the dinner: %s", async (what, startsInMinutes, isOpen) => {
    const { anna, bea } = await seatDinner(club, startsInMinutes);
    const forms = { late, here: { say: "here" }, missing: { say: "missing", mate: bea.bookingId } };
    const buttons = { late: "20 min", here: "I’m here", missing: "Tell us" };
    const name = what as keyof typeof forms;
    if (what === "missing") await reportByHost(anna, 1);
    expect(findButtons(await openPage(anna), buttons[name])).toHaveLength(isOpen ? 1 : 0);
    const response = await anna.say(forms[name]);
    expect(response.status).toBe(isOpen ? 302 : 409);
    if (!isOpen) expect(readAlerts(await parsePage(response))[0]).toMatch(/^You can say/);
  });

  test.each([
    [181, "Cancel booking"],
    [179, "I can’t come"],
    [1, "I can’t come"],
    [-1, undefined],
  ])("offers to cancel %d minutes before the dinner as %s", async (startsInMinutes, name) => {
    const { anna } = await seatDinner(club, startsInMinutes);
    expect(findLinks(await openPage(anna), /^(Cancel booking|I can)/).map(readText)).toEqual(
      name ? [name] : [],
    );
  });
});

test("tells the table and the host once of a diner who presses late fifty times", async () => {
  const dinner = await seatDinner(club, 60);
  const { anna, bea, diners, eventId } = dinner;
  const other = await seatDinner(club, 60);
  const hosts = [await addHostLink(club, eventId), await addHostLink(club, eventId)];
  await addHostLink(club, eventId, new Date());
  await addHostLink(club, other.eventId);
  const before = await countEmails(club, "diner-late");
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => anna.say({ say: "late", minutes: "20" })),
  );
  expect(responses.map(({ status }) => status)).toEqual(Array(50).fill(302));
  expect(await countEmails(club, "diner-late")).toEqual({ ...before, ...others(diners, anna) });
  const hostNotes = await countEmails(club, "host-note");
  expect(hostNotes).toEqual(Object.fromEntries(hosts.map((email) => [email, 1])));

  expect(await readState(bea, "Anna")).toBe("20 min late");
  expect(await readState(anna, "You")).toBe("20 min late");
  const [text = ""] = await textsOf("diner-late", bea.email);
  expect(text).toContain("Anna will be about 20 minutes late. Keep the seat free.");
  expect(text).toContain(`/dashboard/bookings/${bea.bookingId}`);
  expect(text).not.toContain(anna.email);
  expect(text).not.toContain(anna.bookingId);
  expect((await textsOf("host-note", hosts[0] ?? ""))[0]).toContain("20 minutes late");
});

test("changes the minutes, takes the note back and is late again with one more email at most", async () => {
  const { anna, bea, diners, eventId } = await seatDinner(club, 60);
  await addHostLink(club, eventId);
  await anna.say({ say: "late", minutes: "10" });
  expect(await countEmails(club, "diner-late")).toMatchObject(others(diners, anna));
  await anna.say({ say: "late", minutes: "30" });
  expect(await readState(bea, "Anna")).toBe("30 min late");
  expect(findButtons(await openPage(anna), "30 min")[0]?.getAttribute("aria-pressed")).toBe("true");
  expect(
    (
      await anna.say([
        ["say", "late"],
        ["say", "on time"],
      ])
    ).status,
  ).toBe(302);
  expect(await readState(bea, "Anna")).toBe("expected");
  expect((await anna.say({ say: "late", minutes: "20" })).status).toBe(302);
  expect(await readState(bea, "Anna")).toBe("20 min late");
  for (const kind of ["diner-late", "host-note"])
    expect(Math.max(...Object.values(await countEmails(club, kind)))).toBeLessThanOrEqual(2);
});

test("notes a diner as here once, without an email, and then not as late", async () => {
  const dinner = await seatDinner(club, 20);
  const { anna, bea } = dinner;
  expect(await readState(bea, "Anna")).toBe("expected");
  const count = () => club.binding.prepare("SELECT count(*) AS n FROM outbox").first("n");
  const before = await count();
  const responses = await Promise.all(Array.from({ length: 50 }, () => anna.say({ say: "here" })));
  expect(responses.map(({ status }) => status)).toEqual(Array(50).fill(302));
  expect(await reportsOf(dinner)).toEqual([report(anna, "diner", anna, 1)]);
  expect(await count()).toBe(before);
  expect(await readState(bea, "Anna")).toBe("here");
  const page = await openPage(anna);
  expect(readText(page)).toContain("You’re here. Enjoy the evening.");
  expect(findButtons(page, /I’m here|min$/)).toEqual([]);
  expect((await anna.say({ say: "late", minutes: "10" })).status).toBe(409);
  expect(await count()).toBe(before);
});

test("a diner can take back that they are here, unless the host has seen them", async () => {
  const dinner = await seatDinner(club, 20);
  const { anna, bea } = dinner;
  await anna.say({ say: "here" });
  expect(findButtons(await openPage(anna), "I’m not here yet")).toHaveLength(1);
  for (let i = 0; i < 2; i++) expect((await anna.say({ say: "not here" })).status).toBe(302);
  expect(await reportsOf(dinner)).toEqual([]);
  expect(await readState(bea, "Anna")).toBe("expected");
  await anna.say({ say: "here" });
  await reportByHost(anna, 1);
  expect(findButtons(await openPage(anna), "I’m not here yet")).toEqual([]);
});

test("a diner who is not there after all takes back who is missing, unless the host has seen them", async () => {
  const dinner = await seatDinner(club, -20);
  const { anna, bea, dani, ede } = dinner;
  const missing = report(ede, "mate", dani, 0);
  await dani.say({ say: "here" });
  await dani.say({ say: "missing", mate: ede.bookingId });
  await anna.say({ say: "here" });
  const mates: [string, string][] = [bea, ede].map(({ bookingId }) => ["mate", bookingId]);
  await anna.say([["say", "missing"], ...mates]);
  expect(await reportsOf(dinner)).toHaveLength(5);
  expect((await anna.say({ say: "not here" })).status).toBe(302);
  expect(await reportsOf(dinner)).toEqual([report(dani, "diner", dani, 1), missing]);
  await reportByHost(dani, 1);
  expect((await dani.say({ say: "not here" })).status).toBe(302);
  expect(await reportsOf(dinner)).toEqual([report(dani, "host", dani, 1), missing]);
});

test("nobody takes back that they were there once the time for it is over, or without a seat", async () => {
  const dinner = await seatDinner(club, -20);
  const { anna, bea, cili, eventId } = dinner;
  for (const diner of [anna, bea]) await diner.say({ say: "here" });
  await anna.say({ say: "missing", mate: cili.bookingId });
  const said = [report(anna, "diner", anna, 1), report(bea, "diner", bea, 1), report(cili, "mate", anna, 0)];
  const unordered = async () => new Set(await reportsOf(dinner));
  await club.binding
    .prepare("UPDATE bookings SET confirmed = 0, table_id = NULL WHERE id = ?")
    .bind(bea.bookingId)
    .run();
  expect((await bea.say({ say: "not here" })).status).toBe(409);
  await startIn(club, eventId, -121);
  expect((await anna.say({ say: "not here" })).status).toBe(409);
  expect(await unordered()).toEqual(new Set(said));
});

test("shows the host's word as here, and a late note as here once they have come", async () => {
  const { anna, bea, cili } = await seatDinner(club, 20);
  await bea.say({ say: "late", minutes: "10" });
  await reportByHost(bea, 1);
  await reportByHost(cili, 0);
  expect(await readState(anna, "Bea")).toBe("here");
  expect(await readState(anna, "Cili")).toBe("expected");
});

test("what was said of who is missing stays once it is decided who came", async () => {
  const dinner = await seatDinner(club, -20);
  const { anna, ede, eventId } = dinner;
  await anna.say({ say: "here" });
  await anna.say({ say: "missing", mate: ede.bookingId });
  const decide = (decidedAt: number | null) =>
    club.binding
      .prepare("UPDATE events SET attendance_decided_at = ? WHERE id = ?")
      .bind(decidedAt, eventId)
      .run();
  await decide(1);
  expect((await anna.say({ say: "found", mate: ede.bookingId })).status).toBe(409);
  expect((await anna.say({ say: "not here" })).status).toBe(409);
  expect(await reportsOf(dinner)).toEqual([report(anna, "diner", anna, 1), report(ede, "mate", anna, 0)]);
  await decide(null);
  for (let i = 0; i < 2; i++)
    expect((await anna.say({ say: "found", mate: ede.bookingId })).status).toBe(302);
  expect(await reportsOf(dinner)).toEqual([report(anna, "diner", anna, 1)]);
});

test("tells the club who is missing, nobody at the table, and can be taken back", async () => {
  const dinner = await seatDinner(club, -20);
  const { anna, bea, cili, dani, ede } = dinner;
  await bea.say({ say: "late", minutes: "30" });
  await cili.say({ say: "here" });
  await reportByHost(dani, 1);
  expect((await anna.say({ say: "missing", mate: ede.bookingId })).status).toBe(409);
  expect(findButtons(await openPage(anna), "Tell us")).toEqual([]);
  await anna.say({ say: "here" });
  const page = await openPage(anna);
  expect(page.querySelectorAll("input[type=checkbox]").map((box) => box.getAttribute("value"))).toEqual([
    bea.bookingId,
    cili.bookingId,
    ede.bookingId,
  ]);
  expect(readText(page)).toContain("Cili · says “I’m here”");
  expect(readText(page)).toContain("Bea said they’ll be about 30 minutes late.");
  expect(readText(page)).toContain("Your word alone doesn’t decide.");
  const mates = [bea, cili, dani, ede, anna].map(({ bookingId }): [string, string] => ["mate", bookingId]);
  for (let i = 0; i < 3; i++) expect((await anna.say([["say", "missing"], ...mates])).status).toBe(302);
  const missing = async () => (await reportsOf(dinner)).filter(({ source }) => source === "mate");
  // Whoever says that they are there can still be missed, but not whom the host has seen.
  expect((await missing()).map((row) => row.booking_id).sort()).toEqual(
    [bea.bookingId, cili.bookingId, ede.bookingId].sort(),
  );
  expect(await missing()).toContainEqual(report(ede, "mate", anna, 0));
  expect(await readDinner(anna)).toContain("You told us that Ede is missing.");
  for (const diner of [bea, cili, dani, ede]) expect(await readDinner(diner)).not.toContain("You told us");
  expect(await readState(ede, "You")).toBe("no word yet");

  await ede.say({ say: "here" });
  expect(await readDinner(anna)).toContain("You told us that Ede is missing, and they say they’re here.");
  for (let i = 0; i < 2; i++)
    for (const { bookingId } of [cili, ede])
      expect((await anna.say({ say: "found", mate: bookingId })).status).toBe(302);
  expect(await missing()).toEqual([report(bea, "mate", anna, 0)]);
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
  expect((await reportsOf(dinner)).filter(({ source }) => source === "mate")).toEqual([]);
  expect(await reportsOf(elsewhere)).toEqual([]);
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
  expect(await reportsOf(dinner)).toEqual([]);
});

test("a diner who can't come anymore can say nothing else", async () => {
  const dinner = await seatDinner(club, 10);
  const { anna } = dinner;
  await cancel(club.db, { id: anna.bookingId, userId: anna.userId, now: new Date() });
  for (const fields of [{ say: "here" }, { say: "late", minutes: "10" }])
    expect((await anna.say(fields as Record<string, string>)).status).toBe(409);
  expect(await reportsOf(dinner)).toEqual([]);
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
    expect(text).toContain("with 4 of you at the table");
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
    await club.binding
      .prepare("UPDATE bookings SET confirmed = 0, standby = 1, table_id = NULL WHERE id = ?")
      .bind(anna.bookingId)
      .run();
    expect(await readPageText(await open(anna))).not.toContain("We tell");
    await press(anna);
    expect(await countEmails(club, "booking-canceled")).toHaveProperty(anna.email);
    expect(await countEmails(club, "diner-not-coming")).not.toHaveProperty(bea.email);
    expect(await countEmails(club, "host-note")).not.toHaveProperty(host);
  });
});

test("the list of bookings leads to the page, also after the dinner has begun", async () => {
  const { anna, eventId } = await seatDinner(club, 60);
  const openList = async () =>
    parsePage(await club.fetch("/dashboard/bookings", { headers: { Cookie: anna.cookie } }));
  for (const minutes of [60, -60]) {
    await startIn(club, eventId, minutes);
    const [link] = findLinks(await openList(), "Your table today");
    expect(link?.getAttribute("href"), `${minutes}`).toBe(`/dashboard/bookings/${anna.bookingId}`);
  }
  await startIn(club, eventId, -121);
  expect(findLinks(await openList(), "Your table today")).toEqual([]);
  expect(readText(await openList())).toContain("No upcoming dinners.");
});
