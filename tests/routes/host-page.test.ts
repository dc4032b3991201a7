import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { bookings, events, hostMessages, lateNotes, outbox, tables } from "#app/db/schema.ts";
import { listTableChanges } from "#app/models/table-change/table-changes.server.ts";
import { openClub } from "#tests/support/club.ts";
import { readOutbox } from "#tests/support/emails.ts";
import {
  countEmails,
  createEvening,
  type Evening,
  hourMs,
  listReports,
  listSeats,
  moveEvening,
  openHostLink,
  report,
  revoke,
} from "#tests/support/evenings.ts";
import { insertDinersWithAnswers } from "#tests/support/events.ts";
import { parsePage, readAlerts, readPageText, readText } from "#tests/support/html.ts";
import { inParallel } from "#tests/support/in-parallel.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";

const club = openClub();

const ids = (guests: { bookingId: string }[]) => guests.map(({ bookingId }) => bookingId);
const location = (response: Response) =>
  new URL(response.headers.get("Location") ?? "", club.url).searchParams;

const avoid = (one: string, other: string) =>
  club.binding
    .prepare("INSERT INTO avoidances (user_id, other_id, created_at) VALUES (?, ?, 1)")
    .bind(...[one, other].sort())
    .run();

describe("a host link", () => {
  test("works from 6 hours before the dinner until 36 hours after, to the minute", async () => {
    const evening = await createEvening(club, [[2]]);
    const host = await openHostLink(club, evening.eventId);
    const save = () => host.post({ intent: "save", shown: "", here: ids(evening.guests) });
    for (const [minutes, isOpen] of [
      [6 * 60 + 1, false],
      [6 * 60 - 1, true],
      [-36 * 60 + 1, true],
      [-36 * 60 - 1, false],
    ] as const) {
      await moveEvening(club, evening.eventId, minutes);
      await club.binding.exec("DELETE FROM attendance_reports");
      const page = await readPageText(await host.get());
      expect(page.includes("Anna"), `${minutes} minutes before`).toBe(isOpen);
      expect(page).toContain(
        isOpen ? "0 of 2 here" : minutes > 0 ? "This page works from" : "This page worked until",
      );
      await save();
      expect(await listReports(club, evening), `${minutes} minutes before`).toHaveLength(isOpen ? 2 : 0);
    }
  });

  test("that is forged, of another venue, or revoked leads nowhere, for pages and forms", async () => {
    const evening = await createEvening(club, [[2], [2]]);
    const [here, there] = [
      await openHostLink(club, evening.eventId),
      await openHostLink(club, evening.eventId, { venue: 1 }),
    ];
    const mixed = here.path.replace(here.linkId, there.linkId);
    for (const path of [`/host/${here.linkId}`, `${here.path}x`, mixed, "/host/nobody?key=x"]) {
      expect((await club.fetch(path)).status, path).toBe(404);
      expect((await club.fetch(path, { method: "POST", body: "intent=save" })).status, path).toBe(404);
    }
    expect(await readPageText(await club.fetch(`${here.path}x`))).toContain("Page not found");
    await revoke(club, here.linkId);
    const takenBack = await here.get();
    expect(takenBack.status).toBe(404);
    expect(await readPageText(takenBack)).toContain("This link doesn’t work anymore");
    expect((await here.get({ view: "close", table: "1" })).status).toBe(404);
    expect((await here.post({ intent: "save", shown: "", here: ids(evening.guests) })).status).toBe(404);
    expect(await listReports(club, evening)).toEqual([]);
  });

  test("of a canceled dinner shows nobody and takes nothing", async () => {
    const evening = await createEvening(club, [[2]]);
    const host = await openHostLink(club, evening.eventId);
    await club.db.update(events).set({ canceledAt: new Date() }).where(eq(events.id, evening.eventId));
    expect(await readPageText(await host.get())).toContain("This dinner is canceled");
    await host.post({ intent: "save", shown: "", here: ids(evening.guests) });
    expect(await listReports(club, evening)).toEqual([]);
  });

  test("shows only its own venue, first names, and no way to reach anybody", async () => {
    const evening = await createEvening(club, [[3, 2], [4]]);
    const [one, , other] = evening.tables;
    const host = await openHostLink(club, evening.eventId);
    const searches: Record<string, string>[] = [
      {},
      { view: "close", table: "1" },
      { view: "move", table: "1" },
      { view: "message" },
    ];
    for (const search of searches) {
      const response = await host.get(search);
      const html = await response.text();
      expect(response.headers.get("Cache-Control")).toContain("private");
      expect(html).toContain('content="noindex"');
      for (const guest of other?.guests ?? []) expect(html).not.toContain(guest.bookingId);
      expect(html).not.toMatch(/Ferenc|Gábor|Hanna|Igor/);
      for (const { userId } of evening.guests) expect(html).not.toContain(userId);
      expect(html).not.toMatch(/@x\.y|avatars/);
    }
    const data = await (await club.fetch(`${host.path}&_data=routes%2Fhost.%24id`)).text();
    expect(data).toContain(one?.guests[0]?.bookingId);
    for (const { userId } of evening.guests) expect(data).not.toContain(userId);
    for (const guest of other?.guests ?? []) expect(data).not.toContain(guest.bookingId);
    await host.post({ intent: "save", shown: "", here: ids(evening.guests) });
    expect(await listReports(club, evening)).toHaveLength(5);
    expect((await host.get({ view: "close", table: "3" })).status).toBe(404);
  });

  test("counts diets and allergies by table, and says nothing beside a name", async () => {
    const evening = await createEvening(club, [[3, 2]]);
    const [one] = evening.tables;
    const answer = (userId: string, role: string, answerIds: number[]) =>
      club.binding
        .prepare(
          `UPDATE user_answers SET answer_ids = ? WHERE user_id = ?
            AND question_id = (SELECT id FROM quiz_questions WHERE role = ?)`,
        )
        .bind(JSON.stringify(answerIds), userId, role)
        .run();
    const [, diet] = (
      await club.binding
        .prepare("SELECT role, choices FROM quiz_questions WHERE role IN ('allergy', 'diet')")
        .all<{
          role: string;
          choices: string;
        }>()
    ).results;
    const none = (JSON.parse(diet?.choices ?? "[]") as string[]).length;
    for (const { userId } of evening.guests)
      for (const role of ["diet", "allergy", "access"])
        await answer(userId, role, [role === "access" ? 2 : none]);
    for (const { userId } of one?.guests.slice(0, 2) ?? []) await answer(userId, "diet", [2]);
    const page = await parsePage(await (await openHostLink(club, evening.eventId)).get());
    const [first, second] = page.querySelectorAll("section").map(readText);
    expect(first).toMatch(/Diets\s+2 vegan/);
    expect(second).not.toContain("vegan");
    for (const row of page.querySelectorAll("li")) expect(readText(row)).not.toMatch(/vegan/);
  });
});

