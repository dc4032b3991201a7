import { createInterface } from "node:readline/promises";
import { escapeLines } from "#app/cli/terminal-text.mjs";
import type { OperationContext } from "#app/operations/operation-context.ts";
import type { ClubConnection } from "./club-connection.ts";
import { type OpenClubOptions, openClub } from "./open-club.ts";
import { startProgressBar } from "./progress.ts";

/** Where a command prints, whom it asks, and which club it gets. */
export interface Terminal {
  print(text: string): void;
  printError(text: string): void;
  /** Missing where nobody can be asked. */
  ask?: ((question: string) => Promise<string>) | undefined;
  showProgress: OperationContext["showProgress"];
  openClub(options: OpenClubOptions): Promise<ClubConnection>;
}

/** The terminal of this process. */
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
