import { type SQL, sql } from "drizzle-orm";
import { runBatch, type Statement } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { hostSaysMissing, isTableOfHost } from "#app/db/conditions.ts";
import { tables } from "#app/db/schema.ts";
import { recordTableChange } from "#app/models/table-change/table-changes.server.ts";
import { type HostMove, hostMayMove, moveByHostStatements } from "./host-transitions.server.ts";

interface HostTable {
  linkId: string;
  tableId: string;
  now: Date;
}

/** A change of one table with the line that its diners can read. */
function changeTable(
  db: Database,
  { linkId, tableId, now }: HostTable,
  { set, what, condition }: { set: Partial<typeof tables.$inferInsert>; what: string; condition: SQL },
): Statement[] {
  const isIt = sql`${tables.id} = ${tableId} and ${isTableOfHost(linkId)} and ${hostMayMove(linkId, now)} and ${condition}`;
  return [
    recordTableChange(
      db,
      {
        eventId: sql`(select ${tables.eventId} from ${tables} where ${tables.id} = ${tableId})`,
        what: sql`(select 'Table ' || ${tables.number} || ${` ${what}`} from ${tables} where ${tables.id} = ${tableId})`,
        madeBy: "host",
        now,
      },
      sql`exists (select 1 from ${tables} where ${isIt})`,
    ),
    db.update(tables).set(set).where(isIt),
  ];
}

/** Whether the table is now as wanted, also where an earlier request did it. */
async function runAndCheck(
  db: Database,
  { linkId, tableId, now }: HostTable,
  statements: Statement[],
  isAsWanted: SQL,
): Promise<boolean> {
  const found = await runBatch(
    db,
    statements,
    db
      .select({ id: tables.id })
      .from(tables)
      .where(
        sql`${tables.id} = ${tableId} and ${isTableOfHost(linkId)} and ${hostMayMove(linkId, now)} and ${isAsWanted}`,
      ),
  );
  return found.length === 1;
}

const isClosedByHost = sql`(${tables.closedAt} is not null and ${tables.closedToNewcomersAt} is not null)`;

const closeToNewcomersStatements = (db: Database, table: HostTable) =>
  changeTable(db, table, {
    set: { closedToNewcomersAt: table.now },
    what: "takes nobody new.",
    condition: sql`${tables.closedAt} is null and ${tables.closedToNewcomersAt} is null`,
  });

/** Who sits there stays, and nobody else gets a seat there. */
export const closeToNewcomers = (db: Database, table: HostTable): Promise<boolean> =>
  runAndCheck(
    db,
    table,
    closeToNewcomersStatements(db, table),
    sql`${tables.closedAt} is null and ${tables.closedToNewcomersAt} is not null`,
  );

type SeatChange = Pick<HostMove, "bookingIds" | "shares"> & { toTableId: string };

/**
 * Moves everybody to another table, and closes this one, which keeps its place at the venue. False where a seat was taken
 * meanwhile: then nobody new sits there.
 */
export function emptyTable(
  db: Database,
  { moves, ...table }: HostTable & { moves: SeatChange[] },
): Promise<boolean> {
  const { linkId, tableId, now } = table;
  return runAndCheck(
    db,
    table,
    [
      ...closeToNewcomersStatements(db, table),
      ...moves.flatMap(({ toTableId, ...move }) =>
        moveByHostStatements(
          db,
          { ...move, linkId, fromTableId: tableId, tableId: toTableId, now },
          sql`true`,
        ),
      ),
      ...changeTable(db, table, {
        set: { closedAt: now, keepsPlace: true, seatFreedAt: null },
        what: "was closed.",
        condition: sql`${tables.closedAt} is null and not exists (select 1 from bookings b
          where b.table_id = ${tables.id} and b.canceled = 0 and not ${hostSaysMissing(sql`b.id`)})`,
      }),
    ],
    isClosedByHost,
  );
}

/** Only what a host has closed: what an operator closes stays closed. */
export const openTable = (db: Database, table: HostTable): Promise<boolean> =>
  runAndCheck(
    db,
    table,
    changeTable(db, table, {
      set: { closedAt: null, keepsPlace: false, closedToNewcomersAt: null },
      what: "was opened again.",
      condition: sql`${tables.closedToNewcomersAt} is not null`,
    }),
    sql`${tables.closedAt} is null and ${tables.closedToNewcomersAt} is null`,
  );
