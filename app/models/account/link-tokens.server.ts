import { and, eq, gt, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { profiles, sessions, signInAttempts, tokens, users } from "#app/db/schema.ts";
import { type Email, mayEmail, queueEmail } from "#app/models/outbox/outbox.server.ts";

export type Purpose = "confirm" | "reset";

interface LinkRequest {
  purpose: Purpose;
  tokenHash: string;
  expiresAt: Date;
  now: Date;
  mail: Email;
}

/**
 * Mails a link to an account's address, if there is one that can use it and it was not mailed too often. The caller
 * learns nothing of either.
 */
export async function emailLink(
  db: Database,
  { purpose, tokenHash, expiresAt, now, mail }: LinkRequest,
): Promise<void> {
  const usable = purpose === "confirm" ? sql`and ${users.emailConfirmedAt} is null` : sql``;
  await db.batch([
    db.insert(tokens).select(
      sql`select ${tokenHash}, ${purpose}, ${users.id}, ${users.email}, ${now.getTime()}, ${expiresAt.getTime()}, null, null, null
        from ${users} where ${users.email} = ${mail.to} ${usable} and ${mayEmail(mail.to, mail.kind, now)}`,
    ),
    queueEmail(db, mail, now, sql`exists (select 1 from ${tokens} where ${tokens.tokenHash} = ${tokenHash})`),
  ]);
}

interface LinkToken {
  tokenHash: string;
  now: Date;
}

/** One column of the link's row, as long as the link is good. */
const tokenColumn = (
  column: "user_id" | "email" | "password_hash" | "first_name" | "last_name",
  purpose: Purpose,
  { tokenHash, now }: LinkToken,
): SQL =>
  sql`(select ${sql.raw(column)} from ${tokens}
    where token_hash = ${tokenHash} and purpose = ${purpose} and expires_at > ${now.getTime()})`;

export async function isLinkValid(
  db: Database,
  purpose: Purpose,
  { tokenHash, now }: LinkToken,
): Promise<boolean> {
  const found = await db
    .select({ userId: tokens.userId })
    .from(tokens)
    .where(and(eq(tokens.tokenHash, tokenHash), eq(tokens.purpose, purpose), gt(tokens.expiresAt, now)));
  return found.length === 1;
}

/** Whose the link is, as far as the rules for passwords ask. */
export async function findLinkOwner(db: Database, purpose: Purpose, link: LinkToken) {
  const [owner] = await db
    .select({ email: users.email, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, tokenColumn("user_id", purpose, link)));
  return owner;
}

/**
 * Spends the link and confirms the address it was sent to, in one, with the password and the name that were typed
 * where the link was asked for. Whose it was, or nothing where it is no good.
 */
export async function confirmEmailAddress(db: Database, link: LinkToken): Promise<string | undefined> {
  const typed = (column: "password_hash" | "first_name" | "last_name", former: SQLWrapper) =>
    sql`coalesce(${tokenColumn(column, "confirm", link)}, ${former})`;
  const [, , spent] = await db.batch([
    db
      .update(profiles)
      .set({ firstName: typed("first_name", profiles.firstName) })
      .where(eq(profiles.id, tokenColumn("user_id", "confirm", link))),
    db
      .update(users)
      .set({
        emailConfirmedAt: link.now,
        passwordHash: typed("password_hash", users.passwordHash),
        firstName: typed("first_name", users.firstName),
        lastName: typed("last_name", users.lastName),
        userName: sql`coalesce(nullif(${tokenColumn("first_name", "confirm", link)}, ''), ${users.userName})`,
      })
      .where(
        and(
          eq(users.id, tokenColumn("user_id", "confirm", link)),
          eq(users.email, tokenColumn("email", "confirm", link)),
          isNull(users.emailConfirmedAt),
        ),
      ),
    deleteTokens(db, "confirm", link),
  ]);
  return spent[0]?.userId;
}

interface NewPassword extends LinkToken {
  passwordHash: string;
  /** Tells the owner; its `to` is filled in from the account. */
  notice: Email;
}

/** Spends the link, sets the password, ends every session and forgets failed tries: the owner is in again. */
export async function resetPassword(
  db: Database,
  { passwordHash, notice, ...link }: NewPassword,
): Promise<string | undefined> {
  const userId = tokenColumn("user_id", "reset", link);
  const email = tokenColumn("email", "reset", link);
  const results = await db.batch([
    db
      .update(users)
      .set({
        passwordHash,
        emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, ${link.now.getTime()})`,
      })
      .where(eq(users.id, userId)),
    db.delete(sessions).where(eq(sessions.userId, userId)),
    db.delete(signInAttempts).where(eq(signInAttempts.email, email)),
    queueEmail(db, notice, link.now, sql`${email} is not null`, email),
    deleteTokens(db, "reset", link),
  ]);
  return results[4][0]?.userId;
}

/** The last statement of a batch: every link of its kind the person has is spent with it. */
const deleteTokens = (db: Database, purpose: Purpose, link: LinkToken) =>
  db
    .delete(tokens)
    .where(and(eq(tokens.purpose, purpose), eq(tokens.userId, tokenColumn("user_id", purpose, link))))
    .returning({ userId: tokens.userId });

export async function deleteExpiredLinkTokens(db: Database, now: Date): Promise<void> {
  await db.delete(tokens).where(sql`${tokens.expiresAt} <= ${now.getTime()}`);
}
