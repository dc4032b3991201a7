import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { bookings, events, quizQuestions, venues } from "#app/db/schema.ts";
import { recordOperatorChanges } from "#app/models/matching/operator-changes.server.ts";

export type Venue = typeof venues.$inferSelect;

export async function listVenues(db: Database) {
  return db
    .select({
      id: venues.id,
      name: venues.name,
      address: venues.address,
      timeZone: venues.timeZone,
      diets: venues.diets,
      // Spelled out: of a table that stands by itself drizzle drops the name, and "id" would be the dinner's.
      eventCount:
        sql<number>`(select count(*) from events where events.venue_id = venues.id and events.canceled_at is null)`.as(
          "dinners",
        ),
    })
    .from(venues)
    .orderBy(asc(venues.name));
}

export async function findVenue(db: Database, id: string): Promise<Venue | undefined> {
  const [venue] = await db.select().from(venues).where(eq(venues.id, id));
  return venue;
}

/** What a kitchen can be asked for, by position; the last choice of the question says nothing is. */
export async function listDiets(db: Database): Promise<string[]> {
  const [question] = await db
    .select({ choices: quizQuestions.choices })
    .from(quizQuestions)
    .where(eq(quizQuestions.role, "diet"));
  return question?.choices.slice(0, -1) ?? [];
}

/** Unless one of this name and address is there: then nothing. */
export async function addVenue(db: Database, venue: Omit<Venue, "id">): Promise<string | undefined> {
  const id = crypto.randomUUID();
  const { name, address, googleMapsLink, timeZone, diets } = venue;
  const [added] = await db
    .insert(venues)
    .select(
      sql`select ${id}, ${name}, ${address}, ${googleMapsLink}, ${timeZone}, ${JSON.stringify(diets)}
        where not exists (select 1 from ${venues} where ${venues.name} = ${name} and ${venues.address} = ${address})`,
    )
    .returning({ id: venues.id });
  return added?.id;
}

const upcomingAtVenue = (id: string, now: Date) =>
  and(eq(events.venueId, id), gt(events.date, now), isNull(events.canceledAt));

export async function countUpcomingEvents(db: Database, id: string, now: Date): Promise<number> {
  return db.$count(events, upcomingAtVenue(id, now));
}

interface Edit {
  id: string;
  changes: Partial<Venue>;
  now: Date;
}

/** Whether it is changed: not into the double of another, and not to another clock under dinners to come. */
export async function editVenue(db: Database, { id, changes, now }: Edit): Promise<boolean> {
  const ahead = upcomingAtVenue(id, now);
  const { name, address, timeZone } = changes;
  const may = sql`${venues.id} = ${id} and not exists (select 1 from venues others where others.id <> ${id}
    and others.name = coalesce(${name ?? null}, ${venues.name})
    and others.address = coalesce(${address ?? null}, ${venues.address}))
    and (${timeZone === undefined ? 1 : 0} or not exists (select 1 from ${events} where ${ahead}))`;
  const isSeen = name !== undefined || address !== undefined;
  const stands = sql`${isSeen ? 1 : 0} and exists (select 1 from ${venues} where ${may})`;
  const what = "The restaurant’s name or address was corrected.";
  const [, , changed] = await db.batch([
    recordOperatorChanges(db, { what, now }, sql`${ahead} and ${stands}`),
    db
      .update(bookings)
      .set({ sequence: sql`${bookings.sequence} + 1` })
      .where(
        sql`${bookings.canceled} = 0 and ${stands} and ${bookings.eventId} in (select id from ${events} where ${ahead})`,
      ),
    db.update(venues).set(changes).where(may).returning({ id: venues.id }),
  ]);
  return changed.length === 1;
}
