import { sql } from "drizzle-orm";
import { afterEach, beforeAll, expect, test } from "vitest";
import { findRecordProblem } from "#app/cli/match-files.ts";
import { openDatabase } from "#app/db/client.server.ts";
import { heartbeats } from "#app/db/schema/health.ts";
import { venues } from "#app/db/schema/venue.ts";
import { refillTables } from "#app/jobs/refill-tables.server.ts";
import { addAvoidance } from "#app/models/account/avoidances.server.ts";
import { findEventsToRefill } from "#app/models/booking/due-bookings.server.ts";
import { listTableChanges } from "#app/models/booking/table-changes.server.ts";
import { listTables } from "#app/models/booking/tables.server.ts";
import { book, cancel } from "#app/models/booking/transitions.server.ts";
import { claimEmailBatch } from "#app/models/outbox/claim-emails.server.ts";
import { loadMatchRecord } from "#app/models/seating/match-records.server.ts";
import { openClub } from "#tests/support/club.ts";
import { crashAtCall } from "#tests/support/crashing-database.ts";
import {
  bookForDiners,
  createCity,
  createEvent,
  insertDinersWithAnswers,
  listBookings,
  newVenue,
  venueOf,
} from "#tests/support/events.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import { closeTable, planVenue } from "#tests/support/reseating.ts";
import { wrapDatabase } from "#tests/support/wrap-database.ts";

const club = openClub();
afterEach(() => club.binding.exec("DELETE FROM outbox"));
const hourMs = 3_600_000;
const [vegetarian, vegan] = [1, 2];

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * hourMs);

/** Only what is marked is due then. */
const setLastSweep = (at: Date) =>
  club.db
    .insert(heartbeats)
    .values({ name: "sweep", at })
    .onConflictDoUpdate({ target: heartbeats.name, set: { at } });
beforeAll(() => setLastSweep(hoursFromNow(200)));

/** The events of these tests are in 150 hours. */
const afterMatching = hoursFromNow(110);

const refill = (now = afterMatching) => runJob("refillTables", createJobContext(club), now);

async function matchEvent(dinerCount: number, { diets = [] as number[], tables = 1 } = {}) {
  const eventId = await createEvent(club, { venueTables: [tables], capacity: 1_000, diets });
  const dinerIds = await insertDinersWithAnswers(club, dinerCount);
  const bookingIds = await bookForDiners(club, dinerIds, eventId);
  await runJob("makeTables", createJobContext(club), hoursFromNow(105));
  await club.binding.exec("DELETE FROM outbox");
  return { eventId, dinerIds, bookingIds };
}

let venueCount = 0;

/** Adds a new venue after the tables are made, and returns its id. */
async function addVenue(eventId: string, tables: number, changes: Partial<typeof venues.$inferInsert> = {}) {
  const venueId = `added-${++venueCount}`;
  await club.db.insert(venues).values(newVenue(venueId, changes));
  await setTables(eventId, venueId, tables);
  return venueId;
}

async function setTables(eventId: string, venueId: string, tables: number) {
  const { apply } = await planVenue(club.db, eventId, { venueId, tables }, { now: new Date() });
  expect(await apply()).toBe(true);
}

const answerDiet = (userId: string, position: number) =>
  club.db.run(
    sql`UPDATE user_answers SET answer_ids = ${JSON.stringify([position])} WHERE user_id = ${userId} AND question_id = 11`,
  );

const listSeatedAt = async (eventId: string, venueId: string) =>
  (await listTables(club.db, eventId))
    .filter((table) => table.venueId === venueId)
    .map(({ diners }) => diners.map(({ userId }) => userId).sort());

const listEmails = async () =>
  (
    await club.db.all<{ kind: string; userId: string; data: string }>(
      sql`SELECT kind, user_id AS userId, data FROM outbox JOIN bookings ON bookings.id = booking_id`,
    )
  ).map(({ kind, userId, data }) => `${kind} ${userId} ${JSON.parse(data).reason}`);

const emailsAbout = (userIds: string[]) => userIds.map((id) => `booking-confirmed ${id} off standby`).sort();

/** Everybody who has a seat is confirmed, is not on standby anymore and sits at a table of at most five. */
async function expectSoundSeats(eventId: string) {
  const active = (await listBookings(club, eventId)).filter(({ canceled }) => !canceled);
  for (const { table_id, confirmed, standby } of active)
    expect([confirmed, standby]).toEqual(table_id ? [1, 0] : [0, 1]);
  const byTable = Map.groupBy(
    active.filter(({ table_id }) => table_id),
    ({ table_id }) => table_id,
  );
  for (const diners of byTable.values()) expect(diners.length).toBeLessThanOrEqual(5);
}

