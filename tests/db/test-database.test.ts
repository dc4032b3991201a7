import { expect, test } from "vitest";
import { createLocalWorker } from "#app/cli/local-worker.ts";
import { migrate } from "#app/cli/migrate.ts";
import { createD1Binding, d1WorkerScript } from "#tests/support/d1-binding.ts";
import { addPerson, addRowEverywhere } from "#tests/support/row-everywhere.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";

/** Everything in a database but the times at which migrations were applied. */
async function readEverything(binding: D1Database) {
  const { results: entries } = await binding
    .prepare(
      "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT GLOB '_cf_*' ORDER BY type, name",
    )
    .all<{ type: string; name: string; sql: string }>();
  const tables = entries.filter(({ type }) => type === "table");
  const contents = await binding.batch<{ applied_at?: string }>(
    tables.map(({ name, sql }) =>
      binding.prepare(`SELECT ${sql.endsWith("WITHOUT ROWID") ? "" : "rowid, "}* FROM "${name}"`),
    ),
  );
  return {
    entries,
    rows: contents.map(({ results }, i) => [
      tables[i]?.name,
      results.map((row) => ({ ...row, applied_at: "" })),
    ]),
  };
}

test("every database of the tests is what the migrations make", async () => {
  const worker = createLocalWorker({
    vars: {},
    withoutAssets: true,
    script: "export default {}",
    secondWorkerScript: d1WorkerScript,
  });
  const binding = createD1Binding(worker);
  await migrate(binding);
  const migrated = await readEverything(binding);
  expect(migrated.entries.length).toBeGreaterThan(100);
  // The first of a process is migrated, later ones are restored, and used ones are reset.
  const [first, second] = [await openTestDatabase(), await openTestDatabase()];
  expect(await readEverything(first.binding)).toEqual(migrated);
  expect(await readEverything(second.binding)).toEqual(migrated);
  await addRowEverywhere(first.binding, {
    personId: "person",
    otherId: await addPerson(first.binding, "Other"),
  });
  await first.bucket.put("person/photo.png", "a photo");
  await first.close();
  const again = await openTestDatabase();
  expect(again.binding).toBe(first.binding);
  expect(await readEverything(again.binding)).toEqual(migrated);
  expect((await again.bucket.list()).objects).toEqual([]);
  await again.binding.exec("CREATE TRIGGER left_behind AFTER INSERT ON users BEGIN SELECT 1; END");
  await again.close();
  await second.close();
  for (const database of [await openTestDatabase(), await openTestDatabase()])
    expect(await readEverything(database.binding)).toEqual(migrated);
  await worker.dispose();
});
