import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";
import type { ClubLock, RpcAddress } from "./club-lock.ts";

interface RpcStatement {
  sql: string;
  params: unknown[];
}

interface RpcPhoto {
  etag: string;
  httpMetadata: { contentType?: string };
  base64: string;
}

type RpcCall =
  | { method: "runBatch"; statements: RpcStatement[] }
  | { method: "readRows"; statement: RpcStatement }
  | { method: "listPhotos"; prefix?: string | undefined; cursor?: string | undefined }
  | { method: "findPhoto"; key: string }
  | { method: "readPhoto"; key: string }
  | {
      method: "writePhoto";
      key: string;
      base64: string;
      httpMetadata: { contentType?: string };
      onlyIf?: R2Conditional | undefined;
    }
  | { method: "deletePhotos"; keys: string[] };

/** An HTTP client's own message, such as "false == true", doesn't help an operator. */
const describeBrokenConnection = (error: { code?: string }): string =>
  `The running club did not answer${error.code ? ` (${error.code})` : ""}. Look whether the change was made before you run the command again.`;

type SendCall = <Result>(call: RpcCall) => Promise<Result>;

/** Returns the bindings of a running local club, with the parts of D1 and R2 that the models use. */
export function connectRpc(address: RpcAddress): Pick<Env, "DB" | "AVATARS"> {
  const sendCall: SendCall = async (call) => {
    const { isOk, result } = await postCall(address, call).catch((error) => {
      throw new Error(describeBrokenConnection(error));
    });
    if (!isOk) throw new Error((result as { error: string }).error);
    return result as never;
  };
  return { DB: createDatabase(sendCall), AVATARS: createBucket(sendCall) };
}

/** Opens a new connection each time, because a reused one can be closed just when it is used again. */
function postCall({ url, token }: RpcAddress, call: RpcCall): Promise<{ isOk: boolean; result: unknown }> {
  return new Promise((resolve, reject) => {
    request(url, { method: "POST", agent: false, headers: { Authorization: `Bearer ${token}` } })
      .on("error", reject)
      .on("response", (response) => {
        json(response).then((result) => resolve({ isOk: response.statusCode === 200, result }), reject);
      })
      .end(JSON.stringify(call));
  });
}

function createDatabase(sendCall: SendCall): D1Database {
  const prepare = (sql: string, params: unknown[] = []) => {
    const statement = { sql, params };
    const all = async () => {
      const [result] = await sendCall<D1Result[]>({ method: "runBatch", statements: [statement] });
      return result;
    };
    return {
      statement,
      bind: (...values: unknown[]) => prepare(sql, values),
      all,
      run: all,
      raw: () => sendCall({ method: "readRows", statement }),
    };
  };
  return {
    prepare: (sql: string) => prepare(sql),
    batch: (prepared: { statement: RpcStatement }[]) =>
      sendCall({ method: "runBatch", statements: prepared.map(({ statement }) => statement) }),
  } as unknown as D1Database;
}

interface PhotoPage {
  objects: { key: string; uploaded: string }[];
}

interface PutOptions {
  httpMetadata?: { contentType?: string };
  onlyIf?: R2Conditional;
}

function createBucket(sendCall: SendCall): R2Bucket {
  return {
    async list({ prefix, cursor }: R2ListOptions = {}) {
      const page = await sendCall<PhotoPage>({ method: "listPhotos", prefix, cursor });
      const objects = page.objects.map(({ key, uploaded }) => ({ key, uploaded: new Date(uploaded) }));
      return { ...page, objects };
    },
    head: (key: string) => sendCall<{ key: string } | null>({ method: "findPhoto", key }),
    async get(key: string) {
      const photo = await sendCall<RpcPhoto | null>({ method: "readPhoto", key });
      const bytes = Buffer.from(photo?.base64 ?? "", "base64");
      return photo && { ...photo, arrayBuffer: async () => bytes, json: async () => JSON.parse(`${bytes}`) };
    },
    put(key: string, bytes: Uint8Array, { httpMetadata = {}, onlyIf }: PutOptions = {}) {
      const base64 = Buffer.from(bytes).toString("base64");
      return sendCall<{ key: string } | null>({ method: "writePhoto", key, base64, httpMetadata, onlyIf });
    },
    delete: (keys: string[]) => sendCall<null>({ method: "deletePhotos", keys }),
  } as unknown as R2Bucket;
}

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
  // During a matching run, ops sends nothing for longer than the default of five seconds.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  lock.publishAddress({ url: `http://127.0.0.1:${port}`, token, vars: pickTextVars(env) });
}

/** Settings and secrets are strings; bindings are not. */
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

/** Errors of D1 and R2 say what was wrong. Connection errors have a code, or mention a stub without one. */
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