test.each([
  [4, 0],
  [5, 5],
  [9, 5],
  [10, 10],
])(
  "of %i on standby, the first %i get seats at tables that were added, with one email each",
  async (standbyCount, seatedCount) => {
    const { eventId, dinerIds } = await matchEvent(5 + standbyCount);
    expect(await findEventsToRefill(club.db, afterMatching)).not.toContain(eventId);
    const venueId = await addVenue(eventId, 2);
    expect(await findEventsToRefill(club.db, afterMatching)).toContain(eventId);
    await refill();
    await refill();
    expect(await findEventsToRefill(club.db, afterMatching)).not.toContain(eventId);
    const seated = await listSeatedAt(eventId, venueId);
    expect(seated.map((diners) => diners.length)).toEqual(Array(seatedCount / 5).fill(5));
    const first = dinerIds.slice(5, 5 + seatedCount);
    expect(seated.flat().sort()).toEqual(first.toSorted());
    expect((await listEmails()).sort()).toEqual(emailsAbout(first));
    await expectSoundSeats(eventId);
    const lines = {
      0: [],
      5: ["Table 2 was added, and 5 diners on standby got its seats."],
      10: ["Tables 2 to 3 were added, and 10 diners on standby got their seats."],
    };
    expect((await listTableChanges(club.db, eventId)).map(({ what, madeBy }) => [what, madeBy])).toEqual(
      lines[seatedCount as keyof typeof lines].map((line) => [line, "software"]),
    );
    for (const { shares, diners } of await listTables(club.db, eventId))
      if (diners.length > 0) expect(shares.length).toBeGreaterThan(0);
    await club.binding.exec("DELETE FROM outbox");
  },
);

test("free seats are given out first, and a diet that only the new venue serves decides who sits there", async () => {
  const eventId = await createEvent(club, { venueTables: [1], capacity: 50, diets: [vegetarian] });
  const dinerIds = await insertDinersWithAnswers(club, 12);
  const vegans = dinerIds.slice(0, 5);
  for (const userId of vegans) await answerDiet(userId, vegan);
  await bookForDiners(club, dinerIds, eventId);
  await runJob("makeTables", createJobContext(club), hoursFromNow(105));
  const [table] = await listTables(club.db, eventId);
  const [leaving] = table?.diners ?? [];
  await cancel(club.db, { id: leaving?.bookingId ?? "", userId: leaving?.userId ?? "", now: new Date() });
  await club.binding.exec("DELETE FROM outbox");
  const venueId = await addVenue(eventId, 1, { diets: [vegan] });
  await refill();
  expect(await listSeatedAt(eventId, venueId)).toEqual([vegans.toSorted()]);
  expect((await listSeatedAt(eventId, venueOf(eventId)))[0]).toHaveLength(5);
  expect(await listEmails()).toHaveLength(6);
});

test("the rules hold at new tables: nobody sits with somebody they avoid", async () => {
  const { eventId, dinerIds } = await matchEvent(11);
  const [first = "", second = ""] = dinerIds.slice(5);
  await addAvoidance(club.db, [first, second], new Date());
  const venueId = await addVenue(eventId, 2);
  await refill();
  const [seated = []] = await listSeatedAt(eventId, venueId);
  expect(seated).toEqual(
    dinerIds
      .slice(5)
      .filter((id) => id !== second)
      .toSorted(),
  );
});

test("who lost a seat comes after those who were on standby before", async () => {
  const { eventId, dinerIds } = await matchEvent(14, { tables: 2 });
  await closeTable(club.db, eventId, 1, new Date());
  await refill();
  const venueId = await addVenue(eventId, 1);
  await refill();
  const [seated = []] = await listSeatedAt(eventId, venueId);
  expect(seated).toEqual(expect.arrayContaining(dinerIds.slice(10)));
  expect(seated).toHaveLength(5);
});