describe("ticks", () => {
  test("are saved and taken back, and two phones don’t undo each other’s", async () => {
    const evening = await createEvening(club, [[4]]);
    const [anna, bence, clara] = evening.guests as [
      Evening["guests"][0],
      Evening["guests"][0],
      Evening["guests"][0],
    ];
    const host = await openHostLink(club, evening.eventId);
    const tick = (shown: string[], here: string[]) =>
      host.post({ intent: "save", shown: shown.join(","), here });
    await tick([], [anna.bookingId]);
    // Both phones show Anna; one adds Bence, the other takes Anna back and adds Clara.
    await tick([anna.bookingId], [anna.bookingId, bence.bookingId]);
    await tick([anna.bookingId], [clara.bookingId]);
    expect(await listReports(club, evening)).toEqual(["Bence host 1", "Clara host 1"]);
    const page = await readPageText(await host.get());
    expect(page).toContain("2 of 4 here");
    expect(page).toMatch(/Saved at \d+:\d\d [AP]M/);
  });

  test("come through fifty presses at once as one", async () => {
    const evening = await createEvening(club, [[5]]);
    const host = await openHostLink(club, evening.eventId);
    const answers = await inParallel(Array.from({ length: 50 }), () =>
      host.post({ intent: "save", shown: "", here: ids(evening.guests) }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]));
    expect(await listReports(club, evening)).toHaveLength(5);
  });

  test("are kept on the way to another page", async () => {
    const evening = await createEvening(club, [[3]]);
    const host = await openHostLink(club, evening.eventId);
    const answer = await host.post({
      intent: "view:close-1",
      shown: "",
      here: ids(evening.guests.slice(0, 1)),
    });
    expect(Object.fromEntries(location(answer))).toMatchObject({ view: "close", table: "1" });
    expect(await listReports(club, evening)).toEqual(["Anna host 1"]);
  });

  test("say who is late, who checked in and who can’t come", async () => {
    const evening = await createEvening(club, [[4]]);
    const [anna, bence, clara] = evening.guests;
    await club.db.insert(lateNotes).values({ bookingId: anna?.bookingId ?? "", minutes: 20, at: new Date() });
    if (bence) await report(club, bence, "diner", true);
    await club.binding
      .prepare("UPDATE bookings SET canceled = 1, canceled_at = ? WHERE id = ?")
      .bind(Date.now(), clara?.bookingId)
      .run();
    const host = await openHostLink(club, evening.eventId);
    const rows = (await parsePage(await host.get()))
      .querySelectorAll("section li")
      .map((row) => readText(row).replace(/\s+/g, " "));
    expect(rows).toEqual(["Anna 20 min late", "Bence checked in", "Clara can’t come", "Dániel"]);
    expect(await readPageText(await host.get())).toContain("1 of 3 here");
  });

  test("end once it is decided who came", async () => {
    const evening = await createEvening(club, [[2]], { minutesFromNow: -30 * 60 });
    await club.db
      .update(events)
      .set({ attendanceDecidedAt: new Date() })
      .where(eq(events.id, evening.eventId));
    const host = await openHostLink(club, evening.eventId);
    expect(await readPageText(await host.get())).toContain("It’s decided who came");
    const here = ids(evening.guests);
    for (const answer of [
      await host.post({ intent: "save", shown: "", here }),
      await host.post({ intent: "missing", missing: here }),
    ])
      expect(location(answer).get("done")).toBe("not saved");
    expect(await readPageText(await host.get({ done: "not saved" }))).toContain("Not saved");
    expect(await listReports(club, evening)).toEqual([]);
  });

  test("that make no sense are refused in words of HTTP, never as an error", async () => {
    const evening = await createEvening(club, [[2]]);
    const host = await openHostLink(club, evening.eventId);
    const forms: Record<string, string>[] = [
      {},
      { intent: "nothing" },
      { intent: "view:everything" },
      { intent: "save", shown: "", here: "x".repeat(200) },
      { intent: "send", id: "1", text: "Hello" },
      { intent: "send", id: crypto.randomUUID(), text: "" },
    ];
    for (const fields of forms) expect((await host.post(fields)).status, JSON.stringify(fields)).toBe(400);
    const answer = await host.post({
      intent: "save",
      shown: "a,b",
      here: ["nobody", "x'; DROP TABLE bookings; --"],
    });
    expect(answer.status).toBe(302);
    expect(await listReports(club, evening)).toEqual([]);
  });
});

