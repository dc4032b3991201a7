/** A local club in a process of its own, to be killed: `serve-for-crash.ts FOLDER`. Says where it listens. */
import { localWorker } from "#app/cli/local-worker.ts";

const [persistTo] = process.argv.slice(2);

const worker = localWorker({
  persistTo,
  vars: { APP_ENV: "local", SESSION_SECRET: "for-crashing-only-for-crashing-32" },
});
console.log((await worker.ready).origin);
