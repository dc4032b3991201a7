import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { batchedRead } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { accountActions, securityNotes, users } from "#app/db/schema.ts";
import { insertWhere, jsonList, jsonPortions, type RowOf } from "#app/db/statements.ts";
import { type LimitedAction, maxPerDay, type SecurityKind } from "#app/lib/account/security-kinds.ts";
import { dayMs, hourMs } from "#app/lib/time-units.ts";

/** Who changes something, from where, and when. */
export interface Visit {
  /** "Firefox on Android, Budapest, Hungary" */
  from: string;
  now: Date;
}

interface SecurityNote {
  /** A subquery can find nobody, and then nothing is written. */
  userId: string | SQL;
  kind: SecurityKind;
  madeBy?: RowOf<typeof securityNotes>["madeBy"];
  detail?: string;
  now: Date;
}

/** A statement for the batch of the change, or alone. */
export const noteSecurity = (
  db: Database,
  { userId, kind, madeBy = null, detail, now }: SecurityNote,
  condition = sql`true`,
) =>
  insertWhere(
    db,
    securityNotes,
    { userId: users.id, at: now, kind, madeBy, detail: detail?.slice(0, 200) },
    sql`${users.id} = ${userId} and ${condition}`,
    users,
  );

/** The same by the diner. */
export const noteOwnChange = (
  db: Database,
  userId: string | SQL,
  kind: SecurityKind,
  { from, now }: Visit,
  condition?: SQL,
) => noteSecurity(db, { userId, kind, madeBy: "diner", detail: from, now }, condition);

/** Anybody can cause it, so it is written only once an hour. */
export const noteRefusal = (
  db: Database,
  userId: string | SQL,
  kind: SecurityKind,
  { from, now }: Visit,
  condition = sql`true`,
) =>
  noteSecurity(
    db,
    { userId, kind, detail: from, now },
    sql`${condition} and not exists (select 1 from security_notes earlier
      where earlier.user_id = ${users.id} and earlier.kind = ${kind} and earlier.at > ${now.getTime() - hourMs})`,
  );

interface OperatorNote {
  userIds: readonly string[];
  kind: "looked-at" | "changed-by-operator";
  /** "user show" */
  command: string;
  /** The name of who gave it. */
  operator: string;
  now: Date;
}

export async function noteOperator(
  db: Database,
  { userIds, kind, command, operator, now }: OperatorNote,
): Promise<void> {
  const note = { userId: users.id, at: now, kind, madeBy: "operator" as const, detail: command, operator };
  for (const some of jsonPortions(userIds))
    await insertWhere(db, securityNotes, note, sql`${users.id} in ${jsonList(some)}`, users);
}

/** A statement for the batch that writes to these readers. */
export const noteReaders = (
  db: Database,
  { readers, command, operator, now }: { readers: SQL } & Omit<OperatorNote, "userIds" | "kind">,
  condition: SQL,
) =>
  insertWhere(
    db,
    securityNotes,
    {
      ...{ userId: sql`reader.user_id`, at: now, kind: "changed-by-operator", madeBy: "operator" },
      ...{ detail: command, operator },
    },
    condition,
    sql`${readers} reader`,
  );

export const notesPageSize = 50;

/** Of two people who are kept apart, neither learns it from the history. */
export const isForAccountHolder = sql`(${securityNotes.madeBy} is not 'operator' or ${securityNotes.detail} is null
  or ${securityNotes.detail} not glob 'avoid *')`;

/** The newest first, and one more than a page has where there are older ones. */
export const readSecurityNotes = (
  db: Database,
  userId: string | SQL,
  { page, condition = sql`true` }: { page: number; condition?: SQL },
) =>
  batchedRead(
    [
      db
        .select({
          at: securityNotes.at,
          kind: securityNotes.kind,
          madeBy: securityNotes.madeBy,
          detail: securityNotes.detail,
          operator: securityNotes.operator,
        })
        .from(securityNotes)
        .where(and(eq(securityNotes.userId, userId), condition))
        .orderBy(desc(securityNotes.at), desc(securityNotes.id))
        .limit(notesPageSize + 1)
        .offset((page - 1) * notesPageSize),
    ],
    ([found]) => found,
  );

interface CountedAction {
  userId: string | SQL;
  action: LimitedAction;
  now: Date;
}

/** Counts the action. Returns false if the account did it too often in the last 24 hours, or does not exist. */
export async function allowAction(db: Database, counted: CountedAction): Promise<boolean> {
  const { meta } = await countAction(db, counted);
  return meta.changes > 0;
}

export const isAllowed = ({ userId, action, now }: CountedAction) =>
  sql`(select count(*) from ${accountActions} where user_id = ${userId} and action = ${action}
    and at > ${now.getTime() - dayMs}) < ${maxPerDay(action)}`;

/** A statement that counts what is allowed. */
export const countAction = (db: Database, counted: CountedAction, condition = sql`true`) =>
  insertWhere(
    db,
    accountActions,
    { userId: counted.userId, action: counted.action, at: counted.now },
    sql`exists (select 1 from ${users} where ${users.id} = ${counted.userId}) and ${isAllowed(counted)} and ${condition}`,
  );
