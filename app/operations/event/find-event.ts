import { events } from "#app/db/schema/event.ts";
import { eventTimes, type Weekly, weeklyDates } from "#app/lib/event/event-times.ts";
import { listTables, type TableDetails } from "#app/models/booking/tables.server.ts";
import { listOverlaps, listOverlapsWithDates } from "#app/models/event/event-venues.server.ts";
import { type EventDetails, findEvent } from "#app/models/event/events.server.ts";
import { listSchedules } from "#app/models/event/schedules.server.ts";
import {
  type EventState,
  findIdByPrefix,
  notFoundError,
  type OperationContext,
  refusedError,
} from "#app/operations/operation.ts";
import { nameVenues } from "#app/operations/venue/venue-inputs.ts";
import { formatLocalTime, joinNames, plural } from "#app/operations/words.ts";

export async function findEventByPrefix(context: OperationContext, prefix: string): Promise<EventDetails> {
  const event = await findEvent(context.db, await findIdByPrefix(context, events, "event", prefix));
  if (!event) throw notFoundError(`There is no event ${prefix}.`);
  return event;
}

type DescribedEvent = Pick<EventDetails, "date" | "timeZone" | "cityName" | "hasSeveralCities" | "venues">;

/** "2026-12-04 19:00 at Kakukk", or with its city if the club has several. */
export const describeEvent = ({ date, timeZone, cityName, hasSeveralCities, venues }: DescribedEvent) =>
  `${formatLocalTime(date, timeZone)} ${hasSeveralCities ? `in ${cityName}` : `at ${nameVenues(venues)}`}`;

/** For what changes an evening to come. */
export function refuseOver(event: EventDetails, now: Date): void {
  if (event.canceledAt) throw refusedError(`${describeEvent(event)} is canceled.`);
  if (event.date <= now) throw refusedError(`${describeEvent(event)} is in the past.`);
}

export async function findEventWithTables(context: OperationContext, prefix: string) {
  const event = await findEventByPrefix(context, prefix);
  const { matchedAt } = event;
  if (!matchedAt)
    throw refusedError(`The tables of ${describeEvent(event)} are not made yet: make them with match run.`);
  return { ...event, matchedAt };
}

export const noTableError = (number: number) =>
  notFoundError(`There is no table ${number} at this event: see match show.`);

export async function findTable({ db }: OperationContext, eventId: string, number: number) {
  const found = (await listTables(db, eventId)).find((each) => each.number === number);
  if (!found) throw noTableError(number);
  return found;
}

/** Where somebody new is to sit. */
export function refuseClosed({
  number,
  closedAt,
  closedToNewcomersAt,
}: Pick<TableDetails, "number" | "closedAt" | "closedToNewcomersAt">): void {
  if (closedToNewcomersAt) throw refusedError(`The host lets nobody new sit at table ${number}.`);
  if (closedAt) throw refusedError(`Table ${number} is closed.`);
}

/** If there is only one venue, a table can be found without naming it. */
export const isOnlyVenue = ({ venues }: Pick<EventDetails, "venues">, venueId: string) =>
  venues.length === 1 && venues[0]?.venueId === venueId;

/** The event's data for --json. */
export const toEventData = <Event extends EventDetails>({ hasSeveralCities: _, ...event }: Event) => event;

/** While tables can be made, and while anything can still be changed. */
export const statesBeforeTables: EventState[] = ["open", "full", "not available", "closed"];
export const statesToCome: EventState[] = [...statesBeforeTables, "tables made"];

type StateColumns = "canceledAt" | "date" | "matchedAt" | "closesAt" | "available" | "taken" | "capacity";

export function getEventState(event: Pick<EventDetails, StateColumns>, now: Date): EventState {
  if (event.canceledAt) return "canceled";
  if (event.date <= now) return "past";
  if (event.matchedAt) return "tables made";
  if (event.closesAt <= now) return "closed";
  if (!event.available) return "not available";
  return event.taken < event.capacity ? "open" : "full";
}

type Overlap = Awaited<ReturnType<typeof listOverlaps>>[number];

/** "less than 4 hours apart, there is also an event at Kakukk on 2026-12-04 17:00 with 4 tables"; undefined if no venue has another event. */
export async function describeOverlaps(
  { db }: OperationContext,
  evening: Parameters<typeof listOverlaps>[1],
  /** Those it wants at its one venue, to compare with what that has. */
  tables = 0,
): Promise<string | undefined> {
  const overlaps = await listOverlaps(db, evening);
  const together = overlaps.reduce((sum, other) => sum + other.tables, tables);
  const [first] = overlaps;
  const tooMany =
    tables > 0 && first && together > first.usualTables
      ? `; together they need ${plural(together, "table")}, and it has ${first.usualTables}`
      : "";
  return first && `${describeEvents(overlaps)}${tooMany}`;
}

function describeEvents(overlaps: Overlap[]): string | undefined {
  if (overlaps.length === 0) return undefined;
  const others = overlaps.map(
    ({ name, date, timeZone, tables }) =>
      `${name} on ${formatLocalTime(date, timeZone)} with ${plural(tables, "table")}`,
  );
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

/** Describes the overlaps of a schedule: with another schedule, or else with events of the coming weeks. */
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
