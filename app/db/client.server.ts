import { Column, getTableColumns, is, SQL, sql, Table } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { hourMs, minuteMs } from "#app/lib/time-units.ts";
import { withTimeout } from "#app/lib/timing.ts";
import { createFailureLog } from "#app/log.ts";

type D1 = DrizzleD1Database & { $client: D1Database };

/** What each statement returns. */
type Results<Statements extends readonly BatchItem<"sqlite">[]> = {
  -readonly [Index in keyof Statements]: Statements[Index]["_"]["result"];
} & {
  last: Statements extends readonly [...unknown[], infer Last extends BatchItem<"sqlite">]
    ? Last["_"]["result"]
    : unknown[];
};

export interface Database extends Omit<D1, "batch"> {
  /** Runs statements as one transaction; the list can be empty. */
  batch<Statements extends readonly BatchItem<"sqlite">[] | []>(
    statements: Statements,
  ): Promise<Results<Statements>>;
}

/** The rows, and the files that some of them name. */
export interface Store {
  db: Database;
  bucket: R2Bucket;
}

export function connect(binding: D1Database): Database {
  const database = drizzle(binding, { casing: "snake_case" });
  const send = database.batch.bind(database);
  async function run(statements: readonly BatchItem<"sqlite">[]) {
    const results = statements.length > 0 ? await send(statements as [BatchItem<"sqlite">]) : [];
    return Object.assign(results, { last: results.at(-1) });
  }
  function batch(statements: readonly BatchItem<"sqlite">[]) {
    statements.forEach(assertDistinctColumns);
    return run(statements);
  }
  return Object.assign(database, { batch }) as unknown as Database;
}

/** The query builder holds no data of a request, so an isolate builds it once. */
const openDatabases = new WeakMap<D1Database, Database>();

export function openDatabase(binding: D1Database): Database {
  const known = openDatabases.get(binding);
  if (known) return known;
  const database = connect(binding);
  openDatabases.set(binding, database);
  return database;
}

/** In a batch D1 returns rows as objects, so of two columns with one name the second replaces the first. */
export function assertDistinctColumns(query: object): void {
  const names = columnNames((query as { _?: { selectedFields?: object } })._?.selectedFields ?? {});
  const repeated = names.find((name, i) => names.indexOf(name) < i);
  if (repeated) throw new Error(`Two columns of a batched query are named ${repeated}: give one an alias`);
}

const columnNames = (fields: object): string[] =>
  Object.values(fields).flatMap((field) => {
    if (is(field, SQL.Aliased)) return [field.fieldAlias.replaceAll("_", "").toLowerCase()];
    if (is(field, Column)) return [field.name.replaceAll("_", "").toLowerCase()];
    if (is(field, Table)) return columnNames(getTableColumns(field));
    if (is(field, SQL)) throw new Error("An SQL column of a batched query has no alias");
    return columnNames(field);
  });

/** The same database, or a session of it, whose calls fail if they take longer. */
export function limitDatabase(binding: D1Database, timeoutMs: number): D1Database {
  const limit = <Result>(call: Promise<Result>) => withTimeout(timeoutMs, call);
  const database = {
    prepare: (sql: string) => new LimitedStatement(binding.prepare(sql), limit),
    batch: (statements: LimitedStatement[]) =>
      limit(binding.batch(statements.map(({ statement }) => statement))),
    withSession(constraint?: string) {
      const session = binding.withSession(constraint);
      const limited = limitDatabase(session as unknown as D1Database, timeoutMs);
      return { ...limited, getBookmark: () => session.getBookmark() };
    },
  };
  return database as unknown as D1Database;
}

/** The methods of a statement that drizzle calls. */
class LimitedStatement {
  readonly statement: D1PreparedStatement;
  readonly limit: <Result>(call: Promise<Result>) => Promise<Result>;

  constructor(statement: D1PreparedStatement, limit: LimitedStatement["limit"]) {
    this.statement = statement;
    this.limit = limit;
  }

  bind(...values: unknown[]) {
    return new LimitedStatement(this.statement.bind(...values), this.limit);
  }

  all() {
    return this.limit(this.statement.all());
  }

  run() {
    return this.limit(this.statement.run());
  }

  raw() {
    return this.limit(this.statement.raw());
  }
}

/** A copy of the database near the visitor, which can be a moment behind the primary. */
export interface Replica {
  db: Database;
  /** How new a copy must be to show everything that was read here. Null if the platform has no copies. */
  bookmark(): string | null;
  /** Set if the copy failed, or lacks a row that the primary may have. */
  isBehind?: true;
  /** Reports that the copy failed. */
  rest(): void;
}

/** After a write, before it is known how new a copy must be to have it. */
export const afterWrite = "first-primary";

const bookmarkPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4,32}){3}$/;

/** When the copy of a database last failed. Without it, each page would wait for the copy again. */
const failedAt = new WeakMap<D1Database, number>();

/** A copy older than the bookmark is not read, and no copy is read for a minute after one has failed. */
export function openReplica(binding: D1Database, bookmark: string | undefined): Replica | undefined {
  if (Date.now() - (failedAt.get(binding) ?? 0) < minuteMs) return undefined;
  const isKnown = bookmark === afterWrite || bookmarkPattern.test(bookmark?.slice(0, 120) ?? "");
  const session = binding.withSession(isKnown ? bookmark : "first-unconstrained");
  return {
    db: connect(session as unknown as D1Database),
    bookmark: () => session.getBookmark(),
    rest: () => failedAt.set(binding, Date.now()),
  };
}

const failureLog = createFailureLog("database unreachable", "database reachable again");

export async function isDatabaseReachable(db: Database): Promise<boolean> {
  try {
    await db.get(sql`select 1`);
    failureLog.reportSuccess();
    return true;
  } catch (error) {
    failureLog.reportFailure(error);
    return false;
  }
}

interface Search {
  prefix: string;
  now: Date;
  /** Returns those of the keys that no row names. */
  findUnusedKeys(keys: string[]): Promise<string[]>;
}

/** The row that names a younger object may not be written yet. */
const minAgeMs = hourMs;

/** Deletes the objects under a prefix that no row names. */
export async function deleteUnusedObjects(
  bucket: R2Bucket,
  { prefix, now, findUnusedKeys }: Search,
): Promise<void> {
  let cursor: string | undefined;
  do {
    const page = await bucket.list({ prefix, cursor });
    const keys = page.objects
      .filter(({ uploaded }) => now.getTime() - uploaded.getTime() > minAgeMs)
      .map(({ key }) => key);
    const unusedKeys = keys.length > 0 ? await findUnusedKeys(keys) : [];
    if (unusedKeys.length > 0) await bucket.delete(unusedKeys);
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor);
}
