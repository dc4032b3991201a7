import { eventTimes, type Weekly, weeklyDates } from "#app/lib/event/event-times.ts";
import { listOverlaps, listOverlapsWithDates } from "#app/models/event/event-venues.server.ts";
import { listSchedules } from "#app/models/event/schedules.server.ts";
import type { OperationContext } from "#app/operations/operation-context.ts";
import { formatLocalTime } from "#app/operations/times.ts";
import { joinNames } from "#app/operations/words.ts";

type Overlap = Awaited<ReturnType<typeof listOverlaps>>[number];

/** "less than 4 hours apart, there is also an event at Kakukk on 2026-12-04 17:00"; nothing where no venue has another. */
export const describeOverlaps = async (
  { db }: OperationContext,
  evening: Parameters<typeof listOverlaps>[1],
): Promise<string | undefined> => describeEvents(await listOverlaps(db, evening));

function describeEvents(overlaps: Overlap[]): string | undefined {
  if (overlaps.length === 0) return undefined;
  const others = overlaps.map(({ name, date, timeZone }) => `${name} on ${formatLocalTime(date, timeZone)}`);
  return `less than 4 hours apart, there is also an event at ${joinNames(others)}`;
}

const weekMinutes = 7 * 24 * 60;

function minuteOfWeek({ weekday, time }: Pick<Weekly, "weekday" | "time">): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return (weekday * 24 + hours) * 60 + minutes;
}

function areNear(one: Pick<Weekly, "weekday" | "time">, other: Pick<Weekly, "weekday" | "time">): boolean {
  const apart = Math.abs(minuteOfWeek(one) - minuteOfWeek(other));
  return Math.min(apart, weekMinutes - apart) * 60_000 < eventTimes.betweenBookingsMs;
}

/** The same of a schedule: with another schedule, or else with events of the coming weeks. */
export async function describeWeeklyOverlaps(
  { db, now }: OperationContext,
  { scheduleId, venueIds, ...weekly }: Weekly & { scheduleId?: string; venueIds: string[] },
  formatDay: (weekday: number) => string,
): Promise<string | undefined> {
  const others = (await listSchedules(db)).flatMap(({ id, weekday, time, venues }) =>
    id === scheduleId || !areNear(weekly, { weekday, time })
      ? []
      : venues
          .filter(({ venueId }) => venueIds.includes(venueId))
          .map(({ name }) => `${name} on ${formatDay(weekday)} ${time}`),
  );
  if (others.length > 0) return `less than 4 hours apart, there is also a schedule at ${joinNames(others)}`;
  const dates = weeklyDates(weekly, now);
  return describeEvents(await listOverlapsWithDates(db, { dates, venueIds }));
}
