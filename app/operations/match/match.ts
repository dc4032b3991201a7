import * as z from "zod";
import { makeTablesForEvent } from "#app/jobs/make-tables.server.ts";
import { handOutDueTasks } from "#app/jobs/tasks.server.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { describeFailure, log } from "#app/log.ts";
import { countEventBookings } from "#app/models/booking/event-bookings.server.ts";
import { endUnpaid } from "#app/models/booking/event-transitions.server.ts";
import { listTables } from "#app/models/booking/tables.server.ts";
import { claimEvent } from "#app/models/event/claims.server.ts";
import { closeEvent, type EventDetails, findEvent } from "#app/models/event/events.server.ts";
import { loadMatchRecord } from "#app/models/seating/match-records.server.ts";
import { RecordNotRead } from "#app/models/seating/stored-records.server.ts";
import {
  describeEvent,
  findEventByPrefix,
  findEventWithTables,
  refuseOver,
  statesBeforeTables,
} from "#app/operations/event/find-event.ts";
import { findOutput, forceHelp, writeTextFile } from "#app/operations/files.ts";
import { filePath, id } from "#app/operations/inputs.ts";
import {
  defineOperation,
  type Noun,
  notFoundError,
  type OperationContext,
  type OperationError,
  type OperationResult,
  refusedError,
} from "#app/operations/operation.ts";
import { otherWeights } from "#app/operations/term-names.ts";
import { plural, shortId } from "#app/operations/words.ts";
import { previewMatch, previewTables, withOption } from "./preview-match.ts";
import { showMatch } from "./show-match.ts";

const unreadable =
  "The bucket does not give the record now. Try again later; in a club that was restored with another bucket, copy the objects under match-records/ from the old one.";

const exportMatch = defineOperation({
  verb: "export",
  arguments: "<event> <file>",
  description:
    "Writes the match input and the whole record of an event to a file, after checking its hashes, so that others can verify the tables. Only you can read the file.",
  example: "match export 3f2a91bc match-input.json",
  concerns: "everybody",
  computerReason: "it writes a file on that computer",
  options: { force: forceHelp },
  input: z.object({ event: id, file: filePath, force: z.boolean().default(false) }),
  async run(context, { event: prefix, file, force }) {
    findOutput(file, force);
    const event = await findEventWithTables(context, prefix);
    const record = await loadMatchRecord({ db: context.db, bucket: context.env.AVATARS }, event.id).catch(
      (error) => {
        if (error instanceof RecordNotRead) throw refusedError(unreadable);
        throw error;
      },
    );
    if (!record?.seatingHash)
      throw refusedError(`${describeEvent(event)} has no match record: the matcher did not make its tables.`);
    if (!record.isIntact)
      throw refusedError("The record does not fit its hashes: it was changed after the tables were made.");
    if (record.erasedCount > 0) {
      throw refusedError(
        `${plural(record.erasedCount, "entry was", "entries were")} erased with an account: the hashes fit, but the tables can’t be made again.`,
      );
    }
    const { input, fullRecord, seatingHash, resultHash, rulesVersion } = record;
    const text = JSON.stringify({ ...input, record: fullRecord }, null, 2);
    await writeTextFile(file, text, { force, isPrivate: true });
    return {
      message: `Wrote ${file}; all hashes fit. Check the tables with\n  npm run match -- --verify ${file} ${resultHash ?? seatingHash}`,
      data: { file, seatingHash, resultHash, rulesVersion },
    };
  },
});

const runMatch = defineOperation({
  verb: "run",
  arguments: "<event>",
  description:
    "Makes the tables of an event now and emails every diner. Ends booking first if it is still open.",
  example: "match run 3f2a91bc --yes",
  eventStates: statesBeforeTables,
  concerns: "everybody",
  deskRole: "city",
  options: {
    with: withOption,
    now: [
      "<time>",
      "run as if it were this time, in the time zone of the cities, or in UTC where they have several",
    ],
  },
  changesData: true,
  input: z.object({ event: id, with: otherWeights.optional() }),
  async run(context, { event: prefix, with: other }) {
    const event = await findEventByPrefix(context, prefix);
    if (event.matchedAt) throw refusedError(`The tables of ${describeEvent(event)} are already made.`);
    refuseOver(event, context.now);
    if (other) {
      const { message, data } = await previewTables(context, event, other);
      return { message: ["Nothing is changed: --with only compares.", message].flat(), data };
    }
    const seatCount = tableSize * Math.floor(Math.min(event.taken, event.capacity) / tableSize);
    return {
      summary: `end booking for ${describeEvent(event)}, seat up to ${seatCount} of ${plural(event.taken, "diner")}, put the others on standby, and email everybody`,
      details: `How often each promise would be kept: match preview ${shortId(event.id)}; beside other weights: --with weights=learned or company=5,wish=0.`,
      needsConfirmation: true,
      isFinishedByCron: true,
      apply: () => (context.leavesToQueue ? leaveToQueue(context, event) : makeTables(context, event)),
    };
  },
});

/** If the queue can't be reached from here, the cron hands it out within a minute. */
async function leaveToQueue(
  { db, env, now }: OperationContext,
  event: EventDetails,
): Promise<OperationResult> {
  await closeEvent(db, event.id, now);
  await endUnpaid(db, event.id, now);
  await handOutDueTasks({ db, env }, now, ["makeTables"]).catch((error) =>
    log("warning", "making of tables is left to the cron", describeFailure(error)),
  );
  return {
    message: `Booking has ended, and the tables for ${plural(event.taken, "diner")} are being made. The page of the event says when they are there; it can be closed meanwhile.`,
    data: { tables: null, standby: null },
  };
}

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

/** The event is no longer due, or another worker is matching it. */
async function explainMissingClaim({ db, now }: OperationContext, eventId: string): Promise<OperationError> {
  const event = await findEvent(db, eventId);
  if (!event) return notFoundError("The event was deleted in the meantime.");
  if (event.canceledAt) return refusedError(`${describeEvent(event)} was canceled in the meantime.`);
  if (event.matchedAt) return refusedError(`The tables of ${describeEvent(event)} are already made.`);
  if (event.closesAt > now || event.date <= now)
    return refusedError(`${describeEvent(event)} was moved in the meantime: try again.`);
  return refusedError("The tables are being made right now: look at match show in a minute.");
}

export const match: Noun = {
  description: "The tables of an event.",
  operations: [previewMatch, runMatch, showMatch, exportMatch],
};
