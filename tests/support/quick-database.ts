import { localWorker } from "#app/cli/local-worker.ts";
import { migrate } from "#app/cli/migrate.ts";

/** One request for each call: Miniflare's own way takes one for each word of it. */
const source = `export default {
  async fetch(request, { DB }) {
    const { raw, statements } = await request.json();
    const [first, ...more] = statements.map(({ sql, params }) => DB.prepare(sql).bind(...params));
    try {
      return Response.json(raw ? await first.raw() : await DB.batch([first, ...more]));
    } catch (error) {
      return Response.json({ message: error.message, cause: error.cause?.message }, { status: 500 });
    }
  }
};`;

interface Spoken {
  sql: string;
  params: unknown[];
}

/** A real D1, migrated, that a test may ask many thousand things. */
export async function openQuickDatabase() {
  const worker = localWorker({ vars: {}, bare: true, source });
  await migrate(await worker.getD1Database("DB"));

  async function ask(raw: boolean, statements: Spoken[]) {
    const body = JSON.stringify({ raw, statements });
    const response = await worker.dispatchFetch("http://database", { method: "POST", body });
    const answer = (await response.json()) as D1Result[] & { message: string; cause?: string };
    if (!response.ok) throw new Error(answer.message, { cause: new Error(answer.cause) });
    return answer;
  }

  const prepared = (sql: string, params: unknown[] = []) => {
    const all = async () => (await ask(false, [{ sql, params }]))[0];
    return {
      spoken: { sql, params },
      bind: (...values: unknown[]) => prepared(sql, values),
      all,
      run: all,
      raw: () => ask(true, [{ sql, params }]),
    };
  };
  const binding = {
    prepare: (sql: string) => prepared(sql),
    batch: (statements: { spoken: Spoken }[]) =>
      ask(
        false,
        statements.map(({ spoken }) => spoken),
      ),
  } as unknown as D1Database;
  return { binding, close: () => worker.dispose() };
}