test("the place of a table that an operator closed is not spare until the venue gets another number of tables", async () => {
  const { eventId } = await matchEvent(10, { tables: 2 });
  const [first] = await listTables(club.db, eventId);
  const venueId = venueOf(eventId);
  const countOpen = async () =>
    (await listTables(club.db, eventId)).filter(({ closedAt }) => !closedAt).length;
  await closeTable(club.db, eventId, first?.number ?? 0, new Date());
  await refill();
  await refill(new Date(afterMatching.getTime() - 60_000));
  expect(await countOpen()).toBe(1);
  await setTables(eventId, venueId, 1);
  await refill();
  expect(await countOpen()).toBe(1);
  await setTables(eventId, venueId, 2);
  await refill();
  expect(await countOpen()).toBe(2);
  // One table leaves, and one is added again.
  await setTables(eventId, venueId, 1);
  await setTables(eventId, venueId, 2);
  await refill();
  const seated = (await listTables(club.db, eventId)).filter(({ diners }) => diners.length > 0);
  expect(seated.map(({ diners }) => diners.length)).toEqual([5, 5]);
  expect(seated.map(({ id }) => id)).not.toContain(first?.id);
  expect(await listTables(club.db, eventId)).toHaveLength(4);
  await expectSoundSeats(eventId);
});

test("the diners of a closed table get a spare one at once, and only the email about that is sent", async () => {
  const { eventId } = await matchEvent(5, { tables: 2 });
  await closeTable(club.db, eventId, 1, new Date());
  await refill();
  const now = new Date(afterMatching.getTime() + 60_000);
  const sent = (await claimEmailBatch(club.db, now, 0)).batch?.emails;
  expect(sent?.map(({ kind, tableNumber }) => [kind, tableNumber])).toEqual(
    Array(5).fill(["booking-confirmed", 2]),
  );
  await club.binding.exec("DELETE FROM outbox");
  await club.binding.exec("DELETE FROM email_batches");
});

test("however many workers make the new tables, they are made once", async () => {
  const { eventId, dinerIds } = await matchEvent(17);
  const venueId = await addVenue(eventId, 2);
  await Promise.all(Array.from({ length: 10 }, () => refill()));
  expect((await listSeatedAt(eventId, venueId)).map((diners) => diners.length)).toEqual([5, 5]);
  expect((await listEmails()).sort()).toEqual(emailsAbout(dinerIds.slice(5, 15)));
  expect(await listTableChanges(club.db, eventId)).toHaveLength(1);
  await expectSoundSeats(eventId);
});

test("a worker that dies at any call leaves all new tables or none, and the next one does the rest once", async () => {
  let callCount = 0;
  const counting = wrapDatabase(club.binding, (call) => {
    callCount++;
    return call();
  });
  const { eventId: counted } = await matchEvent(10);
  await addVenue(counted, 1);
  await runJob("refillTables", createJobContext({ db: openDatabase(counting) }), afterMatching);
  expect(callCount).toBeGreaterThan(3);
  for (let callNumber = 1; callNumber <= callCount; callNumber++)
    for (const isCallDone of [false, true]) {
      await club.binding.exec("DELETE FROM outbox");
      const { eventId, dinerIds } = await matchEvent(10);
      const venueId = await addVenue(eventId, 1);
      const dying = openDatabase(crashAtCall(club.binding, { callNumber, isCallDone }));
      const run = runJob("refillTables", createJobContext({ db: dying }), afterMatching);
      await expect(run).rejects.toThrow();
      expect([0, 5]).toContain((await listSeatedAt(eventId, venueId)).flat().length);
      expect([0, 5]).toContain((await listEmails()).length);
      await refill();
      expect(await listSeatedAt(eventId, venueId)).toEqual([dinerIds.slice(5).toSorted()]);
      expect((await listEmails()).sort()).toEqual(emailsAbout(dinerIds.slice(5)));
      expect(await listTableChanges(club.db, eventId)).toHaveLength(1);
    }
});

/** Runs the job, and changes something just before the new tables are written. */
async function refillWhile(changeMeanwhile: () => Promise<unknown>) {
  let isChanged = false;
  const binding = wrapDatabase(club.binding, async (call, statements) => {
    if (!isChanged && statements.some(({ sql }) => sql.startsWith('insert into "tables"'))) {
      isChanged = true;
      await changeMeanwhile();
    }
    return call();
  });
  await runJob("refillTables", createJobContext({ db: openDatabase(binding) }), afterMatching);
  expect(isChanged).toBe(true);
}

