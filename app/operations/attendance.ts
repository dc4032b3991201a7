import * as z from "zod";
import { eveningWindows, hostLinkTimes } from "#app/lib/event/event-times.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { listContests, reportByOperator } from "#app/models/attendance/absences.server.ts";
import { saveLateNote, takeBackLateNote } from "#app/models/attendance/diner-reports.server.ts";
import {
  listHeadCounts,
  listReports,
  removeHeadCount,
  saveHeadCount,
} from "#app/models/attendance/reports.server.ts";
import { type EventBooking, listEventBookings } from "#app/models/booking/event-bookings.server.ts";
import { listKeptForNoShow } from "#app/models/deposit/deposits.server.ts";
import { requestRefund } from "#app/models/deposit/refunds.server.ts";
import { eveningOf } from "#app/models/event/evening.server.ts";
import { findBookingByPrefix, findSeatedBooking } from "./booking/together.ts";
import { describeEvent, findEventByPrefix, findTable } from "./event/find-event.ts";
import { id, ids, noInput, tableNumber, wholeNumber } from "./inputs.ts";
import { defineOperation, type Noun, notFoundError, refusedError, usageError } from "./operation.ts";
import { formatLocalTime, plural, shortId } from "./words.ts";

/** As many as anybody reads. */
const maxNamed = 50;

const recordOperation = defineOperation({
  verb: "record",
  arguments: "<event>",
  description:
    "Records who came and who did not. An operator’s word counts more than all others; record it again to correct it.",
  example: 'attendance record 3f2a91bc --all-came --except "Dániel, table 7" 8c07d2e4',
  options: {
    allCame: "every diner with a seat came",
    except: ["<diners...>", "with --all-came: these did not come"],
    came: ["<diners...>", 'these came: "Anna", "Anna, table 3", Anna@3, table:3 or a booking'],
    missed: ["<diners...>", "these did not come; not before dinner begins"],
    takeBack: ["<diners...>", "an operator has said nothing of these after all"],
    now: ["<time>", "as if it were this time; asks for confirmation"],
  },
  changesData: true,
  deskRole: "door",
  concerns: "somebody",
  input: z.object({
    event: id,
    came: ids,
    missed: ids,
    takeBack: ids,
    allCame: z.boolean().default(false),
    except: ids,
  }),
  async run(context, { event: prefix, came, missed, takeBack, allCame, except }) {
    if (allCame === came.length + missed.length + takeBack.length > 0)
      throw usageError("Use --all-came, or name diners with --came, --missed and --take-back.");
    if (except.length > 0 && !allCame) throw usageError("Use --except only with --all-came.");
    const { db, now } = context;
    const event = await findEventByPrefix(context, prefix);
    if (hostLinkTimes(event.date).from > now)
      throw refusedError(`${describeEvent(event)} has not taken place yet.`);
    const seated = (await listEventBookings(db, event.id)).filter(
      (booking) => booking.confirmed && !booking.canceled,
    );
    const missedIds = findDiners([...missed, ...except], seated);
    if (missedIds.length > 0 && now < event.date)
      throw refusedError("Dinner hasn’t begun, so nobody has missed it yet.");
    const takenBack = findDiners(takeBack, seated);
    const cameIds = allCame
      ? seated.map((booking) => booking.id).filter((bookingId) => !missedIds.includes(bookingId))
      : findDiners(came, seated);
    if (
      [cameIds, missedIds, takenBack].flat().length > new Set([...cameIds, ...missedIds, ...takenBack]).size
    )
      throw usageError("A diner can’t have come and be missed.");
    const isDecided = seated.some(({ attendance }) => attendance !== null);
    if (isDecided && takenBack.length > 0)
      throw refusedError("It is already decided who came: say whether they did.");
    const counts = [
      ...(cameIds.length > 0 ? [`${plural(cameIds.length, "diner")} came`] : []),
      ...(missedIds.length > 0 ? [`${plural(missedIds.length, "diner")} did not`] : []),
      ...(takenBack.length > 0 ? [`nothing is said of ${plural(takenBack.length, "diner")}`] : []),
    ].join(", ");
    const nameAll = (ids: string[]) => {
      const names = seated.filter((booking) => ids.includes(booking.id)).map(({ name }) => name);
      return names.slice(0, maxNamed).join(", ") + (names.length > maxNamed ? " and others" : "");
    };
    const isOtherTime = Math.abs(now.getTime() - Date.now()) > 60_000;
    const timeNote = isOtherTime
      ? ` as if it were ${formatLocalTime(now, event.timeZone)} in ${event.cityName}`
      : "";
    return {
      userIds: seated
        .filter(({ id }) => [cameIds, missedIds, takenBack].some((some) => some.includes(id)))
        .map(({ userId }) => userId),
      summary: `note: ${counts}${timeNote}`,
      details: [
        ...(cameIds.length > 0 ? [`Came: ${nameAll(cameIds)}.`] : []),
        ...(missedIds.length > 0 ? [`Did not come: ${nameAll(missedIds)}.`] : []),
        ...(takenBack.length > 0 ? [`Nothing is said of ${nameAll(takenBack)}.`] : []),
      ],
      detailsData: { came: cameIds, missed: missedIds, takenBack },
      canBeUndone: true,
      needsConfirmation: isOtherTime || (isDecided && missedIds.length > 0),
      async apply() {
        await reportByOperator(db, { eventId: event.id, came: cameIds, missed: missedIds, takenBack, now });
        const kept = await listKeptForNoShow(db, cameIds);
        for (const depositId of kept) await requestRefund(db, depositId, now);
        const refunds = kept.length > 0 ? ` ${plural(kept.length, "deposit")} will be refunded.` : "";
        return {
          message: `Noted: ${counts}.${refunds}`,
          data: { came: cameIds, missed: missedIds, refunds: kept },
        };
      },
    };
  },
});

