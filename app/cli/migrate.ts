import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { config } from "./local-worker.ts";
import { root } from "./prepare.mjs";

/** Applies new migrations, and records them in the table that wrangler uses too. `folder` has the database. */
export async function migrate(db: D1Database, folder?: string): Promise<void> {
  const migrationsFolder = join(root, config.d1_databases[0]?.migrations_dir ?? "migrations");
  await db.exec(
    "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
  );
  const { results } = await db.prepare("SELECT name FROM d1_migrations ORDER BY id").all<{ name: string }>();
  const applied = results.map((row) => row.name);
  const files = readdirSync(migrationsFolder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
  if (folder && applied.some((name) => !files.includes(name))) throw otherVersionError(folder);
  const isInOrder = applied.every((name, i) => name === files[i]);
  for (const name of files.filter((file) => !applied.includes(file))) {
    const statements = readFileSync(join(migrationsFolder, name), "utf8").split("--> statement-breakpoint");
    const batch = db.batch([
      ...statements.map((statement) => db.prepare(statement)),
      db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name),
    ]);
    await batch.catch((error: unknown) => {
      throw folder && !isInOrder ? otherVersionError(folder, error) : failedError(name, error);
    });
  }
}

/** The batch of a migration is one transaction. */
const failedError = (name: string, cause: unknown) =>
  new Error(
    `Migration ${name} failed: ${cause instanceof Error ? cause.message : cause}. Your data is untouched.`,
    { cause },
  );

/** Only for a database whose applied migrations are others than the files: people delete their data where they read it. */
const otherVersionError = (folder: string, cause?: unknown) =>
  new Error(
    `The database in ${folder} was made by another version of Öten: delete this folder, and npm start makes a new one, or choose another folder with --persist-to.`,
    { cause },
  );
