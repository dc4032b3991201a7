import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { depositCauses, depositStates, ledgerKinds } from "#app/lib/deposit-states.ts";
import { flag, id, timestamp } from "./columns.ts";

/** Who may sign in. What the table sees of them is their profile. */
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
  },
  (table) => [check("users_email_is_lower_case", sql`${table.email} = lower(${table.email})`)],
);

const userId = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** The cookie holds a token; only its hash is here, so a leaked database signs nobody in. */
export const sessions = sqliteTable(
  "sessions",
  {
    tokenHash: text().primaryKey(),
    userId: userId(),
    createdAt: timestamp().notNull(),
    expiresAt: timestamp().notNull(),
  },
  (table) => [index("sessions_by_user").on(table.userId), index("sessions_by_expiry").on(table.expiresAt)],
);

/** An account elsewhere that opens this one. */
export const identities = sqliteTable(
  "identities",
  {
    provider: text({ enum: ["google"] }).notNull(),
    subject: text().notNull(),
    userId: userId(),
    createdAt: timestamp().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subject] }),
    index("identities_by_user").on(table.userId),
  ],
);

/** A link in a mail: good once, until it expires, for the address it was sent to. */
export const tokens = sqliteTable(
  "tokens",
  {
    tokenHash: text().primaryKey(),
    purpose: text({ enum: ["confirm", "reset"] }).notNull(),
    userId: userId(),
    email: text().notNull(),
    createdAt: timestamp().notNull(),
    expiresAt: timestamp().notNull(),
    /** What was typed at the sign-up that sent it: whoever holds the mail decides which of several counts. */
    passwordHash: text(),
    firstName: text(),
    lastName: text(),
  },
  (table) => [index("tokens_by_user").on(table.userId), index("tokens_by_expiry").on(table.expiresAt)],
);

/** Tries to sign in that have not succeeded, by address, whether or not it has an account. */
export const signInAttempts = sqliteTable(
  "sign_in_attempts",
  {
    id: integer().primaryKey(),
    email: text().notNull(),
    at: timestamp().notNull(),
  },
  (table) => [index("sign_in_attempts_by_email").on(table.email, table.at)],
);

/** A mail is written in the batch of the change it tells of, and sent after. */
export const outbox = sqliteTable(
  "outbox",
  {
    id: id(),
    kind: text().notNull(),
    to: text().notNull(),
    subject: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
    createdAt: timestamp().notNull(),
    /** When it may be tried next; whoever tries pushes it on first, so no two try at once. */
    dueAt: timestamp().notNull(),
    attempts: integer().notNull().default(0),
    attemptedAt: timestamp(),
    sentAt: timestamp(),
    /** Set where trying again is of no use: an operator looks at it. */
    parkedAt: timestamp(),
    lastError: text(),
  },
  (table) => [
    index("outbox_due").on(table.dueAt).where(sql`${table.sentAt} is null and ${table.parkedAt} is null`),
    index("outbox_by_attempt").on(table.attemptedAt),
    index("outbox_by_recipient").on(table.to, table.kind, table.createdAt),
  ],
);

export const profiles = sqliteTable("profiles", {
  id: text()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  firstName: text().notNull(),
  avatarUrl: text(),
  isQuizDone: flag(),
  wantsReminders: integer({ mode: "boolean" }).notNull().default(true),
});

export const venues = sqliteTable("venues", {
  id: id(),
  name: text().notNull(),
  address: text().notNull(),
  googleMapsLink: text().notNull(),
  timeZone: text().notNull().default("Europe/Budapest"),
  /** What its kitchen can cook for: choices of the question about diets, by position. */
  diets: text({ mode: "json" }).$type<number[]>().notNull().default([]),
});

/** A dinner every week at one hour and place: the cron keeps the coming weeks open. */
export const schedules = sqliteTable(
  "schedules",
  {
    id: id(),
    venueId: text()
      .notNull()
      .references(() => venues.id),
    /** 1 is Monday, 7 is Sunday. */
    weekday: integer().notNull(),
    /** On the venue's clock, summer or winter: "19:00". */
    time: text().notNull(),
    capacity: integer().notNull(),
    /** How many weeks ahead there is a dinner to book. */
    weeks: integer().notNull(),
    createdAt: timestamp().notNull(),
    endedAt: timestamp(),
  },
  (table) => [
    uniqueIndex("schedules_once_an_hour_and_venue")
      .on(table.venueId, table.weekday, table.time)
      .where(sql`${table.endedAt} is null`),
    check("rules_know_their_weekday", sql`${table.weekday} between 1 and 7`),
    check("rules_seat_someone", sql`${table.capacity} > 0`),
  ],
);

