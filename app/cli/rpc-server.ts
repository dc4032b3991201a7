/** A running club's database and photos for `npm run ops`, which can't open them a second time. */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import type { Ownership } from "./club-lock.ts";
import type { Call, Spoken } from "./rpc-calls.ts";

type Bindings = Pick<Env, "DB" | "AVATARS">;

/** Answers on the loopback, to whoever can read the file with its address, for as long as this process runs. */
export async function openDoor(ownership: Ownership, env: Bindings): Promise<void> {
  const token = randomBytes(32).toString("base64url");
  const server = createServer(async (request, response) => {
    const [status, answer] = isKnown(request, token)
      ? await answerTo((await json(request)) as Call, env)
      : [403, { error: "This door is not for you." }];
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  ownership.leaveAddress({ url: `http://127.0.0.1:${port}`, token, vars: wordsOf(env) });
}

/** Settings and secrets are words; bindings are not. */
const wordsOf = (env: object) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => typeof value === "string"));

function isKnown({ headers }: IncomingMessage, token: string): boolean {
  const given = Buffer.from(headers.authorization ?? "");
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

async function answerTo(call: Call, env: Bindings): Promise<[number, unknown]> {
  try {
    return [200, (await carryOut(call, env)) ?? null];
  } catch (error) {
    return [500, { error: error instanceof Error ? error.message : String(error) }];
  }
}

async function carryOut(call: Call, { DB, AVATARS }: Bindings) {
  const prepare = ({ sql, params }: Spoken) => DB.prepare(sql).bind(...params);
  switch (call.does) {
    case "batch":
      return DB.batch(call.statements.map(prepare));
    case "raw":
      return prepare(call.statement).raw();
    case "list photos": {
      const { objects, truncated, ...page } = await AVATARS.list({
        prefix: call.prefix,
        cursor: call.cursor,
      });
      const cursor = "cursor" in page ? page.cursor : undefined;
      return { objects: objects.map(({ key, uploaded }) => ({ key, uploaded })), truncated, cursor };
    }
    case "delete photos":
      return AVATARS.delete(call.keys);
  }
}
