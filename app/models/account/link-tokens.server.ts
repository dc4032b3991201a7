import { and, eq, gt, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { sqlBoolean } from "#app/db/columns.ts";
import { identities, profiles, sessions, signInAttempts, tokens, users } from "#app/db/schema/account.ts";
import type { AccountKeys } from "#app/lib/account/account-key.server.ts";
import { toNameKey } from "#app/lib/account/name-key.ts";
import type { LinkPurpose } from "#app/lib/signatures.server.ts";
import { deleteAccountEmails } from "#app/models/outbox/manage-outbox.server.ts";
import { queueEmail } from "#app/models/outbox/queue-emails.server.ts";
import { noteOwnChange } from "#app/models/security/security-notes.server.ts";
import { joinEarlierAccounts } from "./account-keys.server.ts";
import { changePassword, emailChanged, emailOf } from "./credentials.server.ts";
import { endRecovery } from "./recoveries.server.ts";
import type { NewSession } from "./sessions.server.ts";
import { addSession, hasOtherWays } from "./sessions.server.ts";
import { removeOtherWaysAtReset } from "./sign-in-ways.server.ts";
import { userExists } from "./users.server.ts";

export interface Link {
  linkId: string;
  now: Date;
}

export const wasWritten = (linkId: string) =>
  sql`exists (select 1 from ${tokens} where ${tokens.id} = ${linkId})`;

const isValid = (purpose: LinkPurpose, { linkId, now }: Link) =>
  and(eq(tokens.id, linkId), eq(tokens.purpose, purpose), gt(tokens.expiresAt, now));

export const findLink = (db: Database, purpose: LinkPurpose, link: Link) =>
  db
    .select({
      userId: tokens.userId,
      /** The address that the link was sent to. */
      email: tokens.email,
      firstName: sql<string>`coalesce(${tokens.firstName}, ${users.firstName})`.as("first_name"),
      lastName: sql<string>`coalesce(${tokens.lastName}, ${users.lastName})`.as("last_name"),
      isConfirmed: sqlBoolean`${users.emailConfirmedAt} is not null`.as("is_confirmed"),
      /** An operator typed the names of this link. */
      isInvitation: sqlBoolean`${tokens.purpose} = 'reset'
        and ${tokens.firstName} is not null`.as("is_invitation"),
      passwordHash: tokens.passwordHash,
      deviceHash: tokens.deviceHash,
    })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.userId))
    .where(isValid(purpose, link))
    .get();

/** A subquery for one column of the link; null if the link is not valid. */
const linkColumn = (column: "user_id" | "email", purpose: LinkPurpose, link: Link): SQL =>
  sql`(select ${sql.raw(column)} from ${tokens} where ${isValid(purpose, link)})`;

/** A subquery; null if the link is not valid. */
export const linkOwner = (purpose: LinkPurpose, link: Link): SQL => linkColumn("user_id", purpose, link);

/** Confirms the address that the link was sent to, for this person, and signs them in. Returns false for a used link. */
export async function confirmEmailAddress(
  db: Database,
  link: Link,
  { passwordHash, firstName, lastName }: { passwordHash: string | null; firstName: string; lastName: string },
  keys: AccountKeys,
  session: NewSession,
): Promise<boolean> {
  const userId = linkColumn("user_id", "confirm", link);
  const { last } = await db.batch([
    db.update(profiles).set({ firstName }).where(eq(profiles.id, userId)),
    db
      .update(users)
      .set({
        emailConfirmedAt: link.now,
        passwordHash,
        firstName,
        lastName,
        nameKey: toNameKey({ firstName, lastName }),
        userName: sql`coalesce(nullif(${firstName}, ''), substr(email, 1, instr(email, '@') - 1))`,
      })
      .where(and(eq(users.id, userId), sql`${users.emailConfirmedAt} is null`)),
    ...joinEarlierAccounts(db, userId, keys, link.now),
    db.delete(sessions).where(eq(sessions.userId, userId)),
    ...addSession(db, userId, session),
    deleteLinks(db, "confirm", link),
  ]);
  return last.length > 0;
}

interface NewPassword extends Link {
  keys: AccountKeys;
  passwordHash: string;
  /** For an unconfirmed account, whose names a stranger may have typed. */
  firstName: string;
  lastName: string;
  /** Values of the other ways to sign in that stay, as `readOtherWays` names them. */
  kept: string[];
}

interface Reset {
  outcome: "signed in" | "blocked" | "used link";
  hasOtherWays: boolean;
}

