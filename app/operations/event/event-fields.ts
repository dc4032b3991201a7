/** The fields of an event that an operator sets, except its venues: how they are typed, checked and described. */
import * as z from "zod";
import { eventTimes, timeBefore } from "#app/lib/event/event-times.ts";
import { formatAmount } from "#app/lib/price.ts";
import { dayMs, hourMs } from "#app/lib/time-units.ts";
import { type EventChanges, type EventDetails, hasEventAt } from "#app/models/event/events.server.ts";
import { requireAmount } from "#app/operations/amounts.ts";
import { cityFields } from "#app/operations/city/city-fields.ts";
import { yesOrNo } from "#app/operations/inputs.ts";
import { type OperationContext, type OptionHelp, refusedError } from "#app/operations/operation.ts";
import { formatLocalTime, parseTime } from "#app/operations/words.ts";

export const newEventFields = z.object({
  at: z.string(),
  closes: z.string().optional(),
  deposit: cityFields.deposit.optional(),
});

export const newEventOptions: Record<keyof typeof newEventFields.shape, OptionHelp> = {
  at: ["<time>", "the start, in the city’s time zone; at most two years ahead"],
  closes: ["<time>", "when booking ends, two days before by default, or later for an event that is soon"],
  deposit: ["<amount>", "the deposit, 0 for none; that of the city by default"],
};

export const editedEventFields = newEventFields.partial().extend({ available: yesOrNo.optional() });

export const editedEventOptions: Record<keyof typeof editedEventFields.shape, OptionHelp> = {
  ...newEventOptions,
  closes: ["<time>", "when booking ends; without it, as long before the start as now"],
  deposit: ["<amount>", "the deposit of those who book from now on, 0 for none"],
  available: ["<yes|no>", "whether diners can book it"],
};

/** Refuses impossible values. */
export function readNewEvent(
  { at, closes, deposit }: z.output<typeof newEventFields>,
  { timeZone, currency }: { timeZone: string; currency: string },
  now: Date,
) {
  const date = parseTime(at, timeZone);
  requireWithinTwoYears(date, now);
  if (date <= now) throw refusedError(`${at} is in the past.`);
  const closesAt = closes === undefined ? chooseClosesAt(date, now) : parseTime(closes, timeZone);
  requireBookingEnd(closesAt, { date, timeZone, now });
  return {
    date,
    closesAt,
    ...(deposit === undefined ? {} : { deposit: requireAmount("deposit", deposit, currency) }),
  };
}

/** Two days before; for an event that is sooner, as early as leaves people an hour to book. */
export const chooseClosesAt = (date: Date, now: Date): Date =>
  [48, 24, 12, 6, 3]
    .map((hours) => timeBefore(date, hours * hourMs))
    .find((end) => end.getTime() - now.getTime() >= minBookableMs) ??
  timeBefore(date, eventTimes.closesBeforeMs);

const minBookableMs = hourMs;

/** Refuses impossible values, and leaves out what doesn't change. */
export async function findChanges(
  { db, now }: OperationContext,
  event: EventDetails,
  { at, closes, available, deposit: typed }: z.output<typeof editedEventFields>,
): Promise<EventChanges> {
  const { cityId, cityName, timeZone } = event;
  const date = at === undefined ? event.date : parseTime(at, timeZone);
  const hasNewDate = date.getTime() !== event.date.getTime();
  if (hasNewDate) requireWithinTwoYears(date, now);
  if (date <= now) throw refusedError(`${formatLocalTime(date, timeZone)} is in the past.`);
  if (closes !== undefined && event.matchedAt)
    throw refusedError("The tables are made: booking is already over.");
  const closesAt = closes === undefined ? findClosesAt(event, date, now) : parseTime(closes, timeZone);
  const hasNewEnd = closesAt.getTime() !== event.closesAt.getTime();
  requireBookingEnd(closesAt, { date, timeZone, now: hasNewEnd ? now : undefined });
  if (hasNewDate && (await hasEventAt(db, cityId, date)))
    throw refusedError(`There is already an event in ${cityName} at that time.`);
  const deposit = typed === undefined ? undefined : requireAmount("deposit", typed, event.currency);
  return {
    ...(deposit !== undefined && deposit !== event.deposit ? { deposit } : {}),
    ...(hasNewDate ? { date } : {}),
    ...(hasNewEnd ? { closesAt } : {}),
    ...(available !== undefined && available !== event.available ? { available } : {}),
  };
}

/** The end of booking moves with the date, so that it stays as long before it. If booking has ended, the end stays. */
function findClosesAt({ date: oldDate, closesAt, matchedAt }: EventDetails, date: Date, now: Date): Date {
  if (matchedAt || closesAt <= now) return closesAt;
  return new Date(closesAt.getTime() + date.getTime() - oldDate.getTime());
}

const twoYearsMs = 731 * dayMs;

/** A date further ahead is a mistyped year. */
function requireWithinTwoYears(date: Date, now: Date): void {
  if (date.getTime() - now.getTime() > twoYearsMs)
    throw refusedError("An event can be at most two years ahead.");
}

/** Without `now`, an end in the past is allowed. */
function requireBookingEnd(
  closesAt: Date,
  { date, timeZone, now }: { date: Date; timeZone: string; now: Date | undefined },
): void {
  if (closesAt >= date) throw refusedError("Booking must end before the event starts.");
  if (now && closesAt <= now)
    throw refusedError(
      `Booking would have ended at ${formatLocalTime(closesAt, timeZone)}: set a later time with --closes.`,
    );
}

/** "2026-12-04 20:00, booking until 2026-12-02 20:00" */
export const describeChanges = (
  { date, closesAt, available, deposit }: EventChanges,
  { timeZone, currency }: EventDetails,
) =>
  [
    date && formatLocalTime(date, timeZone),
    closesAt && `booking until ${formatLocalTime(closesAt, timeZone)}`,
    available !== undefined && (available ? "available" : "not available"),
    deposit != null && (deposit === 0 ? "no deposit" : `a deposit of ${formatAmount(deposit, currency)}`),
  ]
    .filter(Boolean)
    .join(", ");
