import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { unstable_splitSqlQuery as splitStatements } from "wrangler";
import { config } from "./local-worker.ts";
import { root } from "./project.mjs";

const migrationsFolder = join(root, config.d1_databases[0]?.migrations_dir ?? "migrations");

/** The file names, in the order in which they are applied. */
export const listMigrations = () =>
  readdirSync(migrationsFolder)
    .filter((name) => name.endsWith(".sql"))
    .sort();

/** Applies new migrations, and records them in the same table as wrangler. `folder` contains the database. */
export async function migrate(db: D1Database, folder?: string): Promise<void> {
  await db.exec(
    "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
  );
  const { results } = await db.prepare("SELECT name FROM d1_migrations ORDER BY id").all<{ name: string }>();
  const migrations = listMigrations();
  const isOfThisVersion =
    results.length > 0 ? results.every(({ name }, i) => name === migrations[i]) : await hasNoTables(db);
  if (folder && !isOfThisVersion) throw otherVersionError(folder);
  for (const name of migrations.slice(results.length)) {
    await applyMigration(db, name).catch((error: unknown) => {
      throw failedError(name, error);
    });
  }
}

/** Runs one batch, which is one transaction, split into statements in the way wrangler does it for a deployed club. */
export async function applyMigration(db: D1Database, name: string): Promise<void> {
  const statements = splitStatements(readFileSync(join(migrationsFolder, name), "utf8"));
  await db.batch([
    ...statements.map((statement) => db.prepare(statement)),
    db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name),
  ]);
}

const hasNoTables = async (db: D1Database) =>
  (await db
    .prepare(
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*' AND name <> 'd1_migrations'",
    )
    .first()) === null;

const failedError = (name: string, cause: unknown) =>
  new Error(
    `Migration ${name} failed: ${cause instanceof Error ? cause.message : cause}. Your data is untouched.`,
    { cause },
  );

/** Only shown if the database is certainly not of this version, because people delete their data when they read it. */
const otherVersionError = (folder: string) =>
  new Error(
    `The database in ${folder} was made by another version of Öten: delete this folder, and npm start makes a new one, or choose another folder with --persist-to.`,
  );
