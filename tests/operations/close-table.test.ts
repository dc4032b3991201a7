import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { outbox } from "#app/db/schema.ts";
import { findEventsToRefill } from "#app/models/booking/due-bookings.server.ts";
import { closeTable, listTables, markRefilled } from "#app/models/booking/tables.server.ts";
import { cancel } from "#app/models/booking/transitions.server.ts";
import { openClub } from "#tests/support/club.ts";
import { bookForDiners, createEvent, insertDinersWithAnswers, nameDiners } from "#tests/support/events.ts";
import { runJob } from "#tests/support/jobs.ts";
import { connectOps, failure } from "#tests/support/ops.ts";

const club = openClub();
const ops = connectOps(club);
const hourMs = 3_600_000;

const refill = () => runJob("refillTables", { db: club.db, env: {} as Env }, new Date());
const listEmails = () => club.db.select().from(outbox);

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
  const eventId = await createEvent(club, { hoursFromNow: 100 });
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
    /^Would close table 2 of .+: \w+ and \w+ move to table 1, \w+, \w+ and \w+ go on standby, and each gets an email\. Nothing was changed\.\n$/m,
  );
  expect(dryRun.out.match(/ (table 1|standby)$/gm)).toHaveLength(5);
  expect((await ops.run("table", "close", eventId, "2")).err).toContain("add --yes to confirm");
  expect(await ops.run("table", "close", eventId, "3", "--yes")).toEqual(
    failure(3, "There is no table 3 at this event: see match show."),
  );
  expect(await ops.run("table", "close", eventId, "4001")).toEqual(
    failure(2, "number is a whole number from 1 to 4000."),
  );
  expect(await ops.hashRows()).toBe(before);

  const closed = await ops.run("table", "close", eventId, "2", "--yes");
  expect(closed.out).toMatch(/^Closed table 2: /);
  const seated = (await findTable(eventId, 1)).diners.map(({ userId }) => userId);
  expect(seated).toHaveLength(5);
  expect(seated).not.toContain(avoiding?.userId);
  const placeOf = (userId: string) => (seated.includes(userId) ? "booking-confirmed" : "on-standby");
  expect((await listEmails()).map(({ kind, to }) => `${to} ${kind}`).sort()).toEqual(
    second.diners.map(({ userId }) => `${userId}@x.y ${placeOf(userId)}`).sort(),
  );
  for (const { data } of await listEmails()) expect(data).toEqual({ reason: "table closed" });
  expect(await ops.run("table", "close", eventId, "2", "--yes")).toEqual(
    failure(4, "Table 2 is already closed."),
  );

  expect((await ops.run("table", "show", eventId, "2")).out).toMatch(/^Closed .+\.\nNobody sits/);
  const shown = await ops.run("match", "show", eventId);
  expect(shown.out).toContain("\nTable 2, closed: nobody\nStandby: ");
  expect(shown.out).toMatch(/Standby: \w+ \(table closed\), booking/);
  expect(shown.out).toContain("Table 2 was closed.");
  expect(await ops.json("sheet", eventId)).toMatchObject({
    sheets: [{ dinerCount: 5, closedTables: [2] }],
  });
  expect((await ops.run("sheet", eventId)).out).toMatch(/\n\nTable 2: closed\n$/);
  expect((await ops.run("booking", "list", eventId)).out).toContain("standby: table closed");
  const standby = (await ops.json("match", "show", eventId)).standby;
  expect(standby).toHaveLength(3);
  expect(await ops.run("booking", "confirm", standby[0].bookingId, "--table", "2", "--yes")).toEqual(
    failure(4, "Table 2 is closed."),
  );
  const { tables, bookings } = await ops.json("event", "show", eventId);
  expect(tables).toEqual({ open: 1, closed: [2], withFreeSeats: [], dinersToMove: 0 });
  expect(bookings.standbyReasons).toEqual({ "table closed": 3 });

  await refill();
  await cancelDiners((await findTable(eventId, 1)).diners.slice(0, 2));
  await refill();
  await refill();
  expect((await findTable(eventId, 1)).diners.length).toBeGreaterThan(3);
  expect((await findTable(eventId, 2)).diners).toEqual([]);
});

test("the cron, or the same command, finishes what an interrupted table close began", async () => {
  for (const finish of ["cron", "command"]) {
    const eventId = await makeTwoTables();
    await refill();
    const { id, number } = await findTable(eventId, 2);
    const now = new Date();
    expect(await closeTable(club.db, { id, eventId, number }, now)).toBe(true);
    expect(await closeTable(club.db, { id, eventId, number }, now)).toBe(false);
    // A refill that had read the tables before.
    await markRefilled(club.db, [{ id, seatFreedAt: now }]);
    expect(await findEventsToRefill(club.db, now)).toContain(eventId);
    expect((await ops.run("sheet", eventId)).err).toContain(
      "Table 2 is closed, and its diners are being moved",
    );
    expect((await ops.run("event", "show", eventId)).out).toContain(
      "\nClosed 1 table: 2\n5 diners still sit at closed tables and are being moved\n",
    );
    if (finish === "cron") await refill();
    else {
      expect((await ops.run("table", "close", eventId, "2", "--dry-run")).out).toContain("finish closing");
      expect((await ops.json("table", "close", eventId, "2", "--yes")).moved).toHaveLength(5);
    }
    expect((await findTable(eventId, 2)).diners).toEqual([]);
    expect((await findTable(eventId, 1)).diners).toHaveLength(5);
    expect(await listEmails()).toHaveLength(5);
    await refill();
    expect(await findEventsToRefill(club.db, new Date(Date.now() + hourMs))).not.toContain(eventId);
  }
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