describe("the others didn’t come", () => {
  test("can be said from a quarter of an hour after the start, to the minute", async () => {
    const evening = await createEvening(club, [[3]]);
    const host = await openHostLink(club, evening.eventId);
    for (const [minutes, isPossible] of [
      [-14, false],
      [-16, true],
    ] as const) {
      await moveEvening(club, evening.eventId, minutes);
      expect((await readPageText(await host.get())).includes("The others didn’t come")).toBe(isPossible);
      await host.post({ intent: "missing", missing: ids(evening.guests.slice(0, 1)) });
      expect(await listReports(club, evening)).toEqual(isPossible ? ["Anna host 0"] : []);
    }
  });

  test("names them first, and a later tick corrects it", async () => {
    const evening = await createEvening(club, [[4]], { minutesFromNow: -20 });
    const [anna, bence, clara] = evening.guests;
    if (!anna || !bence || !clara) throw new Error("Nobody came");
    const host = await openHostLink(club, evening.eventId);
    await host.post({ intent: "save", shown: "", here: [anna.bookingId] });
    await report(club, bence, "diner", true);
    const page = await parsePage(await host.get({ view: "missing" }));
    const boxes = page.querySelectorAll("[name=missing]");
    expect(boxes).toHaveLength(3);
    // Who checked in is named, and not chosen.
    const chosen = boxes
      .filter((box) => box.hasAttribute("checked"))
      .map((box) => box.getAttribute("value") ?? "");
    expect(chosen).not.toContain(bence.bookingId);
    // Meanwhile the other phone ticks Clara.
    await host.post({ intent: "save", shown: "", here: [clara.bookingId] });
    await host.post({ intent: "missing", missing: chosen });
    expect(await listReports(club, evening)).toEqual([
      "Anna host 1",
      "Bence diner 1",
      "Clara host 1",
      "Dániel host 0",
    ]);
    await host.post({ intent: "save", shown: "", here: [evening.guests[3]?.bookingId ?? ""] });
    expect(await listReports(club, evening)).toContain("Dániel host 1");
  });
});

