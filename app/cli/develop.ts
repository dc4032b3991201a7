/** Serves the club through Vite with hot reload. `npm run dev` runs this after its preparations. */
import { userInfo } from "node:os";
import { createServer } from "vite";
import { newToken } from "#app/auth/tokens.server.ts";
import { isHealthSecretShort, shortHealthSecret } from "#app/lib/health.ts";
import { defaultFolder, describeRunningClub } from "./club-banner.ts";
import { exitNotStarted, lockClubOrExit } from "./club-lock.ts";
import { readLocalVars } from "./local-worker.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { root } from "./project.mjs";
import { viteWorkerPlugin } from "./vite-worker.ts";

const [port = "8787", persistTo = defaultFolder] = process.argv.slice(2);

if (isHealthSecretShort(readLocalVars().HEALTH_SECRET)) exitNotStarted(shortHealthSecret);
const lock = await lockClubOrExit(persistTo);
await prepareDatabase(persistTo).catch(exitNotStarted);

const deskToken = newToken();
const ownVars = {
  SITE_URL: `http://localhost:${port}`,
  DESK_TOKEN: deskToken,
  DESK_OPERATOR: userInfo().username,
};
const vite = await createServer({
  root,
  plugins: [viteWorkerPlugin(persistTo, ownVars, lock)],
  server: { port: Number(port), strictPort: true },
});
await vite.listen();
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => void vite.close().finally(() => process.exit(0)));
}

console.log(describeRunningClub({ port, persistTo, reloads: true, deskToken }));
