import { userInfo } from "node:os";
import { Command, CommanderError } from "commander";
import { folderOption } from "#app/cli/club-banner.ts";
import { root } from "#app/cli/project.mjs";
import { escapeLines } from "#app/cli/terminal-text.mjs";
import { openDatabase } from "#app/db/client.server.ts";
import { capitalize } from "#app/lib/text.ts";
import { describeError } from "#app/log.ts";
import { noteOperator } from "#app/models/security/security-notes.server.ts";
import { computerOperations, computerVerbs } from "#app/operations/computer-operations.ts";
import {
  type MessagePart,
  type Operation,
  OperationError,
  type OperationResult,
  type OptionHelp,
  type PlannedChange,
  refusedError,
} from "#app/operations/operation.ts";
import { nouns, operationsWithoutNoun } from "#app/operations/operations.ts";
import { parseInput } from "#app/operations/parse-input.ts";
import { findClubZone, parseTime, shortId } from "#app/operations/words.ts";
import { askQuestions, askWhileRefused } from "./ask.ts";
import { exitCodes, formatCsv, formatMessage, noteChange, noteCommand, type Terminal } from "./terminal.ts";

/** Runs the command that the words name, and returns its exit code. */
export async function runOps(words: string[], terminal: Terminal): Promise<number> {
  let exitCode: number = exitCodes.done;
  const program = new Command("ops")
    .exitOverride()
    .configureOutput({
      writeOut: terminal.print,
      writeErr: terminal.printError,
      outputError: (message, write) => write(escapeLines(formatCommanderError(message))),
    })
    .description("Runs an Öten dinner club.")
    .usage("COMMAND [OPTIONS]")
    .addHelpText(
      "after",
      `
Commands work on the local club, running or not, or with --remote on the deployed club.
--club FILE names the settings of another club than that of club.toml.
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 not found, 4 refused. See docs/operating/commands.md.`,
    );
  const add = (parent: Command, operation: Operation, name: string) =>
    addOperation(parent, operation, terminal, async (typedInput, options) => {
      exitCode = await runOperation(name, operation, typedInput, options, terminal);
    });
  for (const [name, { description, operations }] of Object.entries(nouns)) {
    const noun = program.command(name).description(description);
    for (const operation of [...operations, ...(computerVerbs[name] ?? [])])
      add(noun, operation, `${name} ${operation.verb}`);
  }
  for (const operation of [...operationsWithoutNoun, ...computerOperations])
    add(program, operation, operation.verb);
  try {
    await program.parseAsync(
      words.map((word) => word.normalize("NFC")),
      { from: "user" },
    );
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  }
  return exitCode;
}

/** Turns "error: unknown option '--x'" into a sentence. */
function formatCommanderError(message: string): string {
  const [line = ""] = message.replace(/^error: /, "").split("\n");
  return `${capitalize(line).replace(/\.$/, "")}. Use --help to see what is possible.\n`;
}

function addOperation(
  parent: Command,
  {
    verb,
    arguments: places = "",
    description,
    example,
    options = {},
    changesData,
    isDefault = false,
  }: Operation,
  { ask }: Terminal,
  run: (typedInput: Record<string, unknown>, options: GlobalOptions) => Promise<void>,
): void {
  // What is missing is asked for where somebody can be asked.
  const taken = ask ? places.replaceAll("<", "[").replaceAll(">", "]") : places;
  const command = parent
    .command(`${verb} ${taken}`, { isDefault })
    .description(description)
    .usage(`[options] ${places}`);
  for (const [field, help] of Object.entries(options)) if (help) addOption(command, field, help);
  if (changesData) {
    command.option("--dry-run", "print what would change, and change nothing");
    command.option("--yes", "do not ask for confirmation");
  }
  command
    .option("--json", "print the result as JSON")
    .option("--csv", "print the list as a table for a spreadsheet")
    .option("--remote", "work on the deployed club, through wrangler")
    .option("--persist-to <folder>", "the folder of the local club", ".wrangler/state")
    .addHelpText("after", `\nExample:\n  npm run -s ops -- ${example}`)
    .action(() => {
      const names = command.registeredArguments.map((argument) => argument.name());
      const typedArguments = Object.fromEntries(names.map((name, i) => [name, command.processedArgs[i]]));
      return run({ ...command.opts(), ...typedArguments }, command.opts<GlobalOptions>());
    });
  refuseRepeatedOptions(command);
}

/** A field that can be cleared also has --no-field. */
function addOption(command: Command, field: string, option: OptionHelp): void {
  const flag = toFlag(field);
  if (typeof option === "string") {
    command.option(flag, option);
    return;
  }
  const [value, help, helpForNone] = option;
  // Of several values, each is typed as one too: "--diet vegan".
  const single = value.includes("...") && flag.endsWith("s") ? `${flag.slice(0, -1)}, ` : "";
  command.option(`${single}${flag} ${value}`, help);
  if (helpForNone) command.option(flag.replace("--", "--no-"), helpForNone);
}

/** Commander would use the last of two values. */
function refuseRepeatedOptions(command: Command): void {
  const given = new Set<string>();
  for (const option of command.options) {
    if (option.variadic || option.isBoolean()) continue;
    command.on(`option:${option.name()}`, () => {
      if (given.has(option.attributeName())) command.error(`--${option.name()} is given more than once`);
      given.add(option.attributeName());
    });
  }
}

interface GlobalOptions {
  json?: boolean;
  csv?: boolean;
  remote?: boolean;
  persistTo: string;
  dryRun?: boolean;
  yes?: boolean;
  now?: string;
}