describe("moving somebody", () => {
  test("shows only tables with a seat that fits, and does what was shown", async () => {
    const evening = await createEvening(club, [[5, 4, 4, 5], [3]]);
    const [from, free, withEnemy] = evening.tables;
    const [anna] = from?.guests ?? [];
    if (!anna || !from || !free || !withEnemy) throw new Error("No table");
    await avoid(anna.userId, withEnemy.guests[0]?.userId ?? "");
    const host = await openHostLink(club, evening.eventId);
    const page = await readPageText(await host.get({ view: "move", table: "1" }));
    expect(page.match(/Anna to table \d/g)).toEqual(["Anna to table 2"]);
    expect(page.match(/Bence to table \d/g)).toEqual(["Bence to table 2", "Bence to table 3"]);
    const step = await readPageText(
      await host.get({ view: "move", table: "1", booking: anna.bookingId, to: "2" }),
    );
    expect(step).toContain("Move Anna to table 2?");
    expect(step).toContain("Table 1 then has 4 people, and table 2 has 5 people. Anna gets an email.");
    const move = (to: string) => host.post({ intent: `move:${anna.bookingId}`, from: from.id, to });
    expect(location(await move(withEnemy.id)).get("done")).toBe("changed");
    expect(location(await move(evening.tables[4]?.id ?? "")).get("done")).toBe("changed");
    expect((await listSeats(club, evening)).Anna).toBe(1);
    const answers = await inParallel(Array.from({ length: 20 }), () => move(free.id));
    // Whoever presses twice is told that it is done.
    expect(answers.filter((answer) => location(answer).get("done") === "moved")).toHaveLength(20);
    expect((await listSeats(club, evening)).Anna).toBe(2);
    expect(await countEmails(club, evening.eventId, "booking-confirmed")).toBe(1);
    expect(await listTableChanges(club.db, evening.eventId)).toMatchObject([
      { madeBy: "host", what: "A diner moved from table 1 to table 2." },
    ]);
  });

  test("works until 4 hours after the start, to the minute, and sends no email once dinner has begun", async () => {
    const evening = await createEvening(club, [[4, 4]]);
    const [from, to] = evening.tables;
    const host = await openHostLink(club, evening.eventId);
    const move = (i: number) =>
      host.post({ intent: `move:${from?.guests[i]?.bookingId}`, from: from?.id ?? "", to: to?.id ?? "" });
    await moveEvening(club, evening.eventId, -4 * 60 - 1);
    await move(0);
    expect((await listSeats(club, evening)).Anna).toBe(1);
    await moveEvening(club, evening.eventId, -4 * 60 + 1);
    await move(0);
    expect((await listSeats(club, evening)).Anna).toBe(2);
    expect(await countEmails(club, evening.eventId, "booking-confirmed")).toBe(0);
  });

  test("leaves no table before dinner that would be dissolved", async () => {
    const evening = await createEvening(club, [[3, 3]]);
    const [from, to] = evening.tables;
    const host = await openHostLink(club, evening.eventId);
    expect(await readPageText(await host.get({ view: "move", table: "1" }))).toContain(
      "Before dinner, a table with fewer than 3 people is closed.",
    );
    await host.post({ intent: `move:${from?.guests[0]?.bookingId}`, from: from?.id ?? "", to: to?.id ?? "" });
    expect((await listSeats(club, evening)).Anna).toBe(1);
  });

  test("seats nobody on a no-show's lap: the seats of those who did not come are free", async () => {
    const evening = await createEvening(club, [[5, 5]], { minutesFromNow: -30 });
    const [one, other] = evening.tables;
    const [alone, ...absent] = other?.guests ?? [];
    const host = await openHostLink(club, evening.eventId);
    expect(await readPageText(await host.get({ view: "move", table: "2" }))).not.toContain("to table 1");
    const missing = ids([...(one?.guests.slice(3) ?? []), ...absent]);
    expect(location(await host.post({ intent: "missing", missing })).get("done")).toBe("missing");
    expect(await readPageText(await host.get({ view: "move", table: "2" }))).toContain("to table 1");
    const page = await parsePage(await host.get({ view: "close", table: "2" }));
    expect(readText(page)).toContain(`${alone?.name} moves to table 1.`);
    const plan = page.querySelector("[name=plan]")?.getAttribute("value") ?? "";
    expect(location(await host.post({ intent: `empty:${other?.id}`, plan })).get("done")).toBe("emptied");
    expect((await listSeats(club, evening))[alone?.name ?? ""]).toBe(1);
  });

  test("tells two people of one name apart", async () => {
    const evening = await createEvening(club, [[3]]);
    await club.binding
      .prepare("UPDATE profiles SET first_name = 'Sára' WHERE id IN (?, ?)")
      .bind(evening.guests[0]?.userId, evening.guests[1]?.userId)
      .run();
    await club.binding
      .prepare("UPDATE users SET last_name = iif(id = ?, 'Kiss', 'Tóth')")
      .bind(evening.guests[0]?.userId)
      .run();
    const host = await openHostLink(club, evening.eventId);
    const text = await readPageText(await host.get());
    for (const name of ["Clara", "Sára K.", "Sára T."]) expect(text).toContain(name);
    expect(text).not.toMatch(/Kiss|Tóth|Clara \S\./);
  });
});

