/** Runs a local club that a test kills, and prints its address: `serve-for-crash.ts FOLDER`. */
import { localWorker } from "#app/cli/local-worker.ts";

const [persistTo] = process.argv.slice(2);

const worker = localWorker({
  persistTo,
  vars: { APP_ENV: "local", SESSION_SECRET: "for-crashing-only-for-crashing-32" },
});
console.log((await worker.ready).origin);
