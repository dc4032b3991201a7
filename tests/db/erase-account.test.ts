import { eq, getTableName } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "#app/db/client.server.ts";
import { erasures, users } from "#app/db/schema/account.ts";
import { keptChanges } from "#app/db/schema/backup.ts";
import { bookings, erasedSeats } from "#app/db/schema/booking.ts";
import { events } from "#app/db/schema/event.ts";
import { entryKeys } from "#app/db/schema/seating.ts";
import { outbox, tables } from "#app/db/schema.ts";
import { isErased, whatIsKept } from "#app/lib/privacy/what-is-kept.ts";
import { eraseAccount, repeatErasures } from "#app/models/account/erase-account.server.ts";
import { deleteAvatars } from "#app/models/account/profiles.server.ts";
import { putKeptChanges } from "#app/models/backup/kept-changes.server.ts";
import {
  addPerson,
  addRowEverywhere,
  dumpTables,
  type Row,
  schemaTables,
} from "#tests/support/row-everywhere.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";

/** The id means nothing once the account is deleted. */
const tablesWithIds = ["account_keys", "avoidances", "blocks", "erased_seats", "erasures"];
const tableNames = schemaTables.map(getTableName);
const emptiedTables = tableNames.filter((name) => whatIsKept[name] && isErased(whatIsKept[name]));
/** What an erasure leaves of these names nobody. */
const keptTables = tableNames.filter((name) => !emptiedTables.includes(name));

const now = new Date("2026-11-27T18:00:00Z");
const names = ["Trace-of-first-name", "Trace-of-shown-name", "trace-of-blocks.reason"];

/** The erased person's own texts, ids, numbers and times. */
function listTraces(rows: Record<string, Row>, personId: string): string[] {
  const shared = keptTables.map((name) => rows[name]?.id);
  const values = emptiedTables.flatMap((name) => Object.values(rows[name] ?? {}));
  return [
    personId,
    ...values
      .filter((value) => !shared.includes(value) && (Number(value) > 1e12 || /trace/i.test(String(value))))
      .map((value) => (typeof value === "number" ? String(value) : JSON.stringify(value).slice(1, -1))),
  ];
}

describe.each<[string, (db: Database, userId: string) => Promise<unknown>]>([
  ["by the diner", (db, userId) => eraseAccount(db, userId, now)],
  ["by an operator", (db, userId) => eraseAccount(db, userId, now, "operator")],
  [
    "after a backup was restored",
    async (db, userId) => {
      await db.insert(erasures).values({ userId, erasedAt: now });
      await db.batch([...repeatErasures(db, now)]);
    },
  ],
])("an erasure %s", (_, erase) => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let db: Database;
  let rows: Record<string, Row>;
  let otherId: string;
  const personId = crypto.randomUUID();

  beforeAll(async () => {
    database = await openTestDatabase();
    db = openDatabase(database.binding);
    otherId = await addPerson(database.binding, "Other");
    rows = await addRowEverywhere(database.binding, { personId, otherId });
    await database.bucket.put(`${personId}/trace-of-photo.png`, "photo");
    const eventId = String(rows.events?.id);
    await db.insert(bookings).values({ id: "other", userId: otherId, eventId, createdAt: now });
    const seat = { userId: personId, eventId: "yesterday", tableId: "table" };
    const date = new Date(now.getTime() - 86_400_000);
    const event = { id: seat.eventId, cityId: String(rows.cities?.id), date, scheduledFor: date };
    await db.insert(events).values({ ...event, closesAt: new Date(0), available: true });
    await db
      .insert(tables)
      .values({ id: seat.tableId, eventId: seat.eventId, venueId: String(rows.venues?.id), number: 1 });
    await db.insert(bookings).values({ id: "seat", ...seat, confirmed: true, createdAt: date });
    await db.insert(entryKeys).values([
      { bookingId: "other", key: "of the other" },
      { bookingId: "seat", key: "of the person" },
    ]);
    const email = { to: "other@oten.example", priority: 2, createdAt: now, dueAt: now, expiresAt: now };
    await db
      .insert(outbox)
      .values({ ...email, id: "reminder", kind: "reminder", bookingId: "other", data: {} });
    const [person] = await db.select({ email: users.email }).from(users).where(eq(users.id, personId));
    await db.insert(outbox).values({
      ...{ ...email, to: person?.email ?? "", id: "to the person" },
      ...{ kind: "google-linked", data: {} },
    });
    const bucket = database.bucket as unknown as R2Bucket;
    const putAll = async () => {
      while ((await db.$count(keptChanges)) > 0) await putKeptChanges({ db, bucket });
    };
    await putAll();
    await erase(db, personId);
    await deleteAvatars(bucket, personId);
    await putAll();
  });
  afterAll(() => database.close());

  test("leaves no email to the person, and nothing that opens their entry in a match record", async () => {
    expect(await db.$count(outbox, eq(outbox.id, "to the person"))).toBe(0);
    expect(await db.$count(entryKeys, eq(entryKeys.key, "of the person"))).toBe(0);
  });

  test("leaves no trace of the person but a meaningless id", async () => {
    const dump = await dumpTables(database.binding);
    const traces = listTraces(rows, personId);
    expect(traces.length).toBeGreaterThan(40);
    const found = Object.entries(dump).flatMap(([table, text]) =>
      [...traces, ...names]
        .filter((trace) => text.includes(trace) && !(tablesWithIds.includes(table) && trace === personId))
        .map((trace) => `${table}: ${trace}`),
    );
    expect(found).toEqual([]);
    expect(dump.erasures).toContain(personId);
    const { objects } = await database.bucket.list();
    expect(objects.map(({ key }) => key.split("/")[0])).not.toContain(personId);
    const kept = await Promise.all(objects.map(async ({ key }) => (await database.bucket.get(key))?.text()));
    expect(kept.join()).toContain(personId);
    for (const trace of [...traces, ...names])
      if (trace !== personId) expect(kept.join(), "in the bucket").not.toContain(trace);
  });

  test("keeps the seat at a table that can still speak of it", async () => {
    const seats = await db.select().from(erasedSeats).where(eq(erasedSeats.userId, personId));
    expect(seats).toMatchObject([{ id: "seat", tableId: "table" }]);
  });

  test("keeps what belongs to others", async () => {
    expect(await db.select().from(outbox)).toMatchObject([{ id: "reminder", parkedAt: null }]);
    expect(await db.select().from(entryKeys)).toEqual([{ bookingId: "other", key: "of the other" }]);
  });
});
