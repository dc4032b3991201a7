/** `npm test` prepares a fresh clone by itself; arguments, for example test files, go to vitest. */
import { spawn } from "node:child_process";
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  build,
  checkNode,
  checkWritable,
  exitWithError,
  installPackages,
  node,
  root,
} from "#app/cli/prepare.mjs";

checkNode();
checkWritable();
installPackages();
build();

const { findBrowser } = await import("#app/cli/find-browser.mjs");
const browser = await findBrowser().catch((error) => exitWithError(error.message));
console.log(`Browser: ${browser}`);

const memoryFolder = createMemoryFolder();

const vitest = spawn(
  node,
  ["node_modules/vitest/vitest.mjs", "run", "--config", "tests/vitest.config.ts", ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: "inherit",
    env: {
      ...process.env,
      ...(memoryFolder ? { TMPDIR: memoryFolder } : {}),
      CHROMIUM_PATH: browser,
      WRANGLER_SEND_METRICS: "false",
      CLOUDFLARE_CF_FETCH_ENABLED: "false",
      WRANGLER_LOG: "error",
    },
  },
);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => vitest.kill(signal));
vitest.on("exit", (code) => {
  if (memoryFolder) rmSync(memoryFolder, { recursive: true, force: true, maxRetries: 3 });
  process.exit(code ?? 1);
});

/** Half of each call of a database is waiting for the disk, which a folder in memory has not. Only where it has room. */
function createMemoryFolder() {
  const minFreeBytes = 2 * 2 ** 30;
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    if (bavail * bsize < minFreeBytes) return undefined;
    const folder = mkdtempSync(join("/dev/shm", "oten-tests-"));
    if (!canRunPrograms(folder)) {
      rmSync(folder, { recursive: true });
      return undefined;
    }
    // Tests start programs as another user.
    chmodSync(folder, 0o711);
    return folder;
  } catch {
    return undefined;
  }
}

/** Containers often mount /dev/shm without it, and tests start programs of their own. */
function canRunPrograms(/** @type {string} */ folder) {
  const program = join(folder, "program");
  writeFileSync(program, "", { mode: 0o755 });
  try {
    accessSync(program, constants.X_OK);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(program);
  }
}
