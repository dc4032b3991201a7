import { createInterface } from "node:readline/promises";
import { openDatabase } from "#app/db/client.server.ts";
import type { Answer, Change, Command } from "./command.ts";
import { momentAt } from "./command-context.ts";
import { exits, Refusal, refused, wrongUsage } from "./exit-codes.ts";
import { reachClub } from "./open-club.ts";
import { progressOn } from "./progress.ts";

export interface Global {
  json?: boolean;
  remote?: boolean;
  persistTo: string;
  dryRun?: boolean;
  yes?: boolean;
  now?: string;
}

/** One command from what was typed to an exit code: the answer on standard output, a refusal on standard error. */
export async function carryOut(one: Command, typed: object, options: Global): Promise<number> {
  try {
    const input = read(one, typed);
    const now = options.now === undefined ? new Date() : momentAt(options.now);
    if (options.remote && one.localBecause) throw refused(one.localBecause);
    const club = await reachClub({ ...options, makesClub: one.makesClub ?? false });
    try {
      if (one.mails && !club.env.SESSION_SECRET)
        throw refused("Set SESSION_SECRET to the club’s own: the links in its mails are signed with it.");
      const answer = await ask(
        await one.run(
          {
            env: club.env,
            db: openDatabase(club.env.DB),
            now,
            isRemote: options.remote ?? false,
            progress: (doing, total) => progressOn(process.stderr, doing, total),
          },
          input,
        ),
        options,
      );
      process.stdout.write(`${options.json ? JSON.stringify(answer.data, null, 2) : answer.says}\n`);
      return answer.failed ? exits.failed : exits.done;
    } finally {
      await club.close();
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return error instanceof Refusal ? error.exit : exits.failed;
  }
}

function read({ input, options = [] }: Command, typed: object): unknown {
  const { data, error } = input.safeParse(typed);
  const [issue] = error?.issues ?? [];
  if (!issue) return data;
  const name = String(issue.path[0] ?? "").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const isOption = options.some(([flags]) => flags.startsWith(`--${name}`));
  const typo = issue.code === "invalid_type" ? "is missing" : issue.message.replace(/\.$/, "");
  throw wrongUsage(`${isOption ? "--" : ""}${name} ${typo}.`);
}

async function ask(outcome: Answer | Change, { dryRun, yes, json }: Global): Promise<Answer> {
  if ("says" in outcome) return outcome;
  if (dryRun) {
    return { says: `Would ${outcome.would}. Nothing was changed.`, data: { dryRun, would: outcome.would } };
  }
  if (outcome.isFinal && !yes) await confirm(outcome.would, json ?? false);
  return outcome.act();
}

async function confirm(would: string, isScript: boolean): Promise<void> {
  if (isScript || !process.stdin.isTTY) {
    throw refused(`This would ${would}, which can’t be undone: say --yes to go ahead.`);
  }
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  prompt.on("SIGINT", () => process.emit("SIGINT"));
  // Whoever ends the input instead has not said yes.
  const answer = await prompt
    .question(`This will ${would}. It can’t be undone. Type yes to go ahead: `)
    .catch(() => "");
  prompt.close();
  if (answer.trim().toLowerCase() !== "yes") throw refused("Nothing was changed.");
}
