import { getTableName } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Database, openDatabase } from "#app/db/client.server.ts";
import { keptChanges } from "#app/db/schema/backup.ts";
import { whatSurvives } from "#app/lib/privacy/what-survives.ts";
import { type Page, takeBackup } from "#app/models/backup/backup.server.ts";
import { followKeptChanges, markBackup, putKeptChanges } from "#app/models/backup/kept-changes.server.ts";
import { keptTables, keptTriggers, nameOf } from "#app/models/backup/kept-rows.ts";
import { restoreBackup } from "#app/models/backup/restore.server.ts";
import {
  addPerson,
  addRowEverywhere,
  columnsOf,
  type Row,
  referencesOf,
  schemaTables,
} from "#tests/support/row-everywhere.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";

const words = (text = "") => text.split(" ").filter(Boolean);
const now = new Date();

test("the list of what survives has every table, and says of every column that the backup brings back why", () => {
  expect(Object.keys(whatSurvives).toSorted(), "app/lib/privacy/what-survives.ts").toEqual(
    schemaTables.map(getTableName).toSorted(),
  );
  for (const table of schemaTables) {
    const name = getTableName(table);
    const { owner, backup, quiet, because, notInBackup } = whatSurvives[name] ?? {};
    const columns = columnsOf(table).map(nameOf);
    expect(
      [...words(backup), ...words(quiet), ...words(owner)].filter((each) => !columns.includes(each)),
    ).toEqual([]);
    expect(Boolean(because), `${name}: a reason for what the backup brings back, and only for that`).toBe(
      backup !== undefined,
    );
    const kept = keptTables.find((each) => each.name === name)?.kept ?? [];
    expect(kept.length, `${name}: D1 gives a function at most 32 arguments`).toBeLessThanOrEqual(16);
    if (owner) continue;
    expect(
      notInBackup ? [] : columns.filter((column) => !words(backup).includes(column)),
      `${name}: give it an owner, or name the columns that the backup may bring back`,
    ).toEqual([]);
  }
});

test("the triggers of the migrations are those of the list: npm run migration:rewrite writes them", async () => {
  const database = await openTestDatabase();
  const { results } = await database.binding
    .prepare("SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name GLOB '*_are_kept'")
    .all<{ sql: string }>();
  await database.close();
  const plain = (sql: string) => sql.replace(/\s+/g, " ").trim().replace(/;$/, "");
  const wanted = [...keptTriggers().values()].map(plain);
  expect(results.map(({ sql }) => plain(sql)).toSorted()).toEqual(wanted.toSorted());
});

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let db: Database;
let bucket: R2Bucket;
let rows: Record<string, Row>;
const personId = crypto.randomUUID();

beforeEach(async () => {
  database = await openTestDatabase();
  db = openDatabase(database.binding);
  bucket = database.bucket as unknown as R2Bucket;
  const otherId = await addPerson(database.binding, "Other");
  rows = await addRowEverywhere(database.binding, { personId, otherId });
  // A club that has taken deposits is never replaced.
  const isTrigger = "name = 'ledger_is_not_torn'";
  const created = await database.binding
    .prepare(`SELECT sql FROM sqlite_master WHERE ${isTrigger}`)
    .first("sql");
  await database.binding.exec("DROP TRIGGER ledger_is_not_torn");
  await database.binding.exec("DELETE FROM ledger");
  await database.binding.prepare(String(created)).run();
  await putAll();
});
afterEach(() => database.close());

async function putAll(): Promise<void> {
  while ((await db.$count(keptChanges)) > 0) await putKeptChanges({ db, bucket });
}

/** Takes a backup, and returns what restores it. */
async function backUp() {
  const mark = await markBackup({ db, bucket });
  const pages: Page[] = await Array.fromAsync(takeBackup(db));
  return async () => {
    const readNewer = await followKeptChanges(bucket, mark);
    await restoreBackup(db, pages, (await readNewer?.()) ?? [], now);
  };
}

/** By table, the rows of the person and of what is theirs. */
async function read(): Promise<Record<string, Row[]>> {
  const results = await database.binding.batch<Row>(
    keptTables.map(({ name }) => database.binding.prepare(`SELECT * FROM "${name}" ORDER BY 1, 2`)),
  );
  return Object.fromEntries(keptTables.map(({ name }, i) => [name, results[i]?.results ?? []]));
}

/** What the database allows, where that is less than the type of a column says. */
const otherValues: Record<string, string | number> = {
  "users.email": "newer@oten.example",
  "profiles.avatar_url": `${personId}/newer.webp`,
  "feedback.rating": 1,
  "late_notes.minutes": 10,
  "venues.price_level": 1,
  "venues.photo": "venue/newer.webp",
};

/** A statement that changes every column that is not part of what says which row it is. */
function change({ table, name, primaryKey }: (typeof keptTables)[number]) {
  const fixed = [...primaryKey, ...referencesOf(table).keys()];
  const changes = columnsOf(table).flatMap((column) => {
    const sqlName = nameOf(column);
    if (fixed.includes(sqlName)) return [];
    const other = otherValues[`${name}.${sqlName}`];
    if (other !== undefined) return `"${sqlName}" = '${other}'`;
    if (column.dataType === "boolean") return `"${sqlName}" = 1 - "${sqlName}"`;
    if (column.dataType === "json") return `"${sqlName}" = '["newer"]'`;
    if (column.enumValues?.length) return `"${sqlName}" = '${column.enumValues[0]}'`;
    if (column.dataType === "string") return `"${sqlName}" = 'newer of ${sqlName}'`;
    return `"${sqlName}" = "${sqlName}" + 1`;
  });
  const whose = ["users", "profiles"].includes(name) ? `WHERE id = '${personId}'` : "";
  return changes.length > 0 ? [`UPDATE "${name}" SET ${changes} ${whose}`] : [];
}

