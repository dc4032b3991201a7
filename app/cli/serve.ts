/** Serves the built Worker with its local database. `npm start` runs this after its preparations. */
import { userInfo } from "node:os";
import { setInterval } from "node:timers";
import { Log, LogLevel } from "miniflare";
import { newToken } from "#app/auth/device.server.ts";
import { openDatabase } from "#app/db/client.server.ts";
import { isHealthSecretShort, shortHealthSecret } from "#app/lib/health.ts";
import { resendAllTasks } from "#app/models/task/tasks.server.ts";
import { noteServed } from "./build-club.ts";
import { defaultFolder, describeRunningClub } from "./club-banner.ts";
import { exitNotStarted, lockClubOrExit } from "./club-lock.ts";
import { readClubContact } from "./club-settings.ts";
import { config, createLocalWorker, readLocalVars } from "./local-worker.ts";
import { startRpcServer } from "./rpc.ts";
import { prepareDatabase } from "./seed.ts";

const [port = "8787", persistTo = defaultFolder] = process.argv.slice(2);

const deskToken = newToken();
const vars = {
  ...readClubContact(),
  ...readLocalVars(),
  SITE_URL: `http://localhost:${port}`,
  DESK_TOKEN: deskToken,
  DESK_OPERATOR: userInfo().username,
};
if (isHealthSecretShort(readLocalVars().HEALTH_SECRET)) exitNotStarted(shortHealthSecret);
const lock = await lockClubOrExit(persistTo);
await prepareDatabase(persistTo).catch(exitNotStarted);
const worker = createLocalWorker({
  port: Number(port),
  persistTo,
  vars,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  log: new Log(LogLevel.WARN),
});

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => void worker.dispose().finally(() => process.exit(0)));
}

try {
  await worker.ready;
  const env = { ...config.vars, ...vars, ...(await worker.getBindings<Pick<Env, "DB" | "AVATARS">>()) };
  await resendAllTasks(openDatabase(env.DB), new Date());
  await startRpcServer(lock, env);
} catch (error) {
  await worker.dispose();
  exitNotStarted(error);
}

/** Runs the cron of wrangler.toml, because Miniflare does not: at once, so that nothing looks stopped, and each minute. */
async function runCron(): Promise<void> {
  const entry = await worker.getWorker();
  await entry.scheduled({ scheduledTime: new Date(), cron: "* * * * *" });
}
setInterval(runCron, 60_000);
void runCron();

noteServed();
console.log(describeRunningClub({ port, persistTo, deskToken }));
