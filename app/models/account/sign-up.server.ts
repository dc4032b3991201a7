import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { bookings, outbox, signUps, tokens, users } from "#app/db/schema.ts";
import { insertWhere } from "#app/db/statements.ts";
import { toNameKey } from "#app/lib/account/name-key.ts";
import { emailRules } from "#app/lib/email-kinds.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";
import { hourMs, minuteMs } from "#app/lib/time-units.ts";
import { deleteBrokenAddresses } from "#app/models/outbox/broken-addresses.server.ts";
import { deleteAccountEmails, deleteEmailsTo } from "#app/models/outbox/manage-outbox.server.ts";
import {
  type AccountEmail,
  isWithinEmailLimit,
  queueEmail,
  wasEmailed,
} from "#app/models/outbox/queue-emails.server.ts";
import { deleteAttemptsOf } from "./credentials.server.ts";
import { wasWritten } from "./link-tokens.server.ts";
import { addUser, toUserName, userExists } from "./users.server.ts";

/** A form that is sent again because its answer was lost arrives within this time. */
const repeatableForMs = 10 * minuteMs;

interface SignUp {
  /** Of the account, if it is new. */
  id?: string;
  email: string;
  firstName: string;
  lastName: string;
  /** Null where an operator invites somebody. */
  passwordHash: string | null;
  linkId: string;
  linkExpiresAt: Date;
  /** The browser that signs up, which can confirm without typing the password again; null where an operator invites somebody. */
  deviceHash: string | null;
  now: Date;
  /** The present time if it is missing. */
  emailsDueAt?: Date;
  /** Sent if the address is new or unconfirmed. */
  confirmation: AccountEmail<"confirm-email" | "invitation">;
}

/**
 * Runs the same statements whether or not the address is known, so that an attacker can't tell. An unconfirmed account
 * belongs to nobody: its password signs nobody in, each link keeps what its own sign-up typed, and
 * signing up again keeps it for another week. Who sends the same form again gets no second email: the link of the first one
 * has what was typed last.
 */
export async function signUp(db: Database, person: SignUp): Promise<void> {
  const { email, firstName, lastName, passwordHash, linkId, deviceHash, now, emailsDueAt, confirmation } =
    person;
  const isUnconfirmed = sql`${users.email} = ${email} and ${users.emailConfirmedAt} is null`;
  const isConfirmed = sql`${users.email} = ${email} and ${users.emailConfirmedAt} is not null`;
  const accountExists = { kind: "account-exists" as const, data: {}, to: email };
  const isRecent = (kind: "account-exists" | "confirm-email" | "invitation") =>
    sql`${outbox.to} = ${email} and ${outbox.kind} = ${kind} and ${outbox.createdAt} > ${now.getTime() - repeatableForMs}`;
  /** Links of the same form. */
  const sameLinks = sql`(select signed_up.id from ${outbox} join ${tokens} signed_up on signed_up.id = ${outbox.data} ->> 'linkId'
    where ${isRecent(confirmation.kind)} and signed_up.first_name = ${firstName} and signed_up.last_name = ${lastName})`;
  const user = {
    id: person.id ?? crypto.randomUUID(),
    email,
    firstName,
    lastName,
    passwordHash,
    emailConfirmedAt: null,
    createdAt: now,
  };
  await db.batch([
    ...addUser(db, user, sql`true`),
    insertWhere(
      db,
      tokens,
      {
        id: linkId,
        purpose: emailRules[confirmation.kind].link,
        userId: users.id,
        email,
        createdAt: now,
        expiresAt: person.linkExpiresAt,
        passwordHash,
        firstName,
        lastName,
        deviceHash,
      },
      sql`${isUnconfirmed} and not exists ${sameLinks} and ${isWithinEmailLimit(confirmation, now)}`,
      users,
    ),
    // Links that were sent to this browser before now work with what it typed last. It may not have got its cookie with the first answer.
    db
      .update(tokens)
      .set({ passwordHash, firstName, lastName, deviceHash })
      .where(
        sql`${tokens.purpose} = 'confirm' and (${tokens.deviceHash} = ${deviceHash} or ${tokens.id} in ${sameLinks})
          and ${tokens.userId} in (select ${users.id} from ${users} where ${isUnconfirmed})`,
      ),
    db
      .update(users)
      .set({
        passwordHash,
        firstName,
        lastName,
        userName: toUserName(user),
        nameKey: toNameKey(user),
        createdAt: now,
      })
      .where(sql`${isUnconfirmed} and ${wasWritten(linkId)}`),
    queueEmail(
      db,
      { ...confirmation, dueAt: emailsDueAt },
      now,
      sql`${wasWritten(linkId)} and not ${wasEmailed(confirmation, linkId)}`,
    ),
    queueEmail(
      db,
      { ...accountExists, dueAt: emailsDueAt },
      now,
      sql`${userExists(isConfirmed)} and not exists (select 1 from ${outbox} where ${isRecent("account-exists")})
        and ${isWithinEmailLimit(accountExists, now)}`,
    ),
  ]);
}

interface Correction {
  userId: string;
  /** The address that the account has until now. */
  oldEmail: string;
  linkId: string;
  linkExpiresAt: Date;
  /** To the right address. */
  confirmation: Pick<AccountEmail<"confirm-email" | "invitation">, "kind" | "to">;
  now: Date;
}

