import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Miniflare } from "miniflare";
import { minuteMs } from "#app/lib/time-units.ts";
import { startFakeResend } from "#tests/support/fake-resend.ts";
import { isAccountEmail, measureAccountEmail } from "./account-email.ts";
import { addEventDiners } from "./add-event-diners.ts";
import { type EventClub, openEventClub } from "./event-club.ts";
import { checkOutcome, type EventOutcome } from "./event-outcome.ts";
import type { Invocation } from "./watch-invocations.ts";

const maxMs = 15 * minuteMs;
const pollEveryMs = 250;
const resendRequestsPerSecond = 2;

export interface EventOptions {
  diners: number;
  events: number;
  /** How often a consumer of the queue dies. */
  kills: number;
  asksForAccountEmail: boolean;
  /** A minute, as Cloudflare has it. */
  cronEveryMs?: number;
}

export interface EventRun extends EventOutcome {
  /** From closing to the last email. */
  wallMs: number;
  /** From closing until the last event has tables. */
  tablesMs: number;
  accountEmailMs?: number | undefined;
  invocations: Invocation[];
  /** Warnings and errors that the Worker has logged. */
  warnings: string[];
}

/** Runs a new club from the minute in which events close until all emails are delivered and the match records are in the bucket. */
export async function runEvent(options: EventOptions): Promise<EventRun> {
  const { diners, events, kills, asksForAccountEmail, cronEveryMs = minuteMs } = options;
  const persistTo = mkdtempSync(join(tmpdir(), "oten-event-"));
  await addEventDiners(persistTo, { dinerCount: diners, eventCount: events, now: new Date() });
  const resend = await startFakeResend({ requestsPerSecond: resendRequestsPerSecond });
  const club = await openEventClub({
    persistTo,
    vars: resend.vars,
    killedAt: chooseKills({ kills, events, diners }),
  });
  const startedAt = Date.now();
  const cron = startCron(club.worker, cronEveryMs);
  try {
    const [tablesMs, accountEmailMs] = await Promise.all([
      waitUntilSent(club, startedAt),
      asksForAccountEmail ? measureAccountEmail(club, resend.delivered, diners / 5) : undefined,
    ]);
    const wallMs = Math.max(...resend.delivered.map(({ atMs }) => atMs - startedAt));
    const bookingEmails = resend.delivered.filter((email) => !isAccountEmail(email));
    const outcome = await checkOutcome(club.binding, diners, bookingEmails);
    const invocations = club.invocations.done;
    return { ...outcome, wallMs, tablesMs, accountEmailMs, invocations, warnings: club.warnings };
  } finally {
    clearInterval(cron);
    await club.worker.dispose();
    resend.close();
    rmSync(persistTo, { recursive: true });
  }
}

function startCron(worker: Miniflare, everyMs: number): NodeJS.Timeout {
  const run = async () =>
    (await worker.getWorker()).scheduled({ scheduledTime: new Date(), cron: "* * * * *" });
  void run();
  return setInterval(run, everyMs);
}

/** How many calls of the database the consumers need at least. */
const [callsForTables, callsForEmails] = [15, 2];
const emailsPerRequest = 100;

/** Calls of the consumers at which they die, at random, from the first tables to the last emails. */
function chooseKills({ kills, events, diners }: Pick<EventOptions, "kills" | "events" | "diners">): number[] {
  const calls = events * callsForTables + Math.floor(diners / emailsPerRequest) * callsForEmails;
  return Array.from({ length: kills }, () => 1 + Math.floor(Math.random() * calls)).sort((a, b) => a - b);
}

/** Until no invocation has more to do. Returns when all tables were made. */
async function waitUntilSent({ binding, invocations }: EventClub, startedAt: number): Promise<number> {
  let tablesMs: number | undefined;
  while (Date.now() - startedAt < maxMs) {
    const { unmatched, unsent, tasks } = await countUnfinished(binding);
    if (unmatched === 0) tablesMs ??= Date.now() - startedAt;
    const isDone = unsent === 0 && tasks === 0 && invocations.isIdle();
    if (tablesMs !== undefined && isDone) return tablesMs;
    await wait(pollEveryMs);
  }
  throw new Error("It took more than 15 minutes.");
}

const countUnfinished = async (binding: D1Database) =>
  (await binding
    .prepare(
      `SELECT (SELECT count(*) FROM events WHERE matched_at IS NULL) AS unmatched,
        EXISTS (SELECT 1 FROM outbox WHERE sent_at IS NULL AND parked_at IS NULL) OR EXISTS (SELECT 1 FROM match_parts) AS unsent,
        EXISTS (SELECT 1 FROM tasks) AS tasks`,
    )
    .first<{ unmatched: number; unsent: number; tasks: number }>()) ?? { unmatched: 1, unsent: 1, tasks: 1 };
