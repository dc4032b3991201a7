import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "../db/client.server.ts";
import { events, quizQuestions, venues } from "../db/schema.ts";

export type Venue = typeof venues.$inferSelect;

export async function listVenues(db: Database) {
  return db
    .select({
      id: venues.id,
      name: venues.name,
      address: venues.address,
      timeZone: venues.timeZone,
      diets: venues.diets,
      dinners: sql<number>`(select count(*) from ${events} where ${events.venueId} = ${venues.id})`.as(
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
