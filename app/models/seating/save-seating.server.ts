import { sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { bookings } from "#app/db/schema.ts";
import type { StandbyReason } from "#app/lib/booking/standby-reasons.ts";
import { putOnStandby, seatAll } from "#app/models/booking/event-transitions.server.ts";
import { addTables, forgetCompany, markKeptApart } from "#app/models/booking/tables.server.ts";
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

/**
 * Saves tables, seats, standby and emails in one batch, while the claim is ours and nobody has canceled.
 * "changed" means that somebody has canceled, "taken over" that another worker has the claim; nothing is written then.
 */
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
