import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { lockClub } from "#app/cli/club-lock.ts";
import { copyProject } from "#tests/support/copy-project.ts";
import { moveClock } from "#tests/support/moved-clock.mjs";
import { runScript } from "#tests/support/run-script.ts";

const empty = { code: 0, out: "No venue yet: add one with venue add.\n" };

function makeClub(project: string) {
  const club = join(project, "club");
  mkdirSync(club);
  return club;
}

test("ops runs again after build/ was deleted", async () => {
  const project = copyProject();
  const args = ["venue", "list", "--persist-to", makeClub(project)];
  expect(await runScript("ops.mjs", args, project)).toMatchObject(empty);
  rmSync(join(project, "build"), { recursive: true, force: true });
  expect(await runScript("ops.mjs", args, project)).toMatchObject(empty);
});

test("a command that waits while a build empties build/ still finishes", async () => {
  const project = copyProject();
  const club = makeClub(project);
  await runScript("ops.mjs", ["--help"], project);
  const lock = lockClub(club);
  const running = runScript("ops.mjs", ["venue", "list", "--persist-to", club], project);
  await setTimeout(3_000);
  rmSync(join(project, "build"), { recursive: true, force: true });
  lock?.release();
  expect(await running).toMatchObject(empty);
});

test("two commands started together in a fresh clone both finish", async () => {
  const project = copyProject();
  const [first, second] = await Promise.all([1, 2].map(() => runScript("ops.mjs", ["--help"], project)));
  expect([first?.code, second?.code]).toEqual([0, 0]);
  expect(readdirSync(join(project, ".ops"))).toHaveLength(1);
});

test("a command leaves the bundle alone that another one writes, also on a machine whose clock is years ahead", async () => {
  const project = copyProject();
  const part = join(project, ".ops", "bundle-of-another-command");
  mkdirSync(part, { recursive: true });
  // There may be no compiler.
  const clock = moveClock(new Date(Date.now() + 4 * 365 * 86_400_000)) ?? {};
  expect(await runScript("ops.mjs", ["--help"], project, clock)).toMatchObject({ code: 0 });
  expect(existsSync(part)).toBe(true);
});

test("changed sources make a new bundle, and a bundle that was unused for a day is deleted", async () => {
  const project = copyProject();
  const bundles = join(project, ".ops");
  async function bundleChangedSources() {
    const now = new Date();
    utimesSync(join(project, "app/log.ts"), now, now);
    await runScript("ops.mjs", ["--help"], project);
    return readdirSync(bundles);
  }
  const [first = ""] = await bundleChangedSources();
  expect(await bundleChangedSources()).toHaveLength(2);
  // The files' own clock, which is not that of a test at another time.
  const twoDaysAgo = new Date(statSync(bundles).ctimeMs - 2 * 86_400_000);
  utimesSync(join(bundles, first), twoDaysAgo, twoDaysAgo);
  const left = await bundleChangedSources();
  expect(left).toHaveLength(2);
  expect(left).not.toContain(first);
});