test("of every column with an owner the newer value survives, and of the others that of the backup", async () => {
  const older = await read();
  const restore = await backUp();
  await database.binding.batch(keptTables.flatMap(change).map((sql) => database.binding.prepare(sql)));
  const newer = await read();
  for (const { name, table, primaryKey } of keptTables) {
    const isFixed = primaryKey.length + referencesOf(table).size >= columnsOf(table).length;
    if (!isFixed) expect(newer[name], `${name} was changed`).not.toEqual(older[name]);
  }
  await putAll();
  for (let i = 0; i < 2; i++) {
    await restore();
    const expected = Object.entries(newer).map(([name, some]) => [
      name,
      some.map((row, n) => {
        const fromBackup = words(whatSurvives[name]?.backup).map((column) => [
          column,
          older[name]?.[n]?.[column],
        ]);
        return { ...row, ...Object.fromEntries(fromBackup) };
      }),
    ]);
    expect(await read()).toEqual(Object.fromEntries(expected));
    expect(await db.$count(keptChanges)).toBe(0);
  }
  expect((await database.binding.prepare("PRAGMA foreign_key_check").all()).results).toEqual([]);
});

/** Rows of these come from the backup, but for some columns. */
const addedTables = keptTables.filter(({ isChangedOnly }) => !isChangedOnly);

test("what was deleted since the backup stays deleted, and what was added stays", async () => {
  const restoreAll = await backUp();
  const older = await read();
  const children = addedTables.filter(
    ({ name, staysForBackups }) => !["users", "profiles"].includes(name) && !staysForBackups,
  );
  const inOneBatch = (statements: D1PreparedStatement[]) =>
    database.binding.batch([database.binding.prepare("PRAGMA defer_foreign_keys = on"), ...statements]);
  await inOneBatch(children.map(({ name }) => database.binding.prepare(`DELETE FROM "${name}"`)));
  await putAll();
  await restoreAll();
  const afterDeletion = await read();
  for (const { name } of children) expect(afterDeletion[name], `deleted from ${name}`).toEqual([]);

  const restoreWithout = await backUp();
  await inOneBatch(
    children.map(({ name }) => {
      const row = rows[name] ?? {};
      const columns = Object.keys(row);
      return database.binding
        .prepare(
          `INSERT INTO "${name}" (${columns.map((each) => `"${each}"`)}) VALUES (${columns.map(() => "?")})`,
        )
        .bind(...Object.values(row));
    }),
  );
  await putAll();
  await restoreWithout();
  const afterAddition = await read();
  for (const { name } of children) {
    const withoutSums = (some: Row[] = []) =>
      some.map((row) => ({
        ...row,
        ...Object.fromEntries(words(whatSurvives[name]?.backup).map((column) => [column, null])),
      }));
    expect(afterAddition[name], `added to ${name}`).toEqual(withoutSums(older[name]));
  }
});

test("what was changed a moment before the restore, and is not in the bucket yet, survives and is kept after it", async () => {
  const restore = await backUp();
  await database.binding.exec("UPDATE users SET first_name = 'Newer' WHERE first_name <> 'Other'");
  await database.binding.exec("DELETE FROM wishes");
  await restore();
  const { users: some, wishes } = await read();
  expect(some).toContainEqual(expect.objectContaining({ first_name: "Newer" }));
  expect(wishes).toEqual([]);
  expect((await db.select().from(keptChanges)).map(({ name }) => name).sort()).toEqual(["users", "wishes"]);
  await putAll();
  await restore();
  expect(await read()).toMatchObject({ wishes: [] });
});

test("two workers that put the same owner leave the newer rows in the bucket", async () => {
  const restore = await backUp();
  const setName = (name: string) =>
    database.binding.prepare("UPDATE users SET first_name = ? WHERE id = ?").bind(name, personId).run();
  await setName("First");
  let isOvertaken = false;
  const slowBucket = {
    async get(key: string) {
      const stored = await bucket.get(key);
      if (key.endsWith(personId) && !isOvertaken) {
        isOvertaken = true;
        await setName("Second");
        await putAll();
      }
      return stored;
    },
    put: (...args: Parameters<R2Bucket["put"]>) => bucket.put(...args),
  } as unknown as R2Bucket;
  await new Promise((resolve) => setImmediate(resolve));
  while (!isOvertaken) await putKeptChanges({ db, bucket: slowBucket });
  await putAll();
  await restore();
  expect((await read()).users).toContainEqual(expect.objectContaining({ first_name: "Second" }));
});

test("what was changed before D1 Time Travel went back does not replace what is newer in the bucket", async () => {
  const restore = await backUp();
  await database.binding.exec("UPDATE users SET first_name = 'Newer' WHERE first_name <> 'Other'");
  await putAll();
  // As if this had been on its way to the bucket at the moment to which the database went back.
  await database.binding.exec("UPDATE users SET first_name = 'Older' WHERE first_name <> 'Other'");
  await database.binding.exec("UPDATE kept_changes SET at = 1");
  await putAll();
  await restore();
  expect((await read()).users).toContainEqual(expect.objectContaining({ first_name: "Newer" }));
});
