import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "#app/cli/prepare.mjs";

/** Makes a database as a version of before had it; `migrate` applies the rest. */
export async function migrateUpTo(db: D1Database, lastFile: string): Promise<void> {
  await db.exec("CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE)");
  const folder = join(root, "migrations");
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith(".sql") && file <= lastFile)
    .sort()) {
    const statements = readFileSync(join(folder, name), "utf8").split("--> statement-breakpoint");
    await db.batch([
      ...statements.map((statement) => db.prepare(statement)),
      db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name),
    ]);
  }
}
