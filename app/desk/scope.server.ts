import { eq } from "drizzle-orm";
import { bookings } from "#app/db/schema/booking.ts";
import { schedules } from "#app/db/schema/event.ts";
import { clubMessages } from "#app/db/schema/message.ts";
import type { Operator } from "#app/lib/desk-settings.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { hasBookings } from "#app/models/account/search-people.server.ts";
import { findEventBooking } from "#app/models/booking/event-bookings.server.ts";
import { listCities } from "#app/models/city/cities.server.ts";
import { listSchedules } from "#app/models/event/schedules.server.ts";
import { findClubMessage } from "#app/models/message/club-messages.server.ts";
import { findEventByPrefix } from "#app/operations/event/find-event.ts";
import { findCityBySlug, findUserByEmailOrId } from "#app/operations/inputs.ts";
import {
  findIdByPrefix,
  notFoundError,
  type OperationContext,
  refusedError,
} from "#app/operations/operation.ts";
import { findVenueByPrefix } from "#app/operations/venue/venue-inputs.ts";
import { citySlugsOf } from "./operator.server.ts";

interface Subject {
  citySlug: string;
  /** Undefined if it is not about one evening. */
  date?: Date;
}

/** Refuses somebody whom the operator could not find: an id of other cities is no id. A whole address is known already. */
export async function checkPeople(
  context: OperationContext,
  operator: Operator,
  { user }: Record<string, unknown>,
): Promise<void> {
  const citySlugs = citySlugsOf(operator);
  if (!citySlugs || typeof user !== "string" || user.includes("@")) return;
  const known = await findUserByEmailOrId(context, user).catch(() => undefined);
  if (!known || !(await hasBookings(context.db, known.id, citySlugs)))
    throw notFoundError(`There is no user ${user}: type the whole email address, or the id.`);
}

/** Refuses what is not about the operator's cities, or for the door not about tonight. */
export async function checkScope(
  context: OperationContext,
  operator: Operator,
  input: Record<string, unknown>,
): Promise<void> {
  if (operator.role === "owner") return;
  const subjects = await findSubjects(context, input);
  if (subjects.length === 0) throw refusedError("Name the event or the city: you see only your own.");
  for (const subject of subjects)
    if (!isWithin(operator, subject, context.now))
      throw refusedError(
        operator.role === "door"
          ? "At the door, you see tonight’s events only."
          : "This is not one of your cities.",
      );
}

/** From the morning of the dinner to the next morning, wherever it is. */
export const tonightMs = 14 * hourMs;

export const isTonight = (date: Date, now: Date): boolean =>
  Math.abs(date.getTime() - now.getTime()) < tonightMs;

export const isWithin = ({ role, cities }: Operator, { citySlug, date }: Subject, now: Date): boolean =>
  role === "owner" ||
  ((cities?.includes(citySlug) ?? true) && (role === "city" || (date !== undefined && isTonight(date, now))));

/** What names the event or the city that something is about. */
export const scopeFields = ["booking", "bookings", "city", "event", "message", "other", "schedule", "venue"];

async function findSubjects(context: OperationContext, input: Record<string, unknown>): Promise<Subject[]> {
  const subjects: Subject[] = [];
  const { event, booking, bookings: several = [], other, venue, city, schedule, message } = input;
  if (typeof message === "string") {
    const id = await findIdByPrefix(context, clubMessages, "message", message);
    const written = await findClubMessage(context.db, id);
    if (written?.eventId) subjects.push(await findEventByPrefix(context, written.eventId));
    else if (written?.citySlug) subjects.push({ citySlug: written.citySlug });
  }
  if (typeof event === "string") subjects.push(await findEventByPrefix(context, event));
  for (const prefix of [booking, other, ...(Array.isArray(several) ? several : [])]) {
    if (typeof prefix !== "string") continue;
    const found = await findEventBooking(
      context.db,
      await findIdByPrefix(context, bookings, "booking", prefix),
    );
    if (found) subjects.push(found);
  }
  if (typeof city === "string") {
    const named = await findCityBySlug(context, city).catch(() => undefined);
    subjects.push({ citySlug: named?.slug ?? city });
  }
  if (typeof schedule === "string") {
    const id = await findIdByPrefix(context, schedules, "schedule", schedule);
    const [found] = await listSchedules(context.db, eq(schedules.id, id));
    const theirs = (await listCities(context.db)).find((each) => each.id === found?.cityId);
    subjects.push({ citySlug: theirs?.slug ?? "" });
  }
  // A venue may also move to the city that is named: both must be the operator's.
  if (typeof event !== "string" && typeof venue === "string") {
    const { citySlug } = await findVenueByPrefix(context, venue);
    subjects.push({ citySlug });
  }
  return subjects;
}
