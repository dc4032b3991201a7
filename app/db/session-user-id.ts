import { type SQL, sql } from "drizzle-orm";
import type { ValueOrPlaceholder } from "./prepare-queries.ts";
import { sessions } from "./schema.ts";

export interface SessionLookup {
  tokenHash: string;
  now: Date;
}

/** A subquery for the user id, so that a page's queries need not wait for the session lookup. */
export const sessionUserId = (
  { tokenHash, now }: { tokenHash: ValueOrPlaceholder<string>; now: ValueOrPlaceholder<number> },
  condition = sql`true`,
): SQL =>
  sql`(select ${sessions.userId} from ${sessions}
    where ${sessions.tokenHash} = ${tokenHash} and ${sessions.expiresAt} > ${now} and ${condition})`;

/** The same by the session's id. Finds nobody if the session was ended in the meantime. */
export const userOfSession = (sessionId: string, userId: string): SQL =>
  sql`(select ${sessions.userId} from ${sessions}
    where ${sessions.id} = ${sessionId} and ${sessions.userId} = ${userId})`;

export const wasVerifiedAfter = (time: Date): SQL => sql`${sessions.verifiedAt} > ${time.getTime()}`;
