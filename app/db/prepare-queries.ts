import { Column, fillPlaceholders, getTableName, is, type Placeholder, SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { assertDistinctColumns, type Database } from "./client.server.ts";

type Queries = readonly [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]];

/** A value, or a placeholder that each request fills in. */
export type ValueOrPlaceholder<Value extends string | number> = Value | Placeholder;

/** A time, or a placeholder that is filled in as milliseconds. */
export type GivenTime = Date | Placeholder;

/** Computes a value from another one, even if that one is filled in later. */
export const derive = (
  value: ValueOrPlaceholder<number>,
  compute: (value: number) => string | number,
): SQL =>
  typeof value === "number"
    ? sql`${compute(value)}`
    : sql`${sql.param(value as unknown as number, { mapToDriverValue: compute })}`;

export const toMs = (time: GivenTime) => (time instanceof Date ? time.getTime() : time);

/** A name with a question mark, such as "slug?", can be null, and is then null in the SQL. */
type BareName<Name extends string> = Name extends `${infer Bare}?` ? Bare : Name;

type Named<Name extends string, Value> = {
  [Each in Name as BareName<Each>]: Each extends `${string}?` ? Value | null : Value;
};

type Values<Name extends string> = Named<Name, string | number>;

type AnyValues = Record<string, string | number | null>;

type Placeholders<Name extends string> = Named<Name, Placeholder>;

/** These are internals of drizzle. */
interface PreparedQuery {
  getQuery(): { sql: string; params: unknown[] };
  stmt: D1PreparedStatement;
  /** Only a query that returns rows has fields. */
  fields?: SelectedField[];
  joinsNotNullableMap?: Record<string, boolean>;
  mapResult(result: D1Result<object>, isFromBatch: true): unknown;
}

interface SelectedField {
  path: [string, string?];
  field: Column | SQL | SQL.Aliased;
}

/**
 * Writes the SQL of a page once for a database, and fills in the values of each request: writing it takes drizzle about as
 * long as rendering the page. `write` sees no values, so nothing of one request can reach another.
 */
export function prepareQueries<Name extends string, const Batch extends Queries>(
  names: readonly Name[],
  write: (db: Database, given: Placeholders<Name>) => Batch,
): (db: Database, values: Values<Name>) => Batch {
  const placeholders = names.map((name) => sql.placeholder(name.replace("?", "")));
  /** By database, and by which values are null. */
  const written = new WeakMap<Database, Map<string, FillIn[]>>();
  function prepare(db: Database, values: AnyValues): FillIn[] {
    const given = placeholders.map((place) => [place.name, values[place.name] === null ? null : place]);
    return write(db, Object.fromEntries(given)).map((query) => {
      assertDistinctColumns(query);
      return prepareOne(db, (query as unknown as { _prepare(): PreparedQuery })._prepare());
    });
  }
  return (db, filledIn) => {
    const values: AnyValues = filledIn;
    const known = written.get(db) ?? new Map<string, FillIn[]>();
    written.set(db, known);
    const nulls = placeholders.map(({ name }) => (values[name] === null ? name : "")).join();
    const queries = known.get(nulls) ?? prepare(db, values);
    known.set(nulls, queries);
    return queries.map((fillIn) => fillIn(values)) as unknown as Batch;
  };
}

/** The same for queries about one diner, whose id can be a subquery. The SQL is written once for each subquery in the code. */
export function prepareQueriesOfUser<Name extends string, const Batch extends Queries>(
  names: readonly Name[],
  write: (db: Database, userId: SQL, given: Placeholders<Name>) => Batch,
): (db: Database, userId: string | SQL, values: Values<Name>) => Batch {
  const prepared = new Map<string, (db: Database, values: Values<string>) => Batch>();
  function prepare({ sql: text, params }: WrittenSql) {
    const [first = "", ...others] = text.split("?").map((part) => sql.raw(part));
    const query = prepareQueries([...names, ...params.map((_, i) => nameOfPart(i))], (db, given) =>
      write(
        db,
        sql.join([first, ...others.flatMap((part, i) => [given[nameOfPart(i)], part])]),
        given as Placeholders<Name>,
      ),
    );
    prepared.set(text, query);
    return query;
  }
  return (db, userId, values) => {
    const written = writeSql(db, userId);
    const parts = written.params.map((param, i) => [nameOfPart(i), param] as const);
    const query = prepared.get(written.sql) ?? prepare(written);
    return query(db, { ...values, ...Object.fromEntries(parts) });
  };
}

