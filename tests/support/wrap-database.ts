export interface CalledStatement {
  sql: string;
  values: unknown[];
}

/** Makes a call to the database, or does not; a batch is one call. */
type AroundCall = <Result>(call: () => Promise<Result>, statements: CalledStatement[]) => Promise<Result>;

/** Of all wrapped databases: a session sends statements that were prepared on the database too. */
const originals = new WeakMap<object, { original: D1PreparedStatement; called: CalledStatement }>();

/** Wraps a real database: each of its calls goes through `aroundCall`, also those of its sessions. */
export function wrapDatabase(binding: D1Database, aroundCall: AroundCall): D1Database {
  const wrapStatement = (original: D1PreparedStatement, called: CalledStatement): D1PreparedStatement => {
    const proxy = new Proxy(original, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        if (name === "bind")
          return (...values: unknown[]) => wrapStatement(target.bind(...values), { ...called, values });
        return (...parameters: unknown[]) => aroundCall(() => value.apply(target, parameters), [called]);
      },
    });
    originals.set(proxy, { original, called });
    return proxy;
  };

  const callBatch = (statements: D1PreparedStatement[]) => {
    const known = statements.flatMap((statement) => originals.get(statement) ?? []);
    return aroundCall(
      () => binding.batch(known.map(({ original }) => original)),
      known.map(({ called }) => called),
    );
  };

  return new Proxy(binding, {
    get(target, name) {
      if (name === "prepare") return (sql: string) => wrapStatement(target.prepare(sql), { sql, values: [] });
      if (name === "batch") return callBatch;
      if (name === "withSession")
        return (constraint: string) =>
          wrapDatabase(target.withSession(constraint) as unknown as D1Database, aroundCall);
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** How many values the statement takes; prepared ones number them. */
export function countParameters(statement: string): number {
  const numbers = statement.match(/\?\d+/g)?.map((number) => Number(number.slice(1))) ?? [];
  return numbers.length > 0 ? Math.max(...numbers) : statement.split("?").length - 1;
}
