/**
 * `npm run match -- FILE` seats the night of a JSON file and prints who sits where; `-- --verify FILE RESULT` says
 * whether a result, or the hash a receipt shows of one, is what the matcher gives. `docs/matcher.md` describes the files.
 */
import { readFileSync } from "node:fs";
import { match, verify } from "#app/matching/solve.ts";
import { exitWithError } from "./prepare.mjs";
import { readNight, readSeating } from "./read-match-files.ts";

const usage = "Say which night to seat: npm run match -- FILE, or npm run match -- --verify FILE RESULT.";

const args: string[] = process.argv.slice(2);
const isCheck = args[0] === "--verify";
const files = isCheck ? args.slice(1) : args;
if (files.length !== (isCheck ? 2 : 1) || files.some((file: string) => !file || file.startsWith("--")))
  exitWithError(usage);
const [nightFile = "", seatingFile = ""] = files;

const night = readNight(read(nightFile));
if (typeof night === "string") exitWithError(`${nightFile}: ${night}`);
if (isCheck) check();
else console.log(JSON.stringify(match(night), null, 2));

function check(): void {
  if (typeof night === "string") return;
  const isHash = /^[0-9a-f]{32}$/.test(seatingFile);
  const seating = isHash ? { hash: seatingFile } : readSeating(read(seatingFile));
  if (typeof seating === "string") exitWithError(`${seatingFile}: ${seating}`);
  else say("version" in seating ? verify(night, seating) : match(night).hash === seating.hash);
}

function say(isSame: boolean): void {
  if (isSame) console.log("This is the seating the matcher gives.");
  else exitWithError("This is not the seating the matcher gives.");
}

function read(file: string): string {
  try {
    // Some editors mark the beginning of a file.
    return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return exitWithError(
      code === "ENOENT" ? `There is no file ${file}.` : `${file} can't be read (${code}).`,
    );
  }
}
