import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { config } from "./local-worker.ts";
import { root } from "./prepare.mjs";

/** Applies new migrations, and records them in the table that wrangler uses too. */
export async function migrate(db: D1Database): Promise<void> {
  const folder = join(root, config.d1_databases[0]?.migrations_dir ?? "migrations");
  await db.exec(
    "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
  );
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map((row) => row.name));
  const newFiles = readdirSync(folder)
    .filter((name) => name.endsWith(".sql") && !applied.has(name))
    .sort();
  for (const name of newFiles) {
    const statements = readFileSync(join(folder, name), "utf8").split("--> statement-breakpoint");
    await db.batch([
      ...statements.map((statement) => db.prepare(statement)),
      db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name),
    ]);
  }
}
