import type { AppLoadContext } from "@remix-run/cloudflare";
import { dayOfEvent, longDate } from "#app/lib/dates.ts";
import type { Operator } from "#app/lib/desk-settings.ts";
import {
  listBookingsOfFound,
  maxFound,
  readWords,
  searchPeople,
} from "#app/models/account/search-people.server.ts";
import { plural } from "#app/operations/words.ts";
import { citySlugsOf } from "./operator.server.ts";
import type { FoundPeople } from "./people.tsx";
import { isTonight } from "./scope.server.ts";

const maxTyped = 100;

export async function findPeople(
  { db, now }: AppLoadContext,
  { url, operator }: { url: string; operator: Operator },
): Promise<FoundPeople> {
  const typed = (new URL(url).searchParams.get("q") ?? "").trim().slice(0, maxTyped);
  if (readWords(typed).length === 0) return { typed, isTooShort: typed !== "", people: [], hasMore: false };
  const citySlugs = citySlugsOf(operator);
  const found = await searchPeople(db, { typed, citySlugs });
  const people = found.slice(0, maxFound);
  const bookings =
    people.length > 0
      ? await listBookingsOfFound(db, { userIds: people.map(({ id }) => id), citySlugs })
      : [];
  const byUser = Map.groupBy(bookings, ({ userId }) => userId);
  return {
    typed,
    isTooShort: false,
    people: people.map((person) => ({
      ...person,
      about: describeBookings(byUser.get(person.id) ?? [], now),
    })),
    hasMore: found.length > maxFound,
  };
}

type FoundBooking = Awaited<ReturnType<typeof listBookingsOfFound>>[number];

/** "tonight, table 2", or how often they came, or when they come next. */
function describeBookings(all: readonly FoundBooking[], now: Date): string {
  const bookings = all.filter(({ isCanceled }) => !isCanceled);
  const tonight = bookings.find(({ date }) => isTonight(date, now));
  if (tonight) {
    const day = dayOfEvent(tonight.date, now, tonight.timeZone);
    const when = /^To(night|day)$/.test(day) ? day.toLowerCase() : longDate(tonight.date, tonight.timeZone);
    return tonight.table === null ? `${when}, no table` : `${when}, table ${tonight.table}`;
  }
  const dinners = bookings.filter(
    ({ date, confirmed, attendance }) => date <= now && confirmed && attendance !== "no-show",
  );
  const next = bookings.findLast(({ date }) => date > now);
  const parts = [
    ...(dinners.length > 0 ? [plural(dinners.length, "event")] : []),
    ...(next ? [`comes on ${longDate(next.date, next.timeZone)}`] : []),
  ];
  if (parts.length > 0) return parts.join(", ");
  if (bookings.length > 0) return "never came";
  return all.length > 0 ? `${plural(all.length, "booking")}, canceled` : "never booked";
}