export const events = sqliteTable(
  "events",
  {
    id: id(),
    venueId: text()
      .notNull()
      .references(() => venues.id),
    date: timestamp().notNull(),
    closesAt: timestamp().notNull(),
    capacity: integer().notNull(),
    available: flag(),
    /** When its tables were made; nothing happens twice to a dinner that has this. */
    matchedAt: timestamp(),
    /** Who is making them just now, and since when: a claim that is too old has died. */
    claimedBy: text(),
    claimedAt: timestamp(),
    /** By us: everyone who had booked was told. */
    canceledAt: timestamp(),
    /** The rule that opened it, and for when: it may be moved since, and is not opened twice. */
    scheduleId: text().references(() => schedules.id),
    scheduledFor: timestamp(),
  },
  (table) => [
    uniqueIndex("events_once_a_schedule_and_date").on(table.scheduleId, table.scheduledFor),
    index("events_to_match").on(table.closesAt).where(sql`${table.matchedAt} is null`),
    uniqueIndex("events_once_a_venue_and_date").on(table.venueId, table.date),
    index("events_by_date").on(table.date),
    check("events_close_before_dinner", sql`${table.closesAt} < ${table.date}`),
    check("events_seat_someone", sql`${table.capacity} > 0`),
  ],
);

/** Two who never sit at one table, for a reason that is theirs. */
export const avoidances = sqliteTable(
  "avoidances",
  {
    userId: userId(),
    otherId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: timestamp().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.otherId] }),
    index("avoidances_by_other").on(table.otherId),
  ],
);

/** Five diners, or what is left of them, at one dinner. */
export const tables = sqliteTable(
  "tables",
  {
    id: id(),
    eventId: text()
      .notNull()
      .references(() => events.id),
    number: integer().notNull(),
    /** What its diners have in common, in sentences that give no one of them away. */
    shares: text({ mode: "json" }).$type<string[]>().notNull().default([]),
  },
  (table) => [uniqueIndex("tables_once_an_event").on(table.eventId, table.number)],
);

export const bookings = sqliteTable(
  "bookings",
  {
    id: id(),
    userId: userId(),
    eventId: text()
      .notNull()
      .references(() => events.id),
    confirmed: flag(),
    canceled: flag(),
    createdAt: timestamp().notNull(),
    canceledAt: timestamp(),
    tableId: text().references(() => tables.id),
    /** Left over when tables were made: first in line for a seat that falls free, and the next time. */
    standby: flag(),
    remindedAt: timestamp(),
    /** Rises with every change a calendar should hear of. */
    sequence: integer().notNull().default(0),
    /** What the restaurant said the day after; who is not named is taken to have come. */
    attendance: text({ enum: ["attended", "no-show"] }),
    /** On our side, so that it costs its diner nothing, however late. */
    canceledByClub: flag(),
  },
  (table) => [
    uniqueIndex("bookings_one_seat_a_diner")
      .on(table.userId, table.eventId)
      .where(sql`${table.canceled} = 0`),
    index("bookings_by_event").on(table.eventId),
    index("bookings_taken").on(table.eventId).where(sql`${table.canceled} = 0`),
    index("bookings_by_table").on(table.tableId),
    index("bookings_by_user").on(table.userId),
  ],
);

/**
 * Money a diner has left with us for a booking. It outlives both: who was erased leaves the sums and the provider's ids
 * behind, and nothing that names them.
 */
export const deposits = sqliteTable(
  "deposits",
  {
    id: id(),
    bookingId: text().references(() => bookings.id, { onDelete: "set null" }),
    /** In whole Ft. */
    amount: integer().notNull(),
    currency: text({ enum: ["huf"] })
      .notNull()
      .default("huf"),
    state: text({ enum: depositStates }).notNull().default("open"),
    /** Why it goes back, or stays. */
    cause: text({ enum: depositCauses }),
    /** How many checkouts were opened for it, one after the other: no two can be paid. */
    checkoutCount: integer().notNull().default(1),
    checkoutId: text(),
    /** Where the checkout leads back to: told again, a provider that was told before must hear the same. */
    origin: text().notNull(),
    paymentId: text(),
    /** How many refunds were asked for, each under a key of its own. */
    refundCount: integer().notNull().default(0),
    refundId: text(),
    /** When the provider may be asked next; whoever asks pushes it on first, so no two ask at once. */
    dueAt: timestamp().notNull(),
    attempts: integer().notNull().default(0),
    /** Set where trying again is of no use: an operator looks at it. */
    parkedAt: timestamp(),
    parkedReason: text(),
    createdAt: timestamp().notNull(),
    paidAt: timestamp(),
    settledAt: timestamp(),
  },
  (table) => [
    uniqueIndex("deposits_once_a_booking").on(table.bookingId),
    uniqueIndex("deposits_by_payment").on(table.paymentId),
    index("deposits_by_state").on(table.state, table.dueAt),
    index("deposits_parked").on(table.parkedAt).where(sql`${table.parkedAt} is not null`),
    index("deposits_by_age").on(table.createdAt),
    check("deposits_are_of_something", sql`${table.amount} > 0`),
  ],
);

