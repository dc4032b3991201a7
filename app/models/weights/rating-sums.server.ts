import { sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { insertWhere } from "#app/db/insert-where.ts";
import { ratingSums } from "#app/db/schema.ts";
import { emptySums, type RatingSums } from "#app/matching/learning/rating-sums.ts";
import { areLearnable, markLearned } from "#app/models/feedback/learnable-feedback.server.ts";

interface StoredSums {
  sums: RatingSums;
  /** 0 before there are any. */
  version: number;
}

export async function readRatingSums(db: Database): Promise<StoredSums> {
  const [row] = await db.select({ sums: ratingSums.sums, version: ratingSums.version }).from(ratingSums);
  return row ?? { sums: emptySums(), version: 0 };
}

/** Saves sums that have the feedback of these bookings in them. False where another worker was faster, or a diner was erased. */
export async function saveRatingSums(
  db: Database,
  { sums, version }: StoredSums,
  bookingIds: string[],
  now: Date,
): Promise<boolean> {
  const savedBy = crypto.randomUUID();
  const isSaved = sql`exists (select 1 from ${ratingSums} where ${ratingSums.savedBy} = ${savedBy})`;
  const [, saved] = await db.batch([
    insertWhere(
      db,
      ratingSums,
      { id: 1, sums: emptySums(), version: 0, savedBy: "", updatedAt: now },
      sql`not exists (select 1 from ${ratingSums})`,
    ),
    db
      .update(ratingSums)
      .set({ sums, version: version + 1, savedBy, updatedAt: now })
      .where(sql`${ratingSums.version} = ${version} and ${areLearnable(bookingIds)}`)
      .returning({ version: ratingSums.version }),
    markLearned(db, bookingIds, isSaved, now),
  ]);
  return saved?.length === 1;
}
