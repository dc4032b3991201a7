/**
 * `npm run bench:match`: measures how well and how fast the matcher seats diners, compared with other solvers.
 * `-- --data FOLDER` names the folder of the instances, `--row NAME` runs one row, `--write` saves the rows in
 * docs/benchmarks.json, and `--instance FILE --seconds N --json` groups one MDGPLIB file.
 */
import { readFileSync, statSync } from "node:fs";
import { parseArgs } from "node:util";
import { exitWithError } from "#app/cli/prepare.mjs";
import { readMatrix } from "./match-instances.ts";
import { groupFor } from "./match-matrix.ts";
import { rows } from "./match-rows.ts";
import { type MatcherRow, saveResults } from "./results.ts";

const { values: options } = parseArgs({
  options: {
    data: { type: "string" },
    row: { type: "string", multiple: true },
    write: { type: "boolean" },
    instance: { type: "string" },
    seconds: { type: "string", default: "10" },
    json: { type: "boolean" },
  },
});

if (options.instance) groupInstance(options.instance, Number(options.seconds));
else await measureRows();

function groupInstance(file: string, maxSeconds: number): void {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) exitWithError(`There is no file ${file}.`);
  if (!(maxSeconds > 0)) exitWithError("--seconds must be a number above 0.");
  const matrix = readMatrix(readFileSync(file, "utf8"));
  if (typeof matrix === "string") exitWithError(matrix);
  const { value, seconds, groups } = groupFor(matrix, maxSeconds);
  if (options.json) console.log(JSON.stringify({ value, seconds, groups }));
  else
    console.log(
      [`${value} in ${seconds.toFixed(1)} s`, ...groups.map((group) => group.join(" "))].join("\n"),
    );
}

async function measureRows(): Promise<void> {
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
}
