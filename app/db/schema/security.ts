import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "#app/db/columns.ts";
import { limitedActions, securityKinds } from "#app/lib/account/security-kinds.ts";
import { userId } from "./account.ts";

/** Actions of somebody who is signed in, if the number of them a day is limited. */
export const accountActions = sqliteTable(
  "account_actions",
  {
    id: integer().primaryKey(),
    userId: userId(),
    action: text({ enum: limitedActions }).notNull(),
    at: timestamp().notNull(),
  },
  (table) => [
    index("account_actions_by_user").on(table.userId, table.action, table.at),
    index("account_actions_by_time").on(table.at),
  ],
);

/** What happened to an account, for its owner and for operators. It has no address and nothing that gives access. */
export const securityNotes = sqliteTable(
  "security_notes",
  {
    id: integer().primaryKey(),
    userId: userId(),
    at: timestamp().notNull(),
    kind: text({ enum: securityKinds }).notNull(),
    /** Null if it is unknown. */
    madeBy: text({ enum: ["diner", "operator", "software"] }),
    /** "Firefox on Android, Budapest, Hungary", or an operator's command. */
    detail: text(),
    /** The name of the operator, for operators alone. */
    operator: text(),
  },
  (table) => [
    index("security_notes_by_user").on(table.userId, table.at),
    index("security_notes_by_time").on(table.at),
  ],
);

/** What operators did at the desk. The form that was sent has the id, so that a form sent twice does it once. */
export const deskChanges = sqliteTable(
  "desk_changes",
  {
    id: text().primaryKey(),
    operator: text().notNull(),
    /** "booking cancel" */
    command: text().notNull(),
    begunAt: timestamp().notNull(),
    /** Null while it is being done, or if it failed. */
    doneAt: timestamp(),
  },
  (table) => [index("desk_changes_by_time").on(table.begunAt)],
);

/** What an operator typed at the desk, and what came of it, so that an address shows a plan or a result again. */
export const deskForms = sqliteTable(
  "desk_forms",
  {
    id: text().primaryKey(),
    operator: text().notNull(),
    command: text().notNull(),
    /** Encrypted, like the result: a copy of the database doesn't show them. */
    fields: text().notNull(),
    /** Null while it is a plan. */
    result: text(),
    savedAt: timestamp().notNull(),
  },
  (table) => [index("desk_forms_by_time").on(table.savedAt)],
);
