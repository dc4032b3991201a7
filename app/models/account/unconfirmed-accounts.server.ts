import { sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { bookings, tokens, users } from "#app/db/schema.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";
import { deleteBrokenAddresses } from "#app/models/outbox/broken-addresses.server.ts";
import { deleteEmailsTo } from "#app/models/outbox/remove-emails.server.ts";
import { deleteAttemptsOf } from "./sign-in-attempts.server.ts";

const maxDeleted = 500;

/**
 * Deletes accounts whose email address nobody confirmed within a week of the last sign-up, unless a link still works.
 * Returns "more" where some are left.
 */
export async function deleteUnconfirmedAccounts(db: Database, now: Date): Promise<"more" | undefined> {
  // Bookings never go without a decision about their deposits, which only an erasure makes.
  const overdue = sql`select id, email from ${users} where email_confirmed_at is null
    and created_at <= ${now.getTime() - keptMs.unconfirmedAccount}
    and not exists (select 1 from ${tokens} where user_id = users.id and expires_at > ${now.getTime()})
    and not exists (select 1 from ${bookings} where user_id = users.id)
    order by created_at, id limit ${maxDeleted}`;
  const addresses = sql`(select email from (${overdue}))`;
  const [, , , deleted] = await db.batch([
    deleteEmailsTo(db, addresses),
    deleteAttemptsOf(db, addresses),
    deleteBrokenAddresses(db, addresses),
    db.delete(users).where(sql`${users.id} in (select id from (${overdue}))`).returning({ id: users.id }),
  ]);
  return deleted.length === maxDeleted ? "more" : undefined;
}
