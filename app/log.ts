/** The line's own keys can't be fields: they would replace the level or the name. */
type Fields = { level?: never; event?: never } & Record<string, string | number | boolean | undefined>;

/** One line of JSON; no personal data, only ids. */
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

/** The frames alone: the lines before them repeat the message. */
function describeStack(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const frames = error.stack?.match(/^ +at .*$/gm)?.join("\n");
  return error.cause instanceof Error ? `${frames}\n${describeStack(error.cause)}` : frames;
}

/** For failures that can't be stored, because the database is what fails: this isolate logs the first and the recovery. */
export function createFailureLog(failed: string, recovered: string) {
  let isFailing = false;
  return {
    /** Returns whether it worked before. */
    reportFailure(error: unknown): boolean {
      const isNews = !isFailing;
      if (isNews) logError(failed, error);
      isFailing = true;
      return isNews;
    },
    /** Returns whether it failed before. */
    reportSuccess(): boolean {
      const wasFailing = isFailing;
      if (wasFailing) log("error", recovered);
      isFailing = false;
      return wasFailing;
    },
  };
}
