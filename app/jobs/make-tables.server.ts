import type { JobContext } from "#app/job-context.ts";
import { log } from "#app/log.ts";
import type { MatchInput } from "#app/matching/match-input.ts";
import type { Seating } from "#app/matching/seating.ts";
import { matchWithFloor, rulesVersion } from "#app/matching/solve.ts";
import { type Claim, claimEvent, findEventsToMatch, releaseClaim } from "#app/models/event/claims.server.ts";
import { listCompany } from "#app/models/seating/company.server.ts";
import { loadMatchData, type MatchData } from "#app/models/seating/match-data.server.ts";
import { buildMatchInput } from "#app/models/seating/match-input.server.ts";
import { saveMatchRecord } from "#app/models/seating/match-records.server.ts";
import { sealResult } from "#app/models/seating/recorded-result.ts";
import { saveSeating } from "#app/models/seating/save-seating.server.ts";
import { byBooking, findTable, listShares } from "#app/models/seating/told-to-tables.ts";
import { traced } from "#app/trace.ts";
import type { Job } from "./job.ts";

/** A diner can cancel while tables are made, and then they are made again. More than two runs may not fit into an invocation. */
const maxAttempts = 2;

export const makeTables: Job = {
  findItems: ({ db }, now) => findEventsToMatch(db, now),
  async run(context, eventId, now, { isRetry }) {
    const claim = await claimEvent(context.db, eventId, { now, takesOver: isRetry });
    return claim && !(await makeTablesForEvent(claim, context, now)) ? "more" : undefined;
  },
};

/** Returns false if diners canceled during each attempt. The claim is then released, as it is after a failure. */
export async function makeTablesForEvent(claim: Claim, context: JobContext, now: Date): Promise<boolean> {
  let isDone = false;
  try {
    for (let attempt = 0; attempt < maxAttempts && !isDone; attempt++)
      isDone = await tryToMakeTables(claim, context, now);
    return isDone;
  } finally {
    if (!isDone) await releaseClaim(context.db, claim);
  }
}

/** Returns false if somebody canceled in the meantime. */
async function tryToMakeTables(claim: Claim, { db, env }: JobContext, now: Date): Promise<boolean> {
  const data = await loadMatchData(db, claim.eventId);
  if (!data) return true;
  const input = buildMatchInput(claim.eventId, data, env);
  const recorded = await saveMatchRecord(db, claim, input, { rulesVersion, now });
  const { seating, scoreFloor } = traced("match diners", () => matchWithFloor(input));
  const result = sealResult(recorded, seating);
  const figures = {
    scoreFloor,
    isExact: seating.report.venues[0].method === "exact",
    keptTerms: seating.report.venues[0].terms ?? null,
  };
  const outcome = await saveSeating(
    db,
    claim,
    { ...toSeatingRows(seating, input, data), figures, result },
    now,
  );
  const { mean, worst } = seating.report;
  log("info", `tables ${outcome}`, {
    eventId: claim.eventId,
    tables: seating.tables.length,
    standby: seating.standby.length,
    mean: mean ?? undefined,
    worst: worst ?? undefined,
    hash: seating.hash,
  });
  return outcome !== "changed";
}

/** The match input identifies a diner by the id of their booking. */
function toSeatingRows(seating: Seating, { questions }: MatchInput, data: MatchData) {
  const bookings = byBooking(data.diners);
  return {
    tables: seating.tables.map(({ venue, diners, score }, i) => {
      const table = findTable(bookings, diners);
      return {
        id: crypto.randomUUID(),
        venueId: venue,
        number: i + 1,
        shares: listShares(questions, table),
        company: listCompany(data, table),
        score,
        bookingIds: diners,
      };
    }),
    standby: seating.standby.map(({ diner, reason }) => ({ bookingId: diner, reason })),
  };
}
