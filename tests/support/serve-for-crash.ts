/** Runs a local club that a test kills, and prints its address: `serve-for-crash.ts FOLDER`. */
import { createLocalWorker } from "#app/cli/local-worker.ts";

const [persistTo] = process.argv.slice(2);

const worker = createLocalWorker({
  persistTo,
  vars: { APP_ENV: "local", SESSION_SECRET: "for-crashing-only-for-crashing-32" },
});
console.log((await worker.ready).origin);
