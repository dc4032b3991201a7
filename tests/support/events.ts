import { eq, sql } from "drizzle-orm";
import { cities } from "#app/db/schema/city.ts";
import { events, eventVenues } from "#app/db/schema/event.ts";
import { venues } from "#app/db/schema/venue.ts";
import { tables } from "#app/db/schema.ts";
import { jsonPortions } from "#app/db/statements.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { book as bookInDatabase } from "#app/models/booking/transitions.server.ts";
import { signUp, signUpThroughForms } from "./accounts.ts";
import type { Club } from "./club.ts";
import { finishQuiz, goodAnswers } from "./quiz.ts";

interface EventOptions {
  /** The test city without it. */
  cityId?: string;
  capacity?: number;
  /** How many tables its venues have, in their order; one venue without it. */
  venueTables?: number[];
  hoursFromNow?: number;
  available?: boolean;
  diets?: number[];
}

let count = 0;

export const testCity = {
  id: "city-budapest",
  slug: "budapest",
  name: "Budapest",
  country: "HU",
  timeZone: "Europe/Budapest",
  currency: "huf",
  price: 250_000,
  deposit: 300_000,
  latitude: 47.4979,
  longitude: 19.0402,
};

export const addTestCity = (club: Pick<Club, "db">) =>
  club.db.insert(cities).values(testCity).onConflictDoNothing();

/** Returns the id of a new city beside the test city. */
export async function createCity(
  club: Pick<Club, "db">,
  changes: Partial<typeof cities.$inferInsert> = {},
): Promise<string> {
  const id = `city-${++count}`;
  await club.db.insert(cities).values({ ...testCity, id, slug: id, name: `City ${count}`, ...changes });
  return changes.id ?? id;
}

/** A venue of the test city with ten tables. */
export const newVenue = (id: string, changes: Partial<typeof venues.$inferInsert> = {}) => ({
  id,
  cityId: testCity.id,
  name: id,
  address: "Fő utca 1",
  googleMapsLink: "https://maps.example/",
  tables: 10,
  priceLevel: 1,
  ...changes,
});

export const addTestVenues = (club: Pick<Club, "db">, ids: string[]) =>
  club.db.batch([addTestCity(club), ...ids.map((id) => club.db.insert(venues).values(newVenue(id)))]);

/** Returns the id of a new event at a new venue, or at several. */
export async function createEvent(club: Club, options: EventOptions = {}): Promise<string> {
  const { cityId = testCity.id, capacity = 50, hoursFromNow = 150, available = true, diets = [] } = options;
  const { venueTables = [Math.ceil(capacity / tableSize)] } = options;
  const id = `event-${++count}`;
  const date = new Date(Date.now() + hoursFromNow * hourMs);
  await club.db.batch([
    addTestCity(club),
    ...venueTables.map((tableCount, i) =>
      club.db.insert(venues).values(
        newVenue(venueOf(id, i), {
          cityId,
          name: i === 0 ? `Vendéglő ${count}` : `Vendéglő ${count}/${i + 1}`,
          address: `Fő utca ${count}, 1011 Budapest`,
          googleMapsLink: "https://maps.example/?q=1",
          tables: tableCount,
          diets,
        }),
      ),
    ),
    club.db.insert(events).values({
      id,
      cityId,
      date,
      scheduledFor: date,
      closesAt: new Date(date.getTime() - 48 * hourMs),
      available,
    }),
    ...venueTables.map((tableCount, i) =>
      club.db.insert(eventVenues).values({ eventId: id, venueId: venueOf(id, i), tables: tableCount }),
    ),
    // Some tests need a number of seats that no tables have.
    ...(options.capacity ? [club.db.update(events).set({ capacity }).where(eq(events.id, id))] : []),
  ]);
  return id;
}

/** The first venue of an event of `createEvent`, or another. */
export const venueOf = (eventId: string, i = 0) =>
  eventId.replace("event", "venue") + (i === 0 ? "" : `-${i + 1}`);

export interface Diner {
  email: string;
  cookie: string;
  get(path: string): Promise<Response>;
  post(path: string, fields: Record<string, string>): Promise<Response>;
}

/** Signs somebody up, and answers the quiz for them. */
export async function signUpDiner(
  club: Club,
  { quizDone = true, throughForms = false } = {},
): Promise<Diner> {
  const email = `diner${++count}@oten.example`;
  const cookie = await (throughForms ? signUpThroughForms : signUp)(club, email);
  if (quizDone) await finishQuiz(club, cookie);
  const headers = { Cookie: cookie };
  return {
    email,
    cookie,
    get: (path) => club.fetch(path, { headers }),
    post: (path, fields) => club.fetch(path, { method: "POST", headers, body: new URLSearchParams(fields) }),
  };
}