/** The link works in the browser that signed up. Returns false if it was confirmed meanwhile, or the address is taken. */
export async function correctAddress(db: Database, correction: Correction): Promise<boolean> {
  const { userId, oldEmail, linkId, linkExpiresAt, now, confirmation } = correction;
  const { kind, to } = confirmation;
  const isInvitation = kind === "invitation";
  const isWritten = wasWritten(linkId);
  const old = sql`(select ${oldEmail} where ${isWritten})`;
  const [{ meta }] = await db.batch([
    insertWhere(
      db,
      tokens,
      {
        id: linkId,
        purpose: emailRules[kind].link,
        userId: users.id,
        email: to,
        createdAt: now,
        expiresAt: linkExpiresAt,
        passwordHash: isInvitation ? null : users.passwordHash,
        firstName: users.firstName,
        lastName: users.lastName,
        deviceHash: isInvitation
          ? null
          : sql`(select device_hash from tokens signed_up where signed_up.user_id = ${users.id}
              and signed_up.purpose = 'confirm' order by signed_up.created_at desc limit 1)`,
      },
      sql`${users.id} = ${userId} and ${users.email} = ${oldEmail} and ${users.emailConfirmedAt} is null
        and not exists (select 1 from users other where other.email = ${to}) and ${isWithinEmailLimit(confirmation, now)}`,
      users,
    ),
    queueEmail(
      db,
      {
        kind,
        data: sql`json_object('linkId', ${linkId}, 'eventId', (select ${outbox.data} ->> 'eventId' from ${outbox}
          where ${outbox.to} = ${oldEmail} and ${outbox.kind} = ${kind} order by ${outbox.createdAt} desc limit 1))`,
        to,
      },
      now,
      sql`${isWritten} and not ${wasEmailed(confirmation, linkId)}`,
    ),
    deleteAccountEmails(db, sql`${oldEmail}`, isWritten),
    deleteAttemptsOf(db, old),
    deleteBrokenAddresses(db, old),
    db.delete(tokens).where(sql`${tokens.userId} = ${userId} and ${tokens.id} <> ${linkId} and ${isWritten}`),
    db
      .update(users)
      .set({
        email: to,
        userName: sql`coalesce(nullif(${users.firstName}, ''), ${toUserName({ firstName: "", email: to })})`,
        linkSalt: sql`lower(hex(randomblob(8)))`,
        createdAt: now,
      })
      .where(sql`${users.id} = ${userId} and ${isWritten}`),
  ]);
  return meta.changes > 0;
}

const usual = { ofNetworkInHour: 10, ofNetworkInDay: 40 };

/** This many times the usual number can sign up, and `maxShareOfHumans` times if each shows that they are human. */
const maxShare = 2;
const maxShareOfHumans = 20;

const countSince = (now: Date, agoMs: number, condition: SQL = sql`true`) =>
  sql`(select count(*) from ${signUps} where at > ${now.getTime() - agoMs} and ${condition})`;

/** The usual number in the whole club. More raise an alarm. */
export const usualSignUpsInHour = (env: Pick<Env, "USUAL_SIGN_UPS_PER_HOUR">): number =>
  Number(env.USUAL_SIGN_UPS_PER_HOUR) || 60;

interface Visitor {
  network: string;
  usualInHour: number;
  now: Date;
}

/** The recent sign-ups as a share of the usual number. 1 is unusual. */
function shareOfUsual({ network, usualInHour, now }: Visitor): SQL {
  const ofNetwork = sql`network = ${network}`;
  return sql`max(
    ${countSince(now, hourMs, ofNetwork)} * 1.0 / ${usual.ofNetworkInHour},
    ${countSince(now, keptMs.signUp, ofNetwork)} * 1.0 / ${usual.ofNetworkInDay},
    ${countSince(now, hourMs)} * 1.0 / ${usualInHour})`;
}

interface NewSignUp extends Visitor {
  isHuman: boolean;
}

/** Counting and adding is one statement, so sign-ups sent at once are counted exactly. "Too many" is not counted. */
export async function recordSignUp(
  db: Database,
  { isHuman, ...visitor }: NewSignUp,
): Promise<"usual" | "many" | "too many"> {
  const { network, now } = visitor;
  const share = shareOfUsual(visitor);
  const [[found], { meta }] = await db.batch([
    db.select({ share: sql<number>`${share}`.as("share") }).from(sql`(select 1)`),
    insertWhere(db, signUps, { network, at: now }, sql`${share} < ${isHuman ? maxShareOfHumans : maxShare}`),
  ]);
  if (meta.changes === 0) return "too many";
  return isHuman || (found?.share ?? 0) < 1 ? "usual" : "many";
}

/** Whether a visitor from this network should show that they are human before they sign up. */
export async function isUnusualNow(db: Database, visitor: Visitor): Promise<boolean> {
  const share = shareOfUsual(visitor);
  const [found] = await db
    .select({ isUnusual: sql<number>`${share} >= 1`.as("is_unusual") })
    .from(sql`(select 1)`);
  return found?.isUnusual === 1;
}

export const countSignUpsInHour = (now: Date): SQL<number> => countSince(now, hourMs) as SQL<number>;

const maxDeleted = 500;

/** Unconfirmed for a week, and without a link that still works. Returns "more" if some are left. */
export async function deleteUnconfirmedAccounts(db: Database, now: Date): Promise<"more" | undefined> {
  // Bookings are never deleted before their deposits are decided, which only an erasure does here.
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
