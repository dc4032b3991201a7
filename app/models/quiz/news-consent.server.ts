import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { consents, users } from "#app/db/schema.ts";
import { insertWhere } from "#app/db/statements.ts";
import { newsVersion } from "#app/lib/account/consent.ts";
import { deleteUnsentNews } from "#app/models/outbox/manage-outbox.server.ts";

/** Each choice is saved once. What is written and has not left yet goes with the consent. */
export async function setNewsConsent(
  db: Database,
  userId: string | SQL,
  wantsNews: boolean,
  now: Date,
): Promise<void> {
  if (wantsNews) {
    const consent = { userId: users.id, topic: "news", version: newsVersion, givenAt: now } as const;
    await insertWhere(db, consents, consent, sql`${users.id} = ${userId}`, users).onConflictDoNothing();
    return;
  }
  await db.batch([
    db
      .update(consents)
      .set({ withdrawnAt: now })
      .where(and(eq(consents.userId, userId), eq(consents.topic, "news"), isNull(consents.withdrawnAt))),
    deleteUnsentNews(db, userId),
  ]);
}

/** Whose consent it is, also once it is withdrawn. */
export const readerOf = (consentId: string) =>
  sql`(select given.user_id from consents given where given.id = ${consentId} and given.topic = 'news')`;

export const findReaderLinkSalt = (
  db: Database,
  consentId: string,
): Promise<{ linkSalt: string | null } | undefined> =>
  db
    .select({ linkSalt: users.linkSalt })
    .from(users)
    .where(eq(users.id, readerOf(consentId)))
    .get();
