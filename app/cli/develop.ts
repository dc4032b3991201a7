/** Serves the club through Vite with hot reload. `npm run dev` runs this after its preparations. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { userInfo } from "node:os";
import { Readable } from "node:stream";
import { scheduler } from "node:timers/promises";
import { type Connect, createServer, type Plugin, type ViteDevServer } from "vite";
import { getPlatformProxy } from "wrangler";
import { newToken } from "#app/auth/device.server.ts";
import { isHealthSecretShort, shortHealthSecret } from "#app/lib/health.ts";
import { buildClub } from "./build-club.ts";
import { defaultFolder, describeRunningClub } from "./club-banner.ts";
import { type ClubLock, exitNotStarted, lockClubOrExit } from "./club-lock.ts";
import { readLocalVars } from "./local-worker.ts";
import { root } from "./project.mjs";
import { startRpcServer } from "./rpc.ts";
import { prepareDatabase } from "./seed.ts";

const [port = "8787", persistTo = defaultFolder] = process.argv.slice(2);

if (isHealthSecretShort(readLocalVars().HEALTH_SECRET)) exitNotStarted(shortHealthSecret);
const lock = await lockClubOrExit(persistTo);
await buildClub().catch(exitNotStarted);
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

/** Vite serves its own modules, and the Worker handles every other request. */
function viteWorkerPlugin(persistTo: string, ownVars: Partial<Env>, lock: ClubLock): Plugin {
  return {
    name: "oten:vite-worker",
    // Runs before Remix's plugin, which would handle requests too.
    enforce: "pre",
    config: () => ({ ssr: { resolve: { externalConditions: ["workerd", "worker"] } } }),
    async configureServer(vite) {
      // Workers have it, but Node.js does not.
      Object.assign(globalThis, { scheduler });
      const platform = await getPlatformProxy<Env>({ persist: { path: `${persistTo}/v3` } });
      const env = { ...platform.env, ...ownVars };
      await startRpcServer(lock, env);
      vite.httpServer?.once("close", () => platform.dispose());
      return () => {
        vite.middlewares.use(createWorkerMiddleware(vite, { env, ctx: platform.ctx }));
      };
    },
  };
}

function createWorkerMiddleware(
  vite: ViteDevServer,
  { env, ctx }: { env: Env; ctx: Pick<ExecutionContext, "waitUntil"> },
): Connect.NextHandleFunction {
  return async (incoming, outgoing, next) => {
    try {
      const { default: entry } = await vite.ssrLoadModule("./app/entry.worker.ts");
      await sendResponse(await entry.fetch(toRequest(incoming), env, ctx), outgoing);
    } catch (error) {
      if (error instanceof Error) vite.ssrFixStacktrace(error);
      next(error);
    }
  };
}

function toRequest(incoming: IncomingMessage): Request {
  const { method = "GET", headers } = incoming;
  const url = new URL((incoming as Connect.IncomingMessage).originalUrl ?? "/", `http://${headers.host}`);
  const body = method === "GET" || method === "HEAD" ? undefined : Readable.toWeb(incoming);
  return new Request(url, {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((each): [string, string] => [name, each]),
    ),
    body: body as BodyInit | undefined,
    duplex: "half",
  } as RequestInit);
}

async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) {
    if (name === "set-cookie") outgoing.appendHeader(name, value);
    else outgoing.setHeader(name, name === "content-security-policy" ? allowVite(value) : value);
  }
  if (response.body) Readable.fromWeb(response.body as never).pipe(outgoing);
  else outgoing.end();
}

/** Hot reload needs inline styles and a WebSocket. */
function allowVite(policy: string): string {
  return policy
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .replace("connect-src 'self'", "connect-src 'self' ws:");
}
