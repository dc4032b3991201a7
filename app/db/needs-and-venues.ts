import { sql } from "drizzle-orm";
import { needRoles, type VenueFacts } from "#app/matching/venues/needs.ts";
import type { NeedAnswer } from "#app/matching/venues/unmet-needs.ts";
import { bookings } from "./schema.ts";

/** What decides whether a venue of the event suits the diner. */
export interface NeedsAndVenues {
  answers: NeedAnswer[];
  venues: VenueFacts[];
}

const roles = sql.raw(needRoles.map((role) => `'${role}'`).join());

const mayLackSuitableVenue = sql`(${bookings.standby} = 1 or (${bookings.confirmed} = 0 and ${bookings.canceled} = 0))`;

/** Of a booking that waits for a table, or is or was on standby; null for the others. */
export const needsAndVenues = sql<NeedsAndVenues | null>`iif(${mayLackSuitableVenue}, json_object(
  'answers', json((select json_group_array(json_object('role', q.role, 'questionId', q.id,
      'choices', json(q.choices), 'answerIds', json(a.answer_ids)))
    from user_answers a join quiz_questions q on q.id = a.question_id
    where a.user_id = ${bookings.userId} and q.role in (${roles}))),
  'venues', json((select json_group_array(json_object('diets', json(v.diets), 'priceLevel', v.price_level,
      'stepFree', json(iif(v.step_free, 'true', 'false'))))
    from event_venues ev join venues v on v.id = ev.venue_id where ev.event_id = ${bookings.eventId}))), null)`.mapWith(
  (json: string): NeedsAndVenues | null => JSON.parse(json),
);
