/**
 * `npm run bench:learning`: how much of what is lost by wrong weights the ratings of diners win back, in made-up clubs.
 * `-- --seeds N` takes another number of clubs than twelve, `--write` saves the figures in docs/benchmarks.json, `--json` prints only four
 * of them, and `--deviation N` and `--lot-odds N` try another prior.
 */
import { parseArgs } from "node:util";
import { defaultPrior } from "#app/matching/learning/fit-weights.ts";
import { measureLearning } from "./learning-figures.ts";
import { formatShare } from "./learning-table.ts";
import { saveResults } from "./results.ts";

const { values: options } = parseArgs({
  options: {
    seeds: { type: "string", default: "12" },
    deviation: { type: "string", default: String(defaultPrior.deviation) },
    "lot-odds": { type: "string", default: String(defaultPrior.randomOdds) },
    write: { type: "boolean" },
    json: { type: "boolean" },
  },
});

const learning = measureLearning(Number(options.seeds), {
  ...defaultPrior,
  deviation: Number(options.deviation),
  randomOdds: Number(options["lot-odds"]),
});
const rows = Object.entries(learning.rows);
if (options.json) {
  const names = ["closed200", "closed1000", "noiseCost", "liarsCost"];
  console.log(JSON.stringify(Object.fromEntries(names.map((name) => [name, learning.rows[name]?.overall]))));
} else {
  for (const [name, { what, overall, worst, target, isReached }] of rows)
    console.log(
      `${isReached ? "ok    " : "BELOW "} ${name}: ${what} · ${formatShare(overall)}, worst ${formatShare(worst)} · ${target}`,
    );
}
if (options.write) saveResults({ learning });
if (!rows.every(([, { isReached }]) => isReached)) process.exitCode = 1;
