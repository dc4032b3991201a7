import { afterAll, expect, test } from "vitest";
import { createLocalWorker } from "#app/cli/local-worker.ts";
import { applyMigration, listMigrations } from "#app/cli/migrate.ts";
import { createD1Binding, d1WorkerScript } from "#tests/support/d1-binding.ts";
import { addRowEverywhere } from "#tests/support/row-everywhere.ts";

const otherDatabases = [...listMigrations(), "9999"];
const worker = createLocalWorker({
  vars: {},
  withoutAssets: true,
  script: "export default {}",
  secondWorkerScript: d1WorkerScript,
  otherDatabases,
});
afterAll(() => worker.dispose());

/** A database of the state before a migration, with a row in every table. */
async function openFilledDatabase(name: string): Promise<D1Database> {
  const db = createD1Binding(worker, name);
  await db.exec("CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT)");
  for (const each of listMigrations().filter((some) => some < name)) await applyMigration(db, each);
  await db.exec(
    "INSERT INTO users (id, email, first_name, last_name, user_name, created_at) VALUES ('other', 'o@oten.example', 'O', 'O', 'O', 0)",
  );
  await addRowEverywhere(db, { personId: "person", otherId: "other" });
  return db;
}

/** Every table with the number of its rows. */
async function countRows(db: D1Database): Promise<Map<string, number>> {
  const { results } = await db
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'",
    )
    .all<{ name: string }>();
  const counts = await db.batch<{ rows: number }>(
    results.map(({ name }) => db.prepare(`SELECT count(*) AS rows FROM "${name}"`)),
  );
  return new Map(results.map(({ name }, i) => [name, counts[i]?.results[0]?.rows ?? 0]));
}

async function findLoss(db: D1Database, change: () => Promise<unknown>) {
  const before = await countRows(db);
  const empty = [...before].filter(([, rows]) => rows === 0).map(([table]) => table);
  expect(empty, "tables to which row-everywhere.ts adds no row").toEqual([]);
  await change();
  const after = await countRows(db);
  const { results: brokenReferences } = await db.prepare("PRAGMA foreign_key_check").all();
  const lost = [...before].flatMap(([table, rows]) => ((after.get(table) ?? 0) < rows ? [table] : []));
  return { lost, brokenReferences };
}

// A migration that takes a table away, or rows of one, says so here.
test.each(listMigrations().slice(1))("%s runs on a club with rows, and loses none", async (name) => {
  const db = await openFilledDatabase(name);
  expect(await findLoss(db, () => applyMigration(db, name))).toEqual({ lost: [], brokenReferences: [] });
});

test("a migration that makes a table anew, and so deletes what belongs to its rows, is noticed", async () => {
  const db = await openFilledDatabase("9999");
  const copyAndDrop = ["CREATE TABLE copies AS SELECT * FROM feedback", "DROP TABLE bookings"];
  const { lost } = await findLoss(db, () => db.batch(copyAndDrop.map((statement) => db.prepare(statement))));
  expect(lost).toContain("feedback");
});
