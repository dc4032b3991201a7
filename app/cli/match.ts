import { readFileSync } from "node:fs";
import type { MatchInput } from "#app/matching/match-input.ts";
import { match, verifySeating } from "#app/matching/solve.ts";
import { exitWithError } from "./prepare.mjs";
import { readMatchInput, readMatchRecord, readSeating } from "./read-match-files.ts";
import { findRecordProblem } from "./verify-record.ts";

const usage = "Usage: npm run match -- FILE, or npm run match -- --verify FILE RESULT.";

const args: string[] = process.argv.slice(2);
const shouldVerify = args[0] === "--verify";
const files = shouldVerify ? args.slice(1) : args;
if (files.length !== (shouldVerify ? 2 : 1) || files.some((file) => !file || file.startsWith("--")))
  exitWithError(usage);
const [inputFile = "", result = ""] = files;

const input = readMatchInput(readText(inputFile));
if (typeof input === "string") exitWithError(`${inputFile}: ${input}`);
else if (!shouldVerify) console.log(JSON.stringify(match(input), null, 2));
else if (/^[0-9a-f]{64}$/.test(result)) printRecordCheck();
else if (isResultOf(input)) console.log("This is the seating the matcher gives.");
else exitWithError("This is not the seating the matcher gives.");

function isResultOf(matchInput: MatchInput): boolean {
  const isHash = /^[0-9a-f]{32}$/.test(result);
  if (isHash) return match(matchInput).hash === result;
  const seating = readSeating(readText(result));
  if (typeof seating === "string") return exitWithError(`${result}: ${seating}`);
  return verifySeating(matchInput, seating);
}

/** The hash is one of the receipts: the whole record in the file is checked, and the matching run repeated. */
function printRecordCheck(): void {
  const record = readMatchRecord(readText(inputFile));
  const problem = typeof record === "string" ? `${inputFile}: ${record}` : findRecordProblem(record, result);
  if (problem) exitWithError(problem);
  else console.log("This is the seating the matcher gives, and every hash fits.");
}

function readText(file: string): string {
  try {
    // Some editors save a byte order mark at the beginning.
    return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return exitWithError(
      code === "ENOENT" ? `There is no file ${file}.` : `${file} can't be read (${code}).`,
    );
  }
}