describe("closing a table", () => {
  test("to newcomers keeps who sits there, and gives nobody a seat there until it is opened again", async () => {
    const evening = await createEvening(club, [[4, 4]]);
    const [one, other] = evening.tables;
    const host = await openHostLink(club, evening.eventId);
    expect(location(await host.post({ intent: `newcomers:${one?.id}` })).get("done")).toBe("no newcomers");
    expect(await readPageText(await host.get())).toContain("Nobody new is seated here.");
    const move = () =>
      host.post({ intent: `move:${other?.guests[0]?.bookingId}`, from: other?.id ?? "", to: one?.id ?? "" });
    expect(location(await move()).get("done")).toBe("changed");
    expect(location(await host.post({ intent: `open:${one?.id}` })).get("done")).toBe("opened");
    expect(location(await move()).get("done")).toBe("moved");
    expect((await listTableChanges(club.db, evening.eventId)).map(({ what }) => what)).toEqual([
      "Table 1 takes nobody new.",
      "Table 1 was opened again.",
      "A diner moved from table 2 to table 1.",
    ]);
  });

  test("to newcomers keeps its free seat from standby too", async () => {
    const evening = await createEvening(club, [[4]], { minutesFromNow: 5 * 60 });
    const [table] = evening.tables;
    const [userId = ""] = await insertDinersWithAnswers(club, 1);
    const standby = { id: crypto.randomUUID(), userId, eventId: evening.eventId, standby: true };
    await club.db.insert(bookings).values({ ...standby, createdAt: new Date(1) });
    const host = await openHostLink(club, evening.eventId);
    const refill = async () => {
      await club.db
        .update(tables)
        .set({ seatFreedAt: new Date() })
        .where(eq(tables.id, table?.id ?? ""));
      await runJob("refillTables", createJobContext(club), new Date());
      const [found] = await club.db.select().from(bookings).where(eq(bookings.id, standby.id));
      return found?.tableId ?? null;
    };
    await host.post({ intent: `newcomers:${table?.id}` });
    expect(await refill()).toBeNull();
    await host.post({ intent: `open:${table?.id}` });
    expect(await refill()).toBe(table?.id);
  });

  test("shows who moves where, moves them all, and can be opened again", async () => {
    const evening = await createEvening(club, [[3, 3, 4]]);
    const [one] = evening.tables;
    const host = await openHostLink(club, evening.eventId);
    const page = await parsePage(await host.get({ view: "close", table: "1" }));
    expect(readText(page)).toMatch(/moves? to table [23]\./);
    const plan = page.querySelector("[name=plan]")?.getAttribute("value") ?? "";
    expect(location(await host.post({ intent: `empty:${one?.id}`, plan: "another" })).get("done")).toBe(
      "changed",
    );
    expect((await listSeats(club, evening)).Anna).toBe(1);
    const answers = await inParallel(Array.from({ length: 10 }), () =>
      host.post({ intent: `empty:${one?.id}`, plan }),
    );
    expect(answers.filter((answer) => location(answer).get("done") === "emptied")).toHaveLength(10);
    const seats = await listSeats(club, evening);
    expect(["Anna", "Bence", "Clara"].map((name) => seats[name]).sort()).toEqual([2, 2, 3]);
    expect(await countEmails(club, evening.eventId, "booking-confirmed")).toBe(3);
    expect(await readPageText(await host.get())).toContain("Closed. Nobody sits here.");
    const readTable = async () =>
      (
        await club.db
          .select()
          .from(tables)
          .where(eq(tables.id, one?.id ?? ""))
      )[0];
    // Otherwise the club would make another table in its place.
    expect(await readTable()).toMatchObject({ keepsPlace: true });
    for (let i = 0; i < 2; i++)
      expect(location(await host.post({ intent: `open:${one?.id}` })).get("done")).toBe("opened");
    expect(await readTable()).toMatchObject({ closedAt: null, closedToNewcomersAt: null, keepsPlace: false });
  });

  test("can be taken back once dinner has begun: people can sit at the empty table again", async () => {
    const evening = await createEvening(club, [[2, 3]]);
    const [one, other] = evening.tables;
    const [anna] = evening.guests;
    const host = await openHostLink(club, evening.eventId);
    const page = await parsePage(await host.get({ view: "close", table: "1" }));
    const plan = page.querySelector("[name=plan]")?.getAttribute("value") ?? "";
    await host.post({ intent: `empty:${one?.id}`, plan });
    expect(await readPageText(await host.get())).not.toContain("Open again");
    const moveBack = () =>
      host.post({ intent: `move:${anna?.bookingId}`, from: other?.id ?? "", to: one?.id ?? "" });
    await host.post({ intent: `open:${one?.id}` });
    expect(location(await moveBack()).get("done"), "before dinner nobody is seated alone").toBe("changed");
    await moveEvening(club, evening.eventId, -10);
    await host.post({ intent: `empty:${one?.id}`, plan: "" });
    expect(await readPageText(await host.get())).toContain("Open again");
    await host.post({ intent: `open:${one?.id}` });
    expect(await readPageText(await host.get({ view: "move", table: "2" }))).toContain("Anna to table 1");
    expect(location(await moveBack()).get("done")).toBe("moved");
    expect((await listSeats(club, evening)).Anna).toBe(1);
  });

  test("is refused in words where somebody has no seat elsewhere", async () => {
    const evening = await createEvening(club, [[4, 3]]);
    const host = await openHostLink(club, evening.eventId);
    const page = await readPageText(await host.get({ view: "close", table: "1" }));
    expect(page).toMatch(/Not possible: .+ have no seat at another table\./);
    expect(page).toContain("Don’t seat anyone else");
    await host.post({ intent: `empty:${evening.tables[0]?.id}`, plan: "" });
    expect(Object.values(await listSeats(club, evening))).toEqual([1, 1, 1, 1, 2, 2, 2]);
  });

  test("by the club can’t be undone by the host", async () => {
    const evening = await createEvening(club, [[3, 3]]);
    const [one] = evening.tables;
    await club.db
      .update(tables)
      .set({ closedAt: new Date(5) })
      .where(eq(tables.id, one?.id ?? ""));
    const host = await openHostLink(club, evening.eventId);
    const page = await readPageText(await host.get());
    expect(page).toContain("We closed this table.");
    expect(page).not.toContain("Open again");
    await host.post({ intent: `open:${one?.id}` });
    const [table] = await club.db
      .select()
      .from(tables)
      .where(eq(tables.id, one?.id ?? ""));
    expect(table?.closedAt).toEqual(new Date(5));
  });
});

