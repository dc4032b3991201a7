import { ne, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "#app/db/client.server.ts";
import { outbox } from "#app/db/schema.ts";
import { listTables } from "#app/models/booking/tables.server.ts";
import { cancel } from "#app/models/booking/transitions.server.ts";
import { openClub } from "#tests/support/club.ts";
import { readOutbox } from "#tests/support/emails.ts";
import { bookForDiners, createEvent, insertDinersWithAnswers, nameDiners } from "#tests/support/events.ts";
import { runJob } from "#tests/support/jobs.ts";
import { connectOps, failure } from "#tests/support/ops.ts";
import { planDropOut, planTableClosing } from "#tests/support/reseating.ts";
import { wrapDatabase } from "#tests/support/wrap-database.ts";

const club = openClub();
const ops = connectOps(club);

const refill = () => runJob("refillTables", { db: club.db, env: {} as Env }, new Date());
/** Without those to who keeps a seat and gets somebody new at the table. */
const listEmails = () => club.db.select().from(outbox).where(ne(outbox.kind, "table-changed"));

const cancelDiners = async (diners: { bookingId: string; userId: string }[]) => {
  for (const { bookingId, userId } of diners)
    await cancel(club.db, { id: bookingId, userId, now: new Date() });
};

async function findTable(eventId: string, number: number) {
  const table = (await listTables(club.db, eventId)).find((each) => each.number === number);
  if (!table) throw new Error("No such table");
  return table;
}

/** Two tables of five; at the first, two diners have canceled. */
async function makeTwoTables(): Promise<string> {
  const eventId = await createEvent(club, { hoursFromNow: 100, capacity: 10 });
  await bookForDiners(club, await insertDinersWithAnswers(club, 10), eventId);
  await ops.json("match", "run", eventId, "--yes");
  await nameDiners(club, eventId);
  await cancelDiners((await findTable(eventId, 1)).diners.slice(0, 2));
  await club.binding.exec("DELETE FROM outbox");
  return eventId;
}

test("table close moves diners to free seats or to standby, with one email each, and nobody sits there again", async () => {
  const eventId = await makeTwoTables();
  const [first, second] = [await findTable(eventId, 1), await findTable(eventId, 2)];
  const [avoiding] = second.diners;
  await ops.json("avoid", "add", avoiding?.userId ?? "", first.diners[0]?.userId ?? "");
  const before = await ops.hashRows();
  const dryRun = await ops.run("table", "close", eventId, "2", "--dry-run");
  expect(dryRun.out).toMatch(
    /^Would close table 2 of .+ for good: 2 of 5 diners sit elsewhere: N\d and N\d; 3 go on standby: N\d, N\d and N\d; 8 emails to diners\. Nothing was changed\.\n$/m,
  );
  expect(dryRun.out).toMatch(/^ {2}.+, table 1: \w+, \w+, joining \w+, \w+, \w+$/m);
  expect(dryRun.out).toMatch(
    /^Without a seat \(3\)\n {2}\w+, \w+, \w+\n {4}No other seat suits them\. They are on standby\.$/m,
  );
  expect(dryRun.out).toMatch(/^As \w+ reads it:\nYou’re at table 1 (tonight|today|on \w+)\n/m);
  expect((await ops.run("table", "close", eventId, "2")).err).toContain("add --yes to confirm");
  expect(await ops.run("table", "close", eventId, "3", "--yes")).toEqual(
    failure(3, "There is no table 3 at this event: see match show."),
  );
  expect(await ops.run("table", "close", eventId, "4001")).toEqual(
    failure(2, "number is a whole number from 1 to 4000."),
  );
  expect(await ops.hashRows()).toBe(before);

  const closed = await ops.run("table", "close", eventId, "2", "--yes");
  expect(closed.out).toMatch(
    /^Table 2 is closed\. 2 diners sit elsewhere, 3 without a seat: N\d, N\d, N\d\. No address of a host: .+\n$/,
  );
  const seated = (await findTable(eventId, 1)).diners.map(({ userId }) => userId);
  expect(seated).toHaveLength(5);
  expect(seated).not.toContain(avoiding?.userId);
  const placeOf = (userId: string) => (seated.includes(userId) ? "booking-confirmed" : "on-standby");
  expect((await listEmails()).map(({ kind, to }) => `${to} ${kind}`).sort()).toEqual(
    second.diners.map(({ userId }) => `${userId}@x.y ${placeOf(userId)}`).sort(),
  );
  for (const { subject } of await readOutbox(club))
    expect(subject).toMatch(
      /^You’re at table 1 |has fewer tables for us than planned: you’re on standby$|^\S+ is new at your table/,
    );
  expect(await ops.run("table", "close", eventId, "2", "--yes")).toEqual(
    failure(4, "Table 2 is already closed."),
  );

  expect((await ops.run("table", "show", eventId, "2")).out).toMatch(/^Closed .+\.\nNobody sits/);
  const shown = await ops.run("match", "show", eventId);
  expect(shown.out).toContain("\nTable 2, closed: nobody\nStandby: ");
  expect(shown.out).toMatch(/Standby: \w+ \(table closed\), booking/);
  expect(shown.out).toContain("Table 2 was closed.");
  expect(await ops.json("sheet", eventId)).toMatchObject({
    sheets: [{ people: 5, tables: [{ number: 1 }] }],
  });
  expect((await ops.run("booking", "list", eventId)).out).toContain("standby: table closed");
  const standby = (await ops.json("match", "show", eventId)).standby;
  expect(standby).toHaveLength(3);
  expect(await ops.run("booking", "confirm", standby[0].bookingId, "--table", "2", "--yes")).toEqual(
    failure(4, "Table 2 is closed."),
  );
  const { tables, bookings } = await ops.json("event", "show", eventId);
  expect(tables).toEqual({ open: 1, closed: [2], withFreeSeats: [], walkIns: 0 });
  expect(bookings.standbyReasons).toEqual({ "table closed": 3 });

  await refill();
  await cancelDiners((await findTable(eventId, 1)).diners.slice(0, 2));
  await refill();
  await refill();
  expect((await findTable(eventId, 1)).diners.length).toBeGreaterThan(3);
  expect((await findTable(eventId, 2)).diners).toEqual([]);
});

test("a table is closed once and whole, also where the process is killed, and not where its diners changed", async () => {
  const eventId = await makeTwoTables();
  const now = new Date();
  const old = await planTableClosing(club.db, eventId, 2, now);
  await cancelDiners((await findTable(eventId, 2)).diners.slice(0, 1));
  await club.binding.exec("DELETE FROM outbox");
  expect(await old.apply()).toBe(false);
  expect((await findTable(eventId, 2)).closedAt).toBeNull();
  const { apply } = await planTableClosing(club.db, eventId, 2, now);
  const withoutAnswer = wrapDatabase(club.binding, async (call) => {
    await call();
    throw new Error("No answer");
  });
  await expect(apply(openDatabase(withoutAnswer))).rejects.toThrow("No answer");
  const again = await Promise.all(Array.from({ length: 10 }, () => apply()));
  expect(again.filter(Boolean)).toEqual([]);
  expect(await findTable(eventId, 2)).toMatchObject({ diners: [], closedAt: now });
  expect((await findTable(eventId, 1)).diners).toHaveLength(5);
  expect(await listEmails()).toHaveLength(4);
  await club.binding.exec("DELETE FROM outbox");
});

test("of a venue that drops out and a table that is closed, one gets the last free table of another venue", async () => {
  const eventId = await createEvent(club, { venueTables: [1, 1, 1] });
  await bookForDiners(club, await insertDinersWithAnswers(club, 10), eventId);
  await ops.json("match", "run", eventId, "--yes");
  await club.binding.exec("DELETE FROM outbox");
  const tables = await listTables(club.db, eventId);
  expect(tables).toHaveLength(2);
  const now = new Date();
  const [first, second] = [
    await planDropOut(club.db, eventId, tables[0]?.venueId ?? "", now),
    await planTableClosing(club.db, eventId, tables[1]?.number ?? 0, now),
  ];
  const venueIds = [first, second].map(({ plan }) => plan.places.map(({ venueId }) => venueId));
  expect(venueIds[0]).toEqual(venueIds[1]);
  const done = await Promise.all([first.apply(), second.apply()]);
  expect(done.filter(Boolean)).toHaveLength(1);
  const seated = (await listTables(club.db, eventId)).filter(({ diners }) => diners.length > 0);
  expect(seated.map(({ diners }) => diners.length)).toEqual([5, 5]);
  expect(new Set(seated.map(({ venueId }) => venueId)).size).toBe(2);
  expect(await listEmails()).toHaveLength(5);
  await club.binding.exec("DELETE FROM outbox");
});

test("table close refuses events without tables, and canceled and past ones", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 200 });
  const close = async () => (await ops.run("table", "close", eventId, "1", "--yes")).err;
  expect(await close()).toContain("are not made yet: change their number with event venues.");
  await ops.json("event", "cancel", eventId, "--yes");
  expect(await close()).toContain("is canceled.");
  await club.db.run(sql`UPDATE events SET canceled_at = NULL, date = 2, closes_at = 1 WHERE id = ${eventId}`);
  expect(await close()).toContain("is in the past.");
});
