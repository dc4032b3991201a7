/**
 * `npm run bench:match`: measures how well and how fast the matcher seats diners, compared with other solvers.
 * `-- --data FOLDER` names the folder of the instances, `--row NAME` runs one row, and `--write` saves the rows in
 * docs/benchmarks.json.
 */
import { parseArgs } from "node:util";
import { exitWithError } from "#app/cli/terminal-text.mjs";
import { rows } from "./match-rows.ts";
import { type MatcherRow, saveResults } from "./results.ts";

const { values: options } = parseArgs({
  options: {
    data: { type: "string" },
    row: { type: "string", multiple: true },
    write: { type: "boolean" },
  },
});

const selected = Object.entries(rows).filter(([name]) => options.row?.includes(name) ?? true);
if (selected.length === 0) exitWithError(`The rows are ${Object.keys(rows).join(", ")}.`);
const measured: Record<string, MatcherRow[]> = {};
for (const [name, measure] of selected) {
  const named = await measure(options.data);
  if (named.length > 0) measured[name] = named;
  for (const row of named) {
    console.log(
      `${row.isReached ? "ok    " : "BELOW "} ${name}: ${row.what} · ${row.measured} · ${row.target}`,
    );
  }
}
if (options.write) saveResults({ matcher: measured });
const isAllReached = Object.values(measured)
  .flat()
  .every(({ isReached }) => isReached);
if (!isAllReached) process.exitCode = 1;