const nameOfPart = (i: number) => `userId${i}`;

interface WrittenSql {
  sql: string;
  params: (string | number)[];
}

/** The queries of one request ask about the same diner. */
const writtenSql = new WeakMap<SQL, WrittenSql>();

function writeSql(db: Database, userId: string | SQL): WrittenSql {
  if (typeof userId === "string") return { sql: "?", params: [userId] };
  const known = writtenSql.get(userId);
  if (known) return known;
  const { dialect } = db as unknown as { dialect: { sqlToQuery(query: SQL): WrittenSql } };
  const written = dialect.sqlToQuery(userId);
  writtenSql.set(userId, written);
  return written;
}

type FillIn = (values: AnyValues) => { _prepare(): Prepared };

type Prepared = Pick<PreparedQuery, "stmt" | "getQuery" | "mapResult">;

/** Has the shape that drizzle's batch takes. */
function prepareOne(db: Database, query: PreparedQuery): FillIn {
  const { fields, joinsNotNullableMap } = query;
  const { sql, params } = numberParams(query.getQuery());
  const stmt = db.$client.prepare(sql);
  const readRow = fields && prepareRow(fields, joinsNotNullableMap);
  const mapResult: PreparedQuery["mapResult"] = readRow
    ? ({ results }) => results.map(readRow)
    : query.mapResult.bind(query);
  return (values) => {
    const filled = { sql, params: fillPlaceholders(params, values) };
    const prepared = { stmt, getQuery: () => filled, mapResult };
    return { _prepare: () => prepared };
  };
}

/** Sends a value that the SQL contains several times only once, because D1 takes a hundred. */
function numberParams({ sql, params }: { sql: string; params: unknown[] }) {
  const distinct = [...new Set(params)];
  const numbers = params.map((param) => distinct.indexOf(param) + 1).values();
  const numbered = sql.replace(/'[^']*'|"[^"]*"|\?/g, (found) =>
    found === "?" ? `?${numbers.next().value}` : found,
  );
  return { sql: numbered, params: distinct };
}

/** Maps a row as drizzle does, which looks up the column of each value again. */
function prepareRow(fields: SelectedField[], joinsNotNullableMap: Record<string, boolean> | undefined) {
  const readers = fields.map(({ path: [name, inner], field }) => ({
    name,
    inner,
    decoder: findDecoder(field),
  }));
  const joined = joinsNotNullableMap ? listJoined(fields, joinsNotNullableMap) : [];
  return (row: object) => {
    const values: unknown[] = Object.values(row);
    const result: Record<string, unknown> = {};
    for (const [i, { name, inner, decoder }] of readers.entries()) {
      const value = values[i] === null ? null : decoder.mapFromDriverValue(values[i]);
      if (inner === undefined) result[name] = value;
      else {
        result[name] ??= {};
        (result[name] as Record<string, unknown>)[inner] = value;
      }
    }
    for (const { name, index } of joined) if (values[index] === null) result[name] = null;
    return result;
  };
}

/** Lists the objects that are null if a left join finds no row, and a column of each that shows it. */
function listJoined(fields: SelectedField[], joinsNotNullableMap: Record<string, boolean>) {
  const names = new Set(fields.flatMap(({ path: [name, inner] }) => (inner === undefined ? [] : [name])));
  return [...names].flatMap((name) => {
    const isOwn = ({ path, field }: SelectedField) => path[0] === name && is(field, Column);
    const index = fields.findIndex(isOwn);
    const tables = new Set(fields.filter(isOwn).map(({ field }) => getTableName((field as Column).table)));
    const [table = ""] = tables;
    return tables.size === 1 && !joinsNotNullableMap[table] ? [{ name, index }] : [];
  });
}

/** This is private in drizzle's expressions. */
function findDecoder(field: SelectedField["field"]): Pick<Column, "mapFromDriverValue"> {
  if (is(field, Column)) return field;
  const { decoder } = (is(field, SQL.Aliased) ? field.sql : field) as unknown as { decoder: Column };
  return decoder;
}
