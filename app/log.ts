/** The line's own keys can't be fields: they would replace the level or the name. */
type Fields = { level?: never; event?: never } & Record<string, string | number | boolean | undefined>;

/** One line of JSON; no personal data, only ids. */
export function log(level: "info" | "warning" | "error", event: string, fields: Fields = {}): void {
  const line = JSON.stringify({ level, event, ...fields });
  if (level === "error") console.error(line);
  else console.log(line);
}

export function logError(event: string, error: unknown, fields: Fields = {}): void {
  const cause = error instanceof Error ? error : new Error(String(error));
  log("error", event, { ...fields, error: `${cause.name}: ${cause.message}`, stack: cause.stack });
}
