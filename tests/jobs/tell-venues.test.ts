import { and, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { openDatabase } from "#app/db/client.server.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { events, eventVenues } from "#app/db/schema/event.ts";
import { venues } from "#app/db/schema/venue.ts";
import { outbox, tables } from "#app/db/schema.ts";
import { sendDueEmails } from "#app/emails/send-emails.server.ts";
import { tellVenues } from "#app/models/sheet/sheets.server.ts";
import { openClub } from "#tests/support/club.ts";
import { CrashError, crashAtCall } from "#tests/support/crashing-database.ts";
import { emailEnv } from "#tests/support/emails.ts";
import { type Evening, type Guest, moveEvening } from "#tests/support/evenings.ts";
import { venueOf } from "#tests/support/events.ts";
import { createJobContext } from "#tests/support/jobs.ts";
import { answer, createSheetEvening, readSheets, tell } from "#tests/support/sheets.ts";
import { wrapDatabase } from "#tests/support/wrap-database.ts";

const club = openClub();

const cancel = (guest: Guest | undefined) =>
  club.db
    .update(bookings)
    .set({ canceled: true, canceledAt: new Date() })
    .where(eq(bookings.id, guest?.bookingId ?? ""));

const guestsOf = (evening: Evening, table: number) => evening.tables[table]?.guests ?? [];

describe("a restaurant", () => {
  test("is told once who comes: numbers at its own tables, diets as people, what is free, and nobody's name", async () => {
    const evening = await createSheetEvening(club, [[5, 4], [3]]);
    const [anna, bence, clara] = guestsOf(evening, 0) as [Guest, Guest, Guest];
    await answer(club, anna, 11, [2]);
    await answer(club, anna, 12, [1, 2]);
    await answer(club, bence, 11, [1]);
    await answer(club, clara, 11, [1]);
    await answer(club, guestsOf(evening, 1)[0] as Guest, 25, [1]);
    await answer(club, guestsOf(evening, 2)[0] as Guest, 11, [3]);
    await club.db.update(eventVenues).set({ tables: 3 }).where(eq(eventVenues.eventId, evening.eventId));
    await tell(club);
    await tell(club, 6);
    const [email, other] = await readSheets(club, evening.email);
    expect(other).toBeUndefined();
    expect(email?.subject).toMatch(/^9 people on \p{L}+day, /u);
    const text = email?.text ?? "";
    expect(text).toContain("people at two tables");
    expect(text).toMatch(/As of \p{L}+day, \d{1,2}:\d\d [AP]M\.\n/u);
    expect(text).toContain("Table 12 (our 1): 5 people\n2 people: vegetarian\n1 person: vegan, allergic to ");
    expect(text).toContain("Table 14 (our 2): 4 people\n1 person can’t climb steps");
    expect(text).toContain("Table T3: Free. Nobody sits there.");
    expect(text).not.toContain("hanged");
    for (const { name } of evening.guests) expect(text).not.toContain(name);
    const [theirs] = await readSheets(club, evening.emails[1] ?? "");
    expect(theirs?.subject).toMatch(/^3 people on /);
    expect(theirs?.text).toContain("people at one table");
    expect(theirs?.text).not.toContain("allergic");
  });

  test("is told what changed, in words, once things have been so for no less than 15 minutes since the last email", async () => {
    const evening = await createSheetEvening(club, [[5, 5]]);
    await tell(club);
    await cancel(guestsOf(evening, 0)[0]);
    await answer(club, guestsOf(evening, 1)[0] as Guest, 11, [2]);
    await tell(club, 6);
    await tell(club, 14);
    expect(await readSheets(club, evening.email)).toHaveLength(1);
    await tell(club, 20);
    await tell(club, 26);
    const [email, ...rest] = await readSheets(club, evening.email);
    expect(rest).toHaveLength(1);
    expect(email?.subject).toMatch(/^Changed: 9 people on /);
    expect(email?.text).toMatch(/Two lines are new since \p{L}+day, \d/u);
    expect(email?.text).toContain("4 people\nChanged: one fewer (before: 5 people)");
    expect(email?.text).toContain("5 people\nChanged: other food or needs\n1 person: vegan");
  });

  test("is not told what has gone back to what it knows", async () => {
    const evening = await createSheetEvening(club, [[5]]);
    await tell(club);
    const [anna] = guestsOf(evening, 0) as [Guest];
    await cancel(anna);
    await tell(club, 6);
    await club.db
      .update(bookings)
      .set({ canceled: false, canceledAt: null })
      .where(eq(bookings.id, anna.bookingId));
    await tell(club, 30);
    expect(await readSheets(club, evening.email)).toHaveLength(1);
  });

  test("keeps the name of a table when another one is freed, and hears which one", async () => {
    const evening = await createSheetEvening(club, [[4, 4]]);
    await club.db.update(eventVenues).set({ tables: 2 }).where(eq(eventVenues.eventId, evening.eventId));
    await tell(club);
    for (const guest of guestsOf(evening, 0)) await cancel(guest);
    await club.db
      .update(tables)
      .set({ closedAt: new Date() })
      .where(eq(tables.id, evening.tables[0]?.id ?? ""));
    await tell(club, 20);
    const [email] = await readSheets(club, evening.email);
    expect(email?.text).toContain("Table 14 (our 2): 4 people");
    expect(email?.text).toContain("Table 12: Free. Nobody sits there.\nChanged: free now (before: 4 people)");
  });

  test("hears of another time, and that nobody comes anymore", async () => {
    const evening = await createSheetEvening(club, [[5], [5]]);
    await tell(club);
    await moveEvening(club, evening.eventId, 41 * 60);
    await tell(club, 20);
    const [moved] = await readSheets(club, evening.email);
    expect(moved?.text).toContain("Changed: it was planned for ");
    const leaves = and(
      eq(eventVenues.eventId, evening.eventId),
      eq(eventVenues.venueId, venueOf(evening.eventId)),
    );
    await club.db.delete(eventVenues).where(leaves);
    await club.db
      .update(bookings)
      .set({ tableId: null })
      .where(eq(bookings.tableId, evening.tables[0]?.id ?? ""));
    await tell(club, 40);
    const [left] = await readSheets(club, evening.email);
    expect(left?.subject).toMatch(/^Changed: Nobody comes on /);
    expect(left?.text).toContain("this dinner isn’t at your restaurant anymore");
    await club.db.update(events).set({ canceledAt: new Date() }).where(eq(events.id, evening.eventId));
    await tell(club, 60);
    const [canceled] = await readSheets(club, evening.emails[1] ?? "");
    expect(canceled?.subject).toMatch(/^Changed: Nobody comes on /);
    expect(await readSheets(club, evening.email)).toHaveLength(3);
  });

  test("at which nobody sits is told so, too", async () => {
    const evening = await createSheetEvening(club, [[5]]);
    await club.db.update(bookings).set({ tableId: null }).where(eq(bookings.eventId, evening.eventId));
    await tell(club);
    const [email] = await readSheets(club, evening.email);
    expect(email?.text).toContain("Nobody comes to you this time: all of your tables are free.");
    expect(email?.text).toContain("Table 12: Free. Nobody sits there.");
  });

  test("is told only what it wants to know, and nothing once dinner has begun or without an address", async () => {
    const evening = await createSheetEvening(club, [[5]], { sheetFacts: ["diets"], tableNumbers: [] });
    const [anna] = guestsOf(evening, 0) as [Guest];
    await answer(club, anna, 11, [2]);
    await answer(club, anna, 12, [1]);
    await answer(club, anna, 25, [1]);
    await tell(club);
    const [email] = await readSheets(club, evening.email);
    expect(email?.text).toContain("Table 1: 5 people\n1 person: vegan\n");
    expect(email?.text).not.toMatch(/allergic|steps/);
    await cancel(anna);
    await tell(club, 41 * 60);
    const without = await createSheetEvening(club, [[5]]);
    await club.db
      .update(venues)
      .set({ email: null })
      .where(eq(venues.id, venueOf(without.eventId)));
    await tell(club, 20);
    expect(await readSheets(club, without.email)).toHaveLength(0);
    const before = await createSheetEvening(club, [[5]]);
    await club.db.update(events).set({ matchedAt: null }).where(eq(events.id, before.eventId));
    await tell(club);
    expect(await readSheets(club, before.email)).toHaveLength(0);
  });

  test("gets one email from fifty workers, wherever one dies", async () => {
    const evening = await createSheetEvening(club, [[5]]);
    const count = () => club.db.$count(outbox, eq(outbox.to, evening.email));
    for (let callNumber = 1; callNumber <= 4; callNumber++)
      for (const isCallDone of [false, true]) {
        const dying = openDatabase(crashAtCall(club.binding, { callNumber, isCallDone }));
        await tellVenues(dying, evening.eventId, new Date()).catch((error) => {
          if (!(error instanceof CrashError)) throw error;
        });
        expect(await count()).toBeLessThanOrEqual(1);
      }
    await Promise.all(Array.from({ length: 50 }, () => tellVenues(club.db, evening.eventId, new Date())));
    expect(await count()).toBe(1);
  });

  test("hears of a change in the email that still waits, and gets no second one", async () => {
    const evening = await createSheetEvening(club, [[5]]);
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    await tellVenues(club.db, evening.eventId, at(0));
    await cancel(guestsOf(evening, 0)[0]);
    await tellVenues(club.db, evening.eventId, at(20));
    const [email, ...rest] = await readSheets(club, evening.email);
    expect(rest).toEqual([]);
    expect(email?.subject).toMatch(/^4 people on /);
    expect(
      await club.db.all(
        sql`select 1 from sheets where previous is not null and event_id = ${evening.eventId}`,
      ),
    ).toEqual([]);
  });

  test("hears of a change also where the waiting email leaves while it is noted", async () => {
    const evening = await createSheetEvening(club, [[5]]);
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    await tellVenues(club.db, evening.eventId, at(0));
    await cancel(guestsOf(evening, 0)[0]);
    const env = { ...emailEnv, APP_ENV: "local" } as Env;
    let left: string[] = [];
    const slow = wrapDatabase(club.binding, async (call, statements) => {
      if (left.length === 0 && statements.some(({ sql }) => sql.includes('update "sheets"'))) {
        await sendDueEmails({ ...createJobContext(club), env }, at(20), 60_000);
        left = (await readSheets(club, evening.email)).map(({ subject }) => subject);
      }
      return call();
    });
    await tellVenues(openDatabase(slow), evening.eventId, at(20));
    expect(left).toEqual([expect.stringMatching(/^5 people on /)]);
    for (const minutes of [26, 40, 60, 120]) await tell(club, minutes);
    // The outbox shows the first email as it would be written now, so that the second is what counts.
    expect(await readSheets(club, evening.email)).toHaveLength(2);
  });
});
