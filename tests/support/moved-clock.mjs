/** Tests at another time: `npm test -- --at "2027-03-28 00:30"`, on Linux and with a C compiler. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { renameSync } from "node:fs";
import { join } from "node:path";
import { root } from "#app/cli/project.mjs";

const dayMs = 24 * 60 * 60_000;

/** In UTC; undefined where it is no time. */
export function parseTestTime(/** @type {string} */ text) {
  const [, day, time = "00:00"] = text.match(/^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}))?$/) ?? [];
  const date = new Date(`${day}T${time}Z`);
  return date.getTime() > 0 && formatTestTime(date) === `${day} ${time}` ? date : undefined;
}

export const formatTestTime = (/** @type {Date} */ date) => date.toISOString().slice(0, 16).replace("T", " ");

/** Times at which tests fail that are right at most others; undefined is the present. */
function listHardTimes(/** @type {Date} */ now, /** @type {number} */ anyNumber) {
  const year = now.getUTCFullYear();
  const leapYear = [1, 2, 3, 4, 5, 6, 7, 8].map((i) => year + i).find((each) => isLeapYear(each)) ?? 0;
  return [
    undefined,
    weekdayFrom(now, 4, "20:00"),
    weekdayFrom(now, 5, "17:30"),
    // Clocks change at 01:00 UTC in Europe and at 07:00 in New York, forward and back.
    weekdayFrom(new Date(Date.UTC(year + 1, 2, 25)), 0, "00:30"),
    weekdayFrom(new Date(Date.UTC(year + 1, 9, 25)), 0, "00:30"),
    weekdayFrom(new Date(Date.UTC(year + 1, 2, 8)), 0, "06:30"),
    new Date(Date.UTC(year, 11, 31, 23, 10)),
    new Date(Date.UTC(leapYear, 1, 29, 12)),
    new Date(now.getTime() + 3_653 * dayMs),
    new Date(now.getTime() + (anyNumber % (4 * 365 * dayMs))),
  ];
}

const isLeapYear = (/** @type {number} */ year) => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;

/** The first one at that time of that day or later. */
function weekdayFrom(/** @type {Date} */ from, /** @type {number} */ weekday, /** @type {string} */ time) {
  const days = (weekday + 7 - from.getUTCDay()) % 7;
  return new Date(`${new Date(from.getTime() + days * dayMs).toISOString().slice(0, 10)}T${time}Z`);
}

/** The same one for a commit, as long as it is the same day. */
export function drawTestTime(/** @type {string} */ commit, now = new Date()) {
  const hash = createHash("sha256").update(commit).digest();
  const times = listHardTimes(now, hash.readUIntBE(1, 6));
  return times[(hash[0] ?? 0) % times.length];
}

/** @returns {Record<string, string> | undefined} what moves the clock of a program in its environment; undefined where nothing can */
export function moveClock(/** @type {Date} */ time) {
  if (process.platform !== "linux") return undefined;
  const library = join(root, "node_modules/.oten-moved-clock.so");
  const part = `${library}.${process.pid}`;
  const source = join(root, "tests/support/moved-clock.c");
  const { status } = spawnSync("cc", ["-shared", "-fPIC", "-O2", "-o", part, source, "-ldl"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) return undefined;
  renameSync(part, library);
  return {
    LD_PRELOAD: library,
    CLOCK_MOVED_BY: String(Math.round((time.getTime() - Date.now()) / 1_000)),
  };
}
