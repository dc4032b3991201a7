/** `npm run dev`: the same club through Vite, with hot reload. */
import { createServer } from "vite";
import { localVars, localWorker } from "./local-worker.ts";
import { ownClub } from "./own-club.ts";
import { root } from "./prepare.mjs";
import { prepareDatabase } from "./prepare-database.ts";
import { demoDiner } from "./seed.ts";
import { workerInVite } from "./vite-worker.ts";

const [port = "8787", persistTo = ".wrangler/state"] = process.argv.slice(2);

const ownership = await ownClub(persistTo);
const database = localWorker({ persistTo, vars: localVars(), source: "export default {}" });
await prepareDatabase(await database.getD1Database("DB"));
await database.dispose();

const vite = await createServer({
  root,
  plugins: [workerInVite(persistTo, ownership)],
  server: { port: Number(port), strictPort: true },
});
await vite.listen();
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => void vite.close().finally(() => process.exit(0)));
}

console.log(`
  Öten is at      http://localhost:${port}, and follows what you edit
  Sign in as      ${demoDiner.email}  ${demoDiner.password}
  Mails land at   http://localhost:${port}/dev/outbox
  Stop it with    Ctrl+C
`);
