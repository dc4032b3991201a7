import { events } from "#app/db/schema.ts";
import { type EventDetails, findEvent } from "#app/models/event/events.server.ts";
import { type Desk, theOne } from "./command-context.ts";
import { notFound, refused } from "./exit-codes.ts";
import { wallClock } from "./times.ts";

/** The dinner whose id begins so. */
export async function dinnerNamed(desk: Desk, start: string): Promise<EventDetails> {
  const found = await findEvent(desk.db, await theOne(desk, events, "dinner", start));
  if (!found) throw notFound(`There is no dinner ${start}.`);
  return found;
}

export const called = ({ date, timeZone, venueName }: EventDetails) =>
  `${wallClock(date, timeZone)} at ${venueName}`;

const twoYears = 731 * 86_400_000;

/** Nobody means a dinner that far ahead: its year is mistyped. */
export function notTooLate(date: Date, now: Date): void {
  if (date.getTime() - now.getTime() > twoYears) throw refused("A dinner is at most two years ahead.");
}

export function stateOfDinner(dinner: EventDetails, now: Date): string {
  if (dinner.canceledAt) return "canceled";
  if (dinner.date <= now) return "past";
  if (dinner.matchedAt) return "tables made";
  if (dinner.closesAt <= now) return "closed";
  if (!dinner.available) return "not offered";
  return dinner.taken < dinner.capacity ? "open" : "full";
}
