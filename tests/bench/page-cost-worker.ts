/** The built Worker, whose database also answers what it has answered before, and a path with the database trip of a page alone. */
import worker from "#app/entry.worker.ts";

type Mode = "plain" | "record" | "replay";

interface WrittenStatement {
  query: string;
  values: unknown[];
}

let mode: Mode = "plain";

/** By path and then by SQL, what the database has answered, and the statements of its batches. */
const trips = new Map<string, { statements: Map<string, WrittenStatement>; answers: Map<string, unknown> }>();

function recordTrips(db: D1Database, path: string): D1Database {
  const { statements, answers } = trips.get(path) ?? { statements: new Map(), answers: new Map() };
  trips.set(path, { statements, answers });

  const toReal = ({ query, values }: WrittenStatement) => db.prepare(query).bind(...values);
  const answer = async <Result>(key: string, ask: () => Promise<Result>): Promise<Result> => {
    if (mode === "replay" && answers.has(key)) return answers.get(key) as Result;
    const result = await ask();
    answers.set(key, result);
    return result;
  };
  const prepare = (query: string, values: unknown[] = []) => ({
    query,
    values,
    bind: (...bound: unknown[]) => prepare(query, bound),
    all: () => answer(`all ${query}`, () => toReal({ query, values }).all()),
    run: () => answer(`run ${query}`, () => toReal({ query, values }).run()),
    raw: () => answer(`raw ${query}`, () => toReal({ query, values }).raw()),
  });
  const batch = async (written: WrittenStatement[]) => {
    const keys = written.map(({ query }) => `all ${query}`);
    if (mode === "replay" && keys.every((key) => answers.has(key)))
      return keys.map((key) => answers.get(key));
    const results = await db.batch(written.map(toReal));
    written.forEach((statement, i) => {
      statements.set(statement.query, statement);
      answers.set(`all ${statement.query}`, results[i]);
    });
    return results;
  };
  const session = { prepare: (query: string) => prepare(query), batch, getBookmark: () => null };
  return { ...session, withSession: () => session } as unknown as D1Database;
}

const environments = new Map<string, Env>();

export default {
  async fetch(request, env, context) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/mode") {
      mode = searchParams.get("mode") as Mode;
      return new Response(mode);
    }
    if (pathname === "/trip") {
      const statements = [...(trips.get(searchParams.get("of") ?? "")?.statements.values() ?? [])];
      await env.DB.batch(statements.map(({ query, values }) => env.DB.prepare(query).bind(...values)));
      return new Response("done");
    }
    if (mode === "plain") return worker.fetch(request, env, context);
    const recorded = environments.get(pathname) ?? { ...env, DB: recordTrips(env.DB, pathname) };
    environments.set(pathname, recorded);
    return worker.fetch(request, recorded, context);
  },
} satisfies ExportedHandler<Env>;
