import { getTableName } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "#app/db/client.server.ts";
import { whatIsKept } from "#app/lib/privacy/what-is-kept.ts";
import { exportAccount } from "#app/models/account/export-account.server.ts";
import {
  addPerson,
  addRowEverywhere,
  columnName,
  columnsOf,
  type Row,
  referencesOf,
  schemaTables,
} from "#tests/support/row-everywhere.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";

/** What is kept of a person and not exported, and why. */
const notExported: Record<string, string> = {
  "city_requests.id": "opens their request with the club’s signature",
  "line_places.id": "opens their place with the club’s signature",
  "pairs.pair_id": "says which two bookings belong together, and the other one is somebody else’s",
  "account_actions.id": "a number of the row",
  "avoidances.other_id": "a random id of somebody else",
  "avoidances.by_operator": "whom an operator keeps apart concerns somebody else too",
  "avoidances.created_at": "an operator may have asked for it first",
  "consents.id": "a random id of the row",
  "devices.token_hash": "a secret",
  "tables.company": "what the others at the table are told; the own part is exported",
  "entry_keys.key":
    "it opens the entry, which is exported, and who avoids whom, which concerns somebody else too",
  "mutual_wishes.other_contact": "what the other one gave, which nobody sees who is kept apart from them",
  "outbox.id": "a random id of the row",
  "security_notes.operator": "which of the people who run the club it was, as their data",
  "outbox.priority": "in which order the software sends",
  "passkeys.credential_id": "a random id of the passkey, which the device knows",
  "passkeys.public_key": "a number that checks signatures of the passkey",
  "recoveries.link_id": "a part of the link",
  "security_notes.id": "a number of the row",
  "sessions.device_hash": "a secret",
  "sessions.id": "a random id of the row",
  "sessions.token_hash": "a secret",
  "sign_in_attempts.device_hash": "a secret",
  "sign_in_attempts.id": "a number of the row",
  "tables.closed_at": "about the table",
  "tables.closed_to_newcomers_at": "about the table",
  "tables.id": "a random id of the row",
  "tables.keeps_place": "about the table",
  "tables.score": "how well the matcher rated all five, from which each could guess answers of the others",
  "tables.seat_freed_at": "about the table",
  "tables.taken": "about the table",
  "tables.venue_id": "the export has the venue's name",
  "tokens.device_hash": "a secret",
  "tokens.id": "a part of the link",
  "tokens.password_hash": "a secret",
  "profiles.calendar_salt": "a secret",
  "users.link_salt": "a secret",
  "users.passkey_handle": "a random id, which the device knows",
  "users.password_hash": "a secret",
};

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let rows: Record<string, Row>;
const personId = crypto.randomUUID();
const photo = "the photo itself";

beforeAll(async () => {
  database = await openTestDatabase();
  const otherId = await addPerson(database.binding, "Other");
  rows = await addRowEverywhere(database.binding, { personId, otherId });
  await database.bucket.put(`${personId}/trace-of-photo.png`, photo);
});
afterAll(() => database.close());

const getStore = () => ({
  db: openDatabase(database.binding),
  bucket: database.bucket as unknown as R2Bucket,
});

const exportAsText = async () => JSON.stringify(await exportAccount(getStore(), personId));

const tablesOfDiners = schemaTables.filter((table) => {
  const kept = whatIsKept[getTableName(table)];
  return kept && !kept.notExported;
});

const sqlNameOf = (column: SQLiteColumn) => columnName(column).split(".")[1] ?? "";

/** How the value of a column would stand in the export, where it can't be mistaken for another. */
function traceInExport(column: SQLiteColumn): string | undefined {
  const value = rows[getTableName(column.table)]?.[sqlNameOf(column)];
  if (column.dataType === "boolean" || column.enumValues?.length) return undefined;
  if (column.dataType === "date") return new Date(Number(value)).toISOString();
  if (column.dataType === "json") return `trace-of-${columnName(column)}`;
  return String(value);
}

/** Changes the value, and looks whether the export changes. */
async function changesExport(column: SQLiteColumn): Promise<boolean> {
  const [table, name] = columnName(column).split(".");
  const other = column.dataType === "boolean" ? 0 : "another";
  const set = (value: unknown) =>
    database.binding.prepare(`UPDATE "${table}" SET "${name}" = ?`).bind(value).run();
  const before = await exportAsText();
  try {
    await set(other);
  } catch {
    // The ledger is never changed.
    return before.includes(JSON.stringify(rows[table ?? ""]?.[name ?? ""]));
  }
  const after = await exportAsText();
  await set(rows[table ?? ""]?.[name ?? ""]);
  return before !== after;
}

test("everything kept of a person is in their export, or there is a reason", async () => {
  const text = await exportAsText();
  const complaints: string[] = [];
  for (const table of tablesOfDiners) {
    const references = referencesOf(table);
    for (const column of columnsOf(table)) {
      const name = columnName(column);
      if (references.has(sqlNameOf(column))) continue;
      const trace = traceInExport(column);
      const isExported =
        name === "profiles.avatar_url" || (trace ? text.includes(trace) : await changesExport(column));
      if (!isExported && !(name in notExported))
        complaints.push(
          `${name} is kept of a person, and their export lacks it: add it to app/models/account/export-account.server.ts, or say in notExported why not`,
        );
      if (isExported && name in notExported)
        complaints.push(`${name} is exported, and notExported says why not`);
    }
  }
  expect(complaints).toEqual([]);
});

test("a reason is only given for columns that exist", () => {
  const columnNames = schemaTables.flatMap(columnsOf).map(columnName);
  expect(Object.keys(notExported).filter((name) => !columnNames.includes(name))).toEqual([]);
});

test("the export has the photo itself, and nothing in its place where it is gone", async () => {
  const store = getStore();
  const dataUrl = (await exportAccount(store, personId)).account?.photo ?? "";
  expect(dataUrl).toMatch(/^data:image\/png;base64,/);
  expect(Buffer.from(dataUrl.split(",")[1] ?? "", "base64").toString()).toBe(photo);
  await database.bucket.delete(`${personId}/trace-of-photo.png`);
  expect((await exportAccount(store, personId)).account?.photo).toBeNull();
});

test("the export has what the host and operators said about who came, and not what table-mates said", async () => {
  const { booking_id: bookingId } = rows.attendance_reports ?? {};
  const report = (source: string, came: number, reportedBy: unknown) =>
    database.binding
      .prepare(
        "INSERT INTO attendance_reports (booking_id, source, reported_by, came, at) VALUES (?, ?, ?, ?, 5)",
      )
      .bind(bookingId, source, reportedBy, came);
  await database.binding.batch([
    report("host", 0, bookingId),
    report("operator", 1, bookingId),
    report("mate", 0, "z-booking-of-the-other"),
  ]);
  const { attendanceReports } = await exportAccount(getStore(), personId);
  const said = attendanceReports
    .filter(({ at }) => at.getTime() === 5)
    .map(({ source, came }) => [source, came]);
  expect(said.sort()).toEqual([
    ["host", false],
    ["operator", true],
  ]);
});
