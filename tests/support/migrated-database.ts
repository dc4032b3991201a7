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

async function dump(binding: D1Database): Promise<Dump> {
  const { results: entries } = await binding
    .prepare(
      `SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*'
        ORDER BY rowid`,
    )
    .all<Entry>();
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
  const create = (some: Entry[]) => some.map(({ sql }) => binding.prepare(sql));
  await binding.batch([
    binding.prepare("PRAGMA defer_foreign_keys = on"),
    ...create(entries.filter(isTable)),
    ...rows.map(([table, row]) =>
      binding
        .prepare(
          `INSERT INTO "${table}" (${Object.keys(row).map((name) => `"${name}"`)}) VALUES (${Object.keys(row).map(() => "?")})`,
        )
        .bind(...Object.values(row)),
    ),
    // Triggers would run for the rows.
    ...create(entries.filter((entry) => !isTable(entry))),
  ]);
}