describe("a message", () => {
  test("is shown as it will go out, and goes once to everybody who dines there", async () => {
    const evening = await createEvening(club, [[3, 2], [4]]);
    const host = await openHostLink(club, evening.eventId);
    const text = "We are in the back room.\r\n<b>The bell</b> is on the left.";
    const page = await parsePage(await host.post({ intent: "preview", text }, { view: "message" }));
    const shown = readText(page);
    expect(shown).toContain("Email to all 5 guests");
    const id = page.querySelector("[name=id]")?.getAttribute("value") ?? "";
    const sent = page.querySelector("[name=text]")?.getAttribute("value") ?? "";
    expect(await countEmails(club, evening.eventId, "host-message")).toBe(0);
    await inParallel(Array.from({ length: 50 }), () => host.post({ intent: "send", id, text: sent }));
    expect(await countEmails(club, evening.eventId, "host-message")).toBe(5);
    const [email] = (await readOutbox(club)).filter(({ kind }) => kind === "host-message");
    for (const line of ["We are in the back room.", "<b>The bell</b> is on the left."]) {
      expect(email?.text).toContain(line);
      expect(shown).toContain(line);
    }
    expect(email?.html).not.toContain("<b>The bell");
    expect(email?.text).toMatch(/The host at Vendéglő \d+ sent this/);
    const data = await club.db
      .select({ data: outbox.data })
      .from(outbox)
      .where(eq(outbox.kind, "host-message"));
    expect(JSON.stringify(data)).not.toContain("back room");
  });

  test("goes out three times an evening at most, through whatever link", async () => {
    const evening = await createEvening(club, [[2], [2]]);
    const [one, second, elsewhere] = [
      await openHostLink(club, evening.eventId),
      await openHostLink(club, evening.eventId, { email: "host@venue.example" }),
      await openHostLink(club, evening.eventId, { venue: 1 }),
    ];
    const send = (host: typeof one, text: string) =>
      host.post({ intent: "send", id: crypto.randomUUID(), text });
    const answers = await inParallel(Array.from({ length: 12 }), (_) => send(one, "Hello"));
    expect(answers.filter((answer) => location(answer).get("done") === "sent")).toHaveLength(3);
    expect(location(await send(second, "Hello")).get("done")).toBe("not sent");
    expect(location(await send(elsewhere, "Hello")).get("done")).toBe("sent");
    expect(await countEmails(club, evening.eventId, "host-message")).toBe(8);
  });

  test("that is empty or too long is sent back with what was typed", async () => {
    const evening = await createEvening(club, [[2]]);
    const host = await openHostLink(club, evening.eventId);
    const long = "x".repeat(501);
    const page = await parsePage(await host.post({ intent: "preview", text: long }, { view: "message" }));
    expect(readAlerts(page)).toEqual(["Use at most 500 characters."]);
    expect(page.querySelector("textarea")?.textContent.trim()).toBe(long);
    expect(
      readAlerts(
        await parsePage(await host.post({ intent: "preview", text: " \u200b " }, { view: "message" })),
      ),
    ).toEqual(["Write what your guests should know."]);
    expect((await host.post({ intent: "send", id: crypto.randomUUID(), text: long })).status).toBe(400);
    expect(await club.db.$count(hostMessages, eq(hostMessages.linkId, host.linkId))).toBe(0);
  });

  test("is forgotten a month later, and so is the host’s address", async () => {
    const { deleteOldMessages } = await import("#app/models/host/host-messages.server.ts");
    const { forgetHosts, listHostLinks } = await import("#app/models/host/host-links.server.ts");
    const later = (days: number) => new Date(Date.now() + hourMs + days * 24 * hourMs);
    // After 400 days, because no job ran for a year.
    for (const [days, isKept] of [
      [29, true],
      [31, false],
      [400, false],
    ] as const) {
      const evening = await createEvening(club, [[2]]);
      const host = await openHostLink(club, evening.eventId, { email: "host@venue.example" });
      await host.post({ intent: "send", id: crypto.randomUUID(), text: "Hello" });
      await deleteOldMessages(club.db, later(days));
      await forgetHosts(club.db, later(days));
      const [link] = await listHostLinks(club.db, evening.eventId);
      expect(link?.email).toBe(isKept ? "host@venue.example" : null);
      expect(await club.db.$count(hostMessages, eq(hostMessages.linkId, host.linkId))).toBe(Number(isKept));
    }
  });
});
