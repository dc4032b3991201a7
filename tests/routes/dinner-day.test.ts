import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { absences } from "#app/db/schema/attendance.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { cancel } from "#app/models/booking/transitions.server.ts";
import { openClub } from "#tests/support/club.ts";
import { type DinerAtTable, seatDinner, startIn } from "#tests/support/dinner.ts";
import { reportByHost } from "#tests/support/dinner-day.ts";
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

test("shows the table, the way, the five, a question to the table and where to find help", async () => {
  const { anna, diners } = await seatDinner(club, 60);
  const page = await openPage(anna);
  const text = readText(page);
  for (const part of ["Table", "Vendéglő", "Fő utca", "Ask for the Öten table", "To get going", "1 of 5"])
    expect(text).toContain(part);
  expect(text).toMatch(/(Tonight|Today|day), .*\d:\d\d (AM|PM)/);
  const names = page.querySelectorAll('ul[aria-label="Your table"] li b').map(readText);
  expect(names).toEqual(["Bea", "Cili", "Dani", "Ede", "You"]);
  expect(text.match(/expected/g)).toEqual(["expected"]);
  expect(findLinks(page, /^Get Directions/)[0]?.getAttribute("href")).toBe("https://maps.example/?q=1");
  expect(text).toContain("Which song would you play to everybody here, right now?");
  expect(text).toContain("Most of you could talk about music for hours.");
  const safety = readText(page.querySelectorAll("main p").at(-1) ?? page);
  expect(safety).toBe(
    "Need help? Tell the host, write to us at hello@oten.example, or call us on +36 1 555 0199. In an emergency, dial 112.",
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

test("who is here first reads what to ask the table, then what they share; once it’s over, when they are asked", async () => {
  const { anna, eventId } = await seatDinner(club, 20);
  await anna.say({ say: "here" });
  const readTitles = async () => (await openPage(anna)).querySelectorAll("section h3").map(readText);
  expect(await readTitles()).toEqual([
    "To get going",
    "What your table has in common",
    "A number for tonight",
  ]);
  await startIn(club, eventId, -20);
  expect((await readTitles()).slice(1, 3)).toEqual(["What your table has in common", "Is somebody missing?"]);
  expect(findLinks(await openPage(anna), /^Get Directions/)).toEqual([]);
  await startIn(club, eventId, -121);
  expect((await readTitles())[0]).toBe("What your table had in common");
  const over = await readDinner(anna);
  expect(over).toMatch(
    /Thank you for coming, Anna\n[\s\S]*(Tomorrow|Later today), from \d+:\d\d [AP]M, you can tell us who you’d like to meet again\./,
  );
  for (const seen of ["Bea", "Cili", "Dani", "Ede", "You", "Vendéglő"]) expect(over).toContain(seen);
  for (const gone of ["112", "Ask for the Öten table", "has in common"]) expect(over).not.toContain(gone);
});

test("is the ordinary page on other days, for a canceled booking and for one without a table", async () => {
  const { anna, bea, eventId } = await seatDinner(club, 3 * 24 * 60);
  expect(await readDinner(anna)).not.toContain("Ask for the Öten table");
  await startIn(club, eventId, -30 * 60);
  expect(await readDinner(anna)).not.toContain("To get going");
  await startIn(club, eventId, 60);
  expect(await readDinner(anna)).toContain("To get going");
  await cancel(club.db, { id: anna.bookingId, userId: anna.userId, now: new Date() });
  expect(await readDinner(anna)).toContain("Your booking is canceled");
  await club.binding
    .prepare(
      "UPDATE bookings SET confirmed = 0, standby = 1, standby_reason = 'full', table_id = NULL WHERE id = ?",
    )
    .bind(bea.bookingId)
    .run();
  const text = await readDinner(bea);
  expect(text).toContain("Every table is full.");
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
    const buttons = { late: "20 min", here: "I’m here", missing: "Report as missing" };
    const name = what as keyof typeof forms;
    if (what === "missing") await reportByHost(club, anna, 1);
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

test("the list of bookings leads to the page, also after the dinner has begun", async () => {
  const { anna, eventId } = await seatDinner(club, 60);
  const openList = async () =>
    parsePage(await club.fetch("/dashboard/bookings", { headers: { Cookie: anna.cookie } }));
  for (const minutes of [60, -60]) {
    await startIn(club, eventId, minutes);
    const [link] = findLinks(await openList(), "Your table today");
    expect(link?.getAttribute("href"), `${minutes}`).toBe(`/dashboard/bookings/${anna.bookingId}`);
    expect(findLinks(await openList(), /^Cancel/), `${minutes}`).toEqual([]);
  }
  await startIn(club, eventId, -121);
  expect(findLinks(await openList(), "Your table today")).toEqual([]);
  expect(readText(await openList())).toContain("No upcoming dinners.");
});

test("who missed the dinner sees an empty seat, and not what the table had in common", async () => {
  const { anna, bea, eventId } = await seatDinner(club, 20);
  await startIn(club, eventId, -3 * 24 * 60);
  await club.db.update(bookings).set({ attendance: "no-show" }).where(eq(bookings.id, anna.bookingId));
  await club.db.insert(absences).values({ bookingId: anna.bookingId, toldAt: new Date() });
  const seats = async (diner: DinerAtTable) =>
    (await openPage(diner)).querySelectorAll('ul[aria-label="Your table"] li').map(readText);
  expect(await seats(anna)).toEqual(["Your seat", "Bea", "Cili", "Dani", "Ede"]);
  expect(await readDinner(anna)).not.toContain("in common");
  expect(await seats(bea)).toContain("You");
  expect(await readDinner(bea)).toContain("What your table had in common");
});
