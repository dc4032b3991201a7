import { sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { cities, type schedules, type venues } from "#app/db/schema.ts";
import { insertCity, type NewCity } from "#app/models/city/cities.server.ts";
import { addSchedules } from "#app/models/event/schedules.server.ts";
import { addVenues } from "./venues.server.ts";

interface Founding {
  city: NewCity;
  venue: Omit<typeof venues.$inferInsert, "cityId">;
  schedule: Omit<typeof schedules.$inferInsert, "cityId" | "createdAt">;
}

/** A city with its first venue, all of whose tables are for its weekly event. Returns undefined if a city has this slug, or this name in the same country. */
export async function foundCity(db: Database, { city, venue, schedule }: Founding, now: Date) {
  const [cityId, venueId, scheduleId] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const isFounded = sql`exists (select 1 from ${cities} where ${cities.id} = ${cityId})`;
  const { last } = await db.batch([
    insertCity(db, { ...city, id: cityId }),
    ...addVenues(db, [{ ...venue, id: venueId, cityId }], isFounded),
    ...addSchedules(
      db,
      [{ ...schedule, id: scheduleId, cityId, createdAt: now }],
      [{ scheduleId, venueId, tables: venue.tables }],
      isFounded,
    ),
    db.select({ id: cities.id }).from(cities).where(isFounded),
  ]);
  return last.length > 0 ? { venue: venueId, schedule: scheduleId } : undefined;
}
