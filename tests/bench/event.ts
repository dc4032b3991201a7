/**
 * `npm run bench:event -- --diners N`: from the closing of an event to its last email, on workerd with a local D1.
 * `--events E` spreads the diners over events that close in the same minute, `--kills K` lets consumers of the queue die,
 * `--account-email` asks for a link meanwhile, `--json` prints figures alone, `--no-write` leaves docs/benchmarks as it is.
 */
import { parseArgs } from "node:util";
import { exitWithError } from "#app/cli/terminal-text.mjs";
import { describeWorst, summarize } from "./event-figures.ts";
import { findMissedLimits, renderEventsTable } from "./event-table.ts";
import { saveResults } from "./results.ts";
import { runEvent } from "./run-event.ts";

const { values } = parseArgs({
  options: {
    diners: { type: "string", default: "1000" },
    events: { type: "string", default: "1" },
    kills: { type: "string", default: "0" },
    "account-email": { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    "no-write": { type: "boolean", default: false },
  },
});
const readCount = (name: "diners" | "events" | "kills", min: number) => {
  const count = Number(values[name]);
  if (!Number.isInteger(count) || count < min)
    exitWithError(`--${name} must be a whole number from ${min} on.`);
  return count;
};
const options = {
  diners: readCount("diners", 1),
  events: readCount("events", 1),
  kills: readCount("kills", 0),
  asksForAccountEmail: values["account-email"],
};

const run = await runEvent(options).catch((error: Error) => exitWithError(`FAILED: ${error.message}`));
const row = summarize(options, run);
const missed = findMissedLimits(row);
if (values.json) console.log(JSON.stringify(row));
else console.log([renderEventsTable([row]), describeWorst(run), ...new Set(run.warnings)].join("\n\n"));
for (const { what, measured, target } of missed) console.error(`MISSED ${what}: ${measured} (${target})`);
for (const failure of run.failures) console.error(`FAILED ${failure}`);
if (run.failures.length > 0) process.exitCode = 1;
else if (!values["no-write"]) saveResults({ events: { [row.what]: row } });
