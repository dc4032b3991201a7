/** The built Worker with a database that has a copy nearby, which is brought up to date only where a test asks for it. */
import { AsyncLocalStorage } from "node:async_hooks";
import worker from "#app/entry.worker.ts";

interface LaggingEnv extends Env {
  COPY: D1Database;
}

/** How often the primary was called, and how often it was when the copy was made. */
let written = 0;
let copied = 0;
let isCopyBroken = false;
let calls = { primary: 0, copy: 0 };
/** How far away they are, in milliseconds. */
let distances = { primary: 0, copy: 0 };
/** Without it, as without replication, all is read from the primary. */
let hasCopy = true;

const toBookmark = (count: number) => {
  const hex = (length: number) => count.toString(16).padStart(length, "0");
  return `${hex(8)}-${hex(8)}-${hex(8)}-${hex(32)}`;
};

/** The club's, with one database for all requests, as on the platform. A new copy makes it another one, of which nothing is known. */
let laggingEnv: Env | undefined;

type AroundCall = <Result>(call: () => Promise<Result>) => Promise<Result>;

interface Statement {
  sql: string;
  values: unknown[];
}

/** A database whose statements can be sent to another one too, as those of D1 can. */
function connect(source: D1Database, aroundCall: AroundCall) {
  const toReal = ({ sql, values }: Statement) => source.prepare(sql).bind(...values);
  const prepare = (sql: string, values: unknown[] = []): object => ({
    sql,
    values,
    bind: (...given: unknown[]) => prepare(sql, given),
    ...Object.fromEntries(
      (["all", "run", "raw", "first"] as const).map((method) => [
        method,
        (...given: never[]) =>
          aroundCall(() =>
            (toReal({ sql, values })[method] as (...given: never[]) => Promise<unknown>)(...given),
          ),
      ]),
    ),
  });
  return {
    prepare,
    batch: (statements: Statement[]) => aroundCall(() => source.batch(statements.map(toReal))),
  };
}

async function travel<Result>(call: () => Promise<Result>, distanceMs: number): Promise<Result> {
  if (distanceMs > 0) await scheduler.wait(distanceMs);
  return call();
}

/** Of the request that makes the call. */
const tripCounts = new AsyncLocalStorage<AroundCall>();

const around: AroundCall = (call) => (tripCounts.getStore() ?? ((made) => made()))(call);

/** As Cloudflare's: what a session reads is never older than its bookmark. */
function openSession({ DB, COPY }: LaggingEnv, constraint: string) {
  if (!/^(first-unconstrained|first-primary|[0-9a-f-]{59})$/.test(constraint))
    throw new Error(`D1_SESSION_ERROR: unknown bookmark ${constraint}`);
  const readsCopy = hasCopy && (constraint === "first-unconstrained" || constraint <= toBookmark(copied));
  let bookmark: string | null = null;
  const session = connect(readsCopy ? COPY : DB, async (call) => {
    calls[readsCopy ? "copy" : "primary"]++;
    if (readsCopy && isCopyBroken) throw new Error("D1_ERROR: the copy does not answer");
    const result = await around(() => travel(call, readsCopy ? distances.copy : distances.primary));
    bookmark = toBookmark(readsCopy ? copied : written);
    return result;
  });
  return { ...session, getBookmark: () => bookmark };
}

/** Makes the copy anew. */
async function replicate({ DB, COPY }: LaggingEnv): Promise<void> {
  const { results } = await DB.prepare(
    "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*'",
  ).all<{ name: string; sql: string }>();
  const contents = await DB.batch<Record<string, unknown>>(
    results.map(({ name }) => DB.prepare(`SELECT * FROM "${name}"`)),
  );
  await COPY.batch([
    COPY.prepare("PRAGMA defer_foreign_keys = on"),
    ...results.flatMap(({ name, sql }, i) => [
      COPY.prepare(`DROP TABLE IF EXISTS "${name}"`),
      COPY.prepare(sql),
      ...(contents[i]?.results ?? []).map((row) =>
        COPY.prepare(`INSERT INTO "${name}" VALUES (${Object.keys(row).map(() => "?")})`).bind(
          ...Object.values(row),
        ),
      ),
    ]),
  ]);
  copied = written;
  isCopyBroken = false;
  laggingEnv = undefined;
}

function openDatabase(env: LaggingEnv): D1Database {
  const primary = connect(env.DB, (call) => {
    written++;
    calls.primary++;
    return around(() => travel(call, distances.primary));
  });
  const withSession = (constraint: string) => openSession(env, constraint);
  return { ...primary, withSession } as unknown as D1Database;
}

/** Calls that wait for each other are so many trips; those at the same time are one. */
function countTrips() {
  const counted = { trips: 0 };
  let underWay = 0;
  const around: AroundCall = (call) => {
    if (underWay++ === 0) counted.trips++;
    return call().finally(() => underWay--);
  };
  return { counted, around };
}

const commands: Record<string, (env: LaggingEnv, search: URLSearchParams) => unknown> = {
  "/replicate": replicate,
  "/break-copy"() {
    isCopyBroken = true;
  },
  "/place"(_, search) {
    distances = { primary: Number(search.get("primary")), copy: Number(search.get("copy")) };
    hasCopy = search.has("copy");
  },
  /** Since it was last asked. */
  "/calls"() {
    const answer = calls;
    calls = { primary: 0, copy: 0 };
    return answer;
  },
};

export default {
  async fetch(request, env, execution) {
    const { pathname, searchParams } = new URL(request.url);
    const command = commands[pathname];
    if (command) return Response.json((await command(env, searchParams)) ?? null);
    const { counted, around } = countTrips();
    laggingEnv ??= { ...env, DB: openDatabase(env) };
    const given = laggingEnv;
    const answer = await tripCounts.run(around, () => worker.fetch(request, given, execution));
    const response = new Response(answer.body, answer);
    response.headers.set("X-Trips", String(counted.trips));
    return response;
  },
} satisfies ExportedHandler<LaggingEnv>;
