import { escapeLines } from "#app/cli/terminal-text.mjs";

const heldLines: string[] = [];

/** Lines of the level info are news only for whom looks for the cause of a failure. */
export function printLogLine(line: unknown): void {
  const text = escapeLines(String(line));
  if (text.startsWith('{"level":"info"')) heldLines.push(text);
  else console.error(text);
}

export function printHeldLines(): void {
  for (const line of heldLines.splice(0)) console.error(line);
}
