import type { Miniflare } from "miniflare";

/** The Worker beside the club that speaks to its database: one request for each call, and each on a connection of its own. */
export const databaseBeside = `export default {
  async fetch(request, { DB }) {
    const { way, statements } = await request.json();
    const prepared = statements.map(({ sql, params }) => DB.prepare(sql).bind(...params));
    try {
      if (way === "exec") return Response.json(await DB.exec(statements[0].sql));
      if (way === "raw") return Response.json(await prepared[0].raw());
      return Response.json(await DB.batch(prepared));
    } catch (error) {
      return Response.json({ message: error.message, cause: error.cause?.message }, { status: 500 });
    }
  }
};`;

interface Spoken {
  sql: string;
  params: unknown[];
}

/**
 * A D1 as Miniflare's own, which takes a request for each word of a call, and keeps connections that workerd is about to
 * close: on a busy machine, one call in many thousands then fails.
 */
export function quickBinding(worker: Miniflare): D1Database {
  async function ask(way: "batch" | "exec" | "raw", statements: Spoken[]) {
    const body = JSON.stringify({ way, statements });
    const response = await worker.dispatchFetch("http://beside", { method: "POST", body });
    const answer = (await response.json()) as D1Result[] & { message: string; cause?: string };
    if (!response.ok) throw new Error(answer.message, { cause: new Error(answer.cause) });
    return answer;
  }

  const prepared = (sql: string, params: unknown[] = []) => {
    const all = async () => (await ask("batch", [{ sql, params }]))[0];
    return {
      spoken: { sql, params },
      bind: (...values: unknown[]) => prepared(sql, values),
      all,
      run: all,
      raw: () => ask("raw", [{ sql, params }]),
      first: async (column?: string) => {
        const row = (await all())?.results[0] as Record<string, unknown> | undefined;
        return (column ? row?.[column] : row) ?? null;
      },
    };
  };
  return {
    prepare: (sql: string) => prepared(sql),
    batch: (statements: { spoken: Spoken }[]) =>
      ask(
        "batch",
        statements.map(({ spoken }) => spoken),
      ),
    exec: (sql: string) => ask("exec", [{ sql, params: [] }]),
  } as unknown as D1Database;
}
