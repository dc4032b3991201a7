import * as z from "zod";
import { eventTimes, timeBefore } from "#app/lib/event/event-times.ts";
import { formatAmount } from "#app/lib/price.ts";
import type { BookingCounts } from "#app/models/booking/event-bookings.server.ts";
import { type EventOverview, loadEventOverview } from "#app/models/event/event-overview.server.ts";
import type { EventDetails } from "#app/models/event/events.server.ts";
import { describeAnswer, listAnswers } from "#app/models/sheet/sheets.server.ts";
import { nameDeposit } from "#app/operations/amounts.ts";
import { id } from "#app/operations/inputs.ts";
import { defineOperation } from "#app/operations/operation.ts";
import { formatLocalTime, plural } from "#app/operations/words.ts";
import { describeEvent, findEventByPrefix, getEventState, toEventData } from "./find-event.ts";

const maxListed = 10;

export const showEvent = defineOperation({
  verb: "show",
  arguments: "<event>",
  description: "Shows the bookings, tables, deposits and unsent emails of an event, and what happens next.",
  example: "event show 3f2a91bc",
  concerns: "nobody",
  deskRole: "door",
  input: z.object({ event: id }),
  async run(context, { event: prefix }) {
    const event = await findEventByPrefix(context, prefix);
    const overview = await loadEventOverview(context.db, event.id, context.now);
    const answers = await listAnswers(context.db, event.id);
    const state = getEventState(event, context.now);
    const next = findNextSteps(event, context.now);
    const { bookings, inLine, depositsPaid, unsentEmails } = overview;
    const formatTime = (time: Date) => formatLocalTime(time, event.timeZone);
    const lines = [
      `${describeEvent(event)}: ${state}`,
      `id ${event.id}`,
      ...describeVenues(event),
      `Capacity: ${event.capacity}`,
      ...answers.slice(0, maxListed).map((each) => `Restaurant: ${each.venueName} ${describeAnswer(each)}`),
      describeBookingEnd(event, context.now),
      `Bookings: ${bookings.seated} seated, ${bookings.standby} on standby${describeReasons(bookings)}, ${bookings.pending} pending, ${bookings.canceled} canceled`,
      ...(event.matchedAt ? describeTables(event, overview) : [`In line for a seat: ${inLine}`]),
      describeDeposits(event, depositsPaid),
      `Unsent emails: ${unsentEmails.waiting} waiting, ${unsentEmails.parked} parked`,
      ...next.map(({ what, at }) => `Next: ${what} ${at ? formatTime(at) : "within a minute"}`),
    ];
    return { message: lines.join("\n"), data: { ...toEventData(event), state, ...overview, answers, next } };
  },
});

function describeBookingEnd({ closesAt, matchedAt, canceledAt, timeZone }: EventDetails, now: Date): string {
  if (closesAt > now && (matchedAt || canceledAt)) return "Booking has ended";
  return `Booking ${closesAt > now ? "ends" : "ended"} ${formatLocalTime(closesAt, timeZone)}`;
}

function describeVenues({ venues, hasSeveralCities, cityName, timeZone }: EventDetails): string[] {
  const city = hasSeveralCities ? [`City: ${cityName}, ${timeZone}`] : [];
  const [only, other] = venues;
  if (only && !other) return [...city, `Venue: ${only.name}, ${only.address}`];
  const named = venues.slice(0, maxListed).map(({ name, tables }) => `${name} (${plural(tables, "table")})`);
  const rest = venues.length - named.length;
  return [
    ...city,
    `Venues: ${[...named, ...(rest > 0 ? [`${rest} more, see event venues`] : [])].join(", ")}`,
  ];
}

/** Amounts of different currencies are never added. */
function describeDeposits({ currency, deposit }: EventDetails, paid: EventOverview["depositsPaid"]): string {
  const count = paid.reduce((sum, each) => sum + each.count, 0);
  const amounts = paid.length > 0 ? paid : [{ amount: 0, currency }];
  return `Deposit of a booking: ${nameDeposit(deposit ?? 0, currency)}\nDeposits paid: ${count}, together ${amounts.map((each) => formatAmount(each.amount, each.currency)).join(" and ")}`;
}

/** "3", "3 (full)" or "3 (2 diet, 1 full)". */
export const describeStandby = (counts: BookingCounts) => `${counts.standby}${describeReasons(counts)}`;

function describeReasons({ standbyReasons }: BookingCounts): string {
  const reasons = Object.entries(standbyReasons);
  if (reasons.length === 0) return "";
  const [only, other] = reasons;
  return ` (${only && !other ? only[0] : reasons.map(([reason, count]) => `${count} ${reason}`).join(", ")})`;
}

function listTables(numbers: (number | string)[]): string {
  const rest = numbers.length - maxListed;
  return [...numbers.slice(0, maxListed), ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
}

/** "3 (1 free), 7 (2 free)" */
export const listFreeSeats = (tables: readonly { number: number; freeSeats: number }[]) =>
  listTables(tables.map(({ number, freeSeats }) => `${number} (${freeSeats} free)`));

function describeTables(
  { canceledAt }: EventDetails,
  { tables: { open, closed, withFreeSeats, walkIns } }: EventOverview,
): string[] {
  if (canceledAt) return [];
  return [
    `Tables: ${open}, ${withFreeSeats.length} with free seats${withFreeSeats.length > 0 ? `: ${listFreeSeats(withFreeSeats)}` : ""}`,
    ...(walkIns > 0 ? [`Walk-ins: ${walkIns}, who have no booking`] : []),
    ...(closed.length > 0 ? [`Closed ${plural(closed.length, "table")}: ${listTables(closed)}`] : []),
  ];
}

interface Step {
  what: string;
  /** Null if the next run of the cron does it. */
  at: Date | null;
}

function findNextSteps({ date, closesAt, matchedAt, canceledAt }: EventDetails, now: Date): Step[] {
  if (canceledAt) return [];
  const isMatchingLate = !matchedAt && closesAt <= now && date > now;
  const steps = [
    ...(matchedAt ? [] : [{ what: "booking ends and the tables are made", at: closesAt }]),
    { what: "reminders are sent", at: timeBefore(date, eventTimes.reminderBeforeMs) },
    { what: "standby ends", at: timeBefore(date, eventTimes.standbyEndsBeforeMs) },
    { what: "dinner starts", at: date },
    { what: "deposits are refunded or kept", at: new Date(date.getTime() + eventTimes.settlesAfterMs) },
  ];
  return [
    ...(isMatchingLate ? [{ what: "the tables are made", at: null }] : []),
    ...steps.filter(({ at }) => at > now).toSorted((one, other) => one.at.getTime() - other.at.getTime()),
  ];
}
