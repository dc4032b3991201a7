import { json } from "node:stream/consumers";
import type { Miniflare } from "miniflare";
import { sendOnKeptConnection } from "./send-request.ts";

/** A Worker beside the club's, which makes one call to a database for each request. */
export const d1WorkerScript = `export default {
  async fetch(request, env) {
    const { AVATARS } = env;
    const { method, statements, mark, database } = await request.json();
    if (method === "mark") {
      console.log(mark);
      console.error(mark);
      return Response.json(null);
    }
    if (method === "emptyBucket") {
      for (let page; !page || page.truncated; ) {
        page = await AVATARS.list();
        if (page.objects.length) await AVATARS.delete(page.objects.map(({ key }) => key));
      }
      return Response.json(null);
    }
    const db = env[database];
    const prepared = statements.map(({ sql, params }) => db.prepare(sql).bind(...params));
    try {
      if (method === "exec") return Response.json(await db.exec(statements[0].sql));
      if (method === "raw") return Response.json(await prepared[0].raw());
      return Response.json(await db.batch(prepared));
    } catch (error) {
      return Response.json({ message: error.message, cause: error.cause?.message }, { status: 500 });
    }
  }
};`;

interface Statement {
  sql: string;
  params: unknown[];
}

/**
 * Replaces Miniflare's own D1 binding, which sends several requests for each call and reuses connections that workerd is
 * about to close, so that on a busy machine one call in many thousands fails.
 */
export function createD1Binding(worker: Miniflare, database = "DB"): D1Database {
  async function send(method: "batch" | "exec" | "raw", statements: Statement[]) {
    const { isOk, answer } = await callSecondWorker(worker, { method, statements, database });
    const result = answer as D1Result[] & { message: string; cause?: string };
    if (!isOk) throw new Error(result.message, { cause: new Error(result.cause) });
    return result;
  }

  const prepare = (sql: string, params: unknown[] = []) => {
    const statement = { sql, params };
    const all = async () => (await send("batch", [statement]))[0];
    return {
      statement,
      bind: (...values: unknown[]) => prepare(sql, values),
      all,
      run: all,
      raw: () => send("raw", [statement]),
      first: async (column?: string) => {
        const row = (await all())?.results[0] as Record<string, unknown> | undefined;
        return (column ? row?.[column] : row) ?? null;
      },
    };
  };
  return {
    prepare: (sql: string) => prepare(sql),
    batch: (prepared: { statement: Statement }[]) =>
      send(
        "batch",
        prepared.map(({ statement }) => statement),
      ),
    exec: (sql: string) => send("exec", [{ sql, params: [] }]),
  } as unknown as D1Database;
}

export async function emptyBucket(worker: Miniflare): Promise<void> {
  await callSecondWorker(worker, { method: "emptyBucket" });
}

/** Prints a line to the output and to the errors, after all that was printed before. */
export async function printMark(worker: Miniflare, mark: string): Promise<void> {
  await callSecondWorker(worker, { method: "mark", mark });
}

/** Without `fetch`, which spends three times as much time on a call. */
async function callSecondWorker(
  worker: Miniflare,
  content: unknown,
): Promise<{ isOk: boolean; answer: unknown }> {
  const url = await worker.unsafeGetDirectURL("second-worker");
  const response = await sendOnKeptConnection(url, { method: "POST", body: JSON.stringify(content) });
  return { isOk: response.statusCode === 200, answer: await json(response) };
}
