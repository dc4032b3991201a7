import { request } from "node:http";
import { json } from "node:stream/consumers";
import type { RpcAddress } from "./club-lock.ts";
import { describeBrokenConnection, type RpcCall, type RpcPhoto, type RpcStatement } from "./rpc-calls.ts";

type SendCall = <Result>(call: RpcCall) => Promise<Result>;

/** Returns the bindings of a running local club, with as much of D1 and R2 as the models use. */
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

/** With a connection of its own, because one that is kept may be closed just when it is used again. */
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