/** Ends all sessions, and removes other ways to sign in and failed attempts, so that only the owner has access. */
export async function resetPassword(
  db: Database,
  { passwordHash, firstName, lastName, keys, kept, ...link }: NewPassword,
  session: NewSession,
): Promise<Reset> {
  const userId = linkColumn("user_id", "reset", link);
  const isUnconfirmed = and(eq(users.id, userId), isNull(users.emailConfirmedAt));
  const visit = { now: link.now, from: [session.browser, session.place].filter(Boolean).join(", ") };
  const isTheirs = eq(sessions.tokenHash, session.tokenHash);
  const others = removeOtherWaysAtReset(db, userId, kept, visit);
  const results = await db.batch([
    ...endRecovery(db, userId, visit),
    ...changePassword(db, { userId, passwordHash, emailData: others.emailData, visit }),
    ...others.statements,
    db
      .update(profiles)
      .set({ firstName })
      .where(sql`${profiles.id} = ${userId} and ${userExists(isUnconfirmed)}`),
    db
      .update(users)
      .set({
        emailConfirmedAt: link.now,
        firstName,
        lastName,
        nameKey: toNameKey({ firstName, lastName }),
        userName: sql`coalesce(nullif(${firstName}, ''), substr(${users.email}, 1, instr(${users.email}, '@') - 1))`,
      })
      .where(isUnconfirmed),
    ...joinEarlierAccounts(db, userId, keys, link.now),
    // A confirmation link would set the password of the person who signed up with it.
    db.delete(tokens).where(and(ne(tokens.purpose, "reset"), eq(tokens.userId, userId))),
    db.delete(signInAttempts).where(eq(signInAttempts.email, emailOf(userId))),
    ...addSession(db, userId, session),
    // The password was typed a moment ago, so it is not asked for again before passkeys and Google are removed.
    db
      .update(sessions)
      .set({ verifiedAt: link.now })
      .where(and(isTheirs, eq(sessions.userId, userId))),
    deleteLinks(db, "reset", link),
    db
      .select({ hasOtherWays })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(isTheirs),
  ]);
  const [deleted = [], begun = []] = results.slice(-2);
  const [started] = begun as { hasOtherWays: boolean }[];
  return {
    outcome: deleted.length === 0 ? "used link" : started ? "signed in" : "blocked",
    hasOtherWays: started?.hasOtherWays ?? false,
  };
}

/** Changes the address of this user to the one that the link was sent to, once, and emails the old one. */
export async function changeEmailAddress(
  db: Database,
  link: Link,
  {
    userId,
    maskedEmail,
    keys,
    from,
  }: { userId: string; maskedEmail: string; keys: AccountKeys; from: string },
): Promise<boolean> {
  const newEmail = linkColumn("email", "change-email", link);
  const oldEmail = emailOf(userId);
  const isFree = sql`${newEmail} is not null and ${linkColumn("user_id", "change-email", link)} = ${userId}
    and not ${userExists(and(eq(users.email, newEmail), isNotNull(users.emailConfirmedAt)))}`;
  const changed = sql`(select ${users.id} from ${users} where ${users.id} = ${userId} and ${users.email} = ${newEmail})`;
  const { last } = await db.batch([
    deleteAccountEmails(db, oldEmail, isFree),
    noteOwnChange(db, userId, "email-changed", { from, now: link.now }, isFree),
    queueEmail(db, emailChanged(userId, maskedEmail), link.now, isFree),
    // The Google account of the old address may soon belong to somebody else.
    db.delete(identities).where(sql`${identities.userId} = ${userId} and ${isFree}`),
    db.delete(signInAttempts).where(sql`${signInAttempts.email} = ${oldEmail} and ${isFree}`),
    // An unconfirmed account belongs to nobody, and must not keep an owner from their address.
    db.delete(users).where(and(eq(users.email, newEmail), isNull(users.emailConfirmedAt), isFree)),
    db
      .update(users)
      .set({ email: sql`${newEmail}`, linkSalt: sql`lower(hex(randomblob(8)))` })
      .where(sql`${users.id} = ${userId} and ${isFree}`),
    ...joinEarlierAccounts(db, changed, keys, link.now),
    // This comes after the change, so that the new address is told too.
    ...endRecovery(db, changed, { from, now: link.now }),
    db
      .delete(tokens)
      .where(sql`${tokens.userId} = ${userId} and ${emailOf(userId)} = ${newEmail}`)
      .returning({ userId: tokens.userId }),
  ]);
  return last.length > 0;
}

const deleteLinks = (db: Database, purpose: LinkPurpose, link: Link) =>
  db
    .delete(tokens)
    .where(and(eq(tokens.purpose, purpose), eq(tokens.userId, linkColumn("user_id", purpose, link))))
    .returning({ userId: tokens.userId });
