/** The built Worker, whose database also answers what it has answered before, and a path with the database trip of a page alone. */
import worker from "#app/entry.worker.ts";

interface RecordedTrip {
  statements: { query: string; values: unknown[] }[];
  results: D1Result[];
}

type Mode = "plain" | "record" | "replay";

let mode: Mode = "plain";
const trips = new Map<string, RecordedTrip>();

function recordTrips(db: D1Database, path: string): D1Database {
  const written = new WeakMap<object, { query: string; values: unknown[] }>();
  const prepare = (query: string) => {
    const statement = db.prepare(query);
    const bind = statement.bind.bind(statement);
    written.set(statement, { query, values: [] });
    statement.bind = (...values) => {
      const bound = bind(...values);
      written.set(bound, { query, values });
      return bound;
    };
    return statement;
  };
  const batch = async (statements: D1PreparedStatement[]) => {
    const known = trips.get(path);
    // Once a minute a page asks last whether the cron runs.
    if (mode === "replay" && known && known.results.length >= statements.length)
      return known.results.slice(0, statements.length);
    const results = await db.batch(statements);
    if (mode === "replay") return results;
    trips.set(path, {
      statements: statements.map((statement) => written.get(statement) ?? { query: "", values: [] }),
      results,
    });
    return results;
  };
  const session = { prepare, batch, getBookmark: () => null };
  return { ...session, withSession: () => session } as unknown as D1Database;
}

const databases = new Map<string, D1Database>();

export default {
  async fetch(request, env, context) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/mode") {
      mode = searchParams.get("mode") as Mode;
      return new Response(mode);
    }
    if (pathname === "/trip") {
      const { statements = [] } = trips.get(searchParams.get("of") ?? "") ?? {};
      await env.DB.batch(statements.map(({ query, values }) => env.DB.prepare(query).bind(...values)));
      return new Response("done");
    }
    if (mode === "plain") return worker.fetch(request, env, context);
    const database = databases.get(pathname) ?? recordTrips(env.DB, pathname);
    databases.set(pathname, database);
    return worker.fetch(request, { ...env, DB: database }, context);
  },
} satisfies ExportedHandler<Env>;
