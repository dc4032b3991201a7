import { createInterface } from "node:readline/promises";
import { escapeLines } from "#app/cli/terminal-text.mjs";
import type { OperationContext, ProgressBar } from "#app/operations/operation.ts";
import type { ClubConnection } from "./club-connection.ts";
import { type OpenClubOptions, openClub } from "./open-club.ts";

/** How a command prints, asks a person, and opens the club. */
export interface Terminal {
  print(text: string): void;
  printError(text: string): void;
  /** Missing if nobody can be asked. */
  ask?: ((question: string) => Promise<string>) | undefined;
  showProgress: OperationContext["showProgress"];
  openClub(options: OpenClubOptions): Promise<ClubConnection>;
}

export const processTerminal: Terminal = {
  print: (text) => process.stdout.write(text),
  printError: (text) => process.stderr.write(text),
  ask: process.stdin.isTTY ? askInTerminal : undefined,
  showProgress: (label, total) => startProgressBar(process.stderr, label, total),
  openClub,
};

async function askInTerminal(question: string): Promise<string> {
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  prompt.on("SIGINT", () => process.emit("SIGINT"));
  // Ctrl+D rejects the question, and counts as no.
  const answer = await prompt.question(escapeLines(question)).catch(() => "");
  prompt.close();
  return answer;
}

const barWidth = 24;

/** Draws nothing when the stream is not a terminal. */
function startProgressBar(stream: NodeJS.WriteStream, label: string, total: number): ProgressBar {
  if (!stream.isTTY) return { update: () => {}, end: () => {} };
  const draw = (done: number) => {
    const filled = total > 0 ? Math.round((barWidth * done) / total) : barWidth;
    stream.write(`\r${label} [${"█".repeat(filled)}${"·".repeat(barWidth - filled)}] ${done} of ${total}`);
  };
  draw(0);
  return { update: draw, end: () => stream.write("\r\u001b[K") };
}

/** Prints the log of jobs. Lines of level info only help to find the cause of a failure. */
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
