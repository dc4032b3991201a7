import type { AppLoadContext } from "@remix-run/cloudflare";
import { asc, eq, getTableColumns, max, type SQL, sql } from "drizzle-orm";
import { batchedRead, type Statement } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { sqlJson } from "#app/db/columns.ts";
import { isUpcoming } from "#app/db/conditions.ts";
import { cities, events, schedules, venues } from "#app/db/schema.ts";
import { insertRows, insertWhere } from "#app/db/statements.ts";
import { areDepositsOffered } from "#app/lib/booking/booking-states.ts";

export type City = typeof cities.$inferSelect;
export type NewCity = typeof cities.$inferInsert;

export const listCities = async (db: Database): Promise<City[]> =>
  db.select().from(cities).orderBy(asc(cities.name), asc(cities.slug));

export const listCitiesWithCounts = async (db: Database, now: Date) =>
  db
    .select({
      ...getTableColumns(cities),
      venueCount: sql<number>`(select count(*) from ${venues}
        where city_id = "cities"."id")`.as("venue_count"),
      upcomingCount: sql<number>`(select count(*) from ${events} where city_id = "cities"."id"
        and date > ${now.getTime()} and canceled_at is null)`.as("upcoming_count"),
    })
    .from(cities)
    .orderBy(asc(cities.name), asc(cities.slug));

export const hasSeveralCities = async (db: Database): Promise<boolean> =>
  (await db.select({ id: cities.id }).from(cities).limit(2)).length > 1;

/** Undefined if the cities are in different time zones, or there is no city. */
export async function findSharedTimeZone(db: Database): Promise<string | undefined> {
  const found = await db.selectDistinct({ timeZone: cities.timeZone }).from(cities).limit(2);
  return found.length === 1 ? found[0]?.timeZone : undefined;
}

/** Jumps from one to the next in the index, so that it reads as many rows as there are time zones. */
export async function listTimeZones(db: Database): Promise<string[]> {
  const found = await db.all<{ zone: string }>(
    sql`with recursive zones (zone) as (select min(time_zone) from ${cities}
      union all select (select min(time_zone) from ${cities} where time_zone > zone) from zones where zone is not null)
      select zone from zones where zone is not null`,
  );
  return found.map(({ zone }) => zone);
}

export const readCityTerms = (db: Database, limit: number) =>
  batchedRead(
    [
      db
        .select({
          name: cities.name,
          currency: cities.currency,
          deposit: cities.deposit,
          ranges: cities.priceRanges,
          levels: sqlJson<{
            min: number;
            max: number;
          }>`(select json_object('min', min(price_level), 'max', max(price_level))
            from ${venues} where city_id = "cities"."id")`.as("levels"),
        })
        .from(cities)
        .orderBy(asc(cities.name), asc(cities.slug))
        .limit(limit),
    ],
    ([found]) => found,
  );

/** Whether anybody may be asked for a deposit: in one of the cities, or once there is one. The page is there without the database. */
export async function hasDeposits(context: AppLoadContext): Promise<boolean> {
  if (!areDepositsOffered(context.env)) return false;
  const found = await context.db
    .select({ highest: max(cities.deposit) })
    .from(cities)
    .get()
    .catch(() => {
      context.isIncomplete = true;
    });
  return (found?.highest ?? 1) > 0;
}

export const findCity = (db: Database, slug: string): Promise<City | undefined> =>
  db.select().from(cities).where(eq(cities.slug, slug)).get();

const hasTwin = ({ id, name, country }: { id?: string; name: SQL | string; country: SQL | string | null }) =>
  sql`exists (select 1 from cities others where others.id <> ${id ?? ""} and others.name = ${name}
    and others.country is ${country})`;

/** A statement that adds the city unless another has its slug, or its name in the same country. */
export const insertCity = (db: Database, { name, country = null, ...others }: NewCity) =>
  insertWhere(
    db,
    cities,
    { ...others, name, country },
    sql`not ${hasTwin({ name, country })}`,
  ).onConflictDoNothing();

/** Returns undefined if a city has this slug, or this name in the same country. */
export async function addCity(db: Database, city: NewCity): Promise<string | undefined> {
  const [added] = await insertCity(db, city).returning({ id: cities.id });
  return added?.id;
}

export const addCities = (db: Database, rows: NewCity[]) => insertRows(db, cities, rows);

const isUsed = (id: string) => sql`(exists (select 1 from ${venues} where ${venues.cityId} = ${id})
  or exists (select 1 from ${events} where ${events.cityId} = ${id})
  or exists (select 1 from ${schedules} where ${schedules.cityId} = ${id}))`;

/** How many venues, events and schedules refer to a city: also past, canceled and ended ones. */
export async function countUses(db: Database, id: string) {
  const [venueCount, eventCount, scheduleCount] = await Promise.all([
    db.$count(venues, eq(venues.cityId, id)),
    db.$count(events, eq(events.cityId, id)),
    db.$count(schedules, eq(schedules.cityId, id)),
  ]);
  return { venueCount, eventCount, scheduleCount };
}

export async function removeCity(db: Database, id: string): Promise<boolean> {
  const removed = await db
    .delete(cities)
    .where(sql`${cities.id} = ${id} and not ${isUsed(id)}`)
    .returning({ id: cities.id });
  return removed.length === 1;
}

interface Edit {
  id: string;
  changes: Partial<NewCity>;
  now: Date;
}

/** Statements that make the events to come ask for this deposit, if the condition holds. */
type AskAnew = (
  db: Database,
  about: { cityId: string; deposit: number | SQL; now: Date },
  condition: SQL,
) => readonly Statement[];

/**
 * Not to the slug of another city, nor to its name in the same country, and not to another time zone while events are to come. In
 * another currency these ask for its new deposit.
 */
export async function editCity(
  db: Database,
  { id, changes, now }: Edit,
  askAnew: AskAnew = () => [],
): Promise<boolean> {
  const { slug, timeZone } = changes;
  const hasOwnSlug = sql`not exists (select 1 from cities others
    where others.id <> ${id} and others.slug = ${slug ?? null})`;
  const { name = sql`${cities.name}`, country = sql`${cities.country}` } = changes;
  const hasOwnName =
    changes.name === undefined && changes.country === undefined
      ? sql`true`
      : sql`not ${hasTwin({ id, name, country })}`;
  const keepsTimes =
    timeZone === undefined
      ? sql`true`
      : sql`(${cities.timeZone} = ${timeZone} or not exists (select 1 from ${events}
          where ${events.cityId} = ${id} and ${isUpcoming(now)}))`;
  const condition = sql`${cities.id} = ${id} and ${hasOwnSlug} and ${hasOwnName} and ${keepsTimes}`;
  const deposit = changes.deposit ?? sql`(select deposit from cities where id = ${id})`;
  const { last: changed } = await db.batch([
    ...(changes.currency === undefined
      ? []
      : askAnew(
          db,
          { cityId: id, deposit, now },
          sql`exists (select 1 from ${cities} where ${condition} and ${cities.currency} <> ${changes.currency})`,
        )),
    db.update(cities).set(changes).where(condition).returning({ id: cities.id }),
  ]);
  return changed.length === 1;
}
