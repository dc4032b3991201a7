/** People who ask for dinners in a city that the club doesn't have. They are told once when it opens, and then forgotten. */
import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { canBeBooked, isSweepDue } from "#app/db/conditions.ts";
import { cities, cityRequests, events } from "#app/db/schema.ts";
import { insertWhere, jsonList } from "#app/db/statements.ts";
import { foldName } from "#app/lib/account/name-key.ts";
import { newLinkId } from "#app/lib/signatures.server.ts";
import { isWithinEmailLimit, queueEmail } from "#app/models/outbox/queue-emails.server.ts";

const hasBookableEvent = (now: Date) =>
  sql`exists (select 1 from ${events} where ${events.cityId} = ${cities.id} and ${canBeBooked(now)})`;

/** As the address of a city is written. */
export const toCityKey = (name: string): string => foldName(name).replaceAll(" ", "-");

interface NewRequest {
  email: string;
  /** As it was typed. */
  city: string;
  cityKey: string;
  now: Date;
}

/**
 * Emails a link that confirms it, unless dinners of that city can be booked: then it returns the city. The same for an
 * address that asked before, so that nobody learns who did.
 */
export async function requestCity(db: Database, { email, city, cityKey, now }: NewRequest) {
  const confirmation = { kind: "city-asked" as const, to: email };
  const own = sql`${cityRequests.email} = ${email} and ${cityRequests.cityKey} = ${cityKey}`;
  const isOpen = sql`${cities.slug} = ${cityKey} and ${hasBookableEvent(now)}`;
  const isClosed = sql`not exists (select 1 from ${cities} where ${isOpen})`;
  const [[open]] = await db.batch([
    db.select({ name: cities.name, slug: cities.slug }).from(cities).where(isOpen),
    insertWhere(
      db,
      cityRequests,
      { id: newLinkId(), email, city, cityKey, createdAt: now },
      sql`${isClosed} and ${isWithinEmailLimit(confirmation, now)}`,
    ).onConflictDoNothing(),
    queueEmail(
      db,
      {
        ...confirmation,
        data: sql`(select json_object('linkId', id, 'city', city) from ${cityRequests} where ${own})`,
      },
      now,
      sql`${isClosed} and exists (select 1 from ${cityRequests} where ${own}) and ${isWithinEmailLimit(confirmation, now)}`,
    ),
  ]);
  return open;
}

export const findCityRequest = (db: Database, id: string) =>
  db.select().from(cityRequests).where(eq(cityRequests.id, id)).get();

export async function confirmCityRequest(db: Database, id: string, now: Date): Promise<void> {
  await db
    .update(cityRequests)
    .set({ confirmedAt: now })
    .where(sql`${cityRequests.id} = ${id} and ${cityRequests.confirmedAt} is null`);
}

export async function removeCityRequest(db: Database, id: string): Promise<void> {
  await db.delete(cityRequests).where(eq(cityRequests.id, id));
}

export const deleteCityRequests = (db: Database, addresses: SQL) =>
  db.delete(cityRequests).where(sql`${cityRequests.email} in ${addresses}`);

const maxListed = 200;

/** How many ask for each city, the most wanted first. */
export const listCityRequests = (db: Database) =>
  db
    .select({
      cityKey: cityRequests.cityKey,
      city: sql<string>`min(${cityRequests.city})`.as("spelling"),
      count: sql<number>`count(*)`.as("request_count"),
      slug: sql<string | null>`(select slug from ${cities} where slug = ${cityRequests.cityKey})`.as(
        "its_slug",
      ),
    })
    .from(cityRequests)
    .where(sql`${cityRequests.confirmedAt} is not null`)
    .groupBy(cityRequests.cityKey)
    .orderBy(sql`count(*) desc`, cityRequests.cityKey)
    .limit(maxListed);

/** Cities of the names that somebody asked for, with a dinner that can be booked. Looked for twice an hour. */
export async function findCitiesToOpen(db: Database, now: Date): Promise<string[]> {
  const found = await db
    .select({ id: cities.id })
    .from(cities)
    .where(
      sql`${isSweepDue(now)} and ${cities.slug} in (select city_key from ${cityRequests} where confirmed_at is not null)
        and ${hasBookableEvent(now)}`,
    );
  return found.map(({ id }) => id);
}

/** Tells those who asked under these names, or under the city's own, and forgets that they did. */
export async function tellAboutCity(
  db: Database,
  cityId: string,
  now: Date,
  otherKeys: readonly string[] = [],
): Promise<number> {
  const isAbout = sql`${cityRequests.confirmedAt} is not null and (${cityRequests.cityKey} in ${jsonList(otherKeys)}
    or ${cityRequests.cityKey} = (select slug from ${cities} where id = ${cityId}))`;
  const { last: told } = await db.batch([
    queueEmail(
      db,
      {
        kind: "city-opened",
        to: sql`${cityRequests.email}`,
        data: sql`json_object('city', ${cities.name}, 'slug', ${cities.slug})`,
        from: sql`${cityRequests} join ${cities} on ${cities.id} = ${cityId}`,
      },
      now,
      isAbout,
    ),
    db.delete(cityRequests).where(isAbout).returning({ id: cityRequests.id }),
  ]);
  return told.length;
}
