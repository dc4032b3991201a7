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
  { now, say }: { now: Date; say?: string | undefined },
  planWith: (data: MatchData) => { venueId: string; isOut: boolean; plan: ReseatingPlan },
) {
  const [event, data] = [await findEvent(db, eventId), await loadMatchData(db, eventId)];
  if (!event || !data) throw new Error("No event");
  const { venueId, isOut, plan } = planWith(data);
  const name = event.venues.find((each) => each.venueId === venueId)?.name ?? "";
  const reseating = {
    event,
    from: { id: venueId, name, isOut },
    plan,
    isStandbyOver: isStandbyOver(data, now),
    tellHosts: () => [],
    say,
    now,
  };
  return {
    plan,
    apply: (to = db) => (isOut ? saveVenueTables(to, reseating, 0) : saveClosing(to, reseating)),
  };
}

/** Plans that a venue takes nobody at an event, and returns the plan and what does it. */
export const planDropOut = (db: Database, eventId: string, venueId: string, now: Date, say?: string) =>
  planReseating(db, eventId, { now, say }, (data) => {
    const venues = data.event.venues.filter((venue) => venue.venueId !== venueId);
    const left = { ...data, event: { ...data.event, venues } };
    return { venueId, isOut: true, plan: planVenueTables(eventId, left, env, { venueId, tables: 0 }) };
  });

/** The same for a table that is closed. */
export const planTableClosing = (db: Database, eventId: string, number: number, now: Date) =>
  planReseating(db, eventId, { now }, (data) => {
    const table = data.tables.find((each) => each.number === number);
    if (!table) throw new Error("No such table");
    return { venueId: table.venueId, isOut: false, plan: planClosing(eventId, data, env, table) };
  });

export async function closeTable(db: Database, eventId: string, number: number, now: Date): Promise<boolean> {
  return (await planTableClosing(db, eventId, number, now)).apply();
}
