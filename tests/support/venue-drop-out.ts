import type { Database } from "#app/db/client.server.ts";
import { findEvent } from "#app/models/event/events.server.ts";
import { isStandbyOver } from "#app/models/seating/event-seats.server.ts";
import { loadMatchData } from "#app/models/seating/match-data.server.ts";
import { applyVenueTables, planVenueTables } from "#app/models/seating/venue-tables.server.ts";

/** Plans that a venue takes nobody at an event, and returns the plan and what does it. */
export async function planDropOut(db: Database, eventId: string, venueId: string, now: Date, say?: string) {
  const [event, data] = [await findEvent(db, eventId), await loadMatchData(db, eventId)];
  if (!event || !data) throw new Error("No event");
  const venues = data.event.venues.filter((venue) => venue.venueId !== venueId);
  const env = { APP_ENV: "local" } as Env;
  const venue = { venueId, tables: 0 };
  const plan = planVenueTables(eventId, { ...data, event: { ...data.event, venues } }, env, venue);
  const name = event.venues.find((each) => each.venueId === venueId)?.name ?? "";
  const change = {
    event,
    venue: { ...venue, name },
    plan,
    isStandbyOver: isStandbyOver(data, now),
    tellHosts: () => [],
    say,
    now,
  };
  return { plan, apply: (to = db) => applyVenueTables(to, change) };
}
