import { TZDate } from "@date-fns/tz";
import { loadBatched } from "#app/db/batches.ts";
import { notFound } from "#app/http/responses.ts";
import { dateAndTime, timeOfDay } from "#app/lib/dates.ts";
import { eventTimes, hostLinkTimes } from "#app/lib/event/event-times.ts";
import { sheetAnswerWords } from "#app/lib/event/sheet.ts";
import { minTableSize } from "#app/lib/table-size.ts";
import { lowerFirst } from "#app/lib/text.ts";
import { hourMs } from "#app/lib/time-units.ts";
import type { RequestContext } from "#app/load-context.ts";
import { countArrivals, eveningOf } from "#app/models/event/evening.server.ts";
import { maxHostMessages } from "#app/models/host/host-links.server.ts";
import { type HostPage, type HostTable, readHostPage } from "#app/models/host/host-page.server.ts";
import { isInGroup, listFreeSeats, loadHostSeats, planEmptying } from "#app/models/host/host-seats.server.ts";
import { linkTakenBack } from "./parts.tsx";
import type { GuestView, HostView, TableView } from "./views.ts";

interface EventOfHost {
  date: Date;
  canceledAt: Date | null;
  timeZone: string;
}

const seatViews = ["move", "close"];

export async function loadView(
  context: RequestContext,
  linkId: string,
  searchParams: URLSearchParams,
): Promise<HostView> {
  const name = searchParams.get("view") ?? "";
  if (seatViews.includes(name)) return loadSeatView(context, linkId, name, searchParams);
  const page = await loadBatched(context, readHostPage(context.db, linkId));
  if (!page) throw linkTakenBack();
  const closed = describeClosed(page.event, page.event.venueName, context.now);
  if (closed?.is === "over") return { ...closed, total: describeTotal(page.tables) };
  return closed ?? describePage(page, name, context.now);
}

/** Describes the page if the event is canceled, or so far from now that the page shows nobody. */
function describeClosed(event: EventOfHost, venueName: string, now: Date) {
  const { from, until } = hostLinkTimes(event.date);
  const state = event.canceledAt
    ? ("canceled" as const)
    : now < from
      ? ("early" as const)
      : now >= until
        ? ("over" as const)
        : undefined;
  return (
    state && {
      is: state,
      ...describeHeading(event, venueName, now),
      worksFrom: dateAndTime(from, event.timeZone),
      worksUntil: dateAndTime(until, event.timeZone),
    }
  );
}

function describeTotal(tables: readonly HostTable[]) {
  const counts = tables
    .map(({ diners, walkIns }) => diners.filter(({ canceled }) => !canceled).length + walkIns.length)
    .filter((count) => count > 0);
  const guests = counts.reduce((sum, count) => sum + count, 0);
  return guests > 1
    ? `${guests} guests had seats at ${counts.length === 1 ? "one table" : `${counts.length} tables`}.`
    : undefined;
}

function describeHeading({ date, timeZone }: EventOfHost, venueName: string, now: Date) {
  const hour = new TZDate(date.getTime(), timeZone).getHours();
  const isTonight = (hour >= 16 || hour < 4) && Math.abs(date.getTime() - now.getTime()) < 8 * hourMs;
  return {
    title: `${isTonight ? "Tonight" : "Dinner"} at ${venueName}`,
    when: dateAndTime(date, timeZone),
  };
}

function describePage({ event, tables, messages, left }: HostPage, name: string, now: Date): HostView {
  const { date, timeZone, venueName } = event;
  const heading = describeHeading(event, venueName, now);
  const views = tables.map((table) => describeTable(table, date, now));
  const guests = views.flatMap((table) =>
    table.guests.filter(({ canceled }) => !canceled).map((guest) => ({ ...guest, table: table.number })),
  );
  const walkInCount = views.reduce((sum, { walkIns }) => sum + walkIns.length, 0);
  const messagesLeft = Math.max(0, maxHostMessages - messages.length);
  const canReport = !event.attendanceDecidedAt;
  const canReportMissing =
    canReport && now.getTime() >= date.getTime() + eventTimes.missingAfterMs && guests.some(isUnticked);
  if (name === "missing" && canReportMissing)
    return { is: "missing", ...heading, guests: guests.filter(isUnticked) };
  if (name === "message")
    return { is: "message", ...heading, venueName, guestCount: guests.length, messagesLeft };
  return {
    is: "tables",
    ...heading,
    tables: views,
    guestCount: guests.length + walkInCount,
    hereCount: views.reduce((sum, table) => sum + table.hereCount, walkInCount),
    lateCount: guests.filter((guest) => guest.lateMinutes && !guest.isHere).length,
    asOf: timeOfDay(now, timeZone),
    restaurant: [
      event.answer && `The restaurant has answered: “${sheetAnswerWords[event.answer]}.”`,
      event.notes,
    ].filter((line) => line !== null),
    savedAt: event.savedAt ? timeOfDay(event.savedAt, timeZone) : null,
    canReport,
    canMove: canReport && mayMove(date, now),
    hasBegun: date <= now,
    canReportMissing,
    messages: messages.map(({ text, sentAt }) => ({ text, sentAt: timeOfDay(sentAt, timeZone) })),
    messagesLeft,
    left: [...Map.groupBy(left, ({ place }) => place)].map(([place, some]) => ({
      place,
      firstNames: some.map(({ firstName }) => firstName),
    })),
  };
}

