/** `npm test` prepares a fresh clone by itself; arguments, for example test files, go to vitest. */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { checkNode, checkWritable } from "#app/cli/checks.mjs";
import { build, installPackages } from "#app/cli/prepare.mjs";
import { node, root, toolEnvironment } from "#app/cli/project.mjs";
import { exitWithError } from "#app/cli/terminal-text.mjs";
import { addOwner, createMemoryFolder, removeLeftovers } from "./support/memory-folder.mjs";

const args = process.argv.slice(2);
const projects = findProjects(args);
const needs = (/** @type {string[]} */ ...names) =>
  projects.length === 0 ||
  projects.some((name) => !["pure", "worker"].includes(name) || names.includes(name));

checkNode();
checkWritable();
installPackages();
if (needs("worker")) build();

/** @type {Record<string, string>} */
const browserEnvironment = {};
if (needs()) {
  const { findBrowser } = await import("#app/cli/find-browser.mjs");
  const browser = await findBrowser().catch((error) => exitWithError(error.message));
  console.log(`Browser: ${browser}`);
  browserEnvironment.CHROMIUM_PATH = browser;
}

removeLeftovers();
const memoryFolder = createMemoryFolder();

const vitest = spawn(
  node,
  ["node_modules/vitest/vitest.mjs", "run", "--config", "tests/vitest.config.ts", ...args],
  {
    cwd: root,
    stdio: "inherit",
    env: {
      ...toolEnvironment,
      ...(memoryFolder
        ? { TMPDIR: memoryFolder, NODE_COMPILE_CACHE: join(memoryFolder, "compile-cache") }
        : {}),
      ...browserEnvironment,
      WRANGLER_LOG: "error",
    },
  },
);
if (memoryFolder && vitest.pid) addOwner(memoryFolder, vitest.pid);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => vitest.kill(signal));
vitest.on("exit", (code) => {
  if (memoryFolder) rmSync(memoryFolder, { recursive: true, force: true, maxRetries: 3 });
  process.exit(code ?? 1);
});

/** The values of `--project`, which vitest takes in two forms. */
function findProjects(/** @type {string[]} */ all) {
  return all.flatMap((arg, i) => {
    if (arg === "--project") return all[i + 1] ?? [];
    return arg.startsWith("--project=") ? arg.slice("--project=".length) : [];
  });
}