/** All that ever happened to a deposit, one line each. Triggers let nobody change a line, or give back more than came in. */
export const ledger = sqliteTable(
  "ledger",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    depositId: text()
      .notNull()
      .references(() => deposits.id),
    at: timestamp().notNull(),
    kind: text({ enum: ledgerKinds }).notNull(),
    /** What it moved, in Ft: to us, or with a minus from us. */
    amount: integer().notNull().default(0),
    /** The provider's name for it. */
    reference: text(),
    cause: text({ enum: depositCauses }),
  },
  (table) => [
    index("ledger_by_deposit").on(table.depositId),
    uniqueIndex("ledger_one_charge").on(table.depositId).where(sql`${table.kind} = 'paid'`),
    uniqueIndex("ledger_each_refund_once").on(table.reference).where(sql`${table.kind} = 'refunded'`),
  ],
);

/** What the matcher was given and what it made of it, in hashes shown before and after, so that nobody is seated by hand unnoticed. */
export const matchRecords = sqliteTable("match_records", {
  eventId: text()
    .primaryKey()
    .references(() => events.id),
  /** The night without its diners: questions with their rules and weights, the venue, the seed. */
  frame: text().notNull(),
  /** Of the frame and of all entries' hashes, in order. */
  entriesHash: text().notNull(),
  rulesVersion: integer().notNull(),
  writtenAt: timestamp().notNull(),
  resultHash: text(),
});

/** One diner as the matcher was told of them. The hash stays when its diner is erased, and tells nothing without the salt. */
export const matchEntries = sqliteTable(
  "match_entries",
  {
    eventId: text()
      .notNull()
      .references(() => events.id),
    hash: text().notNull(),
    userId: text().references(() => users.id, { onDelete: "set null" }),
    salt: text(),
    entry: text(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.hash] }),
    index("match_entries_by_user").on(table.userId),
  ],
);

/** What an operator changed at a dinner after its tables were made: its diners may read it. */
export const operatorChanges = sqliteTable(
  "operator_changes",
  {
    id: id(),
    eventId: text()
      .notNull()
      .references(() => events.id),
    at: timestamp().notNull(),
    /** Says what, and names nobody. */
    what: text().notNull(),
  },
  (table) => [index("operator_changes_by_event").on(table.eventId, table.at)],
);

/** A question is of one kind: a single choice where no flag says otherwise. */
export const quizQuestions = sqliteTable(
  "quiz_questions",
  {
    id: integer().primaryKey(),
    question: text().notNull(),
    choices: text({ mode: "json" }).$type<string[]>().notNull(),
    category: text({ enum: ["personality", "food", "identity"] }).notNull(),
    isMultipleChoice: flag(),
    isRange: flag(),
    isCountry: flag(),
    isYear: flag(),
    optional: flag(),
    minLabel: text(),
    maxLabel: text(),
    /** How to answer, or why it is asked. */
    help: text(),
    /** How two answers make a pair: see app/matching. */
    rule: text({ enum: ["similar", "overlap", "complementary", "ignore"] })
      .notNull()
      .default("ignore"),
    weight: integer().notNull().default(0),
    /** Never told of, not even in counts. */
    sensitive: flag(),
    /** Where an answer means more than likeness. The last choice of a diet or an allergy says there is none. */
    role: text({ enum: ["language", "diet", "allergy"] }),
    /** What a table is told of those who chose the nth; of a scale, what of its low side and what of its high. */
    says: text({ mode: "json" }).$type<string[]>(),
  },
  (table) => [
    check(
      "quiz_questions_are_of_one_kind",
      sql`${table.isMultipleChoice} + ${table.isRange} + ${table.isCountry} + ${table.isYear} <= 1`,
    ),
    check(
      "quiz_questions_know_their_category",
      sql`${table.category} in ('personality', 'food', 'identity')`,
    ),
  ],
);

export const userAnswers = sqliteTable(
  "user_answers",
  {
    id: id(),
    userId: userId(),
    questionId: integer()
      .notNull()
      .references(() => quizQuestions.id),
    /** Always a list: 1-based positions, or the chosen country or year itself. */
    answerIds: text({ mode: "json" }).$type<(number | string)[]>().notNull(),
  },
  (table) => [uniqueIndex("user_answers_one_a_question").on(table.userId, table.questionId)],
);

/** Who was deleted, by an id that means nothing any more: a backup put back is cleansed of them again. */
export const erasures = sqliteTable("erasures", {
  userId: text().primaryKey(),
  erasedAt: timestamp().notNull(),
});
