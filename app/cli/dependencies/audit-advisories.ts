/** `npm run audit:advisories`: fails when a deployed package has a serious advisory that nobody has accepted. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { exitWithError, root } from "#app/cli/prepare.mjs";
import {
  type AdvisoryList,
  addAcceptances,
  advisoryListSchema,
  describeAge,
  judge,
  refreshList,
} from "./advisories.ts";
import { askAuditService } from "./ask-audit-service.ts";
import { readLock } from "./lock.ts";
import { parseJson } from "./parse-json.ts";

const { values } = parseArgs({
  options: {
    write: { type: "boolean", default: false },
    folder: { type: "string", default: root },
    "timeout-ms": { type: "string", default: "20000" },
  },
});

const now = new Date();
const listFile = join(values.folder, "docs/advisories.json");
const lock = readLock(values.folder);
const answer = await askAuditService(values.folder, lock, Number(values["timeout-ms"]));
let list = readList();

if (values.write) {
  if (!answer) exitWithError("No audit service answered, so docs/advisories.json stays as it is.");
  list = refreshList(lock, answer, list, now);
  writeFileSync(listFile, `${JSON.stringify(list, null, 2)}\n`);
}

const age = describeAge(list, now);
if (!answer && age) console.warn(age);
const { blocking, notes } = judge(lock, answer ? addAcceptances(answer, list) : list.advisories, now);
console.log(
  answer
    ? "Asked the registry."
    : `No audit service answered: using docs/advisories.json of ${list.checkedOn}.`,
);
for (const note of notes) console.log(`  ${note}`);
if (blocking.length > 0)
  exitWithError(
    `${blocking.map((line) => `  ${line}`).join("\n")}\nUpdate these packages, or accept the advisories in docs/advisories.json: CONTRIBUTING.md says how.`,
  );

function readList(): AdvisoryList {
  if (!existsSync(listFile)) exitWithError(`There is no ${listFile}.`);
  const parsed = advisoryListSchema.safeParse(parseJson(readFileSync(listFile, "utf8")));
  if (!parsed.success) exitWithError(`docs/advisories.json: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
