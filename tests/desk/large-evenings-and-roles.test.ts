import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "#app/db/schema/account.ts";
import { attendanceReports } from "#app/db/schema/attendance.ts";
import { events } from "#app/db/schema/event.ts";
import { walkIns } from "#app/db/schema/host.ts";
import { outbox } from "#app/db/schema.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { openClub } from "#tests/support/club.ts";
import { deskVars, doAtDesk, type OperatorName, playAccess, postOperation } from "#tests/support/desk.ts";
import { createEvening, type Evening, moveEvening } from "#tests/support/evenings.ts";
import { bookForDiners, createCity, createEvent, insertDiners } from "#tests/support/events.ts";
import { parsePage } from "#tests/support/html.ts";

const club = openClub({ vars: deskVars });
const access = playAccess();

const open = async (name: OperatorName, path: string) =>
  club.fetch(path, { headers: await access.headersOf(name) });

async function read(name: OperatorName, path: string) {
  const page = await parsePage(await open(name, path));
  const main = page.querySelector("main");
  return { main, text: main?.textContent?.replaceAll(/\s+/g, " ") ?? "" };
}

const textOf = ({ page }: { page: Awaited<ReturnType<typeof parsePage>> }) =>
  page.querySelector("main")?.textContent?.replaceAll(/\s+/g, " ") ?? "";

const tap = async ({ eventId }: Evening, fields: Record<string, string>) =>
  club.fetch(`/desk?index&event=${eventId}`, {
    method: "POST",
    headers: await access.headersOf("anna"),
    body: new URLSearchParams(fields),
  });

const manyTables = (count: number) => Array.from({ length: count }, () => 5);

test("a tap at a table of the second page leads back to that table, and a restaurant counts all its guests", async () => {
  const evening = await createEvening(club, [manyTables(42)], { minutesFromNow: -5 });
  const last = evening.tables[41];
  const answer = await tap(evening, { here: last?.guests[0]?.bookingId ?? "", table: "42" });
  const { main } = await read("anna", answer.headers.get("Location")?.split("#")[0] ?? "");
  expect(main?.querySelector("#table-42")).not.toBeNull();
  for (const query of ["", "&page=2"])
    expect((await read("anna", `/desk?event=${evening.eventId}${query}`)).text).toContain("1 of 210 here");
});

