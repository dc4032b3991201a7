import { eq, inArray, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { bookings } from "#app/db/schema/booking.ts";
import { tableTerms } from "#app/db/schema/seating.ts";
import { tables } from "#app/db/schema.ts";
import { listTableChanges } from "#app/models/booking/table-changes.server.ts";
import { openClub } from "#tests/support/club.ts";
import {
  countEmails,
  createEvening,
  type Guest,
  idsOf,
  listSeats,
  moveEvening,
  openHostLink,
  searchOf,
} from "#tests/support/evenings.ts";
import { insertDinersWithAnswers } from "#tests/support/events.ts";
import { parsePage, readPageText, readText } from "#tests/support/html.ts";
import { inParallel } from "#tests/support/in-parallel.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";

const club = openClub();

const avoid = (one: string, other: string) =>
  club.binding
    .prepare("INSERT INTO avoidances (user_id, other_id, created_at) VALUES (?, ?, 1)")
    .bind(...[one, other].sort())
    .run();

describe("moving somebody", () => {
  test("shows only tables with a seat that fits, and does what was shown", async () => {
    const evening = await createEvening(club, [[5, 4, 4, 5], [3]]);
    const [from, free, withEnemy] = evening.tables;
    const [anna] = from?.guests ?? [];
    if (!anna || !from || !free || !withEnemy) throw new Error("No table");
    await avoid(anna.userId, withEnemy.guests[0]?.userId ?? "");
    const host = await openHostLink(club, evening.eventId);
    const page = await readPageText(await host.get({ view: "move", table: "1" }));
    expect(page.match(/to table \d, Anna/g)).toEqual(["to table 2, Anna"]);
    expect(page.match(/to table \d, Bence/g)).toEqual(["to table 2, Bence", "to table 3, Bence"]);
    const step = await readPageText(
      await host.get({ view: "move", table: "1", booking: anna.bookingId, to: "2" }),
    );
    expect(step).toContain("Move Anna to table 2?");
    expect(step).toContain("Table 1 then has 4 people, and table 2 has 5 people. Anna gets an email.");
    const move = (to: string) => host.post({ intent: `move:${anna.bookingId}`, from: from.id, to });
    expect(searchOf(await move(withEnemy.id)).get("done")).toBe("changed");
    expect(searchOf(await move(evening.tables[4]?.id ?? "")).get("done")).toBe("changed");
    expect((await listSeats(club, evening)).Anna).toBe(1);
    const answers = await inParallel(Array.from({ length: 20 }), () => move(free.id));
    // A host who presses twice is told that it is done.
    expect(answers.filter((answer) => searchOf(answer).get("done") === "moved")).toHaveLength(20);
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
    const full = await readPageText(await host.get({ view: "move", table: "2" }));
    expect(full).not.toContain("to table 1");
    expect(full.split("no other table here has a seat for them")).toHaveLength(2);
    const missing = idsOf([...(one?.guests.slice(3) ?? []), ...absent]);
    expect(searchOf(await host.post({ intent: "missing", missing })).get("done")).toBe("missing");
    expect(await readPageText(await host.get({ view: "move", table: "2" }))).toContain("to table 1");
    const page = await parsePage(await host.get({ view: "close", table: "2" }));
    expect(readText(page)).toContain(`${alone?.name} moves to table 1.`);
    const plan = page.querySelector("[name=plan]")?.getAttribute("value") ?? "";
    expect(searchOf(await host.post({ intent: `empty:${other?.id}`, plan })).get("done")).toBe("emptied");
    expect((await listSeats(club, evening))[alone?.name ?? ""]).toBe(1);
  });

  test("before dinner moves each of them three times, since each move is an email", async () => {
    const evening = await createEvening(club, [[4, 4]]);
    const [one, other] = evening.tables;
    const [anna] = one?.guests ?? [];
    const host = await openHostLink(club, evening.eventId);
    const outcomes: (string | null)[] = [];
    const move = async (i: number) => {
      const [from, to] = i % 2 === 0 ? [one, other] : [other, one];
      const form = { intent: `move:${anna?.bookingId}`, from: from?.id ?? "", to: to?.id ?? "" };
      outcomes.push(searchOf(await host.post(form)).get("done"));
    };
    for (let i = 0; i < 4; i++) await move(i);
    expect(outcomes).toEqual(["moved", "moved", "moved", "moved often"]);
    expect(await countEmails(club, evening.eventId, "booking-confirmed")).toBe(3);
    expect(await readPageText(await host.get({ done: "moved often" }))).toContain(
      "moved them 3 times already",
    );
    // Nor by closing the table where they sit.
    const page = await parsePage(await host.get({ view: "close", table: "2" }));
    const plan = page.querySelector("[name=plan]")?.getAttribute("value") ?? "";
    await host.post({ intent: `empty:${other?.id}`, plan });
    expect((await listSeats(club, evening)).Anna).toBe(2);
    await moveEvening(club, evening.eventId, -10);
    for (let i = 1; i < 4; i++) await move(i);
    expect(outcomes.slice(4)).toEqual(["moved", "moved", "moved"]);
    expect(await countEmails(club, evening.eventId, "booking-confirmed")).toBe(3);
  });

  test("doesn’t tell who avoids whom, not even by saying that somebody didn’t come", async () => {
    const evening = await createEvening(club, [[4, 4, 3]], { minutesFromNow: -30 });
    const [one, other] = evening.tables;
    const [anna, bence] = one?.guests ?? [];
    const absent = other?.guests[0];
    await avoid(anna?.userId ?? "", absent?.userId ?? "");
    // Bence has met the same person: to a host that looks alike.
    const past = await createEvening(club, [[2]], { minutesFromNow: -10_000 });
    for (const [i, userId] of [bence?.userId, absent?.userId].entries())
      await club.db
        .update(bookings)
        .set({ userId: userId ?? "" })
        .where(eq(bookings.id, past.guests[i]?.bookingId ?? ""));
    const host = await openHostLink(club, evening.eventId);
    const listMoves = async () => {
      const page = await readPageText(await host.get({ view: "move", table: "1" }));
      return page.match(/to table \d, (Anna|Bence)/g);
    };
    expect(await listMoves()).toEqual(["to table 3, Anna", "to table 3, Bence"]);
    await host.post({ intent: "missing", missing: absent?.bookingId ?? "" });
    expect(await listMoves()).toEqual(["to table 3, Anna", "to table 3, Bence"]);
    const page = await readPageText(await host.get({ view: "close", table: "1" }));
    expect(page).toMatch(/(Clara and Dániel|Dániel and Clara) move to table 2/);
    for (const guest of [anna, bence]) {
      const form = { intent: `move:${guest?.bookingId}`, from: one?.id ?? "", to: other?.id ?? "" };
      expect(searchOf(await host.post(form)).get("done")).toBe("changed");
    }
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
  test("moves a guest to where they have company", async () => {
    const evening = await createEvening(club, [[1, 3, 3]]);
    const last = evening.tables[2]?.guests ?? [];
    const answer = (guests: Guest[], questionId: number, choice: number) =>
      club.db.run(sql`INSERT INTO user_answers (user_id, question_id, answer_ids)
        SELECT user_id, ${questionId}, ${JSON.stringify([choice])} FROM bookings
        WHERE id IN (SELECT value FROM json_each(${JSON.stringify(idsOf(guests))}))
        ON CONFLICT (user_id, question_id) DO UPDATE SET answer_ids = excluded.answer_ids`);
    await answer(evening.guests, 16, 2);
    await answer([...(evening.tables[0]?.guests ?? []), ...last.slice(0, 1)], 16, 1);
    await answer(last, 8, 2);
    // Their drinks would count for likeness too.
    await club.db.run(sql`UPDATE quiz_questions SET weight = 0 WHERE id = 16`);
    const host = await openHostLink(club, evening.eventId);
    for (const [company, number] of [
      [0, 2],
      [3.5, 3],
    ] as const) {
      await club.db.update(tableTerms).set({ company });
      expect(await readPageText(await host.get({ view: "close", table: "1" }))).toContain(
        `Anna moves to table ${number}.`,
      );
    }
    await club.db.run(sql`UPDATE quiz_questions SET weight = 4 WHERE id = 16`);
  });

  test("never moves one of two who belong together alone", async () => {
    const evening = await createEvening(club, [[3, 3, 3]]);
    const [one, , last] = evening.tables;
    const [, bence, clara] = one?.guests ?? [];
    await club.db
      .update(bookings)
      .set({ togetherId: "pair" })
      .where(inArray(bookings.id, [bence?.bookingId ?? "", clara?.bookingId ?? ""]));
    const host = await openHostLink(club, evening.eventId);
    const read = async (view: string) => readPageText(await host.get({ view, table: "1" }));
    expect(await read("close")).toMatch(/(Bence and Clara|Clara and Bence) move to table [23]\./);
    await moveEvening(club, evening.eventId, -10);
    const page = await read("move");
    expect(page.match(/to table \d, (Anna|Bence|Clara)/g)).toEqual(["to table 2, Anna", "to table 3, Anna"]);
    expect(page).toContain("Can’t move alone. If you empty the table, everybody moves.");
    const form = { intent: `move:${bence?.bookingId}`, from: one?.id ?? "", to: last?.id ?? "" };
    expect(searchOf(await host.post(form)).get("done")).toBe("changed");
    expect((await listSeats(club, evening)).Bence).toBe(1);
  });

  test("to newcomers keeps who sits there, and gives nobody a seat there until it is opened again", async () => {
    const evening = await createEvening(club, [[4, 4]]);
    const [one, other] = evening.tables;
    const host = await openHostLink(club, evening.eventId);
    expect(searchOf(await host.post({ intent: `newcomers:${one?.id}` })).get("done")).toBe("no newcomers");
    const [card] = (await parsePage(await host.get())).querySelectorAll("section").map(readText);
    expect(card).toContain("We won’t seat anybody else here.");
    expect(card).toMatch(/Open again\s*Empty this table\s*Move somebody/);
    expect(card).not.toContain("Close this table");
    expect(await readPageText(await host.get({ view: "close", table: "1" }))).toContain(
      "Table 1 can’t be emptied",
    );
    const move = () =>
      host.post({ intent: `move:${other?.guests[0]?.bookingId}`, from: other?.id ?? "", to: one?.id ?? "" });
    expect(searchOf(await move()).get("done")).toBe("changed");
    expect(searchOf(await host.post({ intent: `open:${one?.id}` })).get("done")).toBe("opened");
    expect(searchOf(await move()).get("done")).toBe("moved");
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
    const standbyId = crypto.randomUUID();
    await club.db.insert(bookings).values({
      id: standbyId,
      userId,
      eventId: evening.eventId,
      standby: true,
      standbyReason: "full",
      createdAt: new Date(1),
    });
    const host = await openHostLink(club, evening.eventId);
    const refill = async () => {
      await club.db
        .update(tables)
        .set({ seatFreedAt: new Date() })
        .where(eq(tables.id, table?.id ?? ""));
      await runJob("refillTables", createJobContext(club), new Date());
      const [found] = await club.db.select().from(bookings).where(eq(bookings.id, standbyId));
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
    expect(searchOf(await host.post({ intent: `empty:${one?.id}`, plan: "another" })).get("done")).toBe(
      "changed",
    );
    expect((await listSeats(club, evening)).Anna).toBe(1);
    const answers = await inParallel(Array.from({ length: 10 }), () =>
      host.post({ intent: `empty:${one?.id}`, plan }),
    );
    expect(answers.filter((answer) => searchOf(answer).get("done") === "emptied")).toHaveLength(10);
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
      expect(searchOf(await host.post({ intent: `open:${one?.id}` })).get("done")).toBe("opened");
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
    expect(searchOf(await moveBack()).get("done"), "before dinner nobody is seated alone").toBe("changed");
    await moveEvening(club, evening.eventId, -10);
    await host.post({ intent: `empty:${one?.id}`, plan: "" });
    expect(await readPageText(await host.get())).toContain("Open again");
    await host.post({ intent: `open:${one?.id}` });
    expect(await readPageText(await host.get({ view: "move", table: "2" }))).toContain("to table 1, Anna");
    expect(searchOf(await moveBack()).get("done")).toBe("moved");
    expect((await listSeats(club, evening)).Anna).toBe(1);
  });

  test("is refused in words where somebody has no seat elsewhere", async () => {
    const evening = await createEvening(club, [[4, 3]]);
    const host = await openHostLink(club, evening.eventId);
    const page = await readPageText(await host.get({ view: "close", table: "1" }));
    expect(page).toMatch(/Not possible: .+ have no seat at another table\./);
    expect(page).toContain("Close for new diners");
    await host.post({ intent: `newcomers:${evening.tables[0]?.id}` });
    const closed = await readPageText(await host.get({ view: "close", table: "1" }));
    expect(closed).toContain("Table 1 can’t be emptied");
    expect(closed).not.toMatch(/Empty table 1\?|open it again/);
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
