/** `npm test` prepares a fresh clone by itself; arguments, for example test files, go to vitest. */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
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
import { addOwner, createMemoryFolder, removeLeftovers } from "./support/memory-folder.mjs";

checkNode();
checkWritable();
installPackages();
build();

const { findBrowser } = await import("#app/cli/find-browser.mjs");
const browser = await findBrowser().catch((error) => exitWithError(error.message));
console.log(`Browser: ${browser}`);

removeLeftovers();
const memoryFolder = createMemoryFolder();

const vitest = spawn(
  node,
  ["node_modules/vitest/vitest.mjs", "run", "--config", "tests/vitest.config.ts", ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: "inherit",
    env: {
      ...process.env,
      ...(memoryFolder
        ? { TMPDIR: memoryFolder, NODE_COMPILE_CACHE: join(memoryFolder, "compile-cache") }
        : {}),
      CHROMIUM_PATH: browser,
      WRANGLER_SEND_METRICS: "false",
      CLOUDFLARE_CF_FETCH_ENABLED: "false",
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
