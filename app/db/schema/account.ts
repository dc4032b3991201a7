import { type Column, sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, id, timestamp } from "#app/db/columns.ts";
import { events } from "./event.ts";

/** Who may sign in; table-mates see only the profile. */
export const users = sqliteTable(
  "users",
  {
    id: id(),
    email: text().notNull().unique(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    userName: text().notNull(),
    passwordHash: text(),
    emailConfirmedAt: timestamp(),
    createdAt: timestamp().notNull(),
    /** Since then, a Google account with this address signs nobody in until its owner links it again. */
    googleUnlinkedAt: timestamp(),
    /** Random: how passkeys name the account, made with the first one. */
    passkeyHandle: text().unique(),
    /** Random and new with each address, so that links sent to the one before open nothing. */
    linkSalt: text(),
  },
  (table) => [
    index("users_unconfirmed").on(table.createdAt).where(sql`${table.emailConfirmedAt} is null`),
    check("users_email_is_lower_case", sql`${table.email} = lower(${table.email})`),
  ],
);

/** A column that deletes the row with its user. */
export const userId = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** The cookie holds the token, so a leaked database signs nobody in. */
export const sessions = sqliteTable(
  "sessions",
  {
    tokenHash: text().primaryKey(),
    /** Names the session on pages, where the token must not be. */
    id: text()
      .notNull()
      .unique()
      .$defaultFn(() => crypto.randomUUID()),
    userId: userId(),
    createdAt: timestamp().notNull(),
    expiresAt: timestamp().notNull(),
    /** Browser and system, as the owner recognizes them. */
    browser: text().notNull().default("Unknown browser"),
    /** City and country, as far as Cloudflare knows them. */
    place: text(),
    /** Forgotten with the session where its owner ends it. */
    deviceHash: text(),
    lastSeenAt: timestamp().notNull(),
    /** When the owner last proved to be at this browser, after signing in. */
    verifiedAt: timestamp(),
  },
  (table) => [index("sessions_by_user").on(table.userId), index("sessions_by_expiry").on(table.expiresAt)],
);

/** Browsers that have signed in. Other people's wrong passwords don't lock them out. */
export const devices = sqliteTable(
  "devices",
  {
    tokenHash: text().notNull(),
    userId: userId(),
    createdAt: timestamp().notNull(),
    lastUsedAt: timestamp().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.tokenHash] }),
    index("devices_by_use").on(table.lastUsedAt),
  ],
);

/** An account at another provider that signs this user in. */
export const identities = sqliteTable(
  "identities",
  {
    provider: text({ enum: ["google"] }).notNull(),
    subject: text().notNull(),
    userId: userId(),
    createdAt: timestamp().notNull(),
    lastUsedAt: timestamp(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subject] }),
    index("identities_by_user").on(table.userId),
  ],
);

/** Keys in a diner's devices that sign them in. */
export const passkeys = sqliteTable(
  "passkeys",
  {
    credentialId: text().primaryKey(),
    userId: userId(),
    /** As COSE, in base64url. */
    publicKey: text().notNull(),
    /** How often the key has signed; zero where the device does not count. */
    counter: integer().notNull(),
    /** How browsers reach the device, as the device said: "internal", "usb". */
    transports: text({ mode: "json" }).$type<string[]>().notNull(),
    /** The browser that added it, as its owner recognizes it. */
    name: text().notNull(),
    createdAt: timestamp().notNull(),
    lastUsedAt: timestamp(),
  },
  (table) => [index("passkeys_by_user").on(table.userId)],
);

/** What a passkey has to sign: each works once. */
export const passkeyChallenges = sqliteTable(
  "passkey_challenges",
  {
    /** The browser has the challenge itself. */
    hash: text().primaryKey(),
    purpose: text({ enum: ["register", "sign-in", "verify"] }).notNull(),
    /** Null where nobody is signed in. */
    userId: text().references(() => users.id, { onDelete: "cascade" }),
    expiresAt: timestamp().notNull(),
  },
  (table) => [
    index("passkey_challenges_by_user").on(table.userId),
    index("passkey_challenges_by_expiry").on(table.expiresAt),
  ],
);

/** Link tokens: each works once, until it expires, for the address it was sent to. */
export const tokens = sqliteTable(
  "tokens",
  {
    /** The link has its signature too, so a leaked database opens none. */
    id: text().primaryKey(),
    purpose: text({ enum: ["confirm", "reset", "change-email"] }).notNull(),
    userId: userId(),
    email: text().notNull(),
    createdAt: timestamp().notNull(),
    expiresAt: timestamp().notNull(),
    /** Typed at the sign-up that sent the link, and applied when the link is used. */
    passwordHash: text(),
    firstName: text(),
    lastName: text(),
    /** The browser of that sign-up. */
    deviceHash: text(),
  },
  (table) => [index("tokens_by_user").on(table.userId), index("tokens_by_expiry").on(table.expiresAt)],
);

