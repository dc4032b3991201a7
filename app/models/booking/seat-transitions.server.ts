/** Transitions of seats: of one booking, or of a group. docs/architecture.md has a table of all transitions. */
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { countWalkIns, hostSaysMissing } from "#app/db/conditions.ts";
import { accountOrigins, avoidances, bookings, tables } from "#app/db/schema.ts";
import { jsonList } from "#app/db/statements.ts";
import type { EmailData } from "#app/lib/email-kinds.ts";
import { eventTimes } from "#app/lib/event/event-times.ts";
import { maxOfCrowdAtTable, tableSize } from "#app/lib/table-size.ts";
import { hasWaitingEmail } from "#app/models/outbox/email-conditions.server.ts";
import { queueBookingEmails } from "#app/models/outbox/queue-emails.server.ts";
import {
  bookingExists,
  canceledByClub,
  isActive,
  isBeforeEvent,
  nextSequence,
} from "./booking-conditions.ts";
import { nameTable, recordBookingChange, type TableChange } from "./table-changes.server.ts";
import { markSeatFreed, updateShares } from "./tables.server.ts";

interface Seats {
  /** The booking of one diner, or of a whole group that belongs together. */
  bookingIds: string[];
  /** Null for diners on standby. */
  fromTableId: string | null;
  tableId: string;
  /** The venue of the table when the seats were chosen. */
  venueId: string;
  /** What the table shares with these diners at it. */
  shares: string[];
  reason: EmailData["booking-confirmed"]["reason"];
  madeBy: "software" | "operator";
  now: Date;
}

export const hasFreeSeat = (
  { tableId, venueId }: { tableId: string | SQL; venueId: string | SQL },
  seats: number,
) =>
  sql`(select count(*) from bookings others where others.table_id = ${tableId} and others.canceled = 0
      and not ${hostSaysMissing(sql`others.id`)}) + ${countWalkIns(tableId)} <= ${tableSize - seats}
    and exists (select 1 from ${tables} where ${tables.id} = ${tableId} and ${tables.venueId} = ${venueId}
      and ${tables.closedAt} is null and ${tables.closedToNewcomersAt} is null)`;

/** Nobody avoids anybody among those who stay and who join, and of one person's possible accounts there are two at most. */
export function mayJoin(tableId: string, isJoining: (id: SQL) => SQL, leavingIds: string[] = []): SQL {
  const isAtTable = sql`others.table_id = ${tableId} and others.canceled = 0 and others.id not in ${jsonList(leavingIds)}`;
  const countOfCrowd = (isThere: SQL) => sql`(select count(*) from bookings others
    join ${accountOrigins} theirs on theirs.user_id = others.user_id and theirs.crowd_id = own.crowd_id where ${isThere})`;
  return sql`not exists (select 1 from bookings others join bookings joining on ${isJoining(sql`joining.id`)}
      join ${avoidances} on (${avoidances.userId} = others.user_id and ${avoidances.otherId} = joining.user_id)
        or (${avoidances.userId} = joining.user_id and ${avoidances.otherId} = others.user_id)
      where ${isAtTable})
    and not exists (select 1 from bookings joining join ${accountOrigins} own on own.user_id = joining.user_id
      where ${isJoining(sql`joining.id`)}
        and ${countOfCrowd(isAtTable)} + ${countOfCrowd(isJoining(sql`others.id`))} > ${maxOfCrowdAtTable})`;
}

/** A line for each, since a number of diners would tell everybody who belongs together. */
export const recordEach = (
  db: Database,
  bookingIds: readonly string[],
  change: TableChange,
  condition: SQL,
) => bookingIds.map(() => recordBookingChange(db, change, condition));

function describeSeat({ fromTableId, tableId, madeBy }: Seats): SQL {
  if (madeBy === "operator")
    return sql`'A diner on standby was given a seat at ' || ${nameTable(tableId)} || ' by the club.'`;
  if (fromTableId === null) return sql`'A diner on standby got a seat at ' || ${nameTable(tableId)} || '.'`;
  return sql`'A diner moved from ' || ${nameTable(fromTableId)} || ', which had too few diners, to ' || ${nameTable(tableId)} || '.'`;
}

