import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import type { ClubLock } from "./club-lock.ts";
import { describeBrokenConnection, type RpcCall, type RpcStatement } from "./rpc-calls.ts";

type Bindings = Pick<Env, "DB" | "AVATARS">;

/** Lets `npm run ops` use the database and the photos of this running club, which it can't open a second time. */
export async function startRpcServer(lock: ClubLock, env: Bindings): Promise<void> {
  const token = randomBytes(32).toString("base64url");
  const server = createServer(async (request, response) => {
    const [status, result] = hasToken(request, token)
      ? await handleCall((await json(request)) as RpcCall, env)
      : [403, { error: "The token is wrong." }];
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(result));
  });
  // A matching run keeps ops busy for longer than the default of five seconds.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  lock.publishAddress({ url: `http://127.0.0.1:${port}`, token, vars: pickTextVars(env) });
}

/** Settings and secrets are strings, bindings are not. */
const pickTextVars = (env: object) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => typeof value === "string"));

function hasToken({ headers }: IncomingMessage, token: string): boolean {
  const actual = Buffer.from(headers.authorization ?? "");
  const expected = Buffer.from(`Bearer ${token}`);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

async function handleCall(call: RpcCall, env: Bindings): Promise<[status: number, result: unknown]> {
  try {
    return [200, (await executeCall(call, env)) ?? null];
  } catch (error) {
    return [500, { error: describeFailedCall(error) }];
  }
}

/** Errors of D1 and R2 say what was wrong; those of the connection to workerd have a code, or tell of a stub without it. */
function describeFailedCall(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, cause } = error as NodeJS.ErrnoException;
  const broken = code ? { code } : (cause as NodeJS.ErrnoException | undefined);
  const isGone = broken?.code !== undefined || error.message.includes("poisoned stub");
  return isGone ? describeBrokenConnection(broken ?? {}) : error.message;
}

async function executeCall(call: RpcCall, { DB, AVATARS }: Bindings) {
  const prepare = ({ sql, params }: RpcStatement) => DB.prepare(sql).bind(...params);
  switch (call.method) {
    case "runBatch":
      return DB.batch(call.statements.map(prepare));
    case "readRows":
      return prepare(call.statement).raw();
    case "listPhotos": {
      const { objects, truncated, ...page } = await AVATARS.list({
        prefix: call.prefix,
        cursor: call.cursor,
      });
      const cursor = "cursor" in page ? page.cursor : undefined;
      return { objects: objects.map(({ key, uploaded }) => ({ key, uploaded })), truncated, cursor };
    }
    case "findPhoto":
      return (await AVATARS.head(call.key)) && { key: call.key };
    case "readPhoto": {
      const photo = await AVATARS.get(call.key);
      return (
        photo && {
          etag: photo.etag,
          httpMetadata: { contentType: photo.httpMetadata?.contentType },
          base64: Buffer.from(await photo.arrayBuffer()).toString("base64"),
        }
      );
    }
    case "writePhoto": {
      const { key, base64, ...options } = call;
      return (await AVATARS.put(key, Buffer.from(base64, "base64"), options)) && { key };
    }
    case "deletePhotos":
      return AVATARS.delete(call.keys);
  }
}
