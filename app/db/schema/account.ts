import { type Column, sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, id, idOf, timestamp } from "#app/db/columns.ts";
import { events } from "./event.ts";

/** The people who can sign in; table-mates see only the profile. */
export const users = sqliteTable(
  "users",
  {
    id: id(),
    email: text().notNull().unique(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    userName: text().notNull(),
    /** The name for the search, as `toNameKey` makes it: "david/kovacs". */
    nameKey: text().notNull().default(""),
    passwordHash: text(),
    emailConfirmedAt: timestamp(),
    createdAt: timestamp().notNull(),
    /** From this time on, a Google account with this address signs nobody in until its owner links it again. */
    googleUnlinkedAt: timestamp(),
    /** A random name of the account for passkeys, made with the first one. */
    passkeyHandle: text().unique(),
    /** A random value that changes with the address, so that links sent to the previous address stop working. */
    linkSalt: text(),
  },
  (table) => [
    index("users_unconfirmed").on(table.createdAt).where(sql`${table.emailConfirmedAt} is null`),
    index("users_by_name").on(table.nameKey, table.email),
    check("users_email_is_lower_case", sql`${table.email} = lower(${table.email})`),
  ],
);

/** The row is deleted with its user. */
export const userId = () => idOf(() => users.id, { onDelete: "cascade" });

/** The cookie holds the token, so a leaked database signs nobody in. */
export const sessions = sqliteTable(
  "sessions",
  {
    tokenHash: text().primaryKey(),
    /** The name of the session on pages, which must not contain the token. */
    id: text()
      .notNull()
      .unique()
      .$defaultFn(() => crypto.randomUUID()),
    userId: userId(),
    createdAt: timestamp().notNull(),
    expiresAt: timestamp().notNull(),
    /** The browser and the system, in words that the owner recognizes. */
    browser: text().notNull().default("Unknown browser"),
    /** The city and the country, if Cloudflare knows them. */
    place: text(),
    /** The device is deleted with the session if the owner ends it. */
    deviceHash: text(),
    lastSeenAt: timestamp().notNull(),
    /** When the owner last proved their identity in this browser, after signing in. */
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

/** Keys on a diner's devices that sign them in. */
export const passkeys = sqliteTable(
  "passkeys",
  {
    credentialId: text().primaryKey(),
    userId: userId(),
    /** Encoded as COSE, in base64url. */
    publicKey: text().notNull(),
    /** How often the key has signed; 0 if the device doesn't count. */
    counter: integer().notNull(),
    /** How browsers reach the device, as the device reported: "internal", "usb". */
    transports: text({ mode: "json" }).$type<string[]>().notNull(),
    /** The browser that added the key, in words that its owner recognizes. */
    name: text().notNull(),
    createdAt: timestamp().notNull(),
    lastUsedAt: timestamp(),
  },
  (table) => [index("passkeys_by_user").on(table.userId)],
);

/** A challenge that a passkey has to sign. Each works once. */
export const passkeyChallenges = sqliteTable(
  "passkey_challenges",
  {
    /** Only the browser has the challenge itself. */
    hash: text().primaryKey(),
    purpose: text({ enum: ["register", "sign-in", "verify"] }).notNull(),
    /** Null if nobody is signed in. */
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
    /** The link also contains its signature, so nobody can open one with a leaked database. */
    id: text().primaryKey(),
    purpose: text({ enum: ["confirm", "reset", "change-email"] }).notNull(),
    userId: userId(),
    email: text().notNull(),
    createdAt: timestamp().notNull(),
    expiresAt: timestamp().notNull(),
    /** The password typed at the sign-up that sent the link. It is set when the link is used. */
    passwordHash: text(),
    firstName: text(),
    lastName: text(),
    /** The browser that was used for that sign-up. */
    deviceHash: text(),
  },
  (table) => [index("tokens_by_user").on(table.userId), index("tokens_by_expiry").on(table.expiresAt)],
);

/** Failed sign-ins by address. The address need not have an account. */
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

/** When somebody signed up within the last day, but not who. The rows limit the number of sign-ups. */
export const signUps = sqliteTable(
  "sign_ups",
  {
    id: integer().primaryKey(),
    /** A hash of the network, which is as wide as providers often give one customer. */
    network: text().notNull(),
    at: timestamp().notNull(),
  },
  (table) => [
    index("sign_ups_by_network").on(table.network, table.at),
    index("sign_ups_by_time").on(table.at),
  ],
);

/** SQLite uses an index on an expression only if a query has the same expression. */
const fileOf = (key: Column) => sql`substr(${key}, instr(${key}, '/') + 1)`;

export const profiles = sqliteTable(
  "profiles",
  {
    id: idOf(() => users.id, { onDelete: "cascade" }).primaryKey(),
    firstName: text().notNull(),
    /** The key in the bucket: the user id, a slash and a random file name. */
    avatarUrl: text(),
    /** When the photo or the face was chosen. */
    avatarSetAt: timestamp(),
    /** The seed of the drawn face that they chose; see `DrawnFace`. */
    face: integer(),
    isQuizDone: flag(),
    wantsReminders: integer({ mode: "boolean" }).notNull().default(true),
    /** Emails about a booking bring an invitation for the calendar. */
    wantsInvitations: flag(),
    /** A random value in the signature of the calendar feed, so that a new one ends the old address; null for no feed. */
    calendarSalt: text(),
  },
  (table) => [uniqueIndex("profiles_by_avatar_file").on(fileOf(table.avatarUrl))],
);

/** The file name of a photo, in the form that the index has. */
export const avatarFile = fileOf(profiles.avatarUrl);

/** Somebody has lost their address, as an operator believes. The account gets a new one unless the old address stops it. */
export const recoveries = sqliteTable(
  "recoveries",
  {
    userId: userId().primaryKey(),
    /** The link in the email to the old address also contains its signature. */
    linkId: text().notNull().unique(),
    newEmail: text().notNull(),
    createdAt: timestamp().notNull(),
    /** The recovery is completed after this time. */
    dueAt: timestamp().notNull(),
  },
  (table) => [index("recoveries_by_time").on(table.dueAt)],
);

/** One of the two, or an operator, asked for it; the other never learns. The row lasts as long as `accountKeys` recognize them. */
export const avoidances = sqliteTable(
  "avoidances",
  {
    userId: text().notNull(),
    otherId: text().notNull(),
    /** An operator keeps the two apart, regardless of what the diner wants. */
    byOperator: integer({ mode: "boolean" }).notNull().default(true),
    /** The dinner after which the diner asked for it; null if they did not, or withdrew it. */
    eventId: text().references(() => events.id),
    createdAt: timestamp().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.otherId] }),
    index("avoidances_by_other").on(table.otherId),
    index("avoidances_by_event").on(table.eventId),
  ],
);

