import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { sqlBoolean } from "#app/db/columns.ts";
import { avoidances, profiles, sessions, users } from "#app/db/schema/account.ts";
import { insertRows, insertWhere } from "#app/db/statements.ts";
import { toNameKey } from "#app/lib/account/name-key.ts";
import { countCrowd } from "./crowds.server.ts";

export const userExists = (condition: SQL | undefined) =>
  sql`exists (select 1 from ${users} where ${condition})`;

/** A subquery; null if nobody has confirmed this address. */
export const ownerOf = (email: string | SQL) =>
  sql`(select owner.id from users owner where owner.email = ${email} and owner.email_confirmed_at is not null)`;

export interface NewUser {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  passwordHash: string | null;
  emailConfirmedAt: Date | null;
  createdAt: Date;
}

export const toUserName = ({ firstName, email }: Pick<NewUser, "firstName" | "email">) =>
  firstName || email.split("@")[0] || email;

const toNames = (user: Pick<NewUser, "firstName" | "lastName" | "email">) => ({
  userName: toUserName(user),
  nameKey: toNameKey(user),
});

/** Statements for a batch that signs somebody up. They do nothing if the condition is false. */
export const addUser = (db: Database, user: NewUser, condition: SQL) =>
  [
    insertWhere(db, users, { ...user, ...toNames(user) }, condition).onConflictDoNothing(),
    insertWhere(db, profiles, { id: user.id, firstName: user.firstName }, userExists(eq(users.id, user.id))),
  ] as const;

export const addDemoUsers = (db: Database, rows: NewUser[]) => [
  ...insertRows(
    db,
    users,
    rows.map((user) => ({ ...user, ...toNames(user) })),
  ),
  ...insertRows(
    db,
    profiles,
    rows.map(({ id, firstName }, i) => ({ id, firstName, isQuizDone: true, face: i % 4 ? i : null })),
  ),
];

export const findAccount = (db: Database, email: string | SQL) =>
  db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      passwordHash: users.passwordHash,
      emailConfirmedAt: users.emailConfirmedAt,
    })
    .from(users)
    .where(eq(users.email, email))
    .get();

/** A subquery for the user; null if the password that was checked has been changed in the meantime. */
export const userWithPassword = (id: string, passwordHash: string) =>
  sql`(select ${users.id} from ${users} where ${users.id} = ${id} and ${users.passwordHash} = ${passwordHash})`;

interface NewPasswordHash {
  id: string;
  previousHash: string;
  passwordHash: string;
}

/** A statement that stores the same password with newer parameters, unless the password was changed in the meantime. */
export const replacePasswordHash = (db: Database, { id, previousHash, passwordHash }: NewPasswordHash) =>
  db
    .update(users)
    .set({ passwordHash })
    .where(and(eq(users.id, id), eq(users.passwordHash, previousHash)));

export const findUser = (db: Database, emailOrId: string) =>
  db
    .select({
      id: users.id,
      email: users.email,
      firstName: sql<string>`${users.firstName}`.as("first_name"),
      lastName: users.lastName,
      shownAs: sql<string>`${profiles.firstName}`.as("shown_as"),
      createdAt: users.createdAt,
      emailConfirmedAt: users.emailConfirmedAt,
      isQuizDone: profiles.isQuizDone,
      hasPhoto: sqlBoolean`${profiles.avatarUrl} is not null`.as("has_photo"),
      sessionCount: sql<number>`(select count(*) from ${sessions}
        where ${sessions.userId} = ${users.id})`.as("session_count"),
      /** The number of accounts that may belong to this person. */
      crowdSize: countCrowd(sql`${users.id}`).as("crowd_size"),
      avoidanceCount: sql<number>`(select count(*) from ${avoidances}
        where ${avoidances.userId} = ${users.id} and exists (select 1 from users mate where mate.id = ${avoidances.otherId})
          or ${avoidances.otherId} = ${users.id} and exists (select 1 from users mate
        where mate.id = ${avoidances.userId}))`.as("avoidance_count"),
    })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(
      emailOrId.includes("@") ? eq(users.email, emailOrId.trim().toLowerCase()) : eq(users.id, emailOrId),
    )
    .get();
