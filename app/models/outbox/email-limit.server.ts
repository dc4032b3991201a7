import { type SQL, sql } from "drizzle-orm";
import { outbox } from "#app/db/schema.ts";
import { hourMs, minuteMs } from "#app/lib/time-units.ts";
import type { AccountEmail } from "./queue-emails.server.ts";

export const maxEmailsPerHour = 3;

/** When the next email may go, after the last three of a kind to one address, the newest first. */
export const nextEmailAt = (times: number[]): number =>
  Math.max((times[0] ?? 0) + minuteMs, (times[maxEmailsPerHour - 1] ?? 0) + hourMs);

/** The same of rows with a time, as a condition. */
export const allowsAnother = (rows: SQL, now: Date) =>
  sql`((select count(*) from ${rows} and created_at > ${now.getTime() - minuteMs}) = 0
    and (select count(*) from ${rows} and created_at > ${now.getTime() - hourMs}) < ${maxEmailsPerHour})`;

/**
 * Anybody can ask for these emails, from any number of networks: at most one of a kind a minute and three an hour reach an
 * address. Each kind counts alone, so that nobody uses up links for a new password by signing up. What others have asked for
 * opens as much for the owner of the mailbox. None where a confirmation waits, because many people sign up.
 */
export function isWithinEmailLimit({ to, kind }: Pick<AccountEmail, "to" | "kind">, now: Date): SQL {
  const waits = sql`exists (select 1 from ${outbox}
    where "to" = ${to} and kind = 'confirm-email' and sent_at is null and due_at > ${now.getTime()} and expires_at > ${now.getTime()})`;
  return sql`(not ${waits} and ${allowsAnother(sql`${outbox} where "to" = ${to} and kind = ${kind}`, now)})`;
}

/** A link is told once, also where its batch is sent again because nobody heard that it had arrived. */
export const wasEmailed = ({ to, kind }: Pick<AccountEmail, "to" | "kind">, linkId: string): SQL =>
  sql`exists (select 1 from ${outbox}
    where "to" = ${to} and kind = ${kind} and ${outbox.data} ->> 'linkId' = ${linkId})`;
