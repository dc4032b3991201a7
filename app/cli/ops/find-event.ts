import { events } from "#app/db/schema.ts";
import { type EventDetails, findEvent } from "#app/models/event/events.server.ts";
import { type CommandContext, findIdByPrefix } from "./command-context.ts";
import { notFoundError, refusedError } from "./exit-codes.ts";
import { formatLocalTime } from "./times.ts";

export async function findEventByPrefix(context: CommandContext, prefix: string): Promise<EventDetails> {
  const event = await findEvent(context.db, await findIdByPrefix(context, events, "event", prefix));
  if (!event) throw notFoundError(`There is no event ${prefix}.`);
  return event;
}

export const describeEvent = ({ date, timeZone, venueName }: EventDetails) =>
  `${formatLocalTime(date, timeZone)} at ${venueName}`;

const twoYearsMs = 731 * 86_400_000;

/** A date further ahead is a mistyped year. */
export function requireWithinTwoYears(date: Date, now: Date): void {
  if (date.getTime() - now.getTime() > twoYearsMs)
    throw refusedError("An event can be at most two years ahead.");
}

export type EventState = "canceled" | "past" | "tables made" | "closed" | "not offered" | "open" | "full";

export function getEventState(event: EventDetails, now: Date): EventState {
  if (event.canceledAt) return "canceled";
  if (event.date <= now) return "past";
  if (event.matchedAt) return "tables made";
  if (event.closesAt <= now) return "closed";
  if (!event.available) return "not offered";
  return event.taken < event.capacity ? "open" : "full";
}
