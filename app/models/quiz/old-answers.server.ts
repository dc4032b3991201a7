/** Answers about food and health are not kept for good of people who no longer come: they are asked, and then it is deleted. */
import { and, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { jsonList } from "#app/db/json-list.ts";
import { bookings, consents, devices, events, users } from "#app/db/schema.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { queueEmail } from "#app/models/outbox/queue-emails.server.ts";
import { withdrawConsents } from "./consents.server.ts";

/** No job may be away for longer than the rest; then they are asked again. */
const deletesWithinMs = 60 * dayMs;
const maxAsked = 100;
const maxPostponed = 5_000;

const isDay = (now: Date) => now.getUTCHours() >= 8 && now.getUTCHours() < 18;

/** At night only those who were asked: no email is sent then. */
const isToCheck = (now: Date) =>
  sql`${consents.withdrawnAt} is null and ${consents.checkAt} <= ${now.getTime()}
    and coalesce(${consents.askedAt}, 0) between ${isDay(now) ? 0 : now.getTime() - deletesWithinMs}
      and ${now.getTime() - keptMs.askedAnswers}`;

export async function hasOldAnswers(db: Database, now: Date): Promise<boolean> {
  const found = await db.select({ id: consents.id }).from(consents).where(isToCheck(now)).limit(1);
  return found.length > 0;
}

/** Most have come lately, and are looked at again when they could have stayed away for two years. */
export async function postponeChecks(db: Database, now: Date): Promise<void> {
  const lastDinner = sql`(select max(max(${events.date}, ${bookings.createdAt})) from ${bookings}
    join ${events} on ${events.id} = ${bookings.eventId} where ${bookings.userId} = ${consents.userId})`;
  const lastConsent = sql`(select max(later.given_at) from consents later where later.user_id = ${consents.userId})`;
  await db
    .update(consents)
    .set({
      checkAt: sql`max(${now.getTime() + dayMs}, max(coalesce(${lastDinner}, 0), ${lastConsent}) + ${keptMs.unusedAnswers})`,
    })
    .where(
      sql`${consents.id} in (select ${consents.id} from ${consents}
        where ${isToCheck(now)} and not (${isOfInactive(now)}) limit ${maxPostponed})`,
    );
}

/** Has neither agreed nor had a dinner for two years, nor signed in for as long as browsers are remembered. */
const isOfInactive = (now: Date) => {
  const since = now.getTime() - keptMs.unusedAnswers;
  return sql`${isToCheck(now)} and ${consents.givenAt} <= ${since}
    and not exists (select 1 from consents later where later.user_id = ${consents.userId} and later.given_at > ${since})
    and not exists (select 1 from ${devices} where ${devices.userId} = ${consents.userId})
    and not exists (select 1 from ${bookings} join ${events} on ${events.id} = ${bookings.eventId}
      where ${bookings.userId} = ${consents.userId} and (${events.date} > ${since} or ${bookings.createdAt} > ${since}))`;
};

/** The planner would read all consents in the order of their diners. */
const findUserIds = async (db: Database, condition: SQL) =>
  (
    await db.all<{ userId: string }>(
      sql`select distinct user_id as userId from ${consents} indexed by consents_to_check where ${condition} limit ${maxAsked}`,
    )
  ).map(({ userId }) => userId);

/** Emails those who have become inactive. */
export async function askAboutOldAnswers(db: Database, now: Date): Promise<void> {
  const isToAsk = sql`${isOfInactive(now)} and coalesce(${consents.askedAt}, 0) <= ${now.getTime() - deletesWithinMs}`;
  for (const userId of await findUserIds(db, isToAsk)) {
    const isTheirs = sql`${consents.userId} = ${userId} and ${isToAsk}`;
    await db.batch([
      queueEmail(
        db,
        {
          kind: "old-answers",
          data: {},
          to: sql`(select ${users.email} from ${users} where ${users.id} = ${userId})`,
        },
        now,
        sql`exists (select 1 from ${consents} where ${isTheirs})`,
      ),
      db
        .update(consents)
        .set({ askedAt: now, checkAt: new Date(now.getTime() + keptMs.askedAnswers) })
        .where(isTheirs),
    ]);
  }
}

/** Deletes the answers of those who were asked a month ago, and have not signed in since. */
export async function deleteOldAnswers(db: Database, now: Date): Promise<void> {
  const wasAsked = and(
    isOfInactive(now),
    sql`${consents.askedAt} between ${now.getTime() - deletesWithinMs} and ${now.getTime() - keptMs.askedAnswers}`,
    isNull(consents.withdrawnAt),
  ) as SQL;
  const userIds = await findUserIds(db, wasAsked);
  if (userIds.length > 0) await db.batch(withdrawConsents(db, jsonList(userIds), now));
}
