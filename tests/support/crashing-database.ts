/** Where an invocation dies: at its nth call to the database, before the call is done or after. */
export interface Crash {
  at: number;
  done: boolean;
}

export class Crashed extends Error {}

/** The real database, until the call at which everything ends. */
export function crashing(binding: D1Database, crash: Crash): D1Database {
  let calls = 0;
  const originals = new WeakMap<object, D1PreparedStatement>();
  async function guarded<T>(call: () => Promise<T>): Promise<T> {
    calls++;
    if (calls > crash.at || (calls === crash.at && !crash.done)) throw new Crashed("the Worker died");
    const result = await call();
    if (calls === crash.at) throw new Crashed("the Worker died");
    return result;
  }
  const prepared = (statement: D1PreparedStatement): D1PreparedStatement => {
    const proxy = new Proxy(statement, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        if (name === "bind") return (...values: unknown[]) => prepared(target.bind(...values));
        return (...values: unknown[]) => guarded(() => value.apply(target, values));
      },
    });
    originals.set(proxy, statement);
    return proxy;
  };
  return new Proxy(binding, {
    get(target, name) {
      if (name === "prepare") return (query: string) => prepared(target.prepare(query));
      if (name === "batch") {
        return (statements: D1PreparedStatement[]) =>
          guarded(() => target.batch(statements.map((statement) => originals.get(statement) ?? statement)));
      }
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