test("the pages of an event with 40 tables weigh less than 250 kB, and each table opens by its address", async () => {
  const { eventId, tables } = await createEvening(club, [manyTables(20), manyTables(20)], {
    minutesFromNow: -5,
  });
  for (const path of [`/desk?event=${eventId}`, `/desk/evenings/${eventId}`]) {
    const closed = await (await open("anna", path)).text();
    expect(Buffer.byteLength(closed), path).toBeLessThan(250_000);
    const page = await parsePage(new Response(closed));
    const href = page.querySelector("#table-3 a")?.getAttribute("href") ?? "";
    expect(href).toMatch(/#table-3$/);
    const { main } = await read("anna", href.split("#")[0] ?? "");
    expect(main?.querySelector("#table-3 details")?.hasAttribute("open")).toBe(true);
    expect(main?.querySelector("#table-3")?.innerHTML).toContain(tables[2]?.guests[4]?.bookingId);
    expect(main?.querySelector("#table-4")?.innerHTML).not.toContain(tables[3]?.guests[4]?.bookingId);
  }
});

test("tables of a small event open in place", async () => {
  const { eventId, tables } = await createEvening(club, [manyTables(8)], { minutesFromNow: -5 });
  const { main } = await read("anna", `/desk?event=${eventId}`);
  for (const { number, guests } of tables)
    expect(main?.querySelector(`#table-${number} details`)?.innerHTML).toContain(guests[0]?.bookingId);
});

test("the page of an event to come says who is alone at a table with a diet or an age, and nothing that nobody at the desk sees", async () => {
  const { eventId, tables } = await createEvening(club, [[5, 5]], { minutesFromNow: 60 * 24 });
  const [first, second] = tables[0]?.guests ?? [];
  const answer = (userId = "", question: number, answers: number[]) =>
    club.binding
      .prepare("UPDATE user_answers SET answer_ids = ? WHERE user_id = ? AND question_id = ?")
      .bind(JSON.stringify(answers), userId, question)
      .run();
  await answer(first?.userId, 11, [2]);
  await answer(first?.userId, 12, [4]);
  await answer(second?.userId, 19, [1950]);
  await answer(second?.userId, 26, [2]);
  const alone = async () => {
    const { main } = await read("cili", `/desk/evenings/${eventId}`);
    return ["1", "2"].map((number) => main?.querySelector(`#table-${number} summary`)?.textContent ?? "");
  };
  const [atFirst = "", atSecond = ""] = await alone();
  expect(atFirst).toMatch(/\w+: nobody else here eats vegan/);
  expect(atFirst).toMatch(/\w+: nobody within 10 years/);
  expect((await read("anna", `/desk/people/${first?.userId}`)).text).toMatch(/Vegan, allergic to nuts/);
  const { main } = await read("cili", `/desk/evenings/${eventId}`);
  const [ofTable] = (main?.querySelectorAll("#table-1 a") ?? []).filter(
    (link) => link.textContent === "What each eats",
  );
  const eats = await read("cili", ofTable?.getAttribute("href") ?? "");
  expect(eats.text).toMatch(new RegExp(`${first?.name}.{0,40}eats: vegan, allergic to nuts`));
  expect(atFirst + atSecond).not.toMatch(/\bman\b|woman/i);
  expect(atSecond).not.toMatch(/only|nobody/);
  await moveEvening(club, eventId, -60 * 24);
  expect((await alone()).join()).not.toMatch(/vegan|within/);
});

test("when nobody has noted who comes, the page shows the first alarms and counts the others", async () => {
  const evening = await createEvening(club, [manyTables(100)], { minutesFromNow: -60 });
  const { main, text } = await read("anna", `/desk?event=${evening.eventId}`);
  expect(text).toMatch(/And 47\d more/);
  expect(main?.querySelectorAll("h3")).toHaveLength(30);
});

test("a message to everybody is for everybody who booked, also before the tables are made", async () => {
  const eventId = await createEvent(club);
  await bookForDiners(club, await insertDiners(club, 3), eventId);
  const { main } = await read("anna", `/desk/evenings/${eventId}`);
  const links = [...(main?.querySelectorAll("a") ?? [])].map((link) => link.getAttribute("href") ?? "");
  const link = links.find((href) => href.includes("message/send") && !href.includes("venue="));
  const fields = Object.fromEntries(new URL(link ?? "", club.url).searchParams);
  const words = { subject: "See you soon", text: "We look forward to it." };
  await doAtDesk(club, await access.headersOf("anna"), "message send", { ...fields, ...words });
  const written = await club.db.select().from(outbox).where(eq(outbox.kind, "club-message"));
  expect(written).toHaveLength(3);
});

test("what is noted of who came names them, and what somebody else said is not taken back", async () => {
  const evening = await createEvening(club, [[5]], { minutesFromNow: -20 });
  const [first, second] = evening.tables[0]?.guests ?? [];
  const planned = await postOperation(club, await access.headersOf("anna"), "attendance record", {
    event: evening.eventId,
    missed: first?.bookingId ?? "",
  });
  expect(textOf(planned)).toContain(`Did not come: ${first?.name}`);
  const report = { bookingId: second?.bookingId ?? "", reportedBy: second?.bookingId ?? "", at: new Date() };
  await club.db.insert(attendanceReports).values({ ...report, source: "diner", came: true });
  const takesBack = async () =>
    (await (await open("anna", `/desk?event=${evening.eventId}`)).text()).includes(
      `back:${second?.bookingId}`,
    );
  expect(await takesBack()).toBe(false);
  await tap(evening, { here: second?.bookingId ?? "", table: "1" });
  expect(await takesBack()).toBe(true);
});

test("who walked in counts at a table that would be too small", async () => {
  const evening = await createEvening(club, [[2, 2]], { minutesFromNow: -5 });
  await club.db.insert(walkIns).values({
    ...{ id: crypto.randomUUID(), tableId: evening.tables[0]?.id ?? "" },
    ...{ firstName: "Ilka", operator: "Anna", at: new Date() },
  });
  const { text } = await read("anna", `/desk?event=${evening.eventId}`);
  expect(text).toContain("Table 1 has only 3");
  expect(text).toContain("Table 2 has only 2");
});

test("who stands at the door finds no link that leads nowhere", async () => {
  const evening = await createEvening(club, [[5, 2]], { minutesFromNow: -20 });
  const { main } = await read("dani", `/desk?event=${evening.eventId}`);
  const links = [...(main?.querySelectorAll("a") ?? [])].map((link) => link.getAttribute("href") ?? "");
  const own = [...new Set(links.filter((href) => href.startsWith("/desk")))];
  expect(own.length).toBeGreaterThan(5);
  for (const href of own) expect([href, (await open("dani", href)).status]).toEqual([href, 200]);
});

test("who runs a city learns nothing of people elsewhere from the beginning of an id", async () => {
  const elsewhere = await createEvent(club, { cityId: await createCity(club) });
  const id = "f00dfeed-0000-4000-8000-000000000000";
  const [made = ""] = await insertDiners(club, 1);
  await bookForDiners(club, [made], elsewhere);
  await club.db
    .update(users)
    .set({ email: "secret@mail.example", firstName: "Secret" })
    .where(eq(users.id, made));
  const own = await createEvent(club);
  const cili = await access.headersOf("cili");
  for (const [command, fields] of [
    ["user correct-address", { email: "x@y.example" }],
    ["booking add", { event: own }],
  ] as const)
    for (const user of [made, id]) {
      const { status, page } = await postOperation(club, cili, command, { user, ...fields });
      expect([command, status]).toEqual([command, 404]);
      expect(textOf({ page }).replaceAll(user, "ID")).not.toMatch(/secret/i);
    }
});

test("of more events than a list shows, those of one city can be chosen", async () => {
  const eventId = await createEvent(club);
  const [row] = await club.db.select().from(events).where(eq(events.id, eventId));
  const date = Date.now() + 3 * dayMs;
  for (let i = 0; i < 201; i++) {
    const cityId = await createCity(club, { slug: `many-${i}`, name: `Many ${i}` });
    const at = new Date(date + i * 1_000);
    const times = { date: at, scheduledFor: at, closesAt: new Date(date - dayMs) };
    if (row) await club.db.insert(events).values({ ...row, ...times, id: crypto.randomUUID(), cityId });
  }
  const list = `/desk/evenings?as=list&month=${new Date(date).toISOString().slice(0, 7)}`;
  expect((await read("anna", list)).text).toContain("more than 200: choose a city");
  const { text } = await read("anna", `${list}&city=many-200`);
  expect(text).toMatch(/, Many 200 ?(Open|Full)/);
  expect(text).not.toContain("more than 200");
});