/** Failed sign-ins by address, also of addresses without an account. */
export const signInAttempts = sqliteTable(
  "sign_in_attempts",
  {
    id: integer().primaryKey(),
    email: text().notNull(),
    /** Empty unless the account has signed in from this browser before. */
    deviceHash: text().notNull().default(""),
    at: timestamp().notNull(),
  },
  (table) => [
    index("sign_in_attempts_by_email").on(table.email, table.deviceHash, table.at),
    index("sign_in_attempts_by_time").on(table.at),
  ],
);

/** When somebody signed up within the last day, but not who. It limits how many do. */
export const signUps = sqliteTable(
  "sign_ups",
  {
    id: integer().primaryKey(),
    /** A hash of the network, as wide as one customer of a provider often has. */
    network: text().notNull(),
    at: timestamp().notNull(),
  },
  (table) => [
    index("sign_ups_by_network").on(table.network, table.at),
    index("sign_ups_by_time").on(table.at),
  ],
);

/** SQLite uses an index on an expression only where a query has the same expression. */
function fileOf(key: Column) {
  return sql`substr(${key}, instr(${key}, '/') + 1)`;
}

export const profiles = sqliteTable(
  "profiles",
  {
    id: text()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    firstName: text().notNull(),
    /** The key in the bucket: the user id, a slash and a random file name. */
    avatarUrl: text(),
    avatarSetAt: timestamp(),
    isQuizDone: flag(),
    wantsReminders: integer({ mode: "boolean" }).notNull().default(true),
  },
  (table) => [uniqueIndex("profiles_by_avatar_file").on(fileOf(table.avatarUrl))],
);

/** The file name of a photo, as the index has it. */
export const avatarFile = fileOf(profiles.avatarUrl);

/** Asked for by somebody who has lost their address, as an operator believes: an account gets a new one, unless the old one stops it. */
export const recoveries = sqliteTable(
  "recoveries",
  {
    userId: userId().primaryKey(),
    /** The link in the email to the old address has its signature too. */
    linkId: text().notNull().unique(),
    newEmail: text().notNull(),
    createdAt: timestamp().notNull(),
    /** From then on it is done. */
    dueAt: timestamp().notNull(),
  },
  (table) => [index("recoveries_by_time").on(table.dueAt)],
);

/**
 * Two diners who never sit at one table, because one of them or an operator asked for it. The other one never hears of it.
 * Outlives both accounts, for as long as `accountKeys` recognize their people.
 */
export const avoidances = sqliteTable(
  "avoidances",
  {
    userId: text().notNull(),
    otherId: text().notNull(),
    /** An operator keeps the two apart, whatever the diner says. */
    byOperator: integer({ mode: "boolean" }).notNull().default(true),
    /** The dinner after which the diner asked for it; null where they did not, or took it back. */
    eventId: text().references(() => events.id),
    createdAt: timestamp().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.otherId] }),
    index("avoidances_by_other").on(table.otherId),
    index("avoidances_by_event").on(table.eventId),
  ],
);

/** Who may not sign in or book; as `avoidances`, a block outlives the account. */
export const blocks = sqliteTable("blocks", {
  userId: text().primaryKey(),
  /** For operators, and empty once the account is deleted. */
  reason: text().notNull(),
  createdAt: timestamp().notNull(),
  /** Null until an operator takes it back. */
  endsAt: timestamp(),
});

/** Hashes of an account's email addresses and Google accounts, which only the club's secret can make. */
export const accountKeys = sqliteTable(
  "account_keys",
  {
    hash: text().notNull(),
    userId: text().notNull(),
    /** Null while the account exists or `erasedSeats` has it; without a block or an avoidance its keys are deleted then. */
    keptUntil: timestamp(),
  },
  (table) => [
    primaryKey({ columns: [table.hash, table.userId] }),
    index("account_keys_by_user").on(table.userId),
    index("account_keys_by_end").on(table.keptUntil).where(sql`${table.keptUntil} is not null`),
  ],
);

/**
 * Where an account was made, which tells what may be several accounts of one person: a crowd. Without a row, an account is
 * known to be of somebody else, or old.
 */
export const accountOrigins = sqliteTable(
  "account_origins",
  {
    userId: userId().primaryKey(),
    /** Hashes, which only the club's secret can make. */
    browser: text().notNull(),
    /** Null after an hour, when no other account can come right after it. */
    network: text(),
    madeAt: timestamp().notNull(),
    /** The same for all of a crowd; null for an account alone. */
    crowdId: text(),
  },
  (table) => [
    index("account_origins_by_browser").on(table.browser),
    index("account_origins_by_network")
      .on(table.network, table.madeAt)
      .where(sql`${table.network} is not null`),
    index("account_origins_by_crowd").on(table.crowdId).where(sql`${table.crowdId} is not null`),
    index("account_origins_by_time").on(table.madeAt),
  ],
);

/** Ids of deleted users: a restored backup is erased of them again. */
export const erasures = sqliteTable("erasures", {
  userId: text().primaryKey(),
  erasedAt: timestamp().notNull(),
  /** Null where it was not written down yet. */
  madeBy: text({ enum: ["diner", "operator"] }),
});
