import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { node } from "#app/cli/project.mjs";
import { drawTestTime, formatTestTime, moveClock, parseTestTime } from "#tests/support/moved-clock.mjs";

test("a time of a test is a minute in UTC", () => {
  expect(parseTestTime("2028-02-29 23:59")).toEqual(new Date("2028-02-29T23:59Z"));
  expect(parseTestTime("2028-02-29")).toEqual(new Date("2028-02-29T00:00Z"));
  for (const text of ["2027-02-29 10:00", "2027-01-01 24:00", "tomorrow", "", "10:00"])
    expect(parseTestTime(text), text).toBeUndefined();
});

test("commits draw the present, and times that are hard to get right, of every year", () => {
  for (let year = 2020; year < 2060; year++) {
    const now = new Date(Date.UTC(year, year % 12, 1 + (year % 28), year % 24, year % 60));
    const drawn = Array.from({ length: 400 }, (_, i) => drawTestTime(`commit ${i}`, now));
    const times = drawn.filter((time) => time !== undefined);
    const days = new Set(times.map((time) => formatTestTime(time).slice(5, 10)));
    expect(drawn.length - times.length).toBeGreaterThan(10);
    expect([...days]).toEqual(expect.arrayContaining(["02-29", "12-31"]));
    expect(Math.min(...times.map(Number))).toBeGreaterThan(now.getTime() - 86_400_000);
    expect(drawTestTime("commit 7", now)).toEqual(drawTestTime("commit 7", now));
  }
});

test("a program runs at the time that it is moved to", () => {
  const time = new Date(Date.now() + 1_000_000_000_000);
  const moved = moveClock(time);
  // There may be no compiler.
  if (!moved) return;
  const script = "Date.now()";
  const printed = execFileSync(node, ["--print", script], { env: { ...process.env, ...moved } }).toString();
  expect(Math.abs(Number.parseInt(printed, 10) - time.getTime())).toBeLessThan(600_000);
});
