/** `npm test` prepares a fresh clone by itself; arguments, for example test files, go to vitest. */
import { spawn } from "node:child_process";
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

const vitest = spawn(
  node,
  ["node_modules/vitest/vitest.mjs", "run", "--config", "tests/vitest.config.ts", ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: "inherit",
    env: {
      ...process.env,
      CHROMIUM_PATH: browser,
      WRANGLER_SEND_METRICS: "false",
      CLOUDFLARE_CF_FETCH_ENABLED: "false",
      WRANGLER_LOG: "error",
    },
  },
);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => vitest.kill(signal));
vitest.on("exit", (code) => process.exit(code ?? 1));
