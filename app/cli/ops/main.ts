/** The operator's command line: what is typed, read by commander, carried out by the command's own file. */
import { scheduler } from "node:timers/promises";
import { Command as Commander, CommanderError } from "commander";
import { attendance } from "./attendance.ts";
import { avoid } from "./avoid.ts";
import { backup, restore } from "./backup.ts";
import { booking } from "./booking.ts";
import type { Command, Noun } from "./command.ts";
import { demo } from "./demo.ts";
import { deposit } from "./deposit.ts";
import { mail } from "./email.ts";
import { event } from "./event.ts";
import { exits } from "./exit-codes.ts";
import { job } from "./job.ts";
import { match } from "./match.ts";
import { outbox } from "./outbox.ts";
import { carryOut, type Global } from "./run-command.ts";
import { rule } from "./schedule.ts";
import { sheet } from "./sheet.ts";
import { table } from "./table.ts";
import { user } from "./user.ts";
import { venue } from "./venue.ts";

const nouns: Record<string, Noun> = {
  event,
  venue,
  rule,
  booking,
  match,
  table,
  avoid,
  deposit,
  outbox,
  user,
  job,
  mail,
};
const verbs: Command[] = [sheet, attendance, demo, backup, restore];

// Jobs log where a Worker does; here standard output is the answer alone.
console.log = console.error;
process.on("SIGINT", () => process.exit(exits.interrupted));
// What Workers have and Node has not.
Object.assign(globalThis, { scheduler });

const desk = new Commander("ops")
  .description("The operator’s desk of an Öten club.")
  .usage("COMMAND [OPTIONS]")
  .addHelpText(
    "after",
    `
It works on the local club, whether or not it runs, or with --remote on the deployed one.
Exit codes: 0 done, 1 failed, 2 wrongly typed, 3 not found, 4 refused. docs/operating.md says more.`,
  );
settle(desk);

for (const [name, { says, commands }] of Object.entries(nouns)) {
  const noun = settle(desk.command(name).description(says));
  for (const one of commands) add(noun, one);
}
for (const one of verbs) add(desk, one);

try {
  await desk.parseAsync(process.argv.slice(2).map(notEmpty), { from: "user" });
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? exits.done : exits.usage;
}

function settle(program: Commander): Commander {
  return program.exitOverride().configureOutput({
    outputError: (message, write) => write(sentence(message)),
  });
}

/** "error: unknown option '--x'" as a sentence. */
function sentence(message: string): string {
  const [line = ""] = message.replace(/^error: /, "").split("\n");
  return `${line.charAt(0).toUpperCase()}${line.slice(1).replace(/\.$/, "")}. Say --help to see what there is.\n`;
}

function notEmpty(typed: string): string {
  return typed.normalize("NFC");
}

function add(noun: Commander, one: Command): void {
  const program = settle(noun.command(one.line).description(one.says));
  for (const [flags, says] of one.options ?? []) program.option(flags, says);
  if (one.writes) {
    program.option("--dry-run", "say what would change, and change nothing");
    program.option("--yes", "don’t ask before what can’t be undone");
  }
  program
    .option("--json", "answer in JSON")
    .option("--remote", "work on the deployed club, through wrangler")
    .option("--persist-to <folder>", "where the local club is kept", ".wrangler/state")
    .addHelpText("after", `\nExample:\n  npm run ops -- ${one.example}`)
    .action(async () => {
      const names = program.registeredArguments.map((argument) => argument.name());
      const typed = Object.fromEntries(names.map((name, i) => [name, program.processedArgs[i]]));
      process.exitCode = await carryOut(one, { ...program.opts(), ...typed }, program.opts<Global>());
    });
}
