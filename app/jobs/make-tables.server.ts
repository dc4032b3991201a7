import { bookingEmailData, seatedEmail } from "#app/emails/booking-data.server.ts";
import { onStandby } from "#app/emails/on-standby.tsx";
import type { JobContext } from "#app/load-context.ts";
import { log } from "#app/log.ts";
import type { Seating } from "#app/matching/seating.ts";
import { match, rulesVersion } from "#app/matching/solve.ts";
import { type Claim, claimEvent } from "#app/models/event/claims.server.ts";
import { loadMatchData, type MatchData } from "#app/models/matching/match-data.server.ts";
import { buildMatchInput } from "#app/models/matching/match-input.server.ts";
import { saveMatchRecord } from "#app/models/matching/match-records.server.ts";
import { saveSeating } from "#app/models/matching/save-seating.server.ts";

/** A diner may cancel while tables are made, and then they are made again. */
const maxAttempts = 5;

export async function makeTables({ db, env }: JobContext, now: Date): Promise<void> {
  for (let claim = await claimEvent(db, now); claim; claim = await claimEvent(db, now)) {
    await makeTablesForEvent(claim, { db, env }, now);
  }
}

export async function makeTablesForEvent(claim: Claim, context: JobContext, now: Date): Promise<void> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const data = await loadMatchData(context.db, claim.eventId);
    if (!data) return;
    const input = buildMatchInput(claim.eventId, data, context.env);
    await saveMatchRecord(context.db, claim, input, { rulesVersion, now });
    const seating = match(input);
    const outcome = await saveSeating(context.db, claim, toSeatingRows(seating, data, context.env), now);
    const { mean, worst } = seating.report;
    log("info", `tables ${outcome}`, {
      eventId: claim.eventId,
      tables: seating.tables.length,
      standby: seating.standby.length,
      mean: mean ?? undefined,
      worst: worst ?? undefined,
      hash: seating.hash,
    });
    if (outcome !== "changed") return;
  }
}

function toSeatingRows(seating: Seating, { event, diners }: MatchData, env: Env) {
  const bookings = new Map(diners.map((diner) => [diner.userId, diner]));
  const tables = seating.tables.map(({ diners: userIds, explanation }, i) => ({
    id: crypto.randomUUID(),
    number: i + 1,
    shares: explanation,
    bookings: userIds.flatMap((userId) => bookings.get(userId) ?? []),
  }));
  const standby = seating.standby.flatMap(({ diner, reason }) => {
    const booking = bookings.get(diner);
    return booking ? [{ ...booking, reason }] : [];
  });
  const seatedEmails = tables.flatMap((table) =>
    table.bookings.map((booking) => {
      const tableMates = table.bookings.filter((other) => other !== booking);
      const email = seatedEmail(env, event, booking, {
        tableMates: tableMates.map(({ firstName }) => firstName),
        shares: table.shares,
        reason: "seated",
      });
      return { bookingId: booking.bookingId, email };
    }),
  );
  const standbyEmails = standby.map(({ bookingId, email, reason }) => ({
    bookingId,
    email: onStandby(
      bookingEmailData(env, event, { bookingId, email }),
      reason === "diet" ? "diet" : "seats",
    ),
  }));
  return {
    tables: tables.map(({ bookings, ...table }) => ({
      ...table,
      bookingIds: bookings.map(({ bookingId }) => bookingId),
    })),
    standbyBookingIds: standby.map(({ bookingId }) => bookingId),
    emails: [...seatedEmails, ...standbyEmails],
    resultHash: seating.hash,
  };
}
