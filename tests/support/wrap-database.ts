export interface CalledStatement {
  sql: string;
  values: unknown[];
}

/** Makes a call to the database, or does not; a batch is one call. */
type AroundCall = <Result>(call: () => Promise<Result>, statements: CalledStatement[]) => Promise<Result>;

/** Wraps a real database: each of its calls goes through `aroundCall`. */
export function wrapDatabase(binding: D1Database, aroundCall: AroundCall): D1Database {
  const originals = new WeakMap<object, { original: D1PreparedStatement; called: CalledStatement }>();

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
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
