import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { bookings, events, tableChanges, tables } from "#app/db/schema.ts";
import { insertWhere } from "#app/db/statements.ts";
import type { ChangeMaker } from "#app/lib/booking/booking-states.ts";

export interface TableChange {
  /** Where later statements of the batch ask whether it was written. */
  id?: string;
  /** Names nobody, since the diners of the event may read it. */
  what: string | SQL;
  madeBy: ChangeMaker;
  now: Date;
}

/** Before the change in its batch: a line for each event with tables. A batch that arrives twice writes it once. */
export const recordTableChanges = (
  db: Database,
  { id = crypto.randomUUID(), what, madeBy, now }: TableChange,
  condition: SQL,
) =>
  insertWhere(
    db,
    tableChanges,
    { id: sql`${id} || '-' || ${events.id}`, eventId: events.id, at: now, madeBy, what },
    sql`${events.matchedAt} is not null and ${condition}`,
    events,
  ).onConflictDoNothing();

/** Whether a batch has written the line, and so may make the change. */
export const isRecorded = (id: string, eventId: string) =>
  sql`exists (select 1 from ${tableChanges} where id = ${`${id}-${eventId}`})`;

/** A statement at the end of the batch, which finds the line also where the batch arrives twice. */
export const findRecorded = (db: Database, id: string, eventId: string) =>
  db
    .select({ id: tableChanges.id })
    .from(tableChanges)
    .where(eq(tableChanges.id, `${id}-${eventId}`));

export const recordTableChange = (
  db: Database,
  { eventId, ...change }: TableChange & { eventId: string | SQL },
  condition: SQL,
) => recordTableChanges(db, change, sql`${events.id} = ${eventId} and ${condition}`);

/** The same for the event of the one booking for which the condition holds. */
export const recordBookingChange = (db: Database, change: TableChange, bookingCondition: SQL) =>
  recordTableChange(
    db,
    { ...change, eventId: sql`(select ${bookings.eventId} from ${bookings} where ${bookingCondition})` },
    sql`true`,
  );

/** For a sentence: "table 3". */
export const nameTable = (tableId: string) =>
  sql`(select 'table ' || ${tables.number} from ${tables} where ${tables.id} = ${tableId})`;

/** For a sentence, of the one booking for which the condition holds: "at table 3" or "on standby". */
export const namePlace = (bookingCondition: SQL) =>
  sql`(select coalesce('at table ' || ${tables.number}, 'on standby')
    from ${bookings} left join ${tables} on ${tables.id} = ${bookings.tableId} where ${bookingCondition})`;

export const selectTableChanges = (db: Database, eventId: string | SQL) =>
  db
    .select({ at: tableChanges.at, madeBy: tableChanges.madeBy, what: tableChanges.what })
    .from(tableChanges)
    .where(eq(tableChanges.eventId, eventId))
    // Of lines of one moment, the first written comes first.
    .orderBy(asc(tableChanges.at), sql`rowid`);

/** The same for operators, who also read the names: who changed something by hand, and for whom. */
export async function listTableChangesWithNames(db: Database, eventId: string) {
  const times = sql`(select ${tableChanges.at} from ${tableChanges} where ${tableChanges.eventId} = ${eventId})`;
  const people = sql`from bookings b join users u on u.id = b.user_id`;
  const name = sql`trim(u.first_name || ' ' || u.last_name)`;
  const [changes, notes, forms] = await Promise.all([
    listTableChanges(db, eventId),
    // An operator's change and its note have one time, and so have a cancellation and its line.
    db.all<{ at: number; operator: string | null; name: string }>(
      sql`select n.at as at, n.operator as operator, ${name} as name from security_notes n
          join bookings b on b.user_id = n.user_id and b.event_id = ${eventId} join users u on u.id = b.user_id
          where n.at in ${times} and n.kind = 'changed-by-operator'
        union select b.canceled_at, null, ${name} ${people} where b.event_id = ${eventId} and b.canceled_at in ${times}`,
    ),
    db.all<{ at: number; operator: string }>(
      sql`select begun_at as at, operator from desk_changes where begun_at in ${times}`,
    ),
  ]);
  return changes.map((change) => {
    const isThen = ({ at }: { at: number }) => at === change.at.getTime();
    const some = notes.filter(isThen);
    const operator = [...some, ...forms.filter(isThen)].find((each) => each.operator)?.operator ?? null;
    return { ...change, operator, names: [...new Set(some.map((each) => each.name))] };
  });
}

export const listTableChanges = async (db: Database, eventId: string) => selectTableChanges(db, eventId);
