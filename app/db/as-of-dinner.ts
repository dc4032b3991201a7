/** What table-mates see of a diner does not change after their dinner. */
import { sql } from "drizzle-orm";
import { eventTimes } from "#app/lib/event/event-times.ts";
import { dayMs } from "#app/lib/time-units.ts";
import type { ValueOrPlaceholder } from "./prepare-queries.ts";
import { bookings, events, profiles } from "./schema.ts";

/** The diner's first name, as it was at the dinner. */
export const nameThen = sql<string>`coalesce(${bookings.firstName}, ${profiles.firstName})`;

/** No city's feedback closes later. */
const facesShownForMs = eventTimes.feedbackForMs + 2 * dayMs;

/** The photo is shown until the feedback closes, and is none that was chosen after the dinner. */
export const isPhotoShown = (now: ValueOrPlaceholder<number>) =>
  sql`(${events.date} > ${now} - ${facesShownForMs}
    and coalesce(${profiles.avatarSetAt}, 0) <= ${events.date} + ${eventTimes.checkInUntilAfterMs})`;