test.each([
  [11, 5],
  [10, 0],
])(
  "where one of %i cancels while new tables are made, the others are tried again",
  async (count, seatedCount) => {
    const { eventId, dinerIds, bookingIds } = await matchEvent(count);
    const venueId = await addVenue(eventId, 1);
    await refillWhile(() =>
      cancel(club.db, { id: bookingIds[5] ?? "", userId: dinerIds[5] ?? "", now: new Date() }),
    );
    const seated = (await listSeatedAt(eventId, venueId)).flat();
    expect(seated).toEqual(seatedCount ? dinerIds.slice(6).toSorted() : []);
    expect((await listEmails()).filter((email) => email.includes("off standby")).sort()).toEqual(
      emailsAbout(seated),
    );
    await expectSoundSeats(eventId);
    await club.binding.exec("DELETE FROM outbox");
  },
);

test("where the venue loses its table while new tables are made, none is made", async () => {
  const { eventId } = await matchEvent(10);
  const venueId = await addVenue(eventId, 1);
  await refillWhile(() => setTables(eventId, venueId, 0));
  expect(await listTables(club.db, eventId)).toHaveLength(1);
  expect(await listEmails()).toEqual([]);
});

test("once standby is over no table is added", async () => {
  const { eventId } = await matchEvent(10);
  const venueId = await addVenue(eventId, 1);
  await refill(hoursFromNow(148));
  expect(await listSeatedAt(eventId, venueId)).toEqual([]);
  expect(await findEventsToRefill(club.db, hoursFromNow(148))).not.toContain(eventId);
});

test("spare tables are tried again twice an hour, since a diet may have changed", async () => {
  const { eventId, dinerIds } = await matchEvent(5, { tables: 1 });
  const other = await createEvent(club, {
    venueTables: [1],
    capacity: 50,
    diets: [vegetarian],
    hoursFromNow: 160,
  });
  for (const userId of dinerIds) await answerDiet(userId, vegan);
  await bookForDiners(club, dinerIds, other);
  await runJob("makeTables", createJobContext(club), hoursFromNow(115));
  const now = hoursFromNow(116);
  await club.binding.exec("UPDATE venues SET diets = '[2]'");
  await setLastSweep(new Date(now.getTime() - 29 * 60_000));
  expect(await findEventsToRefill(club.db, now)).not.toContain(other);
  await setLastSweep(new Date(now.getTime() - 30 * 60_000));
  expect(await findEventsToRefill(club.db, now)).toContain(other);
  expect(await findEventsToRefill(club.db, now)).not.toContain(eventId);
  await setLastSweep(hoursFromNow(200));
});

test("who is on standby can't book another dinner at the same hour, so nobody gets two seats", async () => {
  const { eventId, dinerIds } = await matchEvent(10);
  const elsewhere = await createEvent(club, { cityId: await createCity(club) });
  const bookElsewhere = () =>
    book(club.db, { userId: dinerIds[5] ?? "", eventId: elsewhere, now: new Date() });
  expect(await bookElsewhere()).toBeUndefined();
  await addVenue(eventId, 1);
  await refill();
  expect(await bookElsewhere()).toBeUndefined();
});

test("the match record still fits its hashes and can be repeated", async () => {
  const { eventId } = await matchEvent(11);
  const before = await loadMatchRecord(club, eventId);
  await addVenue(eventId, 1);
  await refill();
  const after = await loadMatchRecord(club, eventId);
  expect(after).toEqual(before);
  expect(after?.isIntact).toBe(true);
  expect(after && findRecordProblem(after.fullRecord, after.resultHash ?? "")).toBeUndefined();
});

test("two hundred diners get new tables at forty venues in one batch", async () => {
  const { eventId } = await matchEvent(205);
  const ids = Array.from({ length: 40 }, (_, i) => `many-${i}`);
  for (const id of ids) await club.db.insert(venues).values(newVenue(id));
  await club.db.run(
    sql`INSERT INTO event_venues (event_id, venue_id, tables, tables_added_at) SELECT ${eventId}, value, 1, 1 FROM json_each(${JSON.stringify(ids)})`,
  );
  expect(
    (await refillTables.run(createJobContext(club), eventId, afterMatching, { isRetry: false })) ?? "done",
  ).toBe("done");
  const made = await listTables(club.db, eventId);
  expect(made.map(({ diners }) => diners.length)).toEqual(Array(41).fill(5));
  expect(new Set(made.map(({ venueId }) => venueId)).size).toBe(41);
  expect(await listEmails()).toHaveLength(200);
});
