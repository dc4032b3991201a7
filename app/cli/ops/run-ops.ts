import { Command, CommanderError } from "commander";
import { escapeLines } from "#app/cli/terminal-text.mjs";
import { capitalize } from "#app/lib/text.ts";
import type { Operation, OptionHelp } from "#app/operations/operation.ts";
import { nouns, operationsWithoutNoun } from "#app/operations/operations.ts";
import { exitCodes } from "./exit-codes.ts";
import { type GlobalOptions, runOperation, toFlag } from "./run-operation.ts";
import type { Terminal } from "./terminal.ts";

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
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 not found, 4 refused. See docs/operating/commands.md.`,
    );
  const add = (parent: Command, operation: Operation, name: string) =>
    addOperation(parent, operation, async (typedInput, options) => {
      exitCode = await runOperation(name, operation, typedInput, options, terminal);
    });
  for (const [name, { description, operations }] of Object.entries(nouns)) {
    const noun = program.command(name).description(description);
    for (const operation of operations) add(noun, operation, `${name} ${operation.verb}`);
  }
  for (const operation of operationsWithoutNoun) add(program, operation, operation.verb);
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
  run: (typedInput: object, options: GlobalOptions) => Promise<void>,
): void {
  const command = parent.command(`${verb} ${places}`, { isDefault }).description(description);
  for (const [field, help] of Object.entries(options)) if (help) addOption(command, field, help);
  if (changesData) {
    command.option("--dry-run", "print what would change, and change nothing");
    command.option("--yes", "do not ask for confirmation");
  }
  command
    .option("--json", "print the result as JSON")
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

/** A field that can be taken away has --no-field too. */
function addOption(command: Command, field: string, option: OptionHelp): void {
  const flag = toFlag(field);
  if (typeof option === "string") {
    command.option(flag, option);
    return;
  }
  const [value, help, helpForNone] = option;
  command.option(`${flag} ${value}`, help);
  if (helpForNone) command.option(flag.replace("--", "--no-"), helpForNone);
}

/** Of two values commander would take the last. */
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
