/** Serves the club through Vite with hot reload. `npm run dev` runs this after its preparations. */
import { createServer } from "vite";
import { defaultFolder, describeRunningClub } from "./club-banner.ts";
import { lockClubOrExit } from "./club-lock.ts";
import { createLocalWorker, readLocalVars } from "./local-worker.ts";
import { root } from "./prepare.mjs";
import { prepareDatabase } from "./prepare-database.ts";
import { escapeLines } from "./terminal-text.mjs";
import { viteWorkerPlugin } from "./vite-worker.ts";

const [port = "8787", persistTo = defaultFolder] = process.argv.slice(2);

const lock = await lockClubOrExit(persistTo);
const database = createLocalWorker({ persistTo, vars: readLocalVars(), script: "export default {}" });
try {
  await prepareDatabase(await database.getD1Database("DB"), persistTo);
} catch (error) {
  console.error(escapeLines(`Öten could not start: ${error instanceof Error ? error.message : error}`));
  process.exitCode = 1;
}
await database.dispose();
if (process.exitCode) process.exit();

const vite = await createServer({
  root,
  plugins: [viteWorkerPlugin(persistTo, `http://localhost:${port}`, lock)],
  server: { port: Number(port), strictPort: true },
});
await vite.listen();
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => void vite.close().finally(() => process.exit(0)));
}

console.log(describeRunningClub({ port, persistTo, reloads: true }));
