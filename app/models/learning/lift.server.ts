import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { bookings, feedback, matchRecords } from "#app/db/schema.ts";
import type { WeightSource } from "#app/matching/learning/choose-weights.ts";
import { compareEvents, type Lift } from "#app/matching/learning/lift.ts";

export interface Lifts {
  /** The learned weights in force, compared with the operator's. */
  learned: Lift;
  drawn: Lift;
}

/** By the ratings of evenings, of the events whose weights were chosen at random and could have been either. */
export async function loadLifts(db: Database): Promise<Lifts> {
  const choice = (path: string) => sql`${matchRecords.frame} ->> ${sql.raw(`'$.weightChoice.${path}'`)}`;
  const rows = await db
    .select({
      chosen: sql<WeightSource>`${choice("chosen")}`.as("chosen_weights"),
      learned: sql<number>`${choice("probabilities.learned")}`.as("learned_chance"),
      operator: sql<number>`${choice("probabilities.operator")}`.as("operator_chance"),
      drawn: sql<number>`${choice("probabilities.drawn")}`.as("drawn_chance"),
      ratings: sql<number>`count(*)`.as("rating_count"),
      ratingSum: sql<number>`sum(${feedback.rating})`.as("rating_sum"),
    })
    .from(matchRecords)
    .innerJoin(bookings, eq(bookings.eventId, matchRecords.eventId))
    .innerJoin(feedback, eq(feedback.bookingId, bookings.id))
    .where(and(isNotNull(feedback.rating), isNotNull(choice("chosen"))))
    .groupBy(matchRecords.eventId);
  const compare = (source: "learned" | "drawn") =>
    compareEvents(
      rows
        .filter((row) => row[source] > 0 && row.operator > 0)
        .map((row) => ({ ...row, probability: row[row.chosen] })),
      source,
      "operator",
    );
  return { learned: compare("learned"), drawn: compare("drawn") };
}