/** All of them get seats or none, and not beside somebody whom one of the two avoids. */
export async function seat(db: Database, change: Seats): Promise<boolean> {
  const { bookingIds, fromTableId, tableId, venueId, shares, reason, madeBy, now } = change;
  const isOfGroup = (id: SQL) => sql`${id} in ${jsonList(bookingIds)}`;
  const isWhole = sql`(select count(*) from bookings mates where ${isOfGroup(sql`mates.id`)}
    and mates.canceled = 0 and mates.table_id is ${fromTableId}) = ${bookingIds.length}`;
  const condition = sql`${isOfGroup(sql`${bookings.id}`)} and ${isActive} and ${bookings.tableId} is ${fromTableId}
    and ${isBeforeEvent(now)} and ${hasFreeSeat(change, bookingIds.length)} and ${isWhole}
    and ${mayJoin(tableId, isOfGroup)}`;
  const { last: seated } = await db.batch([
    queueBookingEmails(db, { kind: "booking-confirmed", data: { reason } }, now, condition),
    ...recordEach(db, bookingIds, { what: describeSeat(change), madeBy, now }, condition),
    updateShares(db, tableId, { shares, joining: bookingIds.length }, bookingExists(condition)),
    db
      .update(bookings)
      .set({
        tableId,
        confirmed: true,
        standby: false,
        standbyReason: null,
        remindedAt: null,
        movedAt: sql`iif((select ${tables.venueId} from ${tables} where ${tables.id} = ${bookings.tableId}) <> ${venueId},
          ${now.getTime()}, ${bookings.movedAt})`,
        sequence: nextSequence,
      })
      .where(condition)
      .returning({ id: bookings.id }),
  ]);
  return seated.length > 0;
}

interface Telling {
  tableId: string;
  movingIds: readonly string[];
  /** Where others leave the table at the same time. */
  joiningIds?: readonly string[];
  now: Date;
}

/** Tells who sits at a table already that somebody new comes, where the condition holds for who moves. Once until it is sent. */
export const tellTable = (
  db: Database,
  { tableId, movingIds, joiningIds = movingIds, now }: Telling,
  condition: SQL,
) =>
  queueBookingEmails(
    db,
    { kind: "table-changed", data: joiningIds.length === 1 ? { otherBookingId: joiningIds[0] } : {} },
    now,
    sql`${bookings.tableId} = ${tableId} and ${isActive} and ${isBeforeEvent(now)}
      and ${bookings.id} not in ${jsonList([...movingIds])} and not ${hasWaitingEmail("table-changed")}
      and ${bookingExists(condition)}`,
  );

interface Side {
  bookingIds: string[];
  tableId: string;
  /** The venue of the table when this was planned. */
  venueId: string;
  /** What the table shares after the change. */
  shares: string[];
}

interface Swap {
  /** As many at both tables. The one with the lower number first, so that the order of lines tells nothing. */
  sides: [Side, Side];
  /** Everybody at both tables. */
  seatedIds: string[];
  /** A sentence by the operator for who moves. */
  say?: string | undefined;
  now: Date;
}

/** Also for a while after the dinner has begun. */
const untilTheMiddle = (now: Date) =>
  isBeforeEvent(new Date(now.getTime() - eventTimes.hostMovesUntilAfterMs));

/** Diners of two tables change places, all of them or none, and not where somebody else has joined one of the tables meanwhile. */
export const swapSeats = (db: Database, swap: Swap): Promise<boolean> =>
  swapWhile(db, swap, "software", isBeforeEvent(swap.now));

export const swapByOperator = (db: Database, swap: Swap): Promise<boolean> =>
  swapWhile(db, swap, "operator", untilTheMiddle(swap.now));

