import { sql } from "drizzle-orm";
import { runBatch } from "#app/db/batch.ts";
import type { Database } from "#app/db/client.server.ts";
import { jsonList } from "#app/db/json-list.ts";
import { bookings } from "#app/db/schema.ts";
import { addTables } from "#app/models/booking/tables.server.ts";
import { putOnStandby, seatAll } from "#app/models/booking/transitions.server.ts";
import { type Claim, claimIsMine, findClaimState, markMatched } from "#app/models/event/claims.server.ts";
import { type BookingEmail, queueBookingEmails } from "#app/models/outbox/booking-emails.server.ts";
import { saveResultHash } from "./match-records.server.ts";

interface SeatingRows {
  tables: { id: string; number: number; shares: string[]; bookingIds: string[] }[];
  standbyBookingIds: string[];
  emails: BookingEmail<"booking-confirmed" | "on-standby">[];
  resultHash: string;
}

/**
 * Saves tables, seats, standby and emails in one batch, while the claim is ours and nobody has canceled.
 * "changed" means that somebody has canceled, "taken over" that another worker has the claim; nothing is written then.
 */
export async function saveSeating(
  db: Database,
  claim: Claim,
  { tables, standbyBookingIds, emails, resultHash }: SeatingRows,
  now: Date,
): Promise<"saved" | "changed" | "taken over"> {
  const { eventId } = claim;
  const seats = tables.flatMap(({ id, bookingIds }) =>
    bookingIds.map((bookingId) => ({ tableId: id, bookingId })),
  );
  const bookingIds = [...seats.map(({ bookingId }) => bookingId), ...standbyBookingIds];
  const condition = sql`${claimIsMine(claim)} and (select count(*) from ${bookings}
    where id in ${jsonList(bookingIds)} and canceled = 0) = ${bookingIds.length}`;
  const tableRows = tables.map(({ id, number, shares }) => ({ id, eventId, number, shares }));
  const saved = await runBatch(
    db,
    [
      addTables(db, tableRows, condition),
      seatAll(db, seats, condition),
      putOnStandby(db, standbyBookingIds, condition),
      ...queueBookingEmails(db, emails, now, condition),
      saveResultHash(db, eventId, resultHash, condition),
    ],
    markMatched(db, claim, condition, now),
  );
  if (saved.length === 1) return "saved";
  const { isMine, isMatched } = await findClaimState(db, claim);
  if (!isMine) return "taken over";
  return isMatched ? "saved" : "changed";
}
