import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { profiles, users } from "#app/db/schema/account.ts";
import { headCounts } from "#app/db/schema/attendance.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { outbox } from "#app/db/schema.ts";
import { renderEmail } from "#app/emails/render-email.server.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { saveLateNote } from "#app/models/attendance/diner-reports.server.ts";
import { decideAttendance } from "#app/models/event/decide-attendance.server.ts";
import { findQueuedEmail } from "#app/models/outbox/queued-emails.server.ts";
import { openClub } from "#tests/support/club.ts";
import { deskVars, playAccess, postOperation, readPlan } from "#tests/support/desk.ts";
import { emailEnv } from "#tests/support/emails.ts";
import { createEvening, listReports, openHostLink } from "#tests/support/evenings.ts";
import { parsePage, readPageText, readText } from "#tests/support/html.ts";
import { runJob } from "#tests/support/jobs.ts";
import { connectOps } from "#tests/support/ops.ts";

const club = openClub({ vars: deskVars });
const ops = connectOps(club);
const access = playAccess();

async function readTonight(eventId: string): Promise<string> {
  const headers = await access.headersOf("dani");
  const page = await parsePage(await club.fetch(`/desk?index&event=${eventId}`, { headers }));
  return readText(page.querySelector("main") ?? page);
}

async function tap(eventId: string, here: string) {
  const headers = await access.headersOf("dani");
  const body = new URLSearchParams({ here });
  return club.fetch(`/desk?index&event=${eventId}`, { method: "POST", headers, body });
}

test("how many are there is said with one tap, and who is missing is then a number and no name", async () => {
  const evening = await createEvening(club, [[5, 5]], { minutesFromNow: -20 });
  const { eventId, guests } = evening;
  expect(await readTonight(eventId)).toContain(`${guests[0]?.name} isn’t here`);
  expect((await tap(eventId, "count:1:4")).status).toBe(302);
  const counted = await readTonight(eventId);
  expect(counted).toContain("1 missing at table 1");
  expect(counted).toContain("4 of 5 here");
  for (const { name } of guests.slice(0, 5)) expect(counted).not.toContain(`${name} isn’t here`);
  expect(counted).toContain(`${guests[5]?.name} isn’t here`);
  expect(counted).toMatch(/here\s*4\s/);
  // A name is worth more than a number.
  for (const { bookingId } of guests.slice(0, 5)) await tap(eventId, bookingId);
  expect(await readTonight(eventId)).not.toContain("missing at table 1");
});

