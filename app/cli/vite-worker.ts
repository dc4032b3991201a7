import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { Connect, Plugin, ViteDevServer } from "vite";
import { getPlatformProxy } from "wrangler";
import type { Ownership } from "./club-lock.ts";
import { openDoor } from "./rpc-server.ts";

/** In development Vite answers for its modules, and the Worker's own entry for everything else. */
export function workerInVite(persistTo: string, ownership: Ownership): Plugin {
  return {
    name: "oten:worker-in-vite",
    // Before the framework's own, which would answer too.
    enforce: "pre",
    config: () => ({ ssr: { resolve: { externalConditions: ["workerd", "worker"] } } }),
    async configureServer(vite) {
      const platform = await getPlatformProxy<Env>({ persist: { path: `${persistTo}/v3` } });
      await openDoor(ownership, platform.env);
      vite.httpServer?.once("close", () => platform.dispose());
      return () => {
        vite.middlewares.use(answerWith(vite, platform));
      };
    },
  };
}

function answerWith(
  vite: ViteDevServer,
  { env, ctx }: { env: Env; ctx: Pick<ExecutionContext, "waitUntil"> },
): Connect.NextHandleFunction {
  return async (incoming, outgoing, next) => {
    try {
      const { default: entry } = await vite.ssrLoadModule("./app/entry.worker.ts");
      await send(await entry.fetch(toRequest(incoming), env, ctx), outgoing);
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
      [value ?? []].flat().map((one): [string, string] => [name, one]),
    ),
    body: body as BodyInit | undefined,
    duplex: "half",
  } as RequestInit);
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) {
    if (name === "set-cookie") outgoing.appendHeader(name, value);
    else outgoing.setHeader(name, name === "content-security-policy" ? allowingVite(value) : value);
  }
  if (response.body) Readable.fromWeb(response.body as never).pipe(outgoing);
  else outgoing.end();
}

/** Vite swaps styles in place and talks to its page over a socket. */
const allowingVite = (policy: string) =>
  policy
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .replace("connect-src 'self'", "connect-src 'self' ws:");
