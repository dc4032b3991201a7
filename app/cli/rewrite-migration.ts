/** Writes the triggers of `kept_changes` into the one migration, checks that it agrees with the schema, and writes the rest. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import { keptTriggers } from "#app/models/backup/kept-rows.ts";
import { root } from "./project.mjs";
import { exitWithError } from "./terminal-text.mjs";

const migrations = join(root, "migrations");
for (const name of listFiles(migrations)) {
  const text = readFileSync(join(migrations, name), "utf8");
  const written = text.replace(
    /(app\/lib\/privacy\/what-survives\.ts\.\n)[\s\S]*(-- Here they end)/,
    (_, begin, end) => `${begin}${[...keptTriggers().values()].map((sql) => `${sql};\n\n`).join("")}${end}`,
  );
  if (written !== text) writeFileSync(join(migrations, name), written);
}
const generated = mkdtempSync(join(tmpdir(), "oten-migration-"));
try {
  execFileSync(
    "drizzle-kit",
    [
      "generate",
      "--dialect=sqlite",
      "--casing=snake_case",
      "--schema=app/db/schema.ts",
      `--out=${generated}`,
      "--name=club",
    ],
    { cwd: root, stdio: "pipe" },
  );
  const written = describeTables(migrations);
  const wanted = describeTables(generated);
  const differing = [...new Set([...Object.keys(written), ...Object.keys(wanted)])].filter(
    (name) => !isDeepStrictEqual(written[name], wanted[name]),
  );
  if (differing.length > 0)
    exitWithError(
      differing
        .map((name) => `${name}\n  migration: ${show(written[name])}\n  schema:    ${show(wanted[name])}`)
        .join("\n"),
    );
  cpSync(join(generated, "meta"), join(migrations, "meta"), { recursive: true });
} finally {
  rmSync(generated, { recursive: true });
}
const hashes = listFiles(migrations).map((name) => {
  const hash = createHash("sha256")
    .update(readFileSync(join(migrations, name)))
    .digest("hex");
  return `${hash}  migrations/${name}\n`;
});
writeFileSync(join(root, "tests/db/migrations.sha256"), hashes.join(""));

function listFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
}

/** Describes columns, references and indexes of every table, regardless of their order and spelling. */
function describeTables(folder: string): Record<string, unknown> {
  const db = new DatabaseSync(":memory:");
  for (const name of listFiles(folder)) db.exec(withoutExpressions(readFileSync(join(folder, name), "utf8")));
  const list = (query: string) => db.prepare(query).all() as Record<string, unknown>[];
  const tables = list(
    "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*'",
  );
  return Object.fromEntries(
    tables.map(({ name, sql }) => [
      name,
      {
        columns: sortByText(
          list(`PRAGMA table_xinfo(${name})`).map(({ cid, type, ...column }) => ({
            ...column,
            type: String(type).toLowerCase(),
          })),
        ),
        references: sortByText(
          list(`PRAGMA foreign_key_list(${name})`).map(({ id, seq, ...column }) => column),
        ),
        indexes: sortByText(
          list(
            `SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = '${name}' AND sql IS NOT NULL`,
          ).map((index) => plain(index.sql, name)),
        ),
        checks: [...String(sql).matchAll(/CHECK ?\((.*)\)/gi)].map(([, check]) => plain(check, name)).sort(),
      },
    ]),
  );
}

/** SQLite can't read drizzle-kit's way of writing an index on an expression. */
function withoutExpressions(sql: string): string {
  return sql.replace(/^CREATE (UNIQUE )?INDEX .*(substr|->>|cast).*$/gm, "");
}

function plain(sql: unknown, table: unknown): string {
  return String(sql)
    .replace(/["`\s]/g, "")
    .replaceAll(`${table}.`, "")
    .toLowerCase();
}

function sortByText(rows: unknown[]): string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}

function show(table: unknown): string {
  return JSON.stringify(table)?.replaceAll("\\", "") ?? "is missing";
}
