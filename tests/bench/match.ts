/**
 * `npm run bench:match`: how well and how fast the matcher seats, against what others reach. `-- --data FOLDER`
 * says where the instances lie, `--row NAME` runs one row, `--write` puts the table into the README, and
 * `--instance FILE --seconds N --json` groups one file of MDGPLIB.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { exitWithError } from "#app/cli/prepare.mjs";
import { readMatrix } from "./match-instances.ts";
import { groupFor } from "./match-matrix.ts";
import { type Row, rows } from "./match-rows.ts";

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

if (options.instance) groupOne(options.instance, Number(options.seconds));
else await measure();

function groupOne(file: string, seconds: number): void {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) exitWithError(`There is no file ${file}.`);
  if (!(seconds > 0)) exitWithError("--seconds must be a number above 0.");
  const matrix = readMatrix(readFileSync(file, "utf8"));
  if (typeof matrix === "string") exitWithError(matrix);
  const { value, seconds: took, groups } = groupFor(matrix, seconds);
  if (options.json) console.log(JSON.stringify({ value, seconds: took, groups }));
  else
    console.log([`${value} in ${took.toFixed(1)} s`, ...groups.map((group) => group.join(" "))].join("\n"));
}

async function measure(): Promise<void> {
  const wanted = Object.entries(rows).filter(([name]) => options.row?.includes(name) ?? true);
  if (wanted.length === 0) exitWithError(`The rows are ${Object.keys(rows).join(", ")}.`);
  const measured: Row[] = [];
  for (const [name, run] of wanted) {
    for (const row of await run(options.data)) {
      measured.push(row);
      console.log(
        `${row.holds ? "ok    " : "BELOW "} ${name}: ${row.what} · ${row.measured} · ${row.target}`,
      );
    }
  }
  if (options.write) writeTable(measured);
  if (measured.some(({ holds }) => !holds)) process.exitCode = 1;
}

function writeTable(measured: Row[]): void {
  const file = new URL("../../README.md", import.meta.url);
  const lines = measured.map(
    (row) => `| ${row.what} | ${row.elsewhere} | ${row.target} | ${row.measured} | ${row.ratio} |`,
  );
  const table = [
    "| What | Best seen elsewhere | Wanted | Measured | Ours ÷ theirs |",
    "| --- | --- | --- | --- | --- |",
    ...lines,
  ].join("\n");
  const marks = /(<!-- bench:match -->\n)[\s\S]*(\n<!-- \/bench:match -->)/;
  writeFileSync(
    file,
    readFileSync(file, "utf8").replace(marks, (_, begin, end) => `${begin}\n${table}\n${end}`),
  );
  execFileSync("npm", ["run", "--silent", "format", "--", "README.md"]);
}
