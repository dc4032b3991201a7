import { sql } from "drizzle-orm";
import { sqlJson } from "#app/db/columns.ts";
import { bookings, cities, events, profiles, venues } from "#app/db/schema.ts";
import { eventTimes } from "#app/lib/event/event-times.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { type NeedAnswer, needRoles, type VenueFacts } from "#app/matching/venues/needs.ts";
import type { ValueOrPlaceholder } from "./prepare-queries.ts";

/** What diners learn about a dinner. Pages and emails select each list as a whole. */

/** The date comes first: if there is no event, drizzle returns null for a list that begins with null. */
export const eventFacts = {
  date: events.date,
  closesAt: events.closesAt,
  matchedAt: events.matchedAt,
};

export const cityFacts = {
  cityName: sql<string>`${cities.name}`.as("city_name"),
  timeZone: cities.timeZone,
  country: cities.country,
};

export const eveningVenues = sqlJson<({ district: string | null } & VenueFacts)[]>`(select json_group_array(
    json_object('district', v.district, 'priceLevel', v.price_level, 'diets', json(v.diets),
      'stepFree', json(iif(v.step_free, 'true', 'false'))))
    from event_venues ev join venues v on v.id = ev.venue_id where ev.event_id = ${events.id})`;

/** What a drawing and a card say of an event, with its city's price ranges. */
export const eveningFacts = {
  date: events.date,
  timeZone: cities.timeZone,
  taken: events.taken,
  capacity: events.capacity,
  currency: cities.currency,
  priceRanges: cities.priceRanges,
  venues: eveningVenues.as("evening_venues"),
};

/** Only diners with a table see these. */
export const venueFacts = {
  name: venues.name,
  address: venues.address,
  district: venues.district,
  mapsLink: venues.googleMapsLink,
  phone: venues.phone,
};

// What table-mates see of a diner doesn't change after the dinner.

export const nameAtDinner = sql<string>`coalesce(${bookings.firstName}, ${profiles.firstName})`;

/** No city's feedback closes later than this. */
const facesShownForMs = eventTimes.feedbackForMs + 2 * dayMs;

const wasChosenBefore = sql`coalesce(${profiles.avatarSetAt}, 0) <= ${events.date} + ${eventTimes.checkInUntilAfterMs}`;

/** The photo, or the face that the diner chose, is shown until the feedback closes, unless it was chosen after the dinner. */
export const isPhotoShown = (now: ValueOrPlaceholder<number>) =>
  sql`(${events.date} > ${now} - ${facesShownForMs} and ${wasChosenBefore})`;

/** The face that emails about a dinner show. */
export const faceAtDinner = sql<number | null>`iif(${wasChosenBefore}, ${profiles.face}, null)`;

/** What decides whether a venue of the event suits the diner. */
export interface NeedsAndVenues {
  answers: NeedAnswer[];
  venues: VenueFacts[];
}

const roles = sql.raw(needRoles.map((role) => `'${role}'`).join());

const mayLackSuitableVenue = sql`(${bookings.standby} = 1 or (${bookings.confirmed} = 0 and ${bookings.canceled} = 0))`;

/** For a booking that waits for a table, or is or was on standby; null for all others. */
export const needsAndVenues = sqlJson<NeedsAndVenues | null>`iif(${mayLackSuitableVenue}, json_object(
  'answers', json((select json_group_array(json_object('role', q.role, 'questionId', q.id,
      'choices', json(q.choices), 'answerIds', json(a.answer_ids)))
    from user_answers a join quiz_questions q on q.id = a.question_id
    where a.user_id = ${bookings.userId} and q.role in (${roles}))),
  'venues', json((select json_group_array(json_object('diets', json(v.diets), 'priceLevel', v.price_level,
      'stepFree', json(iif(v.step_free, 'true', 'false'))))
    from event_venues ev join venues v on v.id = ev.venue_id where ev.event_id = ${bookings.eventId}))), null)`;
