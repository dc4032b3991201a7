import { type CalledStatement, wrapDatabase } from "#tests/support/wrap-database.ts";

/** What one invocation asks of D1. */
export interface CallCounts {
  calls: number;
  statements: number;
  slowestMs: number;
  slowestSql: string;
  /** In bytes. */
  longestValue: number;
}

/** Wraps a real database and counts its calls in `counts`. */
export function countCalls(binding: D1Database, counts: CallCounts): D1Database {
  return wrapDatabase(binding, async (call, statements) => {
    counts.calls++;
    counts.statements += statements.length;
    counts.longestValue = Math.max(counts.longestValue, ...statements.map(measureLongestValue));
    const startedAt = Date.now();
    const result = await call();
    // Calls that return rows alone don't say how long D1 took, so all of the waiting counts.
    const durations = readDurations(result) ?? [Date.now() - startedAt];
    durations.forEach((ms, i) => {
      if (ms <= counts.slowestMs) return;
      counts.slowestMs = ms;
      counts.slowestSql = statements[i]?.sql ?? "";
    });
    return result;
  });
}

export const noCalls = (): CallCounts => ({
  calls: 0,
  statements: 0,
  slowestMs: 0,
  slowestSql: "",
  longestValue: 0,
});

const encoder = new TextEncoder();

const measureLongestValue = ({ values }: CalledStatement): number =>
  Math.max(0, ...values.map((value) => (typeof value === "string" ? encoder.encode(value).length : 8)));

function readDurations(result: unknown): number[] | undefined {
  const results = (Array.isArray(result) ? result : [result]) as Partial<D1Result>[];
  const durations = results.flatMap((each) => each?.meta?.duration ?? []);
  return durations.length === results.length && durations.length > 0 ? durations : undefined;
}
