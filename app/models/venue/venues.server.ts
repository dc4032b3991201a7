import { asc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { type Database, deleteUnusedObjects, type Store } from "#app/db/client.server.ts";
import { isUpcoming } from "#app/db/conditions.ts";
import { cities } from "#app/db/schema/city.ts";
import { events, eventVenues, schedules, scheduleVenues } from "#app/db/schema/event.ts";
import { hostLinks } from "#app/db/schema/host.ts";
import { quizQuestions } from "#app/db/schema/quiz.ts";
import { sheets } from "#app/db/schema/sheet.ts";
import { venues } from "#app/db/schema/venue.ts";
import { tables } from "#app/db/schema.ts";
import { insertRows, insertWhere, jsonList } from "#app/db/statements.ts";
import { venuePhotoPrefix } from "#app/lib/event/venue-photos.ts";
import { choicesBeforeNone } from "#app/lib/quiz/quiz.ts";
import { updateCalendars } from "#app/models/booking/event-transitions.server.ts";
import { recordTableChanges } from "#app/models/booking/table-changes.server.ts";
import { releaseClaims } from "#app/models/event/claims.server.ts";

export type Venue = typeof venues.$inferSelect;
type NewVenue = typeof venues.$inferInsert;

export const listVenues = async (db: Database, cityId?: string) =>
  db
    .select({
      id: venues.id,
      name: venues.name,
      address: venues.address,
      district: venues.district,
      cityId: venues.cityId,
      cityName: sql<string>`${cities.name}`.as("city_name"),
      citySlug: cities.slug,
      timeZone: cities.timeZone,
      tables: venues.tables,
      priceLevel: venues.priceLevel,
      stepFree: venues.stepFree,
      phone: venues.phone,
      googleMapsLink: venues.googleMapsLink,
      photo: venues.photo,
      diets: venues.diets,
    })
    .from(venues)
    .innerJoin(cities, eq(cities.id, venues.cityId))
    .where(cityId === undefined ? undefined : eq(venues.cityId, cityId))
    .orderBy(asc(cities.name), asc(venues.name), asc(venues.id));

/** By the ids of their venues. */
export async function countComingEvents(db: Database, now: Date): Promise<Map<string, number>> {
  const counts = await db
    .select({ venueId: eventVenues.venueId, count: sql<number>`count(*)`.as("count") })
    .from(events)
    .innerJoin(eventVenues, eq(eventVenues.eventId, events.id))
    .where(isUpcoming(now))
    .groupBy(sql`+${eventVenues.venueId}`);
  return new Map(counts.map(({ venueId, count }) => [venueId, count]));
}

export const findVenue = (db: Database, id: string) =>
  db
    .select({
      ...getTableColumns(venues),
      cityName: sql<string>`${cities.name}`.as("city_name"),
      citySlug: cities.slug,
      timeZone: cities.timeZone,
    })
    .from(venues)
    .innerJoin(cities, eq(cities.id, venues.cityId))
    .where(eq(venues.id, id))
    .get();

export type VenueDetails = NonNullable<Awaited<ReturnType<typeof findVenue>>>;

/** The diets that a venue can serve, by position. */
export async function listDiets(db: Database): Promise<string[]> {
  const [question] = await db
    .select({ choices: quizQuestions.choices })
    .from(quizQuestions)
    .where(eq(quizQuestions.role, "diet"));
  return choicesBeforeNone(question?.choices ?? []);
}

/** Returns undefined if the city has a venue of this name and address. */
export async function addVenue(db: Database, venue: NewVenue): Promise<string | undefined> {
  const exists = sql`exists (select 1 from ${venues} where ${venues.cityId} = ${venue.cityId}
    and ${venues.name} = ${venue.name} and ${venues.address} = ${venue.address})`;
  const [added] = await insertWhere(db, venues, venue, sql`not ${exists}`).returning({ id: venues.id });
  return added?.id;
}

export const addVenues = (db: Database, rows: NewVenue[], condition?: SQL) =>
  insertRows(db, venues, rows, condition);

const isUpcomingThere = (id: string, now: Date) =>
  sql`${isUpcoming(now)}
    and exists (select 1 from ${eventVenues} where ${eventVenues.eventId} = ${events.id} and ${eventVenues.venueId} = ${id})`;

export const countUpcomingEvents = (db: Database, id: string, now: Date): Promise<number> =>
  db.$count(events, isUpcomingThere(id, now));

/** How many events and schedules refer to a venue: also past, canceled and ended ones. */
export async function countUses(db: Database, id: string) {
  const [eventCount, scheduleCount, tableCount, linkCount] = await Promise.all([
    db.$count(eventVenues, eq(eventVenues.venueId, id)),
    db.$count(scheduleVenues, eq(scheduleVenues.venueId, id)),
    db.$count(tables, eq(tables.venueId, id)),
    db.$count(hostLinks, eq(hostLinks.venueId, id)),
  ]);
  return { eventCount, scheduleCount, tableCount, linkCount };
}

/** Removes a venue only if nothing refers to it. */
export async function removeVenue(db: Database, id: string): Promise<boolean> {
  const isUsed = sql`(exists (select 1 from ${eventVenues} where ${eventVenues.venueId} = ${id})
    or exists (select 1 from ${scheduleVenues} where ${scheduleVenues.venueId} = ${id})
    or exists (select 1 from ${tables} where ${tables.venueId} = ${id})
    or exists (select 1 from ${sheets} where ${sheets.venueId} = ${id})
    or exists (select 1 from ${hostLinks} where ${hostLinks.venueId} = ${id}))`;
  const removed = await db
    .delete(venues)
    .where(sql`${venues.id} = ${id} and not ${isUsed}`)
    .returning({ id: venues.id });
  return removed.length === 1;
}

interface Edit {
  id: string;
  changes: Partial<Venue>;
  now: Date;
}

/** It has, or had, an event or a schedule in another city than this one, so it can't be there. */
const isUsedOutside = (id: string, cityId: string) =>
  sql`(exists (select 1 from ${eventVenues} join ${events} on ${events.id} = ${eventVenues.eventId}
      where ${eventVenues.venueId} = ${id} and ${events.cityId} <> ${cityId})
    or exists (select 1 from ${scheduleVenues} join ${schedules} on ${schedules.id} = ${scheduleVenues.scheduleId}
      where ${scheduleVenues.venueId} = ${id} and ${schedules.cityId} <> ${cityId}))`;

export const canMoveTo = async (db: Database, id: string, cityId: string): Promise<boolean> =>
  (await db.$count(venues, sql`${venues.id} = ${id} and not ${isUsedOutside(id, cityId)}`)) === 1;

/** Not to the name and address of another venue of its city, and not to another city than that of its events and schedules. */
export async function editVenue(db: Database, { id, changes, now }: Edit): Promise<boolean> {
  const upcoming = isUpcomingThere(id, now);
  const { name, address, cityId } = changes;
  const isDuplicate = sql`exists (select 1 from venues others where others.id <> ${id}
    and others.city_id = coalesce(${cityId ?? null}, ${venues.cityId})
    and others.name = coalesce(${name ?? null}, ${venues.name})
    and others.address = coalesce(${address ?? null}, ${venues.address}))`;
  const keepsCity = cityId === undefined ? sql`true` : sql`not ${isUsedOutside(id, cityId)}`;
  const condition = sql`${venues.id} = ${id} and not ${isDuplicate} and ${keepsCity}`;
  const isVisible = name !== undefined || address !== undefined;
  const isChanged = sql`${isVisible} and exists (select 1 from ${venues} where ${condition})`;
  const isDifferent = sql`exists (select 1 from ${venues} where ${venues.id} = ${id}
    and (${venues.name} <> ${name ?? venues.name} or ${venues.address} <> ${address ?? venues.address}))`;
  const what = "The restaurant’s name or address was corrected.";
  const { last: changed } = await db.batch([
    recordTableChanges(
      db,
      { what, madeBy: "operator", now },
      sql`${upcoming} and ${isChanged} and ${isDifferent}`,
    ),
    updateCalendars(db, sql`(select id from ${events} where ${upcoming})`, isChanged),
    // A worker that is making tables there has read the diets, price and steps of before.
    releaseClaims(db, sql`${upcoming} and exists (select 1 from ${venues} where ${condition})`),
    db.update(venues).set(changes).where(condition).returning({ id: venues.id }),
  ]);
  return changed.length === 1;
}

/** A photo is stored before its venue names it, so a command that stops in between leaves it behind. None is deleted while there is no venue: a lost database is restored later. */
export const deleteUnusedVenuePhotos = ({ db, bucket }: Store, now: Date): Promise<void> =>
  deleteUnusedObjects(bucket, {
    prefix: venuePhotoPrefix,
    now,
    async findUnusedKeys(keys) {
      const rows = await db.all<{ value: string }>(
        sql`select value from ${jsonList(keys)}
          where exists (select 1 from ${venues})
            and value not in (select ${venues.photo} from ${venues} where ${venues.photo} is not null)`,
      );
      return rows.map(({ value }) => value);
    },
  });
