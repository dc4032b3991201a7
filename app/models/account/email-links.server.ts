import { and, desc, eq, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { tokens, users } from "#app/db/schema/account.ts";
import { insertWhere } from "#app/db/statements.ts";
import {
  type AccountEmail,
  allowsAnother,
  isWithinEmailLimit,
  maxEmailsPerHour,
  nextEmailAt,
  queueEmail,
  wasEmailed,
} from "#app/models/outbox/queue-emails.server.ts";
import { countAction, isAllowed } from "#app/models/security/security-notes.server.ts";
import { type Link, wasWritten } from "./link-tokens.server.ts";
import { userExists } from "./users.server.ts";

interface NewLink extends Link {
  expiresAt: Date;
}

/** Emails a link to the account of this address, if there is one. The caller does not learn whether there is. */
export async function emailResetLink(
  db: Database,
  { linkId, now, expiresAt, email }: NewLink & { email: AccountEmail<"reset-password"> },
): Promise<void> {
  await db.batch([
    insertWhere(
      db,
      tokens,
      { id: linkId, purpose: "reset", userId: users.id, email: users.email, createdAt: now, expiresAt },
      sql`${users.email} = ${email.to} and ${isWithinEmailLimit(email, now)}`,
      users,
    ),
    queueEmail(db, email, now, isUntold(email, linkId)),
  ]);
}

const isUntold = (email: Pick<AccountEmail, "to" | "kind">, linkId: string) =>
  sql`${wasWritten(linkId)} and not ${wasEmailed(email, linkId)}`;

interface Confirmation extends NewLink {
  deviceHash: string;
  email: AccountEmail<"confirm-email">;
}

/** Emails a new link for the sign-up of this browser, or else for the last one. */
export async function emailConfirmationAgain(db: Database, link: Confirmation): Promise<void> {
  const { linkId, now, expiresAt, deviceHash, email } = link;
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
        and ${isWithinEmailLimit(email, now)}`,
      users,
    ),
    queueEmail(db, email, now, isUntold(email, linkId)),
  ]);
}

interface EmailChange extends NewLink {
  /** A subquery that finds nobody sends nothing. */
  userId: string | SQL;
  to: string;
}

/** A date is the earliest time at which this account can have the link sent to the same address again. */
export type AddressChange = "sent" | "too many" | Date;

/**
 * Emails a link to a new address, or tells its owner where it has an account already. The token is written for both, so that
 * neither the settings, which show it, nor the pause, which is counted from it, tell whether the address has an account. The
 * limit of a day is not: tokens are deleted where the password changes.
 */
export async function emailAddressChange(db: Database, link: EmailChange): Promise<AddressChange> {
  const { linkId, now, expiresAt, userId, to } = link;
  const isTaken = userExists(and(eq(users.email, to), isNotNull(users.emailConfirmedAt)));
  const data = sql`json_object('linkId', ${linkId}, 'userId', ${userId})`;
  const change = { kind: "change-email" as const, data, to };
  const accountExists = {
    kind: "account-exists" as const,
    data: { forChange: true as const },
    to,
  };
  const isAnother = userExists(and(eq(users.id, userId), ne(users.email, to)));
  const isOwn = and(eq(tokens.userId, userId), eq(tokens.purpose, "change-email"));
  const isToSame = sql`${isOwn} and ${eq(tokens.email, to)}`;
  const counted = { userId, action: "request-new-email", now } as const;
  const [[limit], earlier, { meta }] = await db.batch([
    db.select({ isAllowed: sql<number>`${isAllowed(counted)}`.as("is_allowed") }).from(sql`(select 1)`),
    db
      .select({ createdAt: tokens.createdAt })
      .from(tokens)
      .where(isToSame)
      .orderBy(desc(tokens.createdAt))
      .limit(maxEmailsPerHour),
    insertWhere(
      db,
      tokens,
      { id: linkId, purpose: "change-email", userId, email: to, createdAt: now, expiresAt },
      sql`${isAnother} and ${isAllowed(counted)} and ${allowsAnother(sql`${tokens} where ${isToSame}`, now)}`,
    ),
    countAction(db, counted, wasWritten(linkId)),
    queueEmail(
      db,
      change,
      now,
      sql`${isUntold(change, linkId)} and not ${isTaken} and ${isWithinEmailLimit(change, now)}`,
    ),
    queueEmail(
      db,
      accountExists,
      now,
      sql`${wasWritten(linkId)} and ${isTaken} and ${isWithinEmailLimit(accountExists, now)}`,
    ),
  ]);
  if (meta.changes > 0) return "sent";
  if (!limit?.isAllowed) return "too many";
  return new Date(nextEmailAt(earlier.map(({ createdAt }) => createdAt.getTime())));
}
