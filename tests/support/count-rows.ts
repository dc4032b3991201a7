export interface StatementCount {
  sql: string;
  rowsRead: number;
  ms: number;
}

export interface RowCounts {
  statements: StatementCount[];
  /** Calls of the database that waited for one another. */
  trips: number;
}

interface Wrapped extends D1PreparedStatement {
  original: D1PreparedStatement;
  sql: string;
}

/** Wraps a real database, and counts what D1 counts and bills of each statement. */
export function countRows(binding: D1Database, counts: RowCounts): D1Database {
  const call = async (statements: Wrapped[]): Promise<D1Result[]> => {
    const trip = counts.trips + 1;
    const startedAt = performance.now();
    const results = await binding.batch(statements.map(({ original }) => original));
    const ms = (performance.now() - startedAt) / statements.length;
    counts.trips = Math.max(counts.trips, trip);
    results.forEach(({ meta }, i) => {
      counts.statements.push({ sql: statements[i]?.sql ?? "", rowsRead: meta.rows_read, ms });
    });
    return results;
  };
  const wrap = (original: D1PreparedStatement, sql: string): Wrapped => {
    const all = async (): Promise<D1Result | undefined> => (await call([wrapped]))[0];
    const wrapped: Wrapped = {
      original,
      sql,
      bind: (...values: unknown[]) => wrap(original.bind(...values), sql),
      all,
      run: all,
      first: async (column?: string) => {
        const row = (await all())?.results[0] as Record<string, unknown> | undefined;
        return (column ? row?.[column] : row) ?? null;
      },
      /** Answers with rows alone, so reads are counted beside it; what writes return has no two columns of one name. */
      raw: async () => {
        const answer = await all();
        if (/^\s*(select|with)\b/i.test(sql)) return original.raw();
        return answer?.results.map((row) => Object.values(row as object));
      },
    } as unknown as Wrapped;
    return wrapped;
  };
  return {
    prepare: (sql: string) => wrap(binding.prepare(sql), sql),
    batch: call,
    exec: (sql: string) => binding.exec(sql),
    withSession: (constraint: string) => {
      const session = binding.withSession(constraint);
      return Object.assign(countRows(session as unknown as D1Database, counts), {
        getBookmark: () => session.getBookmark(),
      });
    },
  } as unknown as D1Database;
}

export const noRows = (): RowCounts => ({ statements: [], trips: 0 });

export const sumRowsRead = ({ statements }: RowCounts): number =>
  statements.reduce((sum, { rowsRead }) => sum + rowsRead, 0);
