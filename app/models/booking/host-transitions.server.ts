import { type SQL, sql } from "drizzle-orm";
import type { Statement } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { hostLinkWorks, hostSaysMissing, isGuestOfHost, isTableOfHost } from "#app/db/conditions.ts";
import { bookings, tables } from "#app/db/schema.ts";
import { jsonList } from "#app/db/statements.ts";
import { eventTimes } from "#app/lib/event/event-times.ts";
import { minTableSize } from "#app/lib/table-size.ts";
import { countHostMoves } from "#app/models/outbox/email-conditions.server.ts";
import { queueBookingEmails } from "#app/models/outbox/queue-emails.server.ts";
import { bookingExists, isBeforeEvent, nextSequence } from "./booking-conditions.ts";
import { hasFreeSeat, mayJoin, recordEach } from "./seat-transitions.server.ts";
import { nameTable, recordTableChange } from "./table-changes.server.ts";
import { markSeatFreed, updateShares } from "./tables.server.ts";

/** Transitions that a host starts on the day. docs/architecture.md has a table of all transitions. */

interface HostMove {
  linkId: string;
  /** The booking of one diner, or of a whole group that belongs together. */
  bookingIds: string[];
  /** Both are at the host's venue. */
  fromTableId: string;
  tableId: string;
  /** What the table shares with this diner at it. */
  shares: string[];
  now: Date;
}

const hostMayMove = (linkId: string, now: Date): SQL =>
  hostLinkWorks(linkId, now, eventTimes.hostMovesUntilAfterMs);

/** Before the event, each move is an email. */
const maxMoves = 3;

/** Statements that move one or all to free seats at another table of the same venue, or nobody where one has no seat there. */
function moveByHostStatements(db: Database, move: HostMove, isAllowed: SQL): Statement[] {
  const { linkId, bookingIds, fromTableId, tableId, shares, now } = move;
  const venueId = sql`(select ${tables.venueId} from ${tables} where ${tables.id} = ${fromTableId})`;
  const isOfGroup = (id: SQL) => sql`${id} in ${jsonList(bookingIds)}`;
  const mayMove = sql`${isOfGroup(sql`${bookings.id}`)} and ${bookings.tableId} = ${fromTableId} and ${isGuestOfHost(linkId)}
    and (not ${isBeforeEvent(now)} or ${countHostMoves(now)} < ${maxMoves})`;
  const condition = sql`${mayMove} and (select count(*) from ${bookings} where ${mayMove}) = ${bookingIds.length}
    and ${hostMayMove(linkId, now)} and ${hasFreeSeat({ tableId, venueId }, bookingIds.length)}
    and ${mayJoin(tableId, isOfGroup)}
    and exists (select 1 from ${tables} where ${tables.id} = ${tableId} and ${isTableOfHost(linkId)}) and ${isAllowed}`;
  const what = sql`'A diner moved from ' || ${nameTable(fromTableId)} || ' to ' || ${nameTable(tableId)} || '.'`;
  return [
    queueBookingEmails(
      db,
      { kind: "booking-confirmed", data: { reason: "moved by host" } },
      now,
      sql`${condition} and ${isBeforeEvent(now)}`,
    ),
    ...recordEach(db, bookingIds, { what, madeBy: "host", now }, condition),
    updateShares(db, tableId, { shares, joining: bookingIds.length }, bookingExists(condition)),
    markSeatFreed(db, sql`${condition} and ${isBeforeEvent(now)}`, now),
    db.update(bookings).set({ tableId, sequence: nextSequence }).where(condition),
  ];
}

/** Before the event, no table becomes too small and nobody is seated alone. Who sits there now was moved. */
export async function moveByHost(
  db: Database,
  { bookingId, ...move }: Omit<HostMove, "bookingIds"> & { bookingId: string },
): Promise<"moved" | "moved often" | "changed"> {
  const { linkId, fromTableId, tableId, now } = move;
  const countAt = (id: string) =>
    sql`(select count(*) from bookings others where others.table_id = ${id} and others.canceled = 0)`;
  const isAllowed = sql`(not ${isBeforeEvent(now)} or (${countAt(fromTableId)} > ${minTableSize} and ${countAt(tableId)} > 0))`;
  const { last } = await db.batch([
    ...moveByHostStatements(db, { ...move, bookingIds: [bookingId] }, isAllowed),
    db
      .select({
        tableId: bookings.tableId,
        wasMovedOften: sql<number>`(${isBeforeEvent(now)}
          and ${countHostMoves(now)} >= ${maxMoves})`.as("was_moved_often"),
      })
      .from(bookings)
      .where(sql`${bookings.id} = ${bookingId} and ${isGuestOfHost(linkId)} and ${hostMayMove(linkId, now)}`),
  ]);
  const [found] = last;
  if (found?.tableId === tableId) return "moved";
  return found?.wasMovedOften ? "moved often" : "changed";
}

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
  const { last: found } = await db.batch([
    ...statements,
    db
      .select({ id: tables.id })
      .from(tables)
      .where(
        sql`${tables.id} = ${tableId} and ${isTableOfHost(linkId)} and ${hostMayMove(linkId, now)} and ${isAsWanted}`,
      ),
  ]);
  return found.length === 1;
}

const isClosedByHost = sql`(${tables.closedAt} is not null and ${tables.closedToNewcomersAt} is not null)`;

const closeToNewcomersStatements = (db: Database, table: HostTable) =>
  changeTable(db, table, {
    set: { closedToNewcomersAt: table.now },
    what: "takes nobody new.",
    condition: sql`${tables.closedAt} is null and ${tables.closedToNewcomersAt} is null`,
  });

/** Diners who sit there stay, and nobody else gets a seat there. */
export const closeToNewcomers = (db: Database, table: HostTable): Promise<boolean> =>
  runAndCheck(
    db,
    table,
    closeToNewcomersStatements(db, table),
    sql`${tables.closedAt} is null and ${tables.closedToNewcomersAt} is not null`,
  );

type SeatChange = Pick<HostMove, "bookingIds" | "shares"> & { toTableId: string };

/** Closes the emptied table, which keeps its place. False if a seat was taken meanwhile: then nobody new sits there. */
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
