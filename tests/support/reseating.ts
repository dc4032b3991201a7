import type { Database } from "#app/db/client.server.ts";
import { findEvent } from "#app/models/event/events.server.ts";
import { isStandbyOver } from "#app/models/seating/event-seats.server.ts";
import { loadMatchData, type MatchData } from "#app/models/seating/match-data.server.ts";
import { planClosing, planVenueTables, type ReseatingPlan } from "#app/models/seating/reseating.server.ts";
import { saveClosing, saveVenueTables } from "#app/models/seating/save-reseating.server.ts";

const env = { APP_ENV: "local" } as Env;

async function planReseating(
  db: Database,
  eventId: string,
  { now, say, tables }: { now: Date; say?: string | undefined; tables?: number },
  planWith: (data: MatchData) => { venueId: string; plan: ReseatingPlan },
) {
  const [event, data] = [await findEvent(db, eventId), await loadMatchData(db, eventId)];
  if (!event || !data) throw new Error("No event");
  const { venueId, plan } = planWith(data);
  const name = event.venues.find((each) => each.venueId === venueId)?.name ?? "";
  const reseating = {
    event,
    from: { id: venueId, name, isOut: tables === 0 },
    plan,
    isStandbyOver: isStandbyOver(data, now),
    tellHosts: () => [],
    say,
    now,
  };
  return {
    plan,
    apply: (to = db) =>
      tables === undefined ? saveClosing(to, reseating) : saveVenueTables(to, reseating, tables),
  };
}

/** Plans that a venue has so many tables at an event, and returns the plan and what does it. */
export const planVenue = (
  db: Database,
  eventId: string,
  { venueId, tables }: { venueId: string; tables: number },
  { now, say }: { now: Date; say?: string | undefined },
) =>
  planReseating(db, eventId, { now, say, tables }, (data) => {
    const venues = data.event.venues
      .map((venue) => (venue.venueId === venueId ? { ...venue, tables } : venue))
      .filter((venue) => venue.tables > 0);
    const changed = { ...data, event: { ...data.event, venues } };
    return { venueId, plan: planVenueTables(eventId, changed, env, { venueId, tables }) };
  });

export const planDropOut = (db: Database, eventId: string, venueId: string, now: Date, say?: string) =>
  planVenue(db, eventId, { venueId, tables: 0 }, { now, say });

/** The same for a table that is closed. */
export const planTableClosing = (db: Database, eventId: string, number: number, now: Date) =>
  planReseating(db, eventId, { now }, (data) => {
    const table = data.tables.find((each) => each.number === number);
    if (!table) throw new Error("No such table");
    return { venueId: table.venueId, plan: planClosing(eventId, data, env, table) };
  });

export async function closeTable(db: Database, eventId: string, number: number, now: Date): Promise<boolean> {
  return (await planTableClosing(db, eventId, number, now)).apply();
}
