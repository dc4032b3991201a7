/** The Worker dies at this database call: before the call, or after it if `isCallDone`. */
export interface CrashPoint {
  callNumber: number;
  isCallDone: boolean;
  onCrash?: () => void;
}

export class CrashError extends Error {}

/** Wraps a real database, whose calls fail from the crash on. */
export function crashAtCall(binding: D1Database, crash: CrashPoint): D1Database {
  let callCount = 0;
  const originals = new WeakMap<object, D1PreparedStatement>();
  async function callUntilCrash<T>(call: () => Promise<T>): Promise<T> {
    callCount++;
    const isLast = callCount === crash.callNumber;
    if (isLast) crash.onCrash?.();
    if (callCount > crash.callNumber || (isLast && !crash.isCallDone))
      throw new CrashError("the Worker died");
    const result = await call();
    if (isLast) throw new CrashError("the Worker died");
    return result;
  }
  const wrapStatement = (statement: D1PreparedStatement): D1PreparedStatement => {
    const proxy = new Proxy(statement, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        if (name === "bind") return (...values: unknown[]) => wrapStatement(target.bind(...values));
        return (...values: unknown[]) => callUntilCrash(() => value.apply(target, values));
      },
    });
    originals.set(proxy, statement);
    return proxy;
  };
  return new Proxy(binding, {
    get(target, name) {
      if (name === "prepare") return (query: string) => wrapStatement(target.prepare(query));
      if (name === "batch") {
        return (statements: D1PreparedStatement[]) =>
          callUntilCrash(() =>
            target.batch(statements.map((statement) => originals.get(statement) ?? statement)),
          );
      }
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
