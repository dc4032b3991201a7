import { and, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import { maxSilenceMs } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { absences } from "#app/db/schema/attendance.ts";
import { deposits, disputes } from "#app/db/schema/deposit.ts";
import { events } from "#app/db/schema/event.ts";
import { heartbeats, incidents } from "#app/db/schema/health.ts";
import { emailBatches } from "#app/db/schema/outbox.ts";
import { tasks } from "#app/db/schema/task.ts";
import { outbox } from "#app/db/schema.ts";
import { insertRows, jsonList } from "#app/db/statements.ts";
import { dayMs, minuteMs } from "#app/lib/time-units.ts";
import { countNewCrowds } from "#app/models/account/crowds.server.ts";
import { countSignUpsInHour, usualSignUpsInHour } from "#app/models/account/sign-up.server.ts";
import { countUntold } from "#app/models/attendance/absences.server.ts";
import { countMissedByMatesAlone } from "#app/models/attendance/reports.server.ts";
import { isToAnswer } from "#app/models/deposit/disputes.server.ts";
import { isUnsent } from "#app/models/outbox/email-conditions.server.ts";
import { queueOperatorAlarms } from "#app/models/outbox/queue-emails.server.ts";
import { isSilent, selectTroubles } from "#app/models/sheet/sheets.server.ts";

const maxEmailDelayMs = 10 * minuteMs;
const maxMatchingDelayMs = 15 * minuteMs;

interface Problem {
  /** The same for as long as the problem lasts. */
  name: string;
  /** For the operator, without personal data. */
  detail: string;
  /** Lasts for months, or is nothing that the club has done wrong, so that a monitor is not told. */
  isSlow?: true;
}

export const gigabyte = 1_000_000_000;
export const maxGigabytes = 10;

/** By how many gigabytes a database begins to have them. */
export const sizeProblems = [
  { name: "database half full", from: 5, isSlow: true },
  { name: "database nearly full", from: 8 },
] as const;

function findSizeProblems(bytes: number): Problem[] {
  const detail = `The database has ${(bytes / gigabyte).toFixed(1)} of ${maxGigabytes} GB: see docs/scaling.md`;
  return sizeProblems.flatMap(({ from, ...problem }) =>
    bytes >= from * gigabyte ? [{ ...problem, detail }] : [],
  );
}

export async function findProblems(
  db: Database,
  now: Date,
  usualSignUps = usualSignUpsInHour({}),
): Promise<Problem[]> {
  const at = now.getTime();
  const [beats, [emails], [batches], [late], [parked], failing, venues, { meta }] = await db.batch([
    db.select().from(heartbeats),
    db
      .select({ count: sql<number>`count(*)`.as("count") })
      .from(outbox)
      .where(sql`${isUnsent} and due_at <= ${at - maxEmailDelayMs} and expires_at > ${at}`),
    db
      .select({ count: sql<number>`count(*)`.as("count"), error: sql<string>`max(last_error)`.as("error") })
      .from(emailBatches)
      .where(sql`finished_at is null and attempts > 1 and last_error is not null and paused_until is null`),
    db
      .select({ count: sql<number>`count(*)`.as("count") })
      .from(events)
      .where(
        sql`matched_at is null and closes_at <= ${at - maxMatchingDelayMs} and date > ${at} and canceled_at is null`,
      ),
    db
      .select({
        tasks: sql<number>`(select count(*) from ${tasks} where parked_at is not null)`.as("tasks"),
        emails: sql<number>`(select count(*) from ${outbox} where parked_at is not null
            and sent_at is null)`.as("emails"),
        deposits: sql<number>`(select count(*) from ${deposits} where parked_at is not null)`.as("deposits"),
        disputes: sql<number>`(select count(*) from ${disputes} where ${isToAnswer})`.as("disputes"),
        contests: sql<number>`(select count(*) from ${absences}
          where contested_at is not null and resolved_at is null)`.as("contests"),
        untold: countUntold.as("untold"),
        missed: countMissedByMatesAlone(now).as("missed"),
        signUps: countSignUpsInHour(now).as("sign_ups"),
        inCrowds: countNewCrowds(now).as("in_crowds"),
      })
      .from(sql`(select 1)`),
    db
      .select({ job: tasks.job, error: sql<string>`max(${tasks.lastError})`.as("error") })
      .from(tasks)
      .where(sql`${tasks.attempts} > 1 and ${tasks.lastError} is not null and ${tasks.parkedAt} is null`)
      .groupBy(tasks.job),
    selectTroubles(db, now),
    // Every result tells how large the database is.
    db.run(sql`select 1`),
  ]);
  const silences = (["cron", "queue"] as const).flatMap((name) => {
    const last = beats.find((beat) => beat.name === name)?.at;
    if (last && last.getTime() > at - maxSilenceMs) return [];
    const since = last ? `last ran ${toMinute(last)}` : "has never run";
    return [{ name: `${name} stopped`, detail: `The ${name} ${since}` }];
  });
  const signUps = parked?.signUps ?? 0;
  return [
    ...silences,
    ...problemIf(
      emails?.count,
      "emails late",
      (n) => `${countOf(n, "email has", "emails have")} waited for over 10 minutes`,
    ),
    ...problemIf(batches?.count, "emails failing", () => `Emails are not leaving: ${batches?.error}`),
    ...problemIf(
      late?.count,
      "tables late",
      (n) => `${countOf(n, "event has", "events have")} no tables 15 minutes after booking ended`,
    ),
    ...problemIf(parked?.tasks, "tasks parked", (n) => `${countOf(n, "task is", "tasks are")} parked`),
    ...problemIf(parked?.emails, "emails parked", (n) => `${countOf(n, "email is", "emails are")} parked`),
    ...problemIf(
      parked?.deposits,
      "deposits parked",
      (n) => `${countOf(n, "refund is", "refunds are")} parked`,
    ),
    ...problemIf(
      parked?.disputes,
      "deposits disputed",
      (n) =>
        `${countOf(n, "bank waits", "banks wait")} for evidence: send it at Stripe before the time is over`,
    ),
    ...problemIf(
      parked?.contests,
      "contested absences wait for an answer",
      (n) => `${countOf(n, "diner says", "diners say")} that they came`,
    ),
    ...problemIf(
      parked?.untold,
      "no-shows not told",
      (n) => `${countOf(n, "no-show was", "no-shows were")} not told: the email was dropped or is too old`,
    ),
    ...problemIf(
      parked?.missed,
      "table-mates alone report diners missing",
      (n) => `${countOf(n, "diner counts", "diners count")} as there unless the host or you say otherwise`,
    ).map((problem) => ({ ...problem, isSlow: true as const })),
    ...problemIf(
      venues.filter(({ answer }) => answer === "no").length,
      "restaurants can’t take us",
      (n) => `${countOf(n, "restaurant", "restaurants")} with people at its tables said no: move them`,
    ),
    ...problemIf(
      venues.filter((venue) => isSilent(venue, now)).length,
      "restaurants have not answered",
      (n) =>
        `${countOf(n, "restaurant has", "restaurants have")} not said by noon that they have us: call them`,
    ),
    ...problemIf(
      signUps >= usualSignUps ? signUps : 0,
      "many sign-ups",
      (n) => `${countOf(n, "person", "people")} signed up within an hour`,
    ),
    ...problemIf(
      parked?.inCrowds,
      "accounts that may be one person’s",
      (n) => `${n} accounts were made in one browser, or one right after another from one network`,
    ).map((problem) => ({ ...problem, isSlow: true as const })),
    ...findSizeProblems(meta.size_after),
    ...failing.map(({ job, error }) => ({
      name: `${job} failing`,
      detail: `The job ${job} fails: ${error}`,
    })),
  ];
}

const problemIf = (
  count: number | undefined,
  name: string,
  describe: (count: number) => string,
): Problem[] => (count ? [{ name, detail: describe(count) }] : []);

const countOf = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const toMinute = (time: Date) => `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;

type Incident = typeof incidents.$inferSelect;

export const listEndedIncidents = async (db: Database, since: Date): Promise<Incident[]> =>
  db.select().from(incidents).where(gt(incidents.endedAt, since)).orderBy(desc(incidents.endedAt)).limit(50);

interface IncidentUpdate {
  problems: Problem[];
  /** Who gets an email about each change, if anybody. */
  operatorEmail: string | undefined;
  hasWebhook?: boolean;
  now: Date;
}

/** A problem is announced when it is still there half a minute after it was first seen. */
const announcedAfterMs = 30_000;

/** So that the next minute does. */
const toldAgainAfterMs = 30_000;

/** A webhook that has not accepted an alarm for this long is not called again. */
const toldWithinMs = dayMs;

/** Returns what the operator has to hear of, once, and what the webhook has not taken yet. */
export async function updateIncidents(
  db: Database,
  { problems, operatorEmail, hasWebhook, now }: IncidentUpdate,
): Promise<{ started: Incident[]; ended: Incident[]; untold: Incident[] }> {
  const tellAt = hasWebhook ? now : null;
  const rows = problems.map((problem) => ({ ...problem, id: crypto.randomUUID(), startedAt: now }));
  const isThere = sql`${incidents.name} in ${jsonList(problems.map(({ name }) => name))}`;
  const isNews = sql`${incidents.endedAt} is null and ${incidents.announcedAt} is null and ${isThere}
    and ${incidents.startedAt} <= ${now.getTime() - announcedAfterMs}`;
  const isOver = sql`${incidents.endedAt} is null and not ${isThere}`;
  const wasAnnounced = sql`${isOver} and ${incidents.announcedAt} is not null`;
  const queueAlarms = (condition: SQL, endedAt: Date | null) =>
    operatorEmail ? [queueOperatorAlarms(db, { to: operatorEmail, endedAt, now }, condition)] : [];
  const results = await db.batch([
    ...queueAlarms(wasAnnounced, now),
    ...queueAlarms(isNews, null),
    ...insertRows(db, incidents, rows).map((statement) => statement.onConflictDoNothing()),
    db.delete(incidents).where(sql`${isOver} and ${incidents.announcedAt} is null`),
    db.update(incidents).set({ announcedAt: now, tellAt }).where(isNews).returning(),
    db.update(incidents).set({ endedAt: now, tellAt }).where(isOver).returning(),
    db
      .update(incidents)
      .set({ tellAt: new Date(now.getTime() + toldAgainAfterMs) })
      .where(
        sql`tell_at <= ${now.getTime()} and coalesce(ended_at, announced_at) > ${now.getTime() - toldWithinMs}`,
      )
      .returning(),
  ]);
  const [started, ended, untold] = results.slice(-3) as [Incident[], Incident[], Incident[]];
  return { started, ended, untold };
}

/** Unless there is newer news of it. */
export async function markTold(db: Database, { id, endedAt }: Incident): Promise<void> {
  await db
    .update(incidents)
    .set({ tellAt: null })
    .where(and(eq(incidents.id, id), sql`${incidents.endedAt} is ${endedAt?.getTime() ?? null}`));
}
