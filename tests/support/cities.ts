import { sql } from "drizzle-orm";
import { cities } from "#app/db/schema/city.ts";
import { events, eventVenues } from "#app/db/schema/event.ts";
import { venues } from "#app/db/schema/venue.ts";
import { tables } from "#app/db/schema.ts";
import { hourMs } from "#app/lib/time-units.ts";
import type { Club } from "./club.ts";
import { testCity } from "./events.ts";

let count = 0;

export const viennaCity = {
  ...testCity,
  id: "city-vienna",
  slug: "vienna",
  name: "Vienna",
  country: "AT",
  timeZone: "Europe/Vienna",
  currency: "eur",
  price: 700,
  deposit: 1_000,
  latitude: 48.2082,
  longitude: 16.3738,
};

export const tokyoCity = {
  ...testCity,
  id: "city-tokyo",
  slug: "tokyo",
  name: "Tokyo",
  country: "JP",
  timeZone: "Asia/Tokyo",
  currency: "jpy",
  price: 1_200,
  deposit: 1_500,
  latitude: 35.6762,
  longitude: 139.6503,
};

type VenueOptions = Partial<typeof venues.$inferInsert>;

interface CityEvent {
  city?: typeof testCity;
  hoursFromNow?: number;
  /** When booking ends; two days before otherwise. */
  closesInHours?: number;
  venues?: VenueOptions[];
}

/** Returns the ids of a new event and of its new venues. */
export async function createCityEvent(
  club: Pick<Club, "db">,
  {
    city = testCity,
    hoursFromNow = 150,
    closesInHours = hoursFromNow - 48,
    venues: options = [{}],
  }: CityEvent,
) {
  const id = `city-event-${++count}`;
  const rows = options.map((venue, i) => ({
    id: `${id}-venue-${i}`,
    cityId: city.id,
    name: `Gasthaus ${count}.${i}`,
    address: `Hauptplatz ${count}`,
    googleMapsLink: `https://maps.example/?q=${count}.${i}`,
    tables: 2,
    priceLevel: 1,
    ...venue,
  }));
  const date = new Date(Date.now() + hoursFromNow * hourMs);
  await club.db.batch([
    club.db.insert(cities).values(city).onConflictDoNothing(),
    club.db.insert(venues).values(rows),
    club.db.insert(events).values({
      id,
      cityId: city.id,
      date,
      scheduledFor: date,
      closesAt: new Date(Date.now() + closesInHours * hourMs),
      available: true,
    }),
    club.db.insert(eventVenues).values(rows.map((venue) => ({ eventId: id, venueId: venue.id, tables: 2 }))),
  ]);
  return { id, venueIds: rows.map((venue) => venue.id) };
}

interface Seating {
  eventId: string;
  venueId: string;
  number: number;
  bookingIds: string[];
}

/** Puts bookings at a table of this venue, as a matching run does. */
export async function seatAt(club: Club, { eventId, venueId, number, bookingIds }: Seating): Promise<void> {
  const id = `${eventId}-table-${number}`;
  await club.db.insert(tables).values({ id, eventId, venueId, number });
  for (const bookingId of bookingIds)
    await club.db.run(
      sql`UPDATE bookings SET confirmed = 1, standby = 0, table_id = ${id} WHERE id = ${bookingId}`,
    );
}

export const putOnStandby = (club: Club, bookingId: string, reason: string) =>
  club.db.run(sql`UPDATE bookings SET standby = 1, standby_reason = ${reason} WHERE id = ${bookingId}`);
