import { isDeepStrictEqual } from "node:util";
import { migrate } from "#app/cli/migrate.ts";

interface Entry {
  type: string;
  name: string;
  sql: string;
}

interface Dump {
  entries: Entry[];
  rows: [table: string, row: Record<string, unknown>][];
}

let firstMigration: Promise<Dump> | undefined;

/**
 * Applies the migrations to the first database of this process. Each later one gets what they made of it, in one call,
 * because applying them takes half a second.
 */
export async function migrateTestDatabase(binding: D1Database): Promise<void> {
  if (firstMigration) {
    await restore(binding, await firstMigration);
    return;
  }
  firstMigration = migrate(binding).then(() => dump(binding));
  await firstMigration;
}

/** Makes a used database what the migrations make. False, and nothing is changed, where it has another schema. */
export async function resetTestDatabase(binding: D1Database): Promise<boolean> {
  if (!firstMigration) throw new Error("A database is migrated before it is reset.");
  const { entries, rows } = await firstMigration;
  if (!isDeepStrictEqual(sortByName(await listEntries(binding)), sortByName(entries))) return false;
  const triggers = entries.filter(({ type }) => type === "trigger");
  const tables = entries.filter(({ type }) => type === "table");
  await binding.batch([
    binding.prepare("PRAGMA defer_foreign_keys = on"),
    ...triggers.map(({ name }) => binding.prepare(`DROP TRIGGER "${name}"`)),
    ...[...tables.map(({ name }) => name), "sqlite_sequence"].map((name) =>
      binding.prepare(`DELETE FROM "${name}"`),
    ),
    ...insert(binding, rows),
    ...create(binding, triggers),
  ]);
  return true;
}

const sortByName = (entries: Entry[]) => entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));

const listEntries = async (binding: D1Database): Promise<Entry[]> =>
  (
    await binding
      .prepare(
        `SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*'
        ORDER BY rowid`,
      )
      .all<Entry>()
  ).results;

async function dump(binding: D1Database): Promise<Dump> {
  const entries = await listEntries(binding);
  const tables = entries.filter(({ type }) => type === "table");
  const contents = await binding.batch<Record<string, unknown>>(
    tables.map(({ name }) => binding.prepare(`SELECT * FROM "${name}"`)),
  );
  const rows = tables.flatMap(({ name }, i) =>
    (contents[i]?.results ?? []).map((row): Dump["rows"][number] => [name, row]),
  );
  return { entries, rows };
}

async function restore(binding: D1Database, { entries, rows }: Dump): Promise<void> {
  const isTable = ({ type }: Entry) => type === "table";
  await binding.batch([
    binding.prepare("PRAGMA defer_foreign_keys = on"),
    ...create(binding, entries.filter(isTable)),
    ...insert(binding, rows),
    // Triggers would run for the rows.
    ...create(
      binding,
      entries.filter((entry) => !isTable(entry)),
    ),
  ]);
}

const create = (binding: D1Database, entries: Entry[]) => entries.map(({ sql }) => binding.prepare(sql));

const insert = (binding: D1Database, rows: Dump["rows"]) =>
  rows.map(([table, row]) =>
    binding
      .prepare(
        `INSERT INTO "${table}" (${Object.keys(row).map((name) => `"${name}"`)}) VALUES (${Object.keys(row).map(() => "?")})`,
      )
      .bind(...Object.values(row)),
  );
