import { and, eq, gt, isNotNull, isNull, lte, ne, type SQL, sql } from "drizzle-orm";
import { runBatch } from "#app/db/batch.ts";
import type { Database } from "#app/db/client.server.ts";
import { insertWhere } from "#app/db/insert-where.ts";
import { profiles, signInAttempts, tokens, users } from "#app/db/schema.ts";
import type { LinkPurpose } from "#app/lib/link-token.server.ts";
import { isWithinEmailLimit } from "#app/models/outbox/email-limit.server.ts";
import { type AccountEmail, queueEmail } from "#app/models/outbox/queue-emails.server.ts";
import { deleteAccountEmails } from "#app/models/outbox/remove-emails.server.ts";
import { changePassword, emailOf } from "./passwords.server.ts";
import { addSession, type NewSession } from "./sessions.server.ts";
import { userExists } from "./users.server.ts";

interface Link {
  linkId: string;
  now: Date;
}

interface NewLink extends Link {
  expiresAt: Date;
  /** Who asks for it. */
  network: string;
}

const wasWritten = (linkId: string) => sql`exists (select 1 from ${tokens} where ${tokens.id} = ${linkId})`;

/** Emails a link to the account of this address, if there is one; the caller does not learn whether there is. */
export async function emailResetLink(
  db: Database,
  { linkId, now, expiresAt, network, email }: NewLink & { email: AccountEmail<"reset-password"> },
): Promise<void> {
  await db.batch([
    insertWhere(
      db,
      tokens,
      { id: linkId, purpose: "reset", userId: users.id, email: users.email, createdAt: now, expiresAt },
      sql`${users.email} = ${email.to} and ${isWithinEmailLimit(email, network, now)}`,
      users,
    ),
    queueEmail(db, { ...email, network }, now, wasWritten(linkId)),
  ]);
}

interface Confirmation extends NewLink {
  deviceHash: string;
  email: AccountEmail<"confirm-email">;
}

/** Emails a new link for the sign-up of this browser, or else for the last one. */
export async function emailConfirmationAgain(db: Database, link: Confirmation): Promise<void> {
  const { linkId, now, expiresAt, network, deviceHash, email } = link;
  const ofThisBrowser = (column: "password_hash" | "first_name" | "last_name" | "device_hash") =>
    sql`(select signed_up.${sql.raw(column)} from ${tokens} signed_up
      where signed_up.user_id = ${users.id} and signed_up.purpose = 'confirm' and signed_up.device_hash = ${deviceHash}
      order by signed_up.created_at desc limit 1)`;
  await db.batch([
    insertWhere(
      db,
      tokens,
      {
        id: linkId,
        purpose: "confirm",
        userId: users.id,
        email: users.email,
        createdAt: now,
        expiresAt,
        passwordHash: sql`coalesce(${ofThisBrowser("password_hash")}, ${users.passwordHash})`,
        firstName: sql`coalesce(${ofThisBrowser("first_name")}, ${users.firstName})`,
        lastName: sql`coalesce(${ofThisBrowser("last_name")}, ${users.lastName})`,
        deviceHash: ofThisBrowser("device_hash"),
      },
      sql`${users.email} = ${email.to} and ${users.emailConfirmedAt} is null
        and ${isWithinEmailLimit(email, network, now)}`,
      users,
    ),
    queueEmail(db, { ...email, network }, now, wasWritten(linkId)),
  ]);
}

interface EmailChange extends NewLink {
  userId: string;
  change: AccountEmail<"change-email">;
}

/** Emails a link to a new address, or tells its owner where it has an account already. */
export async function emailAddressChange(db: Database, link: EmailChange): Promise<void> {
  const { linkId, now, expiresAt, network, userId, change } = link;
  const isTaken = userExists(and(eq(users.email, change.to), isNotNull(users.emailConfirmedAt)));
  const accountExists = { kind: "account-exists" as const, data: {}, to: change.to, network };
  await db.batch([
    insertWhere(
      db,
      tokens,
      { id: linkId, purpose: "change-email", userId, email: change.to, createdAt: now, expiresAt },
      sql`not ${isTaken} and ${isWithinEmailLimit(change, network, now)}`,
    ),
    queueEmail(db, { ...change, network }, now, wasWritten(linkId)),
    queueEmail(
      db,
      accountExists,
      now,
      sql`${isTaken} and ${isWithinEmailLimit(accountExists, network, now)}`,
    ),
  ]);
}

const isValid = (purpose: LinkPurpose, { linkId, now }: Link) =>
  and(eq(tokens.id, linkId), eq(tokens.purpose, purpose), gt(tokens.expiresAt, now));

