import { match } from "#app/matching/solve.ts";
import { check, findProblem, isRecordHash, matchInput, readJson, WrongFile } from "./match-files.ts";
import { escapeInvisible, escapeLines, exitWithError } from "./terminal-text.mjs";

const [first = "", ...others] = process.argv.slice(2);
const [file = "", result = ""] = others;
try {
  if (first === "--verify" && others.length === 2) printCheck();
  else if (first && !first.startsWith("--") && others.length === 0) printSeating();
  else exitWithError("Usage: npm run match -- FILE, or npm run match -- --verify FILE RESULT.");
} catch (error) {
  if (!(error instanceof WrongFile)) throw error;
  exitWithError(error.message);
}

/** The seating goes to standard output, so that it can be saved; the use of each venue goes to standard error. */
function printSeating(): void {
  const input = check(matchInput, readJson(first), first);
  const seating = match(input);
  console.log(escapeLines(JSON.stringify(seating, null, 2)));
  const tablesOf = new Map(input.venues.map(({ id, tables }) => [id, tables]));
  for (const { venue, used } of seating.report.venues[0].tables ?? [])
    console.error(escapeInvisible(`${venue}: ${used} of ${tablesOf.get(venue)} tables`));
}

function printCheck(): void {
  const problem = findProblem(file, result);
  if (problem) exitWithError(problem);
  console.log(
    isRecordHash(result)
      ? "This is the seating the matcher gives, and every hash fits."
      : "This is the seating the matcher gives.",
  );
}
