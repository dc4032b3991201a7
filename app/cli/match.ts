import type { MatchInput } from "#app/matching/match-input.ts";
import type { Seating } from "#app/matching/seating.ts";
import { match, verifySeating } from "#app/matching/solve.ts";
import { type JsonFile, readJsonFile } from "./read-json-file.ts";
import { readMatchInput, readMatchRecord, readSeating } from "./read-match-files.ts";
import { escapeInvisible, escapeLines, exitWithError } from "./terminal-text.mjs";
import { findRecordProblem } from "./verify-record.ts";

const usage = "Usage: npm run match -- FILE, or npm run match -- --verify FILE RESULT.";

const args: string[] = process.argv.slice(2);
const shouldVerify = args[0] === "--verify";
const files = shouldVerify ? args.slice(1) : args;
if (files.length !== (shouldVerify ? 2 : 1) || files.some((file) => !file || file.startsWith("--")))
  exitWithError(usage);
const [inputFile = "", result = ""] = files;

const file = requireValid(readJsonFile(inputFile));
const input = requireValid(readMatchInput(file));
if (!shouldVerify) printSeating(match(input));
else if (/^[0-9a-f]{64}$/.test(result)) printRecordCheck(file);
else if (isResultOf(input)) console.log("This is the seating the matcher gives.");
else exitWithError("This is not the seating the matcher gives.");

/** The seating goes to standard output, so that it can be saved; how full each venue is goes beside it. */
function printSeating(seating: Seating): void {
  console.log(escapeLines(JSON.stringify(seating, null, 2)));
  const tablesOf = new Map(input.venues.map(({ id, tables }) => [id, tables]));
  for (const { venue, used } of seating.report.venues[0].tables ?? [])
    console.error(escapeInvisible(`${venue}: ${used} of ${tablesOf.get(venue)} tables`));
}

function isResultOf(matchInput: MatchInput): boolean {
  const isHash = /^[0-9a-f]{32}$/.test(result);
  if (isHash) return match(matchInput).hash === result;
  return verifySeating(matchInput, requireValid(readSeating(requireValid(readJsonFile(result)))));
}

/** The hash is one of a match record: the whole record in the file is checked, and the matching run repeated. */
function printRecordCheck(inputWithRecord: JsonFile): void {
  const problem = findRecordProblem(requireValid(readMatchRecord(inputWithRecord)), result);
  if (problem) exitWithError(problem);
  else console.log("This is the seating the matcher gives, and every hash fits.");
}

/** The sentence of a problem has text of the file and the name of the file, so it stays on one line. */
function requireValid<T extends object>(read: T | string): T {
  return typeof read === "string" ? exitWithError(escapeInvisible(read)) : read;
}
