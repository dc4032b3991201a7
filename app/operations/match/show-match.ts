import * as z from "zod";
import { changeMakerNames } from "#app/lib/booking/booking-states.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { countTerms } from "#app/matching/terms/build-terms.ts";
import { listStandbyBookings } from "#app/models/booking/event-bookings.server.ts";
import { listTableChanges } from "#app/models/booking/table-changes.server.ts";
import { listTables } from "#app/models/booking/tables.server.ts";
import { listQuestionsWithCompany } from "#app/models/quiz/quiz.server.ts";
import {
  findMatchRecord,
  loadMatchRecord,
  type MatchRecord,
} from "#app/models/seating/match-records.server.ts";
import { RecordNotRead } from "#app/models/seating/stored-records.server.ts";
import { describeEvent, findEventWithTables, isOnlyVenue } from "#app/operations/event/find-event.ts";
import { id } from "#app/operations/inputs.ts";
import { defineOperation, type OperationContext } from "#app/operations/operation.ts";
import { toTermTable } from "#app/operations/term-names.ts";
import { formatLocalTime, plural, shortId } from "#app/operations/words.ts";
import { describeMethod, type KeptPromise, listKeptPromises, toKeptTable } from "./promises-kept.ts";

type FoundRecord = NonNullable<Awaited<ReturnType<typeof findMatchRecord>>>;

export const showMatch = defineOperation({
  verb: "show",
  arguments: "<event>",
  description:
    "Shows the tables, what each has in common, how often each promise is kept, and what changed since.",
  example: "match show 3f2a91bc",
  concerns: "everybody",
  deskRole: "city",
  input: z.object({ event: id }),
  async run(context, { event: prefix }) {
    const event = await findEventWithTables(context, prefix);
    const tables = await listTables(context.db, event.id);
    const standby = await listStandbyBookings(context.db, event.id);
    const changes = await listTableChanges(context.db, event.id);
    const found = await findMatchRecord(context.db, event.id);
    const record = await loadMatchRecord({ db: context.db, bucket: context.env.AVATARS }, event.id).catch(
      (error) => {
        if (!(error instanceof RecordNotRead)) throw error;
        return undefined;
      },
    );
    const kept = found ? await findKeptPromises(context, found, record, tables) : [];
    const matchRecord = found && {
      rulesVersion: found.rulesVersion,
      entriesHash: found.entriesHash,
      seatingHash: found.seatingHash,
      resultHash: found.resultHash,
      entryCount: found.entryCount,
      /** Null if the bucket does not return the entries. */
      erasedCount: record?.erasedCount ?? null,
      isIntact: record?.isIntact ?? null,
      isExact: found.isExact,
      terms: record?.input.terms ?? {},
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
          `Table ${number}${isOnlyVenue(event, venueId) ? "" : ` at ${venueName}`}${closedAt ? ", closed" : ""}: ${diners.map(({ name }) => name).join(", ") || "nobody"}`,
          ...shares.map((each) => `  ${each}`),
        ].join("\n"),
      ),
      ...data.standby.map(
        ({ firstName, bookingId, reason }) =>
          `Standby: ${firstName}${reason ? ` (${reason})` : ""}, booking ${shortId(bookingId)}`,
      ),
      ...(matchRecord
        ? [
            `Match record: ${plural(matchRecord.entryCount, "entry", "entries")}${matchRecord.erasedCount ? `, ${matchRecord.erasedCount} erased since` : ""}, rules version ${matchRecord.rulesVersion}, entries ${matchRecord.entriesHash}, seating ${matchRecord.seatingHash}, result ${matchRecord.resultHash ?? "not recorded"}${sayWhetherIntact(matchRecord.isIntact)}.`,
            ...(tables.length > 0 ? [`As they were made: ${describeMethod(matchRecord.isExact)}`] : []),
          ]
        : []),
      ...changes.map(
        ({ at, madeBy, what }) =>
          `Changed by ${changeMakerNames[madeBy]}, ${formatLocalTime(at, event.timeZone)}: ${what}`,
      ),
    ];
    return {
      message: [
        lines.join("\n"),
        ...(matchRecord ? [toTermTable(matchRecord.terms)] : []),
        ...toKeptTable([kept], matchRecord?.erasedCount !== 0 ? ["as the tables were made"] : undefined),
      ],
      data,
    };
  },
});

const sayWhetherIntact = (isIntact: boolean | null): string =>
  isIntact === null
    ? "; its entries can’t be read from the bucket"
    : isIntact
      ? ""
      : "; changed after the tables were made";

/**
 * Judges the current tables by the points, marks and answers that they were made with. If answers were erased or can’t be
 * read, that is impossible: then it judges the tables as they were made.
 */
async function findKeptPromises(
  { db }: OperationContext,
  { terms, keptTerms, tableCount }: FoundRecord,
  record: MatchRecord | undefined,
  tables: readonly { diners: readonly { bookingId: string }[] }[],
): Promise<KeptPromise[]> {
  const questions = await listQuestionsWithCompany(db);
  if (!record || record.erasedCount > 0) {
    const made = Array.from({ length: tableCount ?? 0 }, () => ({ length: tableSize }));
    return listKeptPromises(questions, terms ?? undefined, keptTerms ?? undefined, made);
  }
  const seated = tables
    .map(({ diners }) => diners.map(({ bookingId }) => bookingId))
    .filter(({ length }) => length > 0);
  return listKeptPromises(questions, terms ?? undefined, countTerms(record.input, seated), seated);
}
