import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { bookings, events, eventVenues, tables } from "#app/db/schema.ts";
import { jsonList, jsonPortions, jsonRows } from "#app/db/statements.ts";
import type { StandbyReason } from "#app/lib/booking/standby-reasons.ts";
import { eventTimes } from "#app/lib/event/event-times.ts";
import type { Table } from "#app/matching/seating.ts";
import { isUnseated } from "#app/models/booking/booking-conditions.ts";
import { putOnStandby, seatAll } from "#app/models/booking/event-transitions.server.ts";
import { recordTableChange } from "#app/models/booking/table-changes.server.ts";
import { addTables, forgetCompany, hasPlace, markKeptApart } from "#app/models/booking/tables.server.ts";
import { type Claim, findClaimState, isMatchedNow, markMatched } from "#app/models/event/claims.server.ts";
import { withdrawnSince } from "./match-entries.server.ts";
import { type SeatingFigures, saveResult } from "./match-records.server.ts";
import type { RecordedResult } from "./recorded-result.ts";

interface SeatingRows {
  tables: {
    id: string;
    venueId: string;
    number: number;
    shares: string[];
    company: Record<string, string[]>;
    /** In points. */
    score: number;
    bookingIds: string[];
  }[];
  standby: { bookingId: string; reason: StandbyReason }[];
  figures: SeatingFigures;
  result: RecordedResult;
}

/** "changed" if somebody has canceled, "taken over" if another worker has the claim; nothing is written then. */
export async function saveSeating(
  db: Database,
  claim: Claim,
  { tables, standby, figures, result }: SeatingRows,
  now: Date,
): Promise<"saved" | "changed" | "taken over"> {
  const { eventId } = claim;
  const seats = tables.flatMap(({ id, bookingIds }) =>
    bookingIds.map((bookingId) => ({ tableId: id, bookingId })),
  );
  const bookingIds = [...seats, ...standby].map(({ bookingId }) => bookingId);
  const tableRows = tables.map(({ bookingIds: _, ...table }) => ({ ...table, eventId }));
  const condition = isMatchedNow(claim, now);
  const [saved] = await db.batch([
    markMatched(db, claim, bookingIds, now),
    ...addTables(db, tableRows, condition),
    ...seatAll(db, { seats, reason: "seated" }, condition, now),
    ...[...Map.groupBy(standby, ({ reason }) => reason)].flatMap(([reason, some]) =>
      putOnStandby(db, { bookingIds: some.map(({ bookingId }) => bookingId), reason }, condition, now),
    ),
    forgetCompany(db, withdrawnSince(eventId, condition)),
    // One of two may have said so since the worker has read it.
    markKeptApart(db, sql`${bookings.eventId} = ${eventId}`, now),
    ...saveResult(db, eventId, result, figures, condition),
  ]);
  if (saved?.length === 1) return "saved";
  const { isMine, isMatched } = await findClaimState(db, claim);
  if (!isMine) return "taken over";
  return isMatched ? "saved" : "changed";
}

interface NewTables {
  eventId: string;
  planned: readonly Table[];
  /** Of the tables when these were planned. */
  lastNumber: number;
  now: Date;
}

/** In one batch. False if a diner has canceled or has a seat, or other tables have taken the spare places. */
export async function saveNewTables(
  db: Database,
  { eventId, planned, lastNumber, now }: NewTables,
): Promise<boolean> {
  const rows = planned.map(({ venue, explanation }, i) => ({
    id: crypto.randomUUID(),
    eventId,
    venueId: venue,
    number: lastNumber + 1 + i,
    shares: explanation,
  }));
  const [first, ...others] = rows;
  if (!first) return true;
  const seats = planned.flatMap(({ diners }, i) =>
    diners.map((bookingId) => ({ bookingId, tableId: rows[i]?.id ?? "" })),
  );
  const canBeAdded = sql`${isOnStandby(eventId, now)} and ${areUnseated(seats)} and ${areSpare(eventId, planned)}
    and (select coalesce(max(number), 0) from ${tables} where event_id = ${eventId}) = ${lastNumber}`;
  const isAdded = sql`exists (select 1 from ${tables} where ${tables.id} = ${first.id})`;
  const what = describeNewTables(
    rows.map(({ number }) => number),
    seats.length,
  );
  const [added] = await db.batch([
    ...addTables(db, [first], canBeAdded).map((statement) => statement.returning({ id: tables.id })),
    ...addTables(db, others, isAdded),
    recordTableChange(db, { eventId, what, madeBy: "software", now }, isAdded),
    ...seatAll(db, { seats, reason: "off standby" }, isAdded, now),
    markKeptApart(db, sql`${bookings.eventId} = ${eventId}`, now),
  ]);
  return added?.length === 1;
}

const isOnStandby = (eventId: string, now: Date): SQL =>
  sql`exists (select 1 from ${events} where ${events.id} = ${eventId} and ${events.matchedAt} is not null
    and ${events.canceledAt} is null and ${events.date} > ${now.getTime() + eventTimes.standbyEndsBeforeMs})`;

function areUnseated(seats: readonly { bookingId: string }[]): SQL {
  const counts = jsonPortions(seats.map(({ bookingId }) => bookingId)).map(
    (ids) =>
      sql`(select count(*) from ${bookings} where ${bookings.id} in ${jsonList(ids)} and ${isUnseated})`,
  );
  return sql`${sql.join(counts, sql` + `)} = ${seats.length}`;
}

function areSpare(eventId: string, planned: readonly Table[]): SQL {
  const wanted = [...Map.groupBy(planned, ({ venue }) => venue)].map(([venueId, those]) => ({
    venueId,
    tables: those.length,
  }));
  return sql`not exists (select 1 from ${jsonRows(wanted)} wanted
    where (select count(*) from ${tables} where event_id = ${eventId} and venue_id = wanted.value ->> 'venueId' and ${hasPlace})
      + (wanted.value ->> 'tables') > coalesce((select ${eventVenues.tables} from ${eventVenues}
        where event_id = ${eventId} and venue_id = wanted.value ->> 'venueId'), 0))`;
}

function describeNewTables(numbers: readonly number[], dinerCount: number): string {
  const [first, last] = [numbers[0], numbers.at(-1)];
  if (first === last) return `Table ${first} was added, and ${dinerCount} diners on standby got its seats.`;
  return `Tables ${first} to ${last} were added, and ${dinerCount} diners on standby got their seats.`;
}