const said = (came: number | null) => (came === null ? "nothing" : came ? "came" : "did not come");

const showOperation = defineOperation({
  verb: "show",
  arguments: "<event>",
  description:
    "Shows what the host, the diners, their table-mates and operators have said so far, and what follows from it.",
  example: "attendance show 3f2a91bc",
  concerns: "everybody",
  deskRole: "door",
  input: z.object({ event: id }),
  async run(context, { event: prefix }) {
    const event = await findEventByPrefix(context, prefix);
    const [reports, counted] = await Promise.all([
      listReports(context.db, event.id),
      listHeadCounts(context.db, event.id),
    ]);
    const rows = reports.map((report) => [
      report.table ?? "",
      report.name,
      shortId(report.bookingId),
      short(report.hostCame),
      report.dinerCame ? "here" : "",
      // The diner or an operator noted it.
      report.lateMinutes && !report.dinerCame ? `${report.lateMinutes} min` : "",
      report.missedBy || "",
      short(report.operatorCame),
      report.phone ?? "",
      report.attendance ?? report.byReports ?? "attended, as nobody says otherwise",
    ]);
    const headings = [
      "table",
      "diner",
      "booking",
      "host",
      "diner says",
      "noted late",
      "missed by",
      "operator",
      "number",
      "counts as",
    ];
    const shown = { headings, rows, empty: "Nobody has a seat at this event." };
    const counts = counted.map(
      ({ table, here, expected }) =>
        `Counted without names: ${here} of ${expected} at table ${table}${here < expected ? `, ${expected - here} missing` : ""}.`,
    );
    return { message: [shown, ...counts], data: reports };
  },
});

const countOperation = defineOperation({
  verb: "count",
  arguments: "<event>",
  description:
    "Notes how many are at a table, when nobody knows who: then it is a number that is missing, and no name. It makes nobody a no-show, and is deleted a day later.",
  example: "attendance count 3f2a91bc --table 3 --here 4",
  concerns: "nobody",
  deskRole: "door",
  options: {
    table: ["<number>", "the table"],
    here: ["<count>", "how many are there, of those with a booking", "takes the count back"],
  },
  changesData: true,
  input: z.object({ event: id, table: tableNumber, here: z.literal(false).or(wholeNumber(0, tableSize)) }),
  async run(context, { event: prefix, table: number, here }) {
    const { db, now, operator } = context;
    const event = await findEventByPrefix(context, prefix);
    const { from, until } = eveningOf(event.date);
    if (now < from || now >= until)
      throw refusedError("Heads are counted on the evening: until then and after it, nobody is waited for.");
    const table = await findTable(context, event.id, number);
    const expected = table.diners.length;
    if (here !== false && here > expected)
      throw refusedError(`Only ${expected} are expected at table ${number}.`);
    const says = `${here} of ${expected} at table ${number}`;
    return {
      summary: here === false ? `take back the count of table ${number}` : `note ${says}, without who`,
      canBeUndone: true,
      async apply() {
        if (here === false) await removeHeadCount(db, table.id);
        else await saveHeadCount(db, { tableId: table.id, here, operator, now });
        return {
          message: here === false ? `The count of table ${number} is gone.` : `Noted: ${says}.`,
          data: { table: number, here: here === false ? null : here, expected },
        };
      },
    };
  },
});