const isUnticked = ({ isTicked }: GuestView) => !isTicked;

const mayMove = (date: Date, now: Date) => now.getTime() < date.getTime() + eventTimes.hostMovesUntilAfterMs;

const describeCount = ({ choice, count }: { choice: string; count: number }) =>
  `${lowerFirst(choice)} × ${count}`;

/** The next morning, the page still says who was there. */
const untilMorning = (date: Date, now: Date) =>
  new Date(Math.min(now.getTime(), eveningOf(date).until.getTime() - 1));

function describeTable(table: HostTable, date: Date, now: Date): TableView {
  const { id, number, closedAt, closedToNewcomersAt, diets, allergies, stepFreeCount, walkIns, counted } =
    table;
  const expected = table.diners.filter(({ canceled }) => !canceled);
  const { diners, here } = countArrivals(expected, { counted, date, now: untilMorning(date, now) });
  const isHere = new Set(
    diners.filter(({ presence }) => presence === "here").map(({ bookingId }) => bookingId),
  );
  return {
    id,
    number,
    guests: table.diners.map(({ saidByHost, saidByOperator: _, ...guest }) => ({
      ...guest,
      isTicked: saidByHost === 1,
      isReportedMissing: saidByHost === 0,
      isHere: isHere.has(guest.bookingId),
    })),
    hereCount: here,
    guestCount: expected.length,
    walkIns,
    diets: diets.map(describeCount),
    stepFreeCount,
    allergies: allergies.map(describeCount),
    state: closedAt
      ? closedToNewcomersAt
        ? "closed by host"
        : "closed by club"
      : closedToNewcomersAt
        ? "no newcomers"
        : "open",
  };
}

async function loadSeatView(
  { db, env, now }: RequestContext,
  linkId: string,
  name: string,
  searchParams: URLSearchParams,
): Promise<HostView> {
  const seats = await loadHostSeats(db, linkId, env);
  if (!seats) throw linkTakenBack();
  const { event, tables, nameOf, venueName } = seats;
  const closed = describeClosed(event, venueName, now);
  if (closed) return closed;
  const table = tables.find(({ number }) => String(number) === searchParams.get("table"));
  if (!table || !mayMove(event.date, now)) throw notFound();
  const heading = describeHeading(event, venueName, now);
  const hasBegun = event.date <= now;
  if (name === "close") {
    const { moves, withoutSeat } = planEmptying(seats, table.id);
    const byTable = [...Map.groupBy(moves, ({ number }) => number)].sort(([a], [b]) => a - b);
    return {
      is: "close",
      ...heading,
      tableId: table.id,
      table: table.number,
      guestCount: table.diners.length,
      isClosedToNewcomers: !table.isOpen,
      moves: byTable.map(([number, some]) => ({
        table: number,
        firstNames: some.flatMap(({ bookingIds }) => bookingIds.map(nameOf)),
      })),
      withoutSeat: withoutSeat.map(nameOf),
      plan: toPlan(moves),
      hasBegun,
    };
  }
  const booking = searchParams.get("booking");
  const free = table.diners.map(({ id }) => ({ bookingId: id, seats: listFreeSeats(seats, id, now) }));
  const mustBeEmptied = !hasBegun && table.diners.length <= minTableSize;
  const chosen = free.find(({ bookingId }) => bookingId === booking);
  const to = chosen?.seats.find(({ number }) => String(number) === searchParams.get("to"));
  if (chosen && to && !mustBeEmptied) {
    const countAt = (id: string) => tables.find((each) => each.id === id)?.diners.length ?? 0;
    return {
      is: "confirm move",
      ...heading,
      bookingId: chosen.bookingId,
      firstName: nameOf(chosen.bookingId),
      from: { id: table.id, number: table.number, countAfter: table.diners.length - 1 },
      to: { id: to.tableId, number: to.number, countAfter: countAt(to.tableId) + 1 },
      getsEmail: !hasBegun,
    };
  }
  return {
    is: "move",
    ...heading,
    table: table.number,
    tableId: table.id,
    mustBeEmptied,
    guests: free
      .map((guest) => ({
        bookingId: guest.bookingId,
        firstName: nameOf(guest.bookingId),
        tables: guest.seats.map(({ number }) => number),
        isInGroup: isInGroup(seats, guest.bookingId),
      }))
      .sort((a, b) => a.firstName.localeCompare(b.firstName)),
  };
}

/** Equal moves give the same text. */
export const toPlan = (moves: { bookingIds: string[]; tableId: string }[]) =>
  moves
    .map(({ bookingIds, tableId }) => `${bookingIds.toSorted()}>${tableId}`)
    .sort()
    .join(",");
