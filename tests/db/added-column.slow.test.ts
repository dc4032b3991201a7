import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { build, type Plugin } from "esbuild";
import { expect, test } from "vitest";
import { node, root } from "#app/cli/project.mjs";
import * as schema from "#app/db/schema.ts";

const tableNames = Object.values(schema).flatMap((value) =>
  is(value, SQLiteTable) ? [getTableName(value)] : [],
);

/** Adds a nullable column to every table of the schema. */
const addColumnToSchema: Plugin = {
  name: "added-column",
  setup({ onLoad }) {
    onLoad({ filter: /app\/db\/schema\/[\w-]+\.ts$/ }, ({ path }) => ({
      loader: "ts",
      contents: readFileSync(path, "utf8").replaceAll(
        /(= sqliteTable\(\s*"\w+",\s*\{)/g,
        "$1 addedLater: text(),",
      ),
    }));
  },
};

/** Bundles and runs a script that inserts into every table, and returns the number of rows by table. */
async function insertIntoEveryTable(
  plugins: Plugin[],
  migrations: string[],
): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(root, "build/added-column-"));
  const outfile = join(folder, "insert-into-every-table.mjs");
  try {
    await build({
      absWorkingDir: root,
      entryPoints: ["tests/support/insert-into-every-table.ts"],
      outfile,
      bundle: true,
      format: "esm",
      platform: "node",
      target: "node24",
      external: ["miniflare", "wrangler"],
      banner: {
        js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
      },
      plugins,
      logLevel: "error",
    });
    execFileSync("cp", [join(root, "app/matching/kernel/tables.wasm"), folder]);
    const output = execFileSync(node, [outfile, JSON.stringify(migrations)], { cwd: root, encoding: "utf8" });
    return JSON.parse(output);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("every insert still works after a nullable column is added to each table", async () => {
  const migrations = tableNames.map((name) => `ALTER TABLE "${name}" ADD COLUMN added_later TEXT`);
  const before = await insertIntoEveryTable([], []);
  const after = await insertIntoEveryTable([addColumnToSchema], migrations);
  expect(after).toEqual(before);
  const emptyTables = Object.keys(before).filter((table) => before[table] === 0);
  expect(emptyTables, "tables without rows").toEqual([]);
});
