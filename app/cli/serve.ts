/** Serves the built Worker with its local database: `npm start` prepares everything before this. */
import { setInterval } from "node:timers";
import { Log, LogLevel } from "miniflare";
import { localVars, localWorker } from "./local-worker.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { demoDiner } from "./seed.ts";

const [port = "8787", persistTo = ".wrangler/state"] = process.argv.slice(2);

const worker = localWorker({
  port: Number(port),
  persistTo,
  vars: { ...localVars(), SITE_URL: `http://localhost:${port}` },
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  log: new Log(LogLevel.WARN),
});

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => void worker.dispose().finally(() => process.exit(0)));
}

try {
  await worker.ready;
  await prepareDatabase(await worker.getD1Database("DB"));
} catch (error) {
  console.error(`Öten could not start: ${error instanceof Error ? error.message : error}`);
  await worker.dispose();
  process.exit(1);
}

/** The cron of wrangler.toml: the platform's clock strikes every minute. */
setInterval(async () => {
  const entry = await worker.getWorker();
  await entry.scheduled({ scheduledTime: new Date(), cron: "* * * * *" });
}, 60_000);

console.log(`
  Öten is at      http://localhost:${port}
  Sign in as      ${demoDiner.email}  ${demoDiner.password}
  Mails land at   http://localhost:${port}/dev/outbox
  Stop it with    Ctrl+C
`);
