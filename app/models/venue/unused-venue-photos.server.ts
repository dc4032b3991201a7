import { sql } from "drizzle-orm";
import type { Store } from "#app/db/client.server.ts";
import { jsonList } from "#app/db/json-list.ts";
import { venues } from "#app/db/schema.ts";
import { deleteUnusedObjects } from "#app/db/unused-objects.server.ts";
import { venuePhotoPrefix } from "#app/lib/event/venue-photos.ts";

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