test("a slip of the finger is taken back at once, the table stays open, and nobody is missing before dinner", async () => {
  const { eventId, guests } = await createEvening(club, [[5]], { minutesFromNow: 40 });
  const [slipped] = guests;
  const headers = await access.headersOf("dani");
  const press = async (here: string) =>
    club.fetch(`/desk?index&event=${eventId}`, {
      method: "POST",
      headers,
      body: new URLSearchParams({ here, table: "1" }),
    });
  const answer = await press(slipped?.bookingId ?? "");
  const next = answer.headers.get("Location") ?? "";
  expect(next).toMatch(/#table-1$/);
  const page = await parsePage(await club.fetch(next, { headers }));
  expect(page.querySelector("#table-1 details")?.hasAttribute("open")).toBe(true);
  expect(page.querySelector(`[value="back:${slipped?.bookingId}"]`)).not.toBeNull();
  await press(`back:${slipped?.bookingId}`);
  const after = await readTonight(eventId);
  expect(after).toContain("On the way");
  expect(after).not.toContain("isn’t here");
  const early = await ops.run("attendance", eventId, "--missed", slipped?.bookingId ?? "");
  expect(early).toMatchObject({ code: 4, err: expect.stringContaining("Dinner hasn’t begun") });
});

test("a count makes nobody a no-show, and is gone the day after", async () => {
  const evening = await createEvening(club, [[5]], { minutesFromNow: -20 });
  const { eventId } = evening;
  await ops.json("attendance", "count", eventId, "--table", "1", "--here", "3");
  expect((await ops.run("attendance", "show", eventId)).out).toContain("3 of 5 at table 1, 2 missing");
  expect(await listReports(club, evening)).toEqual([]);
  const tomorrow = new Date(Date.now() + 25 * hourMs);
  await decideAttendance(club.db, eventId, tomorrow);
  const rows = await club.db.select().from(bookings).where(eq(bookings.eventId, eventId));
  expect(rows.filter(({ attendance }) => attendance === "no-show")).toEqual([]);
  await runJob("deleteExpired", { db: club.db, env: {} as Env }, tomorrow);
  expect(await club.db.select().from(headCounts)).toEqual([]);
});

test("who said that they are late is the one who is missing, and a count is corrected and taken back", async () => {
  const { eventId, guests } = await createEvening(club, [[5]], { minutesFromNow: -6 });
  await club.binding.exec(`INSERT INTO late_notes VALUES ('${guests[1]?.bookingId}', 20, 1)`);
  await tap(eventId, "count:1:4");
  const late = await readTonight(eventId);
  expect(late).toContain(`${guests[1]?.name} is 20 minutes late`);
  expect(late).not.toContain("missing at table");
  await tap(eventId, "count:1:3");
  const missing = await readTonight(eventId);
  expect(missing).toContain("1 missing at table 1");
  expect(missing).toMatch(/late\s*1\s*missing\s*1/);
  expect((await ops.run("attendance", "count", eventId, "--table", "1", "--no-here")).code).toBe(0);
  expect(await readTonight(eventId)).not.toContain("missing at table");
  for (const wrong of ["count:1:6", "count:9:1", "count:1:-1", "count:x", "count:1:1.5"])
    expect([400, 404, 409], wrong).toContain((await tap(eventId, wrong)).status);
  const soon = await createEvening(club, [[5]], { minutesFromNow: 5 });
  await tap(soon.eventId, "count:1:4");
  expect(await readTonight(soon.eventId)).not.toContain("missing at table");
  const early = await createEvening(club, [[5]], { minutesFromNow: 24 * 60 });
  expect((await tap(early.eventId, "count:1:4")).status).not.toBe(302);
});

test("two with one first name are told apart at the desk, on the host's page and sheet, in the terminal and in the host's emails", async () => {
  const { eventId, guests } = await createEvening(club, [[5, 4]], { minutesFromNow: 60 });
  for (const [i, lastName] of ["Tóth", "Molnár"].entries()) {
    const id = guests[i]?.userId ?? "";
    await club.db.update(profiles).set({ firstName: "Réka" }).where(eq(profiles.id, id));
    await club.db.update(users).set({ firstName: "Réka", lastName }).where(eq(users.id, id));
  }
  const host = await openHostLink(club, eventId, { email: "host@restaurant.example" });
  const headers = await access.headersOf("anna");
  const get = async (path: string) => readPageText(await club.fetch(path, { headers }));
  const places: Record<string, string> = {
    tonight: await get(`/desk?index&event=${eventId}`),
    evening: await get(`/desk/evenings/${eventId}`),
    host: await readPageText(await host.get()),
    "host moves": await readPageText(await host.get({ view: "move", table: "1" })),
    attendance: (await ops.run("attendance", "show", eventId)).out,
    bookings: (await ops.run("booking", "list", eventId)).out,
  };
  for (const [place, text] of Object.entries(places)) {
    expect(text, place).toContain("Réka T.");
    expect(text, place).toContain("Réka M.");
  }
  const { bookingId = "", userId = "" } = guests[1] ?? {};
  await saveLateNote(club.db, { bookingId, userId, minutes: 20, now: new Date() });
  const [note] = await club.db.select().from(outbox).where(eq(outbox.kind, "host-note"));
  const email = await findQueuedEmail(club.db, note?.id ?? "");
  expect(email && renderEmail(emailEnv, email).subject).toContain("Réka M.");
  expect(await get(`/desk/bookings/${guests[0]?.bookingId}/move`)).toContain("Move Réka T.");
  const named = await ops.run("attendance", "record", eventId, "--came", "Réka T.", "--yes");
  expect(named.code).toBe(0);
});

test("the door notes that a diner is late, which the table and the host read as if the diner had said it, and takes it back", async () => {
  const evening = await createEvening(club, [[5]], { minutesFromNow: 20 });
  const [late, mate] = evening.guests;
  await openHostLink(club, evening.eventId, { email: "host@restaurant.example" });
  const dani = await access.headersOf("dani");
  const note = async (minutes: string) => {
    const { page } = await postOperation(club, dani, "attendance late", {
      booking: late?.bookingId ?? "",
      minutes,
      "was-minutes": minutes ? "" : "20",
    });
    return postOperation(club, dani, "attendance late", readPlan(page));
  };
  const tonight = await club.fetch(`/desk?event=${evening.eventId}`, { headers: dani });
  expect(await tonight.text()).toContain(`/desk/do/attendance/late?booking=${late?.bookingId}`);
  expect((await note("20")).page.textContent).toContain("The table knows");
  expect(await readTonight(evening.eventId)).toContain(`${late?.name} is 20 minutes late`);
  const told = async () => {
    const rows = await club.db.select().from(outbox);
    return rows.filter(
      ({ kind, bookingId }) =>
        (kind === "diner-late" && bookingId === mate?.bookingId) ||
        (kind === "host-note" && bookingId === late?.bookingId),
    ).length;
  };
  expect(await told()).toBe(2);
  await note("20");
  expect(await told()).toBe(2);
  expect((await note("")).page.textContent).toContain("on the way again");
  expect(await readTonight(evening.eventId)).not.toContain("20 minutes late");
  await note("45");
  expect(await readTonight(evening.eventId)).toContain(`${late?.name} is 45 minutes late`);
  const words = { booking: late?.bookingId ?? "", minutes: "45 minutes", "was-minutes": "" };
  const { page: refused } = await postOperation(club, dani, "attendance late", words);
  expect(refused.textContent).toContain("Minutes is a whole number from 5 to 120.");
  expect((await ops.run("attendance", "late", late?.bookingId ?? "", "--minutes", "4")).code).toBe(2);
  const tomorrow = await createEvening(club, [[3]], { minutesFromNow: 24 * 60 });
  const early = await ops.run("attendance", "late", tomorrow.guests[0]?.bookingId ?? "", "--minutes", "10");
  expect(early.err).toContain("isn’t the evening");
});

test("two of one first name and one initial are told apart, and so are two of one whole name", async () => {
  const { eventId, guests } = await createEvening(club, [[5]], { minutesFromNow: 60 });
  for (const [i, lastName] of ["Tóth", "Tamás", "Nagy", "Nagy"].entries()) {
    const id = guests[i]?.userId ?? "";
    await club.db.update(profiles).set({ firstName: "Réka" }).where(eq(profiles.id, id));
    await club.db.update(users).set({ firstName: "Réka", lastName }).where(eq(users.id, id));
  }
  const host = await openHostLink(club, eventId);
  const headers = await access.headersOf("anna");
  const places = [
    await readPageText(await club.fetch(`/desk?index&event=${eventId}`, { headers })),
    await readPageText(await host.get()),
    (await ops.run("booking", "list", eventId)).out,
    (await ops.run("table", "show", eventId, "1")).out,
  ];
  for (const text of places)
    for (const name of ["Réka Tó.", "Réka Ta.", "Réka N. 1", "Réka N. 2"]) expect(text).toContain(name);
});
