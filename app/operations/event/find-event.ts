import { events } from "#app/db/schema.ts";
import { type EventDetails, findEvent } from "#app/models/event/events.server.ts";
import { findIdByPrefix, type OperationContext } from "#app/operations/operation-context.ts";
import { notFoundError, refusedError } from "#app/operations/operation-error.ts";
import { formatLocalTime } from "#app/operations/times.ts";
import { nameVenues } from "#app/operations/venue/venue-tables.ts";

export async function findEventByPrefix(context: OperationContext, prefix: string): Promise<EventDetails> {
  const event = await findEvent(context.db, await findIdByPrefix(context, events, "event", prefix));
  if (!event) throw notFoundError(`There is no event ${prefix}.`);
  return event;
}

type DescribedEvent = Pick<EventDetails, "date" | "timeZone" | "cityName" | "hasSeveralCities" | "venues">;

/** "2026-12-04 19:00 at Kakukk", or with its city where the club has several. */
export const describeEvent = ({ date, timeZone, cityName, hasSeveralCities, venues }: DescribedEvent) =>
  `${formatLocalTime(date, timeZone)} ${hasSeveralCities ? `in ${cityName}` : `at ${nameVenues(venues)}`}`;

export async function findEventWithTables(context: OperationContext, prefix: string) {
  const event = await findEventByPrefix(context, prefix);
  const { matchedAt } = event;
  if (!matchedAt)
    throw refusedError(`The tables of ${describeEvent(event)} are not made yet: make them with match run.`);
  return { ...event, matchedAt };
}

/** Then a table needs no venue to be found. */
export const isOnlyVenue = ({ venues }: Pick<EventDetails, "venues">, venueId: string) =>
  venues.length === 1 && venues[0]?.venueId === venueId;

/** For --json. */
export const toEventData = <Event extends EventDetails>({ hasSeveralCities: _, ...event }: Event) => event;

export type EventState = "canceled" | "past" | "tables made" | "closed" | "not available" | "open" | "full";

export function getEventState(event: EventDetails, now: Date): EventState {
  if (event.canceledAt) return "canceled";
  if (event.date <= now) return "past";
  if (event.matchedAt) return "tables made";
  if (event.closesAt <= now) return "closed";
  if (!event.available) return "not available";
  return event.taken < event.capacity ? "open" : "full";
}
