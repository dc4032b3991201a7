import { getTableColumns, getTableName, is } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { openDatabase } from "#app/db/client.server.ts";
import * as schema from "#app/db/schema.ts";

export const schemaTables = Object.values(schema).filter((value) => is(value, SQLiteTable)) as SQLiteTable[];

type Value = string | number | null;

export type Row = Record<string, Value>;

/** "bookings.created_at" */
export const columnName = (column: SQLiteColumn) => `${getTableName(column.table)}.${sqlName(column)}`;

const sqlName = (column: SQLiteColumn) =>
  column.name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const columnsOf = (table: SQLiteTable) => Object.values(getTableColumns(table)) as SQLiteColumn[];

/** The tables that columns of this one refer to, by the column's name. */
export const referencesOf = (table: SQLiteTable) =>
  new Map(
    getTableConfig(table).foreignKeys.flatMap((key) => {
      const { columns, foreignTable } = key.reference();
      return columns.map((column) => [sqlName(column as SQLiteColumn), getTableName(foreignTable)] as const);
    }),
  );

/** What the database allows is less than what the type of a column says. */
const fixedValues: Record<string, Value> = {
  "users.email": "trace-of-users.email@oten.example",
  "tokens.email": "trace-of-users.email@oten.example",
  "sign_in_attempts.email": "trace-of-users.email@oten.example",
  "broken_addresses.email": "trace-of-users.email@oten.example",
  "city_requests.email": "trace-of-users.email@oten.example",
  "outbox.to": "trace-of-users.email@oten.example",
  "outbox.kind": "event-moved",
  "attendance_reports.source": "diner",
  "users.first_name": "Trace-of-first-name",
  "profiles.first_name": "Trace-of-shown-name",
  "feedback.rating": 4,
  "late_notes.minutes": 30,
  "public_figures.id": 1,
  "rating_sums.id": 1,
  "cities.slug": "trace-of-slug",
  "cities.currency": "huf",
  "schedules.every": 2,
  "schedules.weekday": 5,
  "venues.price_level": 4,
  "venues.photo": "venue/trace-of-photo.webp",
  "quiz_questions.position": 7_777,
  "match_parts.lines": '{"frame":"trace-of-match_parts.lines"}',
};

/** The migrations fill them. */
const seededTables: SQLiteTable[] = [schema.quizQuestions, schema.tableTerms];

let nextNumber = 7_100_000_000_000;
let otherCount = 0;

/** Text that says which column it is from, a number or time that no other column has, or the last of its choices. */
function traceOf(column: SQLiteColumn): Value {
  const name = columnName(column);
  if (name in fixedValues) return fixedValues[name] ?? null;
  if (column.dataType === "json") return JSON.stringify([`trace-of-${name}`]);
  if (column.dataType === "boolean") return 1;
  if (column.dataType !== "string") return nextNumber++;
  return column.enumValues?.length ? (column.enumValues.at(-1) ?? null) : `trace-of-${name}`;
}

/** Its id is the higher one. */
const otherBookingId = "z-booking-of-the-other";

/** Of every table: a database that is not fully migrated has fewer than the schema. */
async function listColumns(binding: D1Database): Promise<Set<string>> {
  const names = schemaTables.map(getTableName);
  const columns = await binding.batch<{ name: string }>(
    names.map((name) => binding.prepare(`SELECT name FROM pragma_table_info('${name}')`)),
  );
  return new Set(
    names.flatMap((table, i) => columns[i]?.results.map(({ name }) => `${table}.${name}`) ?? []),
  );
}

/** Gives one person a row in every table, with a trace of each column; returns the rows by table. */
export async function addRowEverywhere(
  binding: D1Database,
  { personId, otherId }: { personId: string; otherId: string },
): Promise<Record<string, Row>> {
  const rows: Record<string, Row> = {};
  const idOf: Record<string, Value> = { users: personId, quiz_questions: 20 };
  for (const table of schemaTables.filter((each) => !seededTables.includes(each))) {
    const name = getTableName(table);
    const references = referencesOf(table);
    const row: Row = {};
    for (const column of columnsOf(table)) {
      const target = references.get(sqlName(column));
      if (target) row[sqlName(column)] = target in idOf ? (idOf[target] ?? null) : `trace-of-${target}.id`;
      else if (name === "users" && column.primary) row.id = personId;
      else row[sqlName(column)] = traceOf(column);
    }
    if (["account_keys", "avoidances", "blocks"].includes(name)) row.user_id = personId;
    if (name === "avoidances") row.other_id = otherId;
    if (name === "mutual_wishes") row.other_booking_id = otherBookingId;
    if (name === "erasures") row.user_id = `somebody else ${otherCount++}`;
    if (name === "profiles") row.avatar_url = `${personId}/trace-of-photo.png`;
    if (name === "tables") row.company = "{}";
    if (name === "events") row.closes_at = Number(row.date) - 1;
    rows[name] = row;
  }
  const columns = await listColumns(binding);
  const statements = Object.entries(rows).flatMap(([name, { ...row }]) => {
    // Rows of a table that has no id any more had one before a migration.
    row.id ??= `trace-of-${name}.id`;
    const names = Object.keys(row).filter((each) => columns.has(`${name}.${each}`));
    if (names.length === 0) return [];
    return binding
      .prepare(`INSERT INTO "${name}" (${names.map((each) => `"${each}"`)}) VALUES (${names.map(() => "?")})`)
      .bind(...names.map((each) => row[each]));
  });
  const addOtherBooking = binding
    .prepare("INSERT INTO bookings (id, user_id, event_id, created_at, canceled) VALUES (?, ?, ?, 0, 1)")
    .bind(otherBookingId, otherId, rows.events?.id);
  await binding.batch([binding.prepare("pragma defer_foreign_keys = on"), ...statements, addOtherBooking]);
  return rows;
}

/** A person who is at no table, as the other side of what is between two. */
export async function addPerson(binding: D1Database, name: string): Promise<string> {
  const id = crypto.randomUUID();
  await openDatabase(binding).batch([
    openDatabase(binding)
      .insert(schema.users)
      .values({
        id,
        email: `${name.toLowerCase()}@oten.example`,
        firstName: name,
        lastName: name,
        userName: name,
        emailConfirmedAt: new Date(0),
        createdAt: new Date(0),
      }),
    openDatabase(binding).insert(schema.profiles).values({ id, firstName: name }),
  ]);
  return id;
}

/** Every row of every table as JSON. */
export async function dumpTables(binding: D1Database): Promise<Record<string, string>> {
  const names = schemaTables.map(getTableName);
  const dump = await binding.batch(names.map((name) => binding.prepare(`SELECT * FROM "${name}"`)));
  return Object.fromEntries(names.map((name, i) => [name, JSON.stringify(dump[i]?.results)]));
}
