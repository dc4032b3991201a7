import { type EventChanges, type EventDetails, hasEventAt } from "#app/models/event/events.server.ts";
import type { OperationContext } from "#app/operations/operation-context.ts";
import { refusedError } from "#app/operations/operation-error.ts";
import { formatLocalTime, parseTime } from "#app/operations/times.ts";
import { requireWithinTwoYears } from "./find-event.ts";

interface WantedChanges {
  at?: string | undefined;
  closes?: string | undefined;
  available?: boolean | undefined;
}

/** Refuses what can't be; what stays as it is is left out. */
export async function findChanges(
  { db, now }: OperationContext,
  event: EventDetails,
  { at, closes, available }: WantedChanges,
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
  return {
    ...(hasNewDate ? { date } : {}),
    ...(hasNewEnd ? { closesAt } : {}),
    ...(available !== undefined && available !== event.available ? { available } : {}),
  };
}

/** Moves with the date, so that it stays as long before as the operator set it; booking that has ended stays ended. */
function findClosesAt({ date: oldDate, closesAt, matchedAt }: EventDetails, date: Date, now: Date): Date {
  if (matchedAt || closesAt <= now) return closesAt;
  return new Date(closesAt.getTime() + date.getTime() - oldDate.getTime());
}

/** Without `now`, an end that is over is allowed. */
export function requireBookingEnd(
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
export const describeChanges = ({ date, closesAt, available }: EventChanges, timeZone: string) =>
  [
    date && formatLocalTime(date, timeZone),
    closesAt && `booking until ${formatLocalTime(closesAt, timeZone)}`,
    available !== undefined && (available ? "available" : "not available"),
  ]
    .filter(Boolean)
    .join(", ");
