import { type SQL, sql } from "drizzle-orm";
import { outbox } from "#app/db/schema.ts";
import { dayMs, minuteMs } from "#app/lib/time-units.ts";
import type { AccountEmail } from "./queue-emails.server.ts";

const pauseMs = 60_000;
const longPauseMs = 15 * minuteMs;
const maxPerDay = 5;
const maxPerDayFromAll = 20;

/** How long somebody waits who has asked for so many emails of a kind to one address in a day. */
export const emailPauseMs = (count: number): number => (count < maxPerDay ? pauseMs : longPauseMs);

/** The same of a number that only the database knows. */
export const emailPauseMsSql = (count: SQL) => sql`iif(${count} < ${maxPerDay}, ${pauseMs}, ${longPauseMs})`;

/**
 * At most one email of a kind a minute and five a day for whoever asks. Beyond that, or where many others ask, one every
 * quarter of an hour, so that nobody can use up what the owner of the address needs. None where a confirmation waits, because
 * many people sign up.
 */
export function isWithinEmailLimit(
  { to, kind }: Pick<AccountEmail, "to" | "kind">,
  network: string,
  now: Date,
): SQL {
  const countSince = (agoMs: number, condition: SQL) =>
    sql`(select count(*) from ${outbox}
      where "to" = ${to} and kind = ${kind} and created_at > ${now.getTime() - agoMs} and ${condition})`;
  const fromHere = sql`network = ${network}`;
  const fromAll = sql`true`;
  const waits = sql`exists (select 1 from ${outbox}
    where "to" = ${to} and kind = 'confirm-email' and sent_at is null and due_at > ${now.getTime()} and expires_at > ${now.getTime()})`;
  return sql`not ${waits} and ${countSince(pauseMs, fromHere)} = 0 and (
    ${countSince(dayMs, fromHere)} < ${maxPerDay} and ${countSince(dayMs, fromAll)} < ${maxPerDayFromAll}
    or ${countSince(longPauseMs, fromAll)} = 0)`;
}
