import { and, eq, gt, isNull, lte, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { runBatch } from "#app/db/batch.ts";
import type { Database } from "#app/db/client.server.ts";
import { insertWhere } from "#app/db/insert-where.ts";
import { profiles, sessions, signInAttempts, tokens, users } from "#app/db/schema.ts";
import { type AccountEmail, isWithinEmailLimit, queueEmail } from "#app/models/outbox/outbox.server.ts";

export type Purpose = "confirm" | "reset";

interface LinkRequest {
  purpose: Purpose;
  tokenHash: string;
  expiresAt: Date;
  now: Date;
  email: AccountEmail<"confirm-email" | "reset-password">;
}

/** Emails a link to the account of this address, if there is one that can use it; the caller does not learn which. */
export async function emailLink(
  db: Database,
  { purpose, tokenHash, expiresAt, now, email }: LinkRequest,
): Promise<void> {
  const isUsable = purpose === "confirm" ? sql`${users.emailConfirmedAt} is null` : sql`true`;
  await db.batch([
    insertWhere(
      db,
      tokens,
      { tokenHash, purpose, userId: users.id, email: users.email, createdAt: now, expiresAt },
      sql`${users.email} = ${email.to} and ${isUsable} and ${isWithinEmailLimit(email.to, email.kind, now)}`,
      users,
    ),
    queueEmail(
      db,
      email,
      now,
      sql`exists (select 1 from ${tokens} where ${tokens.tokenHash} = ${tokenHash})`,
    ),
  ]);
}

interface LinkToken {
  tokenHash: string;
  now: Date;
}

/** A subquery for one column of the token, null where the token is unknown or has expired. */
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

export async function findLinkOwner(db: Database, purpose: Purpose, link: LinkToken) {
  const [owner] = await db
    .select({ email: users.email, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, tokenColumn("user_id", purpose, link)));
  return owner;
}

/**
 * Confirms the address that the link was sent to, with the name and password of the sign-up that sent it. Returns the
 * user id, or nothing where the link is not valid.
 */
export async function confirmEmailAddress(db: Database, link: LinkToken): Promise<string | undefined> {
  const fromSignUp = (column: "password_hash" | "first_name" | "last_name", current: SQLWrapper) =>
    sql`coalesce(${tokenColumn(column, "confirm", link)}, ${current})`;
  const [deleted] = await runBatch(
    db,
    [
      db
        .update(profiles)
        .set({ firstName: fromSignUp("first_name", profiles.firstName) })
        .where(eq(profiles.id, tokenColumn("user_id", "confirm", link))),
      db
        .update(users)
        .set({
          emailConfirmedAt: link.now,
          passwordHash: fromSignUp("password_hash", users.passwordHash),
          firstName: fromSignUp("first_name", users.firstName),
          lastName: fromSignUp("last_name", users.lastName),
          userName: sql`coalesce(nullif(${tokenColumn("first_name", "confirm", link)}, ''), ${users.userName})`,
        })
        .where(
          and(
            eq(users.id, tokenColumn("user_id", "confirm", link)),
            eq(users.email, tokenColumn("email", "confirm", link)),
            isNull(users.emailConfirmedAt),
          ),
        ),
    ],
    deleteTokens(db, "confirm", link),
  );
  return deleted?.userId;
}

interface NewPassword extends LinkToken {
  passwordHash: string;
}

/** Sets the password, ends all sessions and forgets failed attempts, so that the owner is in and nobody else. */
export async function resetPassword(
  db: Database,
  { passwordHash, ...link }: NewPassword,
): Promise<string | undefined> {
  const userId = tokenColumn("user_id", "reset", link);
  const email = tokenColumn("email", "reset", link);
  const [deleted] = await runBatch(
    db,
    [
      db
        .update(users)
        .set({
          passwordHash,
          emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, ${link.now.getTime()})`,
        })
        .where(eq(users.id, userId)),
      db.delete(sessions).where(eq(sessions.userId, userId)),
      // A confirmation link would set the password of whoever signed up with it.
      db.delete(tokens).where(and(eq(tokens.purpose, "confirm"), eq(tokens.userId, userId))),
      db.delete(signInAttempts).where(eq(signInAttempts.email, email)),
      queueEmail(db, { kind: "password-changed", data: {}, to: email }, link.now, sql`${email} is not null`),
    ],
    deleteTokens(db, "reset", link),
  );
  return deleted?.userId;
}

const deleteTokens = (db: Database, purpose: Purpose, link: LinkToken) =>
  db
    .delete(tokens)
    .where(and(eq(tokens.purpose, purpose), eq(tokens.userId, tokenColumn("user_id", purpose, link))))
    .returning({ userId: tokens.userId });

export async function deleteExpiredLinkTokens(db: Database, now: Date): Promise<void> {
  await db.delete(tokens).where(lte(tokens.expiresAt, now));
}
