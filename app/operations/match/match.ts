import * as z from "zod";
import { makeTablesForEvent } from "#app/jobs/make-tables.server.ts";
import { changeMakerNames } from "#app/lib/booking/change-makers.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { countTerms } from "#app/matching/terms/count-terms.ts";
import { countEventBookings } from "#app/models/booking/booking-counts.server.ts";
import { listStandbyBookings } from "#app/models/booking/event-bookings.server.ts";
import { endUnpaid } from "#app/models/booking/event-transitions.server.ts";
import { listTables } from "#app/models/booking/tables.server.ts";
import { claimEvent } from "#app/models/event/claims.server.ts";
import { closeEvent, type EventDetails, findEvent } from "#app/models/event/events.server.ts";
import { loadMatchData } from "#app/models/matching/match-data.server.ts";
import { buildMatchInput } from "#app/models/matching/match-input.server.ts";
import { loadMatchRecord } from "#app/models/matching/match-records.server.ts";
import { listTableChanges } from "#app/models/table-change/table-changes.server.ts";
import { describeEvent, findEventByPrefix, isOnlyVenue } from "#app/operations/event/find-event.ts";
import { id } from "#app/operations/inputs.ts";
import { defineOperation, type Noun, type OperationResult } from "#app/operations/operation.ts";
import type { OperationContext } from "#app/operations/operation-context.ts";
import { notFoundError, type OperationError, refusedError } from "#app/operations/operation-error.ts";
import { formatLocalTime } from "#app/operations/times.ts";
import { plural, shortId } from "#app/operations/words.ts";
import { exportMatch } from "./export-match.ts";
import { previewMatch } from "./preview-match.ts";
import { type KeptPromise, listKeptPromises, toKeptTable } from "./promises-kept.ts";
import { sayWhatIsPossible } from "./say-possible.ts";

const runMatch = defineOperation({
  verb: "run",
  arguments: "<event>",
  description:
    "Makes the tables of an event now and emails every diner. Ends booking first if it is still open.",
  example: "match run 3f2a91bc --yes",
  concerns: "everybody",
  options: {
    now: [
      "<time>",
      "run as if it were this time, in the time zone of the cities, or in UTC where they have several",
    ],
  },
  changesData: true,
  input: z.object({ event: id }),
  async run(context, { event: prefix }) {
    const event = await findEventByPrefix(context, prefix);
    if (event.matchedAt) throw refusedError(`The tables of ${describeEvent(event)} are already made.`);
    if (event.canceledAt) throw refusedError(`${describeEvent(event)} is canceled.`);
    if (event.date <= context.now) throw refusedError(`${describeEvent(event)} is in the past.`);
    const seatCount = tableSize * Math.floor(Math.min(event.taken, event.capacity) / tableSize);
    return {
      summary: `end booking for ${describeEvent(event)}, seat up to ${seatCount} of ${plural(event.taken, "diner")}, put the others on standby, and email everybody`,
      details: `How often each promise would be kept: match preview ${shortId(event.id)}; with other points: --with company=5,wish=0.`,
      needsConfirmation: true,
      isFinishedByCron: true,
      apply: () => makeTables(context, event),
    };
  },
});

async function makeTables(context: OperationContext, event: EventDetails): Promise<OperationResult> {
  const { db, env, now } = context;
  const present = new Date();
  await closeEvent(db, event.id, now < present ? now : present);
  await endUnpaid(db, event.id, now);
  const claim = await claimEvent(db, event.id, { now });
  if (!claim) throw await explainMissingClaim(context, event.id);
  const progressBar = context.showProgress("Seating", event.taken);
  try {
    await makeTablesForEvent(claim, { db, env }, now);
  } finally {
    progressBar.end();
  }
  if (!(await findEvent(db, event.id))?.matchedAt) throw await explainMissingClaim(context, event.id);
  const tables = await listTables(db, event.id);
  const { standby } = await countEventBookings(db, event.id);
  return {
    message: `Made ${plural(tables.length, "table")} for ${describeEvent(event)}; ${plural(standby, "diner is", "diners are")} on standby.`,
    data: { tables: tables.length, standby },
  };
}

