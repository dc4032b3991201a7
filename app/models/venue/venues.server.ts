import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { runBatch } from "#app/db/batch.ts";
import type { Database } from "#app/db/client.server.ts";
import { insertRows, insertWhere } from "#app/db/insert-where.ts";
import { events, quizQuestions, venues } from "#app/db/schema.ts";
import { choicesBeforeNone } from "#app/lib/quiz-roles.ts";
import { updateCalendars } from "#app/models/booking/event-transitions.server.ts";
import { recordTableChanges } from "#app/models/table-change/table-changes.server.ts";

export type Venue = typeof venues.$inferSelect;
type NewVenue = typeof venues.$inferInsert;

export async function listVenues(db: Database) {
  return db
    .select({
      id: venues.id,
      name: venues.name,
      address: venues.address,
      timeZone: venues.timeZone,
      diets: venues.diets,
      // Written as plain SQL: drizzle drops table names from a query on one table.
      eventCount:
        sql<number>`(select count(*) from events where events.venue_id = venues.id and events.canceled_at is null)`.as(
          "event_count",
        ),
    })
    .from(venues)
    .orderBy(asc(venues.name));
}

export async function findVenue(db: Database, id: string): Promise<Venue | undefined> {
  const [venue] = await db.select().from(venues).where(eq(venues.id, id));
  return venue;
}

/** The diets that a venue can serve, by position. */
export async function listDiets(db: Database): Promise<string[]> {
  const [question] = await db
    .select({ choices: quizQuestions.choices })
    .from(quizQuestions)
    .where(eq(quizQuestions.role, "diet"));
  return choicesBeforeNone(question?.choices ?? []);
}

/** Returns nothing where a venue of this name and address exists. */
export async function addVenue(db: Database, venue: NewVenue): Promise<string | undefined> {
  const exists = sql`exists (select 1 from ${venues}
    where ${venues.name} = ${venue.name} and ${venues.address} = ${venue.address})`;
  const [added] = await insertWhere(db, venues, venue, sql`not ${exists}`).returning({ id: venues.id });
  return added?.id;
}

export const addVenues = (db: Database, rows: NewVenue[]) => insertRows(db, venues, rows);

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

/** Not to the name and address of another venue, and not to another time zone while events are to come. */
export async function editVenue(db: Database, { id, changes, now }: Edit): Promise<boolean> {
  const upcoming = upcomingAtVenue(id, now);
  const { name, address, timeZone } = changes;
  const isDuplicate = sql`exists (select 1 from venues others where others.id <> ${id}
    and others.name = coalesce(${name ?? null}, ${venues.name})
    and others.address = coalesce(${address ?? null}, ${venues.address}))`;
  const keepsTimes =
    timeZone === undefined ? sql`true` : sql`not exists (select 1 from ${events} where ${upcoming})`;
  const condition = sql`${venues.id} = ${id} and not ${isDuplicate} and ${keepsTimes}`;
  const isVisible = name !== undefined || address !== undefined;
  const isChanged = sql`${isVisible} and exists (select 1 from ${venues} where ${condition})`;
  const isDifferent = sql`exists (select 1 from ${venues} where ${venues.id} = ${id}
    and (${venues.name} <> ${name ?? venues.name} or ${venues.address} <> ${address ?? venues.address}))`;
  const what = "The restaurant’s name or address was corrected.";
  const changed = await runBatch(
    db,
    [
      recordTableChanges(
        db,
        { what, madeBy: "operator", now },
        sql`${upcoming} and ${isChanged} and ${isDifferent}`,
      ),
      updateCalendars(db, sql`(select id from ${events} where ${upcoming})`, isChanged),
    ],
    db.update(venues).set(changes).where(condition).returning({ id: venues.id }),
  );
  return changed.length === 1;
}
