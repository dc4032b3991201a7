import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { build, type Plugin } from "esbuild";
import { expect, test } from "vitest";
import { node, root } from "#app/cli/prepare.mjs";
import * as schema from "#app/db/schema.ts";

const tableNames = Object.values(schema).flatMap((value) =>
  is(value, SQLiteTable) ? [getTableName(value)] : [],
);

/** Gives every table of the schema one more nullable column. */
const withAddedColumn: Plugin = {
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

/** Plays accounts, bookings, tables, deposits, erasure and backup; answers how many rows each table has. */
async function playWholeLife(plugins: Plugin[], statements: string[]): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(root, "build/whole-life-"));
  const outfile = join(folder, "whole-life.mjs");
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
    for (const name of ["groups.wasm", "tables.wasm"])
      execFileSync("cp", [join(root, "app/matching/kernel", name), folder]);
    const out = execFileSync(node, [outfile, JSON.stringify(statements)], { cwd: root, encoding: "utf8" });
    return JSON.parse(out);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("a nullable column added to every table of the schema changes no query", async () => {
  const statements = tableNames.map((name) => `ALTER TABLE "${name}" ADD COLUMN added_later TEXT`);
  const [before, after] = [await playWholeLife([], []), await playWholeLife([withAddedColumn], statements)];
  expect(after).toEqual(before);
  const empty = Object.keys(before).filter((table) => before[table] === 0);
  expect(empty, "tables that nothing was written to").toEqual([]);
}, 120_000);