/** People who may not sign in or book. Like an avoidance, a block outlives the account. */
export const blocks = sqliteTable("blocks", {
  userId: text().primaryKey(),
  /** Only operators see it. It is empty once the account is deleted. */
  reason: text().notNull(),
  createdAt: timestamp().notNull(),
  /** Null if the block lasts until an operator lifts it. */
  endsAt: timestamp(),
});

/** Hashes of an account's email addresses and Google accounts, which only the club's secret can make. */
export const accountKeys = sqliteTable(
  "account_keys",
  {
    hash: text().notNull(),
    userId: text().notNull(),
    /** Null while the account exists or has a row in `erasedSeats`; later only a block or an avoidance keeps it. */
    keptUntil: timestamp(),
  },
  (table) => [
    primaryKey({ columns: [table.hash, table.userId] }),
    index("account_keys_by_user").on(table.userId),
    index("account_keys_by_end").on(table.keptUntil).where(sql`${table.keptUntil} is not null`),
  ],
);

/** Shows which accounts may be one person's: a crowd. One without a row is old, or known to be somebody else's. */
export const accountOrigins = sqliteTable(
  "account_origins",
  {
    userId: userId().primaryKey(),
    /** Both columns are hashes that only the club's secret can make. */
    browser: text().notNull(),
    /** Null after an hour, because no other account can follow right after it any more. */
    network: text(),
    madeAt: timestamp().notNull(),
    /** The same for all accounts of a crowd; null for an account that is in none. */
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

/** Ids of deleted users, who are erased again from a restored backup. */
export const erasures = sqliteTable("erasures", {
  userId: text().primaryKey(),
  erasedAt: timestamp().notNull(),
  /** Null if the row is older than this column. */
  madeBy: text({ enum: ["diner", "operator"] }),
});
