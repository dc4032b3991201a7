import * as z from "zod";
import { deposits } from "#app/db/schema.ts";
import { homeZone } from "#app/lib/dates.ts";
import { depositStates } from "#app/lib/deposit-states.ts";
import { formatForints } from "#app/lib/price.ts";
import { listDeposits, listParkedDeposits } from "#app/models/deposit/deposits.server.ts";
import { requestRefund } from "#app/models/deposit/refunds.server.ts";
import { command, type Noun } from "./command.ts";
import { theOne } from "./command-context.ts";
import { refused, wrongUsage } from "./exit-codes.ts";
import { id, wholeNumber } from "./inputs.ts";
import { columns, short } from "./text-table.ts";
import { wallClock } from "./times.ts";

const list = command({
  line: "list",
  says: "The newest deposits, and what became of each; or those that wait for you.",
  example: "deposit list --parked",
  options: [
    ["--state <state>", depositStates.join(", ")],
    ["--parked", "those whose refund was refused, oldest first"],
    ["--most <number>", "how many, 50 if not said"],
  ],
  input: z.object({
    state: z.enum(depositStates, `is one of ${depositStates.join(", ")}`).optional(),
    parked: z.boolean().default(false),
    most: wholeNumber(1, 10_000).default(50),
  }),
  async run({ db }, { state, parked, most }) {
    if (state && parked) throw wrongUsage("Say --state or --parked, not both.");
    const data = parked ? await listParkedDeposits(db) : await listDeposits(db, { state, limit: most });
    const rows = data.map((deposit) => [
      short(deposit.id),
      wallClock(deposit.createdAt, homeZone),
      formatForints(deposit.amount),
      deposit.parkedAt ? `${deposit.state}, parked` : deposit.state,
      deposit.parkedReason ?? deposit.cause ?? "",
      deposit.eventDate ? wallClock(deposit.eventDate, homeZone) : "",
    ]);
    const names = ["id", "opened", "amount", "state", "because", "dinner"];
    return { says: columns(names, rows, "No such deposit."), data };
  },
});

const refund = command({
  line: "refund <deposit>",
  says: "Gives back what is held or was kept, or tries a parked refund once more. The cron sends it within a minute.",
  example: "deposit refund 5d1f0c2a",
  writes: true,
  input: z.object({ deposit: id }),
  async run({ db, now, ...desk }, { deposit: start }) {
    const only = await theOne({ db, now, ...desk }, deposits, "deposit", start);
    return {
      would: `give back deposit ${short(only)}`,
      isFinal: true,
      async act() {
        if (!(await requestRefund(db, only, now)))
          throw refused(`Deposit ${short(only)} is not with us, or on its way back already.`);
        return { says: `Deposit ${short(only)} goes back.`, data: { id: only } };
      },
    };
  },
});

export const deposit: Noun = { says: "Money we hold, and give back.", commands: [list, refund] };