const lateOperation = defineOperation({
  verb: "late",
  arguments: "<booking>",
  description:
    "Notes that a diner is late, as they would on their own page: the table and the host get the same email, once.",
  example: "attendance late 8c07d2e4 --minutes 20",
  concerns: "somebody",
  deskRole: "door",
  options: { minutes: ["<number>", "about how many minutes: 5 to 120", "they are on time after all"] },
  changesData: true,
  input: z.object({
    booking: id,
    minutes: z.literal(false).or(wholeNumber(5, 120)),
  }),
  async readCurrent(context, named) {
    const { eventId, id: bookingId } = await findBookingByPrefix(context, named);
    const report = (await listReports(context.db, eventId)).find((each) => each.bookingId === bookingId);
    return { minutes: String(report?.lateMinutes ?? "") };
  },
  async run(context, { booking: prefix, minutes }) {
    const { db, now } = context;
    const {
      id: bookingId,
      userId,
      name,
      table,
    } = await findSeatedBooking(context, prefix, eveningWindows.late.afterMs);
    const speaker = { bookingId, userId, now };
    return {
      userIds: [userId],
      summary: minutes
        ? `note that ${name} is ${minutes} minutes late, and tell table ${table} and the host`
        : `note that ${name} is on time`,
      canBeUndone: true,
      async apply() {
        if (!minutes) await takeBackLateNote(db, speaker);
        else if (!(await saveLateNote(db, { ...speaker, minutes })))
          throw refusedError(`${name} is here already, or it isn’t the evening of the dinner.`);
        return {
          message: minutes
            ? `${name} is ${minutes} minutes late. The table knows.`
            : `${name} is on the way again.`,
          data: { id: bookingId, minutes: minutes || null },
        };
      },
    };
  },
});

const short = (came: number | null) => (came === null ? "" : came ? "came" : "missing");

const contestsOperation = defineOperation({
  verb: "contests",
  description:
    "Lists diners who say that they came although it is noted that they did not, and wait for an answer. Their deposits wait too.",
  example: "attendance contests",
  concerns: "everybody",
  input: noInput,
  async run({ db }) {
    const contests = await listContests(db);
    const lines = contests.map(
      ({
        eventId,
        firstName,
        email,
        table,
        date,
        timeZone,
        contest,
        hostCame,
        dinerCame,
        operatorCame,
        missedBy,
        ...each
      }) =>
        [
          `${firstName}, table ${table ?? "?"}, ${formatLocalTime(date, timeZone)}, event ${shortId(eventId)}, booking ${shortId(each.bookingId)}, ${email}`,
          `  says: ${contest?.replace(/\s+/g, " ") ?? ""}`,
          `  the host: ${said(hostCame)}; on the page: ${dinerCame ? "checked in" : "nothing"}; missed by ${plural(missedBy, "table-mate")}; you: ${said(operatorCame)}`,
          ...(each.deposit ? [`  deposit: ${each.deposit}`] : []),
        ].join("\n"),
    );
    const advice = "Answer each with attendance record: they came, or they did not. The diner gets an email.";
    return {
      message: lines.length > 0 ? [...lines, advice].join("\n") : "Nobody waits for an answer.",
      data: contests,
    };
  },
});

export const attendance: Noun = {
  description: "Who came to an event, and who says that they were wrongly noted as a no-show.",
  operations: [
    { ...recordOperation, isDefault: true },
    showOperation,
    countOperation,
    lateOperation,
    contestsOperation,
  ],
};

/** Diners of one event, as an operator types them: by name, by table, or by the first characters of the booking's id. */

type SeatedBooking = Pick<EventBooking, "id" | "firstName" | "name" | "table">;

const wholeTable = /^table[:\s]\s*(\d+)$/i;
const tableAfterName = /(?:,\s*table\s*|@\s*)(\d+)$/i;

/** "zsófi" and "zsofi" both find Zsófi. */
const sameName = (one: string, other: string) =>
  one.localeCompare(other, undefined, { sensitivity: "base" }) === 0;

const isSpelledSo = (one: string, other: string) =>
  one.localeCompare(other, undefined, { sensitivity: "accent" }) === 0;

/** "Anna, table 3" */
const nameDiner = ({ name, table }: SeatedBooking) => (table ? `${name}, table ${table}` : name);

const findDiners = (typed: readonly string[], seated: readonly SeatedBooking[]): string[] => [
  ...new Set(typed.flatMap((each) => findSome(each.trim(), seated))),
];

function findSome(typed: string, seated: readonly SeatedBooking[]): string[] {
  const [, ofTable] = wholeTable.exec(typed) ?? [];
  if (ofTable) {
    const there = seated.filter(({ table }) => table === Number(ofTable));
    if (there.length === 0) throw notFoundError(`Nobody sits at table ${ofTable} of this event.`);
    return there.map(({ id }) => id);
  }
  const ending = tableAfterName.exec(typed);
  const [name, table] = [typed.slice(0, ending?.index).trimEnd(), ending?.[1]];
  const similar = seated.filter(
    (diner) =>
      (sameName(diner.firstName, name) || sameName(diner.name, name)) &&
      (!table || diner.table === Number(table)),
  );
  const exact = similar.filter(
    (diner) => isSpelledSo(diner.firstName, name) || isSpelledSo(diner.name, name),
  );
  const named = exact.length > 0 ? exact : similar;
  const those = named.length > 0 || table ? named : seated.filter(({ id }) => id.startsWith(typed));
  const [first, other] = those;
  if (!first) throw notFoundError(`No ${typed} has a seat at this event: see booking list.`);
  if (other)
    throw refusedError(
      `More than one diner is called ${typed}. Add the table, or type the booking: ${those.map((each) => `${nameDiner(each)} (${shortId(each.id)})`).join("; ")}.`,
    );
  return [first.id];
}