/** The event is no longer due, or else another worker has it. */
async function explainMissingClaim({ db, now }: OperationContext, eventId: string): Promise<OperationError> {
  const event = await findEvent(db, eventId);
  if (!event) return notFoundError("The event was deleted in the meantime.");
  if (event.canceledAt) return refusedError(`${describeEvent(event)} was canceled in the meantime.`);
  if (event.matchedAt) return refusedError(`The tables of ${describeEvent(event)} are already made.`);
  if (event.closesAt > now || event.date <= now)
    return refusedError(`${describeEvent(event)} was moved in the meantime: try again.`);
  return refusedError("The tables are being made right now: look at match show in a minute.");
}

const showMatch = defineOperation({
  verb: "show",
  arguments: "<event>",
  description:
    "Shows the tables, what each has in common, how often each promise is kept, and what changed since.",
  example: "match show 3f2a91bc",
  concerns: "everybody",
  input: z.object({ event: id }),
  async run(context, { event: prefix }) {
    const event = await findEventByPrefix(context, prefix);
    if (!event.matchedAt)
      throw refusedError(`The tables of ${describeEvent(event)} are not made yet: make them with match run.`);
    const tables = await listTables(context.db, event.id);
    const standby = await listStandbyBookings(context.db, event.id);
    const changes = await listTableChanges(context.db, event.id);
    const record = await loadMatchRecord(context.db, event.id);
    const kept = await findKeptPromises(context, event.id);
    const matchRecord = record && {
      rulesVersion: record.rulesVersion,
      entriesHash: record.entriesHash,
      seatingHash: record.seatingHash,
      resultHash: record.resultHash,
      entryCount: record.entryCount,
      erasedCount: record.erasedCount,
      isIntact: record.isIntact,
      possibleGain: record.possibleGain,
    };
    const data = {
      madeAt: event.matchedAt,
      city: event.citySlug,
      tables: tables.map(({ id: tableId, number, venueId, venueName, closedAt, diners, shares }) => ({
        id: tableId,
        number,
        venueId,
        venueName,
        closedAt,
        diners,
        shares: diners.length > 0 ? shares : [],
      })),
      standby: standby.map(({ id: bookingId, userId, firstName, standbyReason }) => ({
        bookingId,
        userId,
        firstName,
        reason: standbyReason,
      })),
      promises: kept,
      changes,
      matchRecord,
    };
    const lines = [
      `${describeEvent(event)}: tables made ${formatLocalTime(event.matchedAt, event.timeZone)}.`,
      ...data.tables.map(({ number, venueId, venueName, closedAt, diners, shares }) =>
        [
          `Table ${number}${isOnlyVenue(event, venueId) ? "" : ` at ${venueName}`}${closedAt ? ", closed" : ""}: ${diners.map(({ firstName }) => firstName).join(", ") || "nobody"}`,
          ...shares.map((each) => `  ${each}`),
        ].join("\n"),
      ),
      ...data.standby.map(
        ({ firstName, bookingId, reason }) =>
          `Standby: ${firstName}${reason ? ` (${reason})` : ""}, booking ${shortId(bookingId)}`,
      ),
      ...(matchRecord
        ? [
            `Match record: ${plural(matchRecord.entryCount, "entry", "entries")}${matchRecord.erasedCount ? `, ${matchRecord.erasedCount} erased since` : ""}, rules version ${matchRecord.rulesVersion}, entries ${matchRecord.entriesHash}, seating ${matchRecord.seatingHash}, result ${matchRecord.resultHash ?? "not recorded"}${matchRecord.isIntact ? "" : "; changed after the tables were made"}.`,
            ...(tables.length > 0
              ? [`As they were made: ${sayWhatIsPossible(matchRecord.possibleGain)}`]
              : []),
          ]
        : []),
      ...changes.map(
        ({ at, madeBy, what }) =>
          `Changed by ${changeMakerNames[madeBy]}, ${formatLocalTime(at, event.timeZone)}: ${what}`,
      ),
    ];
    return { message: [lines.join("\n"), ...toKeptTable([kept])], data };
  },
});

/** At the tables as they are now. */
async function findKeptPromises({ db, env }: OperationContext, eventId: string): Promise<KeptPromise[]> {
  const data = await loadMatchData(db, eventId);
  if (!data) return [];
  const input = buildMatchInput(eventId, data, env);
  const seated = data.diners.filter(({ tableId }) => tableId);
  const tables = [...Map.groupBy(seated, ({ tableId }) => tableId).values()].map((table) =>
    table.map(({ bookingId }) => bookingId),
  );
  return listKeptPromises(data.questions, input.terms, countTerms(input, tables), tables);
}

export const match: Noun = {
  description: "The tables of an event.",
  operations: [previewMatch, runMatch, showMatch, exportMatch],
};
