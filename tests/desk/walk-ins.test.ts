import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { walkIns } from "#app/db/schema/host.ts";
import { tables } from "#app/db/schema.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { deleteOldRows } from "#app/models/old-rows.server.ts";
import { openClub } from "#tests/support/club.ts";
import { deskVars, didIt, playAccess, postOperation, readPlan } from "#tests/support/desk.ts";
import { createEvening, listSeats, openHostLink } from "#tests/support/evenings.ts";
import { parsePage, readPageText } from "#tests/support/html.ts";
import { connectOps } from "#tests/support/ops.ts";

const club = openClub({ vars: deskVars });
const ops = connectOps(club);
const access = playAccess();

const addWalkIn = (eventId: string, table: number, firstName = "Lili") =>
  ops.run(
    ...["booking", "walk-in", "--event", eventId, "--table", String(table)],
    ...["--first-name", firstName, "--yes"],
  );

const listWalkIns = async (tableId = "") =>
  (await club.db.select().from(walkIns).where(eq(walkIns.tableId, tableId))).map(
    ({ firstName }) => firstName,
  );

test("somebody at the door gets an empty seat once, however often the form is sent, and is shown by their first name", async () => {
  const { eventId, tables: evening } = await createEvening(club, [[5, 4]], { minutesFromNow: -20 });
  const dani = await access.headersOf("dani");
  const fields = { event: eventId, table: "2", firstName: "Lili" };
  const readSeats = async () => (await ops.run("event", "seats", eventId)).out;
  expect(await readSeats()).toContain("tables with free seats are 2 (1 free).");
  const planned = await postOperation(club, dani, "booking walk-in", fields);
  expect(planned.page.querySelector("main")?.textContent).toContain("give Lili a seat at table 2");
  expect(await listWalkIns(evening[1]?.id)).toEqual([]);
  const form = readPlan(planned.page);
  const sent = await Promise.all(
    Array.from({ length: 20 }, () => postOperation(club, dani, "booking walk-in", form)),
  );
  const [done, ...doneAgain] = sent.filter(didIt);
  expect(doneAgain).toEqual([]);
  const links = done?.page.querySelectorAll("main a").map((link) => link.getAttribute("href") ?? "") ?? [];
  expect(links.filter((href) => href.startsWith("/desk/do/booking/walk-in"))).toEqual([
    expect.stringMatching(/^\/desk\/do\/booking\/walk-in-remove\?/),
  ]);
  expect(await readSeats()).toContain("every table is full");
  const [row, ...others] = await club.db.select().from(walkIns);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ tableId: evening[1]?.id, firstName: "Lili", operator: "dani@club.example" });

  const host = await openHostLink(club, eventId);
  expect(await readPageText(await host.get())).toContain("Lili (walk-in)");
  const desk = await club.fetch(`/desk?event=${eventId}`, { headers: dani });
  expect(await readPageText(desk)).toContain("Lili (walk-in)");
  expect((await ops.run("table", "show", eventId, "2")).out).toContain("Lili, a walk-in");
  const sheet = await ops.run("sheet", eventId);
  expect(sheet.out).toContain("Table 2: 5 people");
  expect(sheet.out).not.toContain("Lili");
});

test("the last seat goes to one, whoever asks for it at the same time", async () => {
  const { eventId, tables: evening } = await createEvening(club, [[4]]);
  const outputs = await Promise.all(
    ["Anna", "Bea", "Cili", "Dóra", "Eszter"].map((name) => addWalkIn(eventId, 1, name)),
  );
  expect(outputs.filter(({ code }) => code === 0)).toHaveLength(1);
  expect(await listWalkIns(evening[0]?.id)).toHaveLength(1);
  expect((await addWalkIn(eventId, 1)).err).toContain("has no free seat");
});

test("nobody else is seated where somebody sits without a booking, until they are taken out", async () => {
  const evening = await createEvening(club, [[5, 4]], { minutesFromNow: -20 });
  const { eventId } = evening;
  const [one, two] = evening.tables;
  const mover = one?.guests[0];
  await addWalkIn(eventId, 2);
  const move = () => ops.run("booking", "move", mover?.bookingId ?? "", "--table", "2", "--yes");
  expect((await move()).err).toContain("isn’t offered");
  const host = await openHostLink(club, eventId);
  const page = await readPageText(await host.get({ view: "move", table: "1" }));
  expect(page).not.toContain("Table 2");
  await host.post({ intent: `move:${mover?.bookingId}`, from: one?.id ?? "", to: two?.id ?? "" });
  expect((await listSeats(club, evening))[mover?.name ?? ""]).toBe(1);

  const fields = { event: eventId, table: "2", firstName: "Lili" };
  const dani = await access.headersOf("dani");
  const form = await club.fetch(`/desk/do/booking/walk-in-remove?event=${eventId}`, { headers: dani });
  const options = (await parsePage(form)).querySelectorAll("select[name=table] option");
  expect(options.map((option) => option.getAttribute("value")).filter(Boolean)).toEqual(["2"]);
  const planned = await postOperation(club, dani, "booking walk-in-remove", fields);
  await postOperation(club, dani, "booking walk-in-remove", readPlan(planned.page));
  expect(await listWalkIns(two?.id)).toEqual([]);
  const again = await postOperation(club, dani, "booking walk-in-remove", fields);
  expect(again.status).toBe(409);
  expect((await move()).code).toBe(0);
  expect((await listSeats(club, evening))[mover?.name ?? ""]).toBe(2);
});