/** Books through the website, and returns the booking's id. */
export async function book(diner: Diner, eventId: string): Promise<string> {
  const response = await diner.post("/events", { event: eventId });
  return new URL(response.headers.get("Location") ?? "", "http://x").searchParams.get("booked") ?? "";
}

/** The path of a new link with which a diner brings a friend. */
export async function makeLinkForFriend(diner: Diner, bookingId: string): Promise<string> {
  const path = `/bookings/${bookingId}/together`;
  await diner.post(path, { answer: "make link" });
  return /\/friend\/[\w-]+/.exec(await (await diner.get(path)).text())?.[0] ?? "";
}

export const countBookings = async (club: Club, eventId: string) =>
  (await club.binding
    .prepare("SELECT count(*) AS n FROM bookings WHERE event_id = ? AND canceled = 0")
    .bind(eventId)
    .first<number>("n")) ?? 0;

/** Puts bookings at one table, as a matching run does. */
export async function seatTogether(club: Club, eventId: string, bookingIds: string[]): Promise<void> {
  const tableId = `table-${++count}`;
  await club.db.insert(tables).values({
    id: tableId,
    eventId,
    venueId: venueOf(eventId),
    number: count,
    shares: ["Most of you could talk about music for hours."],
  });
  for (const id of bookingIds) {
    await club.db.run(
      sql`UPDATE bookings SET confirmed = 1, table_id = ${tableId}, sequence = sequence + 1 WHERE id = ${id}`,
    );
  }
}

/** Inserts rows instead of signing up, because each sign-up spends 0.1 s on hashing a password. */
export async function insertDiners(club: Pick<Club, "binding">, dinerCount: number): Promise<string[]> {
  const ids = Array.from({ length: dinerCount }, () => crypto.randomUUID());
  const idsAsJson = JSON.stringify(ids);
  await club.binding.batch([
    club.binding
      .prepare(
        "INSERT INTO users (id, email, first_name, last_name, user_name, email_confirmed_at, created_at) SELECT value, value || '@x.y', 'A', 'B', 'A', 0, 0 FROM json_each(?)",
      )
      .bind(idsAsJson),
    club.binding
      .prepare("INSERT INTO profiles (id, first_name, is_quiz_done) SELECT value, 'A', 1 FROM json_each(?)")
      .bind(idsAsJson),
  ]);
  return ids;
}

export async function insertDinersWithAnswers(
  club: Pick<Club, "binding">,
  dinerCount: number,
): Promise<string[]> {
  const ids = await insertDiners(club, dinerCount);
  const answers = ids.flatMap((userId, i) =>
    Object.entries({ ...goodAnswers, 2: [1 + (i % 10)], 4: [1 + ((3 * i) % 10)], 11: [7] }).map(
      ([question, answer]) => ({ userId, question: Number(question), answer }),
    ),
  );
  for (const some of jsonPortions(answers))
    await club.binding
      .prepare(
        `INSERT INTO user_answers (user_id, question_id, answer_ids)
          SELECT value ->> 'userId', value ->> 'question', value -> 'answer' FROM json_each(?)`,
      )
      .bind(JSON.stringify(some))
      .run();
  return ids;
}

/** No two bookings have the same time, so that their order is known. */
let lastBookingMs = 0;

/** Books one diner after the other, and returns the ids of the bookings. */
export async function bookForDiners(club: Club, ids: string[], eventId: string): Promise<string[]> {
  const booked: string[] = [];
  for (const userId of ids) {
    lastBookingMs = Math.max(Date.now(), lastBookingMs + 1);
    const now = new Date(lastBookingMs);
    booked.push((await bookInDatabase(club.db, { userId, eventId, now })) ?? "");
  }
  await club.binding.exec("DELETE FROM outbox");
  return booked;
}

/** N0, N1 and so on, in the order in which they booked. */
export async function nameDiners(club: Club, eventId: string): Promise<void> {
  await club.db.run(sql`UPDATE profiles SET first_name = 'N' || (SELECT count(*) FROM bookings earlier, bookings own
        WHERE own.user_id = profiles.id AND own.event_id = ${eventId} AND earlier.event_id = ${eventId}
          AND (earlier.created_at, earlier.id) < (own.created_at, own.id))
        WHERE id IN (SELECT user_id FROM bookings WHERE event_id = ${eventId})`);
}

interface BookingRow {
  user_id: string;
  table_id: string | null;
  confirmed: number;
  standby: number;
  canceled: number;
}

export async function listBookings(club: Club, eventId: string): Promise<BookingRow[]> {
  return club.db.all<BookingRow>(
    sql`SELECT user_id, table_id, confirmed, standby, canceled FROM bookings WHERE event_id = ${eventId} ORDER BY created_at`,
  );
}
