/** Fields must not replace the line's own level or event. */
type Fields = { level?: never; event?: never } & Record<string, string | number | boolean | undefined>;

/** Writes one line of JSON. It must contain only ids, no personal data. */
export function log(level: "info" | "warning" | "error", event: string, fields: Fields = {}): void {
  const line = JSON.stringify({ level, event, ...fields });
  if (level === "error") console.error(line);
  else console.log(line);
}

export function logError(event: string, error: unknown, fields: Fields = {}): void {
  log("error", event, { ...fields, ...describeFailure(error) });
}

export const describeFailure = (error: unknown) => ({
  error: describeError(error),
  stack: describeStack(error),
});

const maxQueryLength = 300;

/** Drizzle puts the parameters of a failed query into its message: addresses, hashes, answers. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (isQueryError(error)) return `${describeError(error.cause)} in ${error.query.slice(0, maxQueryLength)}`;
  return `${error.name}: ${error.message}`;
}

interface QueryError extends Error {
  query: string;
}

const isQueryError = (error: Error): error is QueryError =>
  "query" in error && "params" in error && typeof error.query === "string";

/** Keeps only the frames, because the lines before them repeat the message. */
function describeStack(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const frames = error.stack?.match(/^ +at .*$/gm)?.join("\n");
  return error.cause instanceof Error ? `${frames}\n${describeStack(error.cause)}` : frames;
}

/**
 * Logs failures that can't be stored, because the database itself fails: each isolate logs the first failure and the recovery.
 */
export function createFailureLog(failed: string, recovered: string) {
  let isFailing = false;
  return {
    /** Returns true if it worked before. */
    reportFailure(error: unknown): boolean {
      const isNews = !isFailing;
      if (isNews) logError(failed, error);
      isFailing = true;
      return isNews;
    },
    /** Returns true if it failed before. */
    reportSuccess(): boolean {
      const wasFailing = isFailing;
      if (wasFailing) log("error", recovered);
      isFailing = false;
      return wasFailing;
    },
  };
}
