import { withTimeout } from "#app/lib/timing.ts";

/** The same database, or a session of it, whose calls fail where they take longer. */
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

/** What drizzle asks of a statement. */
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