test("the last seat goes to a walk-in or to a diner who moves, never to both", async () => {
  for (let i = 0; i < 3; i++) {
    const { eventId, tables: evening } = await createEvening(club, [[5, 4]], { minutesFromNow: -20 });
    const move = ops.run(
      "booking",
      ...["move", evening[0]?.guests[0]?.bookingId ?? "", "--table", "2", "--yes"],
    );
    const outputs = await Promise.all([move, addWalkIn(eventId, 2)]);
    expect(outputs.filter(({ code }) => code === 0)).toHaveLength(1);
    const [two] = await club.db
      .select()
      .from(tables)
      .where(eq(tables.id, evening[1]?.id ?? ""));
    expect((two?.taken ?? 0) + (await listWalkIns(two?.id)).length).toBe(5);
  }
});

test("seats are given at the door from three hours before the dinner until three hours after it began", async () => {
  for (const [minutesFromNow, code] of [
    [185, 4],
    [175, 0],
    [-175, 0],
    [-185, 4],
  ] as const) {
    const { eventId } = await createEvening(club, [[3]], { minutesFromNow });
    expect((await addWalkIn(eventId, 1)).code, String(minutesFromNow)).toBe(code);
  }
});

test("nobody gets a seat at a table that is closed, or to which the host lets nobody new", async () => {
  const { eventId, tables: evening } = await createEvening(club, [[3, 3]]);
  await club.db
    .update(tables)
    .set({ closedAt: new Date() })
    .where(eq(tables.id, evening[0]?.id ?? ""));
  await club.db
    .update(tables)
    .set({ closedToNewcomersAt: new Date() })
    .where(eq(tables.id, evening[1]?.id ?? ""));
  expect((await addWalkIn(eventId, 1)).err).toContain("Table 1 is closed");
  expect((await addWalkIn(eventId, 2)).err).toContain("lets nobody new");
  expect((await addWalkIn(eventId, 3)).code).toBe(3);
  expect((await addWalkIn(eventId, 1, "oten.example")).code).toBe(2);
});

test("the first name of a walk-in is gone a day later, and is in no backup", async () => {
  const { eventId, tables: evening } = await createEvening(club, [[3]]);
  await addWalkIn(eventId, 1, "Zsuzsanna-Mária");
  expect(await ops.dumpRows()).not.toContain("Zsuzsanna-Mária");
  const now = Date.now();
  await deleteOldRows(club.db, new Date(now + dayMs - 60_000));
  expect(await listWalkIns(evening[0]?.id)).toHaveLength(1);
  await deleteOldRows(club.db, new Date(now + dayMs + 60_000));
  expect(await listWalkIns(evening[0]?.id)).toEqual([]);
});

test("who sits at a restaurant without a booking is named in the plan of its drop-out", async () => {
  const { eventId, tables: evening } = await createEvening(club, [[4], [3]], { minutesFromNow: 30 });
  await addWalkIn(eventId, 1, "Lili");
  const { page } = await postOperation(club, await access.headersOf("anna"), "event venues", {
    event: eventId,
    remove: evening[0]?.venueId ?? "",
  });
  expect(page.querySelector("main")?.textContent).toMatch(/Walk-ins.*Table 1.*Lili.*nobody is told/);
  const asked = await ops.run("event", "venues", eventId, "--remove", evening[0]?.venueId ?? "");
  expect(asked.code).toBe(4);
  expect(asked.err).toContain("Lili");
  expect(asked.err).toContain("Who moves");
});

test("walk-ins are counted in who is here, and a full table is offered to nobody", async () => {
  const { eventId } = await createEvening(club, [[5, 3]], { minutesFromNow: -20 });
  const dani = await access.headersOf("dani");
  const readForm = async () => {
    const form = await club.fetch(`/desk/do/booking/walk-in?event=${eventId}`, { headers: dani });
    return (await parsePage(form))
      .querySelectorAll("[name=table] option")
      .map(({ textContent }) => textContent);
  };
  expect(await readForm()).toEqual(["Choose", expect.stringMatching(/^2, .*, 3 people$/)]);
  await addWalkIn(eventId, 2, "Lili");
  const desk = await readPageText(await club.fetch(`/desk?event=${eventId}`, { headers: dani }));
  expect(desk).toMatch(/1 of 9 here/);
  expect(desk).toMatch(/\b1\s*here\b|\bhere\s*1\b/);
  const host = await readPageText(await (await openHostLink(club, eventId)).get());
  expect(host).toContain("1 of 4 here");
  expect(host).toContain("1 of 9 here");
  const shown = await ops.run("event", "show", eventId);
  expect(shown.out).toContain("1 with free seats: 2 (1 free)");
  expect(shown.out).toContain("Walk-ins: 1, who have no booking");
  await addWalkIn(eventId, 2, "Dóra");
  expect(await readForm()).toEqual([]);
  expect((await ops.run("event", "show", eventId)).out).toContain("Tables: 2, 0 with free seats");
});