async function swapWhile(
  db: Database,
  { sides, seatedIds, say, now }: Swap,
  madeBy: "software" | "operator",
  isInTime: SQL,
): Promise<boolean> {
  const [one, other] = sides;
  const all = [...one.bookingIds, ...other.bookingIds];
  const isIn = (id: SQL, ids: string[]) => sql`${id} in ${jsonList(ids)}`;
  const tableOf = (id: SQL) => sql`iif(${isIn(id, one.bookingIds)}, ${one.tableId}, ${other.tableId})`;
  const sitsThere = (booking: SQL) =>
    sql`${isIn(sql`${booking}.id`, all)} and ${booking}.canceled = 0 and ${booking}.table_id = ${tableOf(sql`${booking}.id`)}`;
  const isOpen = ({ tableId, venueId }: Side) =>
    sql`exists (select 1 from ${tables} where ${tables.id} = ${tableId} and ${tables.venueId} = ${venueId}
      and ${tables.closedAt} is null and ${tables.closedToNewcomersAt} is null)`;
  const hasNobodyElse = sql`not exists (select 1 from bookings others
    where others.table_id in (${one.tableId}, ${other.tableId}) and others.canceled = 0 and not ${isIn(sql`others.id`, seatedIds)})`;
  const mayCome = (coming: Side, at: Side) =>
    mayJoin(at.tableId, (id) => isIn(id, coming.bookingIds), at.bookingIds);
  const condition = sql`${sitsThere(sql`bookings`)} and ${isInTime}
    and (select count(*) from bookings mates where ${sitsThere(sql`mates`)}) = ${all.length}
    and ${isOpen(one)} and ${isOpen(other)} and ${hasNobodyElse} and ${mayCome(one, other)} and ${mayCome(other, one)}`;
  const describe = (from: Side, to: Side) =>
    sql`'A diner moved from ' || ${nameTable(from.tableId)} || ' to ' || ${nameTable(to.tableId)} || '.'`;
  const record = (from: Side, to: Side) =>
    recordEach(db, from.bookingIds, { what: describe(from, to), madeBy, now }, condition);
  const newTable = sql`iif(${isIn(sql`${bookings.id}`, one.bookingIds)}, ${other.tableId}, ${one.tableId})`;
  const { last: swapped } = await db.batch([
    queueBookingEmails(db, { kind: "booking-confirmed", data: { reason: "moved", say } }, now, condition),
    ...(madeBy === "operator"
      ? sides.map(({ tableId }, i) =>
          tellTable(
            db,
            { tableId, movingIds: all, joiningIds: sides[i === 0 ? 1 : 0].bookingIds, now },
            condition,
          ),
        )
      : []),
    ...record(one, other),
    ...record(other, one),
    ...sides.map(({ tableId, shares }) =>
      updateShares(db, tableId, { shares, joining: 0 }, bookingExists(condition)),
    ),
    db
      .update(bookings)
      .set({
        tableId: newTable,
        remindedAt: null,
        movedAt: one.venueId === other.venueId ? bookings.movedAt : sql`${now.getTime()}`,
        sequence: nextSequence,
      })
      .where(condition)
      .returning({ id: bookings.id }),
  ]);
  return swapped.length > 0;
}

interface OperatorMove {
  bookingId: string;
  fromTableId: string;
  tableId: string;
  venueId: string;
  /** What the table shares with this diner at it. */
  shares: string[];
  /** A sentence by the operator for the diner. */
  say: string | undefined;
  now: Date;
}

/** Moves a diner to a free seat, unless somebody there avoids them. The seat that becomes free is filled again. */
export async function moveByOperator(db: Database, move: OperatorMove): Promise<boolean> {
  const { bookingId, fromTableId, tableId, venueId, shares, say, now } = move;
  const isOfDiner = (id: SQL) => sql`${id} = ${bookingId}`;
  const condition = sql`${isOfDiner(sql`${bookings.id}`)} and ${isActive} and ${bookings.tableId} = ${fromTableId}
    and ${untilTheMiddle(now)} and ${hasFreeSeat(move, 1)} and ${mayJoin(tableId, isOfDiner)}`;
  const what = sql`'A diner moved from ' || ${nameTable(fromTableId)} || ' to ' || ${nameTable(tableId)} || '.'`;
  const { last: moved } = await db.batch([
    queueBookingEmails(db, { kind: "booking-confirmed", data: { reason: "moved", say } }, now, condition),
    tellTable(db, { tableId, movingIds: [bookingId], now }, condition),
    recordBookingChange(db, { what, madeBy: "operator", now }, condition),
    updateShares(db, tableId, { shares, joining: 1 }, bookingExists(condition)),
    markSeatFreed(db, sql`${condition} and ${isBeforeEvent(now)}`, now),
    db
      .update(bookings)
      .set({
        tableId,
        remindedAt: null,
        movedAt: sql`iif((select ${tables.venueId} from ${tables} where ${tables.id} = ${bookings.tableId}) <> ${venueId},
          ${now.getTime()}, ${bookings.movedAt})`,
        sequence: nextSequence,
      })
      .where(condition)
      .returning({ id: bookings.id }),
  ]);
  return moved.length > 0;
}

interface Dissolution {
  /** The booking of one diner, or of a whole group that belongs together. */
  bookingIds: string[];
  tableId: string;
  now: Date;
}

/** Cancels diners whose table is too small, if no other table has seats and standby is over. */
export async function dissolve(db: Database, { bookingIds, tableId, now }: Dissolution): Promise<void> {
  const condition = sql`${bookings.id} in ${jsonList(bookingIds)} and ${bookings.tableId} = ${tableId} and ${isActive}
    and ${isBeforeEvent(now)}`;
  const what = sql`'A diner at ' || ${nameTable(tableId)} || ', which had too few diners, lost their booking.'`;
  await db.batch([
    queueBookingEmails(db, { kind: "table-dissolved", data: {} }, now, condition),
    ...recordEach(db, bookingIds, { what, madeBy: "software", now }, condition),
    db.update(bookings).set(canceledByClub(now)).where(condition),
  ]);
}
