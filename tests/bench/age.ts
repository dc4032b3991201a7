/**
 * `npm run bench:age`: what every page, form, job and command reads in a club of 500 cities after five years, beside one of a
 * month. `--cities N` makes a smaller one, `--folder F` keeps the databases there.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runnerImport } from "vite";
import { root } from "#app/cli/project.mjs";
import type { Measured } from "./measure-age.ts";
import { buildOldClub, fullSize, quietTime } from "./old-club.ts";
import { renderTable } from "./render-table.ts";

const { values } = parseArgs({
  options: { cities: { type: "string", default: String(fullSize.cities) }, folder: { type: "string" } },
});
const folder = values.folder ?? mkdtempSync(join(tmpdir(), "oten-age-"));
// Node can't run the TSX files that jobs and commands need.
const { module } = await runnerImport<typeof import("./measure-age.ts")>("tests/bench/measure-age.ts", {
  root,
  configFile: false,
  logLevel: "error",
});

const measured: Map<string, Measured>[] = [];
for (const weeks of [4, fullSize.weeks]) {
  const persistTo = join(folder, `${weeks}-weeks`);
  const now = quietTime();
  const startedAt = Date.now();
  await buildOldClub(persistTo, { cities: Number(values.cities), weeks, now });
  console.log(`${weeks} weeks: built in ${Math.round((Date.now() - startedAt) / 1_000)} s`);
  measured.push(await module.measureAge(persistTo, new Date(now)));
}
if (!values.folder) rmSync(folder, { recursive: true });

const [young = new Map(), old = new Map()] = measured;
const rows = [...old].map(([what, { rowsRead, statements, trips, ms, slowest }]) => {
  const before = young.get(what);
  const ratio = (rowsRead / Math.max(1, before?.rowsRead ?? 0)).toFixed(2);
  const isGrown = rowsRead > 1.15 * (before?.rowsRead ?? 0) + 20;
  const figures = [rowsRead, before?.rowsRead ?? "", ratio, statements, trips, Math.round(ms)].map(String);
  return [what, ...figures, isGrown ? `${slowest.rowsRead}: ${slowest.sql}` : ""];
});
console.log(
  renderTable(
    ["What", "rows, 5 years", "rows, a month", "ratio", "statements", "trips", "ms", "what grew most"],
    rows,
  ),
);
