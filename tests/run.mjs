/**
 * `npm test` prepares a fresh clone by itself; arguments, for example test files, go to vitest. `--at "2027-03-28 00:30"` runs
 * the tests as if it were that time. `--drawn` runs what CI does: two of the projects at a time and a quarter of the long files, both
 * drawn from the commit.
 */
import { spawn, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { checkNode, checkWritable, installPackages } from "#app/cli/prepare.mjs";
import { node, root, toolEnvironment } from "#app/cli/project.mjs";
import { exitWithError } from "#app/cli/terminal-text.mjs";
import { addOwner, createMemoryFolder, removeLeftovers } from "./support/memory-folder.mjs";
import { drawTestTime, formatTestTime, moveClock, parseTestTime } from "./support/moved-clock.mjs";

const { at, isDrawn, args } = takeOptions(process.argv.slice(2));

checkNode();
checkWritable();
installPackages();
const drawn = isDrawn ? drawFromCommit() : {};
const clock = at ? moveClockOfAll(at) : {};

removeLeftovers();
const memoryFolder = createMemoryFolder();

const vitest = spawn(node, ["node_modules/vitest/vitest.mjs", "run", ...args], {
  cwd: root,
  stdio: "inherit",
  env: {
    ...toolEnvironment,
    ...(memoryFolder
      ? { TMPDIR: memoryFolder, NODE_COMPILE_CACHE: join(memoryFolder, "compile-cache") }
      : {}),
    WRANGLER_LOG: "error",
    ...drawn,
    ...clock,
  },
});
if (memoryFolder && vitest.pid) addOwner(memoryFolder, vitest.pid);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => vitest.kill(signal));
vitest.on("exit", (code) => {
  if (memoryFolder) rmSync(memoryFolder, { recursive: true, force: true, maxRetries: 3 });
  process.exit(code ?? 1);
});

function takeOptions(/** @type {string[]} */ all) {
  const isDrawn = all.includes("--drawn");
  const args = all.filter((arg) => arg !== "--drawn");
  const i = args.indexOf("--at");
  return i < 0 ? { isDrawn, args } : { isDrawn, at: args[i + 1] ?? "", args: args.toSpliced(i, 2) };
}

function moveClockOfAll(/** @type {string} */ text) {
  const time = parseTestTime(text);
  if (!time) exitWithError(`--at takes a time in UTC, such as --at "2027-03-28 00:30", not "${text}".`);
  const moved = moveClock(time);
  if (!moved) exitWithError("--at needs Linux and a C compiler that is called cc.");
  console.log(`All tests run at ${formatTestTime(time)} UTC.`);
  return moved;
}

/** Slow tests and those with a browser run at the present time. */
function drawFromCommit() {
  const commit = spawnSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" }).stdout?.trim();
  if (!commit) exitWithError("--drawn needs git: it draws from the commit.");
  console.log("Drawn from the commit: a quarter of the files that take long. All of them: npm test");
  const time = drawTestTime(commit);
  const moved = time && moveClock(time);
  if (moved)
    console.log(
      `Drawn from the commit: "worker" and "pure" run at ${formatTestTime(time)} UTC. Again: npm test -- --project worker --project pure --at "${formatTestTime(time)}"`,
    );
  else if (time) console.log("All tests run at the present time: there is no C compiler to move the clock.");
  else console.log("Drawn from the commit: all tests run at the present time.");
  return { DRAWN_FROM: commit, ...(moved ? { MOVED_CLOCK: JSON.stringify(moved) } : {}) };
}
