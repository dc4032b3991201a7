import { createInterface } from "node:readline/promises";
import { folderOption } from "#app/cli/club-banner.ts";
import { escapeLines } from "#app/cli/terminal-text.mjs";
import { openDatabase } from "#app/db/client.server.ts";
import { describeError } from "#app/log.ts";
import type { Command, CommandResult, PlannedChange } from "#app/operations/operation.ts";
import { CommandError, exitCodes, refusedError, usageError } from "#app/operations/operation-error.ts";
import { findClubZone, parseTime } from "#app/operations/times.ts";
import { noteChange, noteCommand } from "./interruption.ts";
import { openClub } from "./open-club.ts";
import { startProgressBar } from "./progress.ts";

export interface GlobalOptions {
  json?: boolean;
  remote?: boolean;
  persistTo: string;
  dryRun?: boolean;
  yes?: boolean;
  now?: string;
}

/** Prints the result to standard output or the error to standard error, and returns the exit code. */
export async function runCommand(
  command: Command,
  typedInput: object,
  options: GlobalOptions,
): Promise<number> {
  try {
    noteCommand(command);
    const input = parseInput(command, typedInput);
    if (options.now !== undefined) parseTime(options.now, "UTC");
    if (options.remote && command.localOnlyReason) throw refusedError(command.localOnlyReason);
    command.checkInput?.(input);
    const club = await openClub({ ...options, createsClub: command.createsClub ?? false });
    try {
      const db = openDatabase(club.env.DB);
      const context = {
        env: club.env,
        db,
        now: options.now === undefined ? new Date() : parseTime(options.now, await findClubZone(db)),
        isRemote: options.remote ?? false,
        folderOption: options.remote ? "" : folderOption(options.persistTo),
        showProgress: (label: string, total: number) => startProgressBar(process.stderr, label, total),
      };
      const result = await applyChange(await command.run(context, input), options);
      const output = options.json ? JSON.stringify(result.data, null, 2) : result.message;
      process.stdout.write(`${escapeLines(output)}\n`);
      return result.hasFailed ? exitCodes.failed : exitCodes.done;
    } finally {
      await club.close();
    }
  } catch (error) {
    process.stderr.write(`${escapeLines(explainError(error))}\n`);
    return error instanceof CommandError ? error.exitCode : exitCodes.failed;
  }
}

function explainError(error: unknown): string {
  // "false == true" tells nobody anything.
  if (error instanceof Error && error.name === "AssertionError")
    return `This is a bug in Öten: ${error.stack ?? error.message}`;
  return describeError(error).replace(/^\w*Error: /, "");
}

function parseInput({ input, options = [] }: Command, typedInput: object): unknown {
  const { data, error } = input.safeParse(typedInput);
  const [issue] = error?.issues ?? [];
  if (!issue) return data;
  const name = String(issue.path[0] ?? "").replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
  const isOption = options.some(([flags]) => flags.startsWith(`--${name}`));
  const problem = issue.code === "invalid_type" ? "is missing" : issue.message.replace(/\.$/, "");
  throw usageError(`${isOption ? "--" : ""}${name} ${problem}.`);
}

async function applyChange(
  outcome: CommandResult | PlannedChange,
  { dryRun, yes, json }: GlobalOptions,
): Promise<CommandResult> {
  if ("message" in outcome) return outcome;
  const { summary, details, detailsData } = outcome;
  if (dryRun)
    return {
      message: `${details ? `${details}\n` : ""}Would ${summary}. Nothing was changed.`,
      data: { dryRun, summary, ...detailsData },
    };
  if (outcome.needsConfirmation && !yes) await askForConfirmation(outcome, json ?? false);
  noteChange(outcome);
  return outcome.apply();
}

async function askForConfirmation(
  { summary, details, canBeUndone = false }: PlannedChange,
  isScript: boolean,
): Promise<void> {
  if (isScript || !process.stdin.isTTY)
    throw refusedError(
      `This would ${summary}. ${canBeUndone ? "Add" : "It can’t be undone: add"} --yes to confirm.`,
    );
  if (details) process.stderr.write(`${escapeLines(details)}\n`);
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  prompt.on("SIGINT", () => process.emit("SIGINT"));
  // Ctrl+D rejects the question, and counts as no.
  const answer = await prompt
    .question(
      escapeLines(`This will ${summary}. ${canBeUndone ? "" : "It can’t be undone. "}Type yes to continue: `),
    )
    .catch(() => "");
  prompt.close();
  if (answer.trim().toLowerCase() !== "yes") throw refusedError("Nothing was changed.");
}
