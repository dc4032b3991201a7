import { scheduler } from "node:timers/promises";
import { Command as Commander, CommanderError } from "commander";
import { escapeLines } from "#app/cli/terminal-text.mjs";
import { attendance } from "#app/operations/attendance/attendance.ts";
import { avoid } from "#app/operations/avoid.ts";
import { backup, restore } from "#app/operations/backup/backup.ts";
import { booking } from "#app/operations/booking/booking.ts";
import { city } from "#app/operations/city/city.ts";
import { demo } from "#app/operations/demo/demo.ts";
import { deposit } from "#app/operations/deposit.ts";
import { email } from "#app/operations/email.ts";
import { event } from "#app/operations/event/event.ts";
import { feedback } from "#app/operations/feedback.ts";
import { hostLink } from "#app/operations/host-link.ts";
import { job } from "#app/operations/job/job.ts";
import { match } from "#app/operations/match/match.ts";
import type { Command, CommandGroup } from "#app/operations/operation.ts";
import { exitCodes } from "#app/operations/operation-error.ts";
import { outbox } from "#app/operations/outbox.ts";
import { report } from "#app/operations/report/report.ts";
import { schedule } from "#app/operations/schedule.ts";
import { sheet } from "#app/operations/sheet.ts";
import { stats } from "#app/operations/stats.ts";
import { table } from "#app/operations/table/table.ts";
import { user } from "#app/operations/user.ts";
import { venue } from "#app/operations/venue/venue.ts";
import { weights } from "#app/operations/weights.ts";
import { describeInterruption } from "./interruption.ts";
import { printHeldLines, printLogLine } from "./job-log.ts";
import { type GlobalOptions, runCommand } from "./run-command.ts";

const groups: Record<string, CommandGroup> = {
  city,
  venue,
  event,
  schedule,
  booking,
  match,
  table,
  "host-link": hostLink,
  attendance,
  avoid,
  weights,
  deposit,
  outbox,
  user,
  job,
  email,
};
const singleCommands: Command[] = [sheet, feedback, stats, report, demo, backup, restore];

// Jobs write their log to standard output, which here holds only the result.
console.log = printLogLine;
process.on("SIGINT", () => {
  process.stderr.write(`${process.stderr.isTTY ? "\n" : ""}${describeInterruption()}\n`);
  process.exit(exitCodes.interrupted);
});
// Whoever reads the output may stop reading, as head does.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
// Workers have a global scheduler, Node does not.
Object.assign(globalThis, { scheduler });

const program = configureErrors(new Commander("ops"))
  .description("Runs an Öten dinner club.")
  .usage("COMMAND [OPTIONS]")
  .addHelpText(
    "after",
    `
Commands work on the local club, running or not, or with --remote on the deployed club.
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 not found, 4 refused. See docs/operating.md.`,
  );

for (const [name, { description, commands }] of Object.entries(groups)) {
  const group = configureErrors(program.command(name).description(description));
  for (const command of commands) addCommand(group, command);
}
for (const command of singleCommands) addCommand(program, command);

try {
  await program.parseAsync(process.argv.slice(2).map(normalizeText), { from: "user" });
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
}

function configureErrors(commander: Commander): Commander {
  return commander.exitOverride().configureOutput({
    outputError: (message, write) => write(escapeLines(formatCommanderError(message))),
  });
}

/** Turns "error: unknown option '--x'" into a sentence. */
function formatCommanderError(message: string): string {
  const [line = ""] = message.replace(/^error: /, "").split("\n");
  return `${line.charAt(0).toUpperCase()}${line.slice(1).replace(/\.$/, "")}. Use --help to see what is possible.\n`;
}

function normalizeText(argument: string): string {
  return argument.normalize("NFC");
}

function addCommand(parent: Commander, command: Command): void {
  const commander = configureErrors(
    parent.command(command.usage, { isDefault: command.isDefault ?? false }).description(command.description),
  );
  for (const [flags, description] of command.options ?? []) commander.option(flags, description);
  if (command.changesData) {
    commander.option("--dry-run", "print what would change, and change nothing");
    commander.option("--yes", "do not ask for confirmation");
  }
  commander
    .option("--json", "print the result as JSON")
    .option("--remote", "work on the deployed club, through wrangler")
    .option("--persist-to <folder>", "the folder of the local club", ".wrangler/state")
    .addHelpText("after", `\nExample:\n  npm run -s ops -- ${command.example}`)
    .action(async () => {
      const names = commander.registeredArguments.map((argument) => argument.name());
      const typedArguments = Object.fromEntries(names.map((name, i) => [name, commander.processedArgs[i]]));
      const typedInput = { ...commander.opts(), ...typedArguments };
      process.exitCode = await runCommand(command, typedInput, commander.opts<GlobalOptions>());
      if (process.exitCode === exitCodes.failed) printHeldLines();
    });
  refuseRepeatedOptions(commander);
}

/** Of two values commander would take the last. */
function refuseRepeatedOptions(commander: Commander): void {
  const given = new Set<string>();
  for (const option of commander.options) {
    if (option.variadic || option.isBoolean()) continue;
    commander.on(`option:${option.name()}`, () => {
      if (given.has(option.attributeName())) commander.error(`--${option.name()} is given more than once`);
      given.add(option.attributeName());
    });
  }
}