/** Prints the result or the error, and returns the exit code. The history of the people concerned names the command. */
async function runOperation(
  command: string,
  operation: Operation,
  given: Record<string, unknown>,
  options: GlobalOptions,
  asking: Terminal,
): Promise<number> {
  const terminal = options.json ? { ...asking, ask: undefined } : asking;
  try {
    noteCommand(operation);
    let typed = { ...given };
    const parse = () =>
      parseInput(operation, typed, (field) => (field in (operation.options ?? {}) ? toFlag(field) : field));
    const isInterview =
      terminal.ask &&
      operation.questions &&
      Object.keys(operation.options ?? {}).every((name) => !(name in given));
    const input = isInterview ? {} : await askWhileRefused(terminal, operation, typed, parse);
    if (options.now !== undefined) parseTime(options.now, "UTC");
    if (options.remote && operation.localOnlyReason) throw refusedError(operation.localOnlyReason);
    operation.checkInput?.(input);
    const club = await terminal.openClub({ ...options, createsClub: operation.createsClub ?? false });
    try {
      const db = openDatabase(club.env.DB);
      const operator = userInfo().username;
      const context = {
        env: club.env,
        db,
        now: options.now === undefined ? new Date() : parseTime(options.now, await findClubZone(db)),
        operator,
        isRemote: options.remote ?? false,
        folderOption: options.remote ? "" : folderOption(options.persistTo),
        projectFolder: root,
        listSecrets: club.listSecrets ?? (async () => []),
        showProgress: terminal.showProgress,
      };
      if (isInterview) typed = await askQuestions(terminal, operation, context);
      const outcome = await askWhileRefused(terminal, operation, typed, () =>
        operation.run(context, parse()),
      );
      const { userIds = [] } = outcome;
      const note: Note = (kind) => noteOperator(db, { userIds, kind, command, operator, now: context.now });
      const result = await applyChange(outcome, options, terminal, note);
      if (options.csv) terminal.print(formatCsv(result.message));
      else {
        const output = options.json
          ? JSON.stringify(result.data, null, 2)
          : formatMessage([result.message, sayUndo(result)].flat());
        terminal.print(`${escapeLines(output)}\n`);
      }
      return result.hasFailed ? exitCodes.failed : exitCodes.done;
    } finally {
      await club.close();
    }
  } catch (error) {
    terminal.printError(`${escapeLines(explainError(error))}\n`);
    return error instanceof OperationError ? exitCodes[error.kind] : exitCodes.failed;
  }
}

function explainError(error: unknown): string {
  // "false == true" doesn't help anybody.
  if (error instanceof Error && error.name === "AssertionError")
    return `This is a bug in Öten: ${error.stack ?? error.message}`;
  const text = describeError(error).replace(/^\w*Error: /, "");
  if (!text.includes("no such table")) return text;
  return `${text}. If a restore was interrupted, run it again with the same version of Öten: the club serves nobody until it is done.`;
}

/** "maxTables" becomes --max-tables. */
const toFlag = (field: string) => `--${field.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`;

type Note = (kind: "looked-at" | "changed-by-operator") => Promise<void>;

/** A plan that is shown names people, so their history records that it was seen, whether the change is made or not. */
function sayUndo({ undo }: OperationResult): string[] {
  if (!undo) return [];
  const given = Object.values(undo.fields).map((id) => shortId(id));
  return [`Until it leaves, ${undo.command} ${given.join(" ")} takes it back.`];
}

async function applyChange(
  outcome: OperationResult | PlannedChange,
  { json, dryRun, yes }: GlobalOptions,
  terminal: Terminal,
  note: Note,
): Promise<OperationResult> {
  const asks = "needsConfirmation" in outcome && outcome.needsConfirmation && !yes;
  if ("message" in outcome || dryRun || asks) await note("looked-at");
  if ("message" in outcome) return outcome;
  const { summary, detailsData } = outcome;
  if (dryRun)
    return {
      message: [...listDetails(outcome), `Would ${summary}. Nothing was changed.`],
      data: { dryRun, summary, ...detailsData },
    };
  const details = listDetails(outcome);
  if (!json && details.length > 0 && (asks || outcome.choices))
    terminal.printError(`${escapeLines(formatMessage(details))}\n`);
  if (asks) await askForConfirmation(outcome, terminal);
  noteChange(outcome);
  const result = await outcome.apply();
  await note("changed-by-operator");
  return result;
}

function listDetails({ details = [], choices }: PlannedChange): MessagePart[] {
  const [all, left] = [[details].flat(), (choices?.rows ?? []).filter(({ isTicked }) => isTicked)];
  if (!choices || left.length === 0) return all;
  return [...all, `${choices.heading}:`, ...left.map(({ says }) => says), choices.advice];
}

async function askForConfirmation(
  { summary, canBeUndone = false }: PlannedChange,
  { ask }: Terminal,
): Promise<void> {
  if (!ask)
    throw refusedError(
      `This would ${summary}. ${canBeUndone ? "Add" : "It can’t be undone: add"} --yes to confirm.`,
    );
  const answer = await ask(
    `This will ${summary}. ${canBeUndone ? "" : "It can’t be undone. "}Type yes to continue: `,
  );
  const typed = answer.trim().toLowerCase();
  if (typed === "y" && !canBeUndone)
    throw refusedError("Nothing was changed: what can’t be undone needs the whole word, yes.");
  if (typed !== "yes" && typed !== "y") throw refusedError("Nothing was changed.");
}