/** The link with the account it belongs to. */
export async function findLink(db: Database, purpose: LinkPurpose, link: Link) {
  const [found] = await db
    .select({
      userId: tokens.userId,
      /** The address that the link was sent to. */
      email: tokens.email,
      firstName: sql<string>`coalesce(${tokens.firstName}, ${users.firstName})`.as("first_name"),
      lastName: sql<string>`coalesce(${tokens.lastName}, ${users.lastName})`.as("last_name"),
      passwordHash: tokens.passwordHash,
      deviceHash: tokens.deviceHash,
    })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.userId))
    .where(isValid(purpose, link));
  return found;
}

/** A subquery for one column of the link, null where it is not valid. */
const linkColumn = (column: "user_id" | "email", purpose: LinkPurpose, link: Link): SQL =>
  sql`(select ${sql.raw(column)} from ${tokens} where ${isValid(purpose, link)})`;

interface ConfirmedAccount {
  passwordHash: string | null;
  firstName: string;
  lastName: string;
}

/** Confirms the address that the link was sent to, for this person, and signs them in. Returns false for a used link. */
export async function confirmEmailAddress(
  db: Database,
  link: Link,
  { passwordHash, firstName, lastName }: ConfirmedAccount,
  session: NewSession,
): Promise<boolean> {
  const userId = linkColumn("user_id", "confirm", link);
  const [deleted] = await runBatch(
    db,
    [
      db.update(profiles).set({ firstName }).where(eq(profiles.id, userId)),
      db
        .update(users)
        .set({
          emailConfirmedAt: link.now,
          passwordHash,
          firstName,
          lastName,
          userName: sql`coalesce(nullif(${firstName}, ''), ${users.userName})`,
        })
        .where(and(eq(users.id, userId), sql`${users.emailConfirmedAt} is null`)),
      ...addSession(db, userId, session),
    ],
    deleteLinks(db, "confirm", link),
  );
  return deleted !== undefined;
}

interface NewPassword extends Link {
  passwordHash: string;
}

/**
 * Sets the password, ends all other sessions and forgets failed attempts, so that the owner is in and nobody else. Returns
 * false for a used link.
 */
export async function resetPassword(
  db: Database,
  { passwordHash, ...link }: NewPassword,
  session: NewSession,
): Promise<boolean> {
  const userId = linkColumn("user_id", "reset", link);
  const [deleted] = await runBatch(
    db,
    [
      ...changePassword(db, { userId, passwordHash, now: link.now }),
      db
        .update(users)
        .set({ emailConfirmedAt: link.now })
        .where(and(eq(users.id, userId), isNull(users.emailConfirmedAt))),
      // A confirmation link would set the password of whoever signed up with it.
      db.delete(tokens).where(and(ne(tokens.purpose, "reset"), eq(tokens.userId, userId))),
      db.delete(signInAttempts).where(eq(signInAttempts.email, emailOf(userId))),
      ...addSession(db, userId, session),
    ],
    deleteLinks(db, "reset", link),
  );
  return deleted !== undefined;
}

/** Changes the address of this user to the one that the link was sent to, once, and tells the old one. */
export async function changeEmailAddress(
  db: Database,
  link: Link,
  { userId, maskedEmail }: { userId: string; maskedEmail: string },
): Promise<boolean> {
  const newEmail = linkColumn("email", "change-email", link);
  const oldEmail = emailOf(userId);
  const isFree = sql`${newEmail} is not null and ${linkColumn("user_id", "change-email", link)} = ${userId}
    and not ${userExists(and(eq(users.email, newEmail), isNotNull(users.emailConfirmedAt)))}`;
  const [deleted] = await runBatch(
    db,
    [
      deleteAccountEmails(db, oldEmail, isFree),
      queueEmail(
        db,
        { kind: "email-changed", data: { maskedEmail, userId }, to: oldEmail },
        link.now,
        isFree,
      ),
      db.delete(signInAttempts).where(sql`${signInAttempts.email} = ${oldEmail} and ${isFree}`),
      // An unconfirmed account belongs to nobody, and must not keep an owner from their address.
      db.delete(users).where(and(eq(users.email, newEmail), isNull(users.emailConfirmedAt), isFree)),
      db
        .update(users)
        .set({ email: sql`${newEmail}` })
        .where(sql`${users.id} = ${userId} and ${isFree}`),
    ],
    // Links that were sent to the old address die too.
    db
      .delete(tokens)
      .where(sql`${tokens.userId} = ${userId} and ${emailOf(userId)} = ${newEmail}`)
      .returning({ userId: tokens.userId }),
  );
  return deleted !== undefined;
}

const deleteLinks = (db: Database, purpose: LinkPurpose, link: Link) =>
  db
    .delete(tokens)
    .where(and(eq(tokens.purpose, purpose), eq(tokens.userId, linkColumn("user_id", purpose, link))))
    .returning({ userId: tokens.userId });

export async function deleteExpiredLinkTokens(db: Database, now: Date): Promise<void> {
  await db.delete(tokens).where(lte(tokens.expiresAt, now));
}
