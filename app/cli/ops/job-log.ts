import { escapeLines } from "#app/cli/terminal-text.mjs";

/** For the log of jobs: lines of the level info are news only for whom looks for the cause of a failure. */
export function createJobLog(printLine: (line: string) => void) {
  const heldLines: string[] = [];
  return {
    addLine(line: unknown): void {
      const text = escapeLines(String(line));
      if (text.startsWith('{"level":"info"')) heldLines.push(text);
      else printLine(text);
    },
    printHeldLines: () => heldLines.forEach(printLine),
  };
}
