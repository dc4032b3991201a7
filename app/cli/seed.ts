/** Fills a new local club with two cities, their venues and events, and diners who have booked some. Never run in production. */
import { TZDate } from "@date-fns/tz";
import { count } from "drizzle-orm";
import { hashPassword } from "#app/auth/password.server.ts";
import { openDatabase } from "#app/db/client.server.ts";
import { events, quizQuestions } from "#app/db/schema.ts";
import { nextFridayEvening } from "#app/lib/dates.ts";
import { eventTimes, timeBefore } from "#app/lib/event/event-times.ts";
import { dayMs, weekMs } from "#app/lib/time-units.ts";
import { addDemoUsers } from "#app/models/account/users.server.ts";
import { addBookings } from "#app/models/booking/event-transitions.server.ts";
import { addTables } from "#app/models/booking/tables.server.ts";
import { addCities } from "#app/models/city/cities.server.ts";
import { addEventVenues } from "#app/models/event/event-venues.server.ts";
import { addEvents } from "#app/models/event/events.server.ts";
import { addSchedules } from "#app/models/event/schedules.server.ts";
import { addAnswers } from "#app/models/quiz/answers.server.ts";
import { addConsents } from "#app/models/quiz/quiz.server.ts";
import { addVenues } from "#app/models/venue/venues.server.ts";
import { demoDiner } from "#app/operations/demo/demo-diner.ts";
import { defaultFace } from "./club-face.ts";
import { readClubFace } from "./club-settings.ts";
import {
  budapest,
  budapestVenues,
  type DemoVenue,
  plausibleAnswer,
  sharesOfTable,
  tableMates,
  vienna,
  viennaDiners,
  viennaVenues,
} from "./demo-data.ts";
import { createLocalWorker } from "./local-worker.ts";
import { migrate } from "./migrate.ts";

/** Weeks from the coming Friday. */
const eventWeeks = [-5, -3, -1, 0, 1, 2, 3, 4, 5, 6, 7];
const weeksWithTables = tableMates.map(([week]) => week);
const weekNotAvailable = 3;
/** The demo diner is on standby in Vienna in this week. */
const weekOnStandby = 1;

export async function isEmpty(binding: D1Database): Promise<boolean> {
  const [row] = await openDatabase(binding).select({ events: count() }).from(events);
  return row?.events === 0;
}

export async function seed(binding: D1Database, now: Date): Promise<void> {
  const db = openDatabase(binding);
  const startedAt = fridayEvening(now, -8, budapest.timeZone);
  const places = [
    { city: budapest, venues: budapestVenues.map((venue) => toVenue(venue, budapest.id)) },
    { city: vienna, venues: viennaVenues.map((venue) => toVenue(venue, vienna.id)) },
  ];
  const demoEvents = places.flatMap(({ city, venues }) =>
    eventWeeks
      .filter((week) => city === budapest || week >= 0)
      .map((week) => {
        const date = fridayEvening(now, week, city.timeZone);
        const usualEnd = timeBefore(date, eventTimes.closesBeforeMs);
        const hasTables = city === budapest ? weeksWithTables.includes(week) : week === weekOnStandby;
        // Booking ends as after `event close`, and on a day that is over in every time zone.
        const closesAt = hasTables ? min(usualEnd, new Date(now.getTime() - dayMs)) : usualEnd;
        return {
          id: crypto.randomUUID(),
          week,
          cityId: city.id,
          venues,
          date,
          scheduledFor: date,
          closesAt,
          matchedAt: closesAt <= now ? closesAt : null,
          available: week !== weekNotAvailable,
        };
      }),
  );
  const eventVenues = demoEvents.flatMap(({ id, venues }) =>
    venues.map(({ id: venueId, tables }) => ({ eventId: id, venueId, tables })),
  );
  const schedules = places.map(({ city, venues }) => ({
    id: crypto.randomUUID(),
    cityId: city.id,
    weekday: 5,
    time: "19:00",
    weeks: 8,
    createdAt: startedAt,
    venues,
  }));
  const scheduleVenues = schedules.flatMap(({ id, venues }) =>
    venues.map(({ id: venueId, tables }) => ({ scheduleId: id, venueId, tables })),
  );
  const eventId = (week: number, city = budapest) =>
    demoEvents.find((event) => event.week === week && event.cityId === city.id)?.id ?? "";

  const user = {
    id: crypto.randomUUID(),
    lastName: "Demo",
    emailConfirmedAt: startedAt,
    createdAt: startedAt,
  };
  const diner = {
    ...user,
    email: demoDiner.email,
    firstName: "Réka",
    passwordHash: await hashPassword(demoDiner.password),
  };
  const toUser = (firstName: string) => {
    const id = crypto.randomUUID();
    return { ...user, id, email: `${id}@oten.example`, firstName, passwordHash: null };
  };
  const inVienna = viennaDiners.map(toUser);
  const tables = tableMates.map(([week, firstNames], i) => ({
    id: crypto.randomUUID(),
    eventId: eventId(week),
    venueId: places[0]?.venues[(week + 6) % budapestVenues.length]?.id ?? "",
    number: 1,
    shares: sharesOfTable(i),
    week,
    mates: firstNames.map(toUser),
  }));
  /** Two weeks before the dinner, so before booking for any of these events closes. */
  const booking = (week: number, userId = diner.id) => ({
    userId,
    eventId: eventId(week),
    createdAt: min(new Date(now.getTime() - dayMs), fridayEvening(now, week - 2, budapest.timeZone)),
  });
  const seated = (week: number) => ({
    confirmed: true,
    sequence: 1,
    remindedAt:
      week < 0 ? timeBefore(fridayEvening(now, week, budapest.timeZone), eventTimes.reminderBeforeMs) : null,
  });
  const canceled = (canceledAt: Date) => ({ canceled: true, canceledAt, sequence: 1 });
  const viennaTable = {
    id: crypto.randomUUID(),
    eventId: eventId(weekOnStandby, vienna),
    venueId: places[1]?.venues[0]?.id ?? "",
    number: 1,
    shares: sharesOfTable(tableMates.length),
  };
  /** Earlier than those in Budapest, so that the demo diner's city is Budapest. */
  const viennaBooking = (userId: string) => ({
    userId,
    eventId: viennaTable.eventId,
    createdAt: new Date(now.getTime() - 3 * weekMs),
  });
  const seats = tables.flatMap(({ id, week, mates }) =>
    [diner, ...mates].map((user) => ({
      ...booking(week, user.id),
      ...seated(week),
      tableId: id,
    })),
  );
  const questions = await db.select().from(quizQuestions);
  const diners = [diner, ...tables.flatMap(({ mates }) => mates), ...inVienna];
  const answers = diners.flatMap(({ id }) =>
    questions.map((question) => ({
      userId: id,
      questionId: question.id,
      answerIds: plausibleAnswer(question),
    })),
  );

  await db.batch([
    ...addCities(db, [budapest, vienna]),
    ...addVenues(
      db,
      places.flatMap(({ venues }) => venues),
    ),
    ...addEvents(db, demoEvents),
    ...addEventVenues(db, eventVenues),
    ...addSchedules(db, schedules, scheduleVenues),
    ...addTables(db, [...tables, viennaTable]),
    ...addDemoUsers(db, diners),
    ...addConsents(
      db,
      diners.map(({ id }) => id),
      startedAt,
    ),
    ...addAnswers(db, answers),
    ...addBookings(db, [
      { ...booking(-5), ...canceled(fridayEvening(now, -6, budapest.timeZone)) },
      ...seats,
      ...inVienna.map(({ id }) => ({
        ...viennaBooking(id),
        ...seated(weekOnStandby),
        tableId: viennaTable.id,
      })),
      { ...viennaBooking(diner.id), standby: true, standbyReason: "left over" },
      booking(2),
      { ...booking(4), ...canceled(now) },
    ]),
  ]);
}

const toVenue = (venue: DemoVenue, cityId: string) => ({
  id: crypto.randomUUID(),
  cityId,
  ...venue,
  googleMapsLink: `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${venue.name}, ${venue.address}`)}`,
});

const min = (one: Date, other: Date) => (one < other ? one : other);

/** The same local time in summer and in winter. */
function fridayEvening(now: Date, week: number, timeZone: string): Date {
  const friday = new TZDate(nextFridayEvening(now, timeZone).getTime(), timeZone);
  const passed = friday.getTime() <= now.getTime() ? 1 : 0;
  friday.setDate(friday.getDate() + 7 * (week + passed));
  return new Date(friday.getTime());
}

/** Runs before the club answers anybody, because its pages need the tables. A club of its own has cities of its own. */
export async function prepareDatabase(folder: string): Promise<void> {
  const worker = createLocalWorker({
    persistTo: folder,
    vars: {},
    withoutAssets: true,
    script: "export default {}",
  });
  try {
    const db = await worker.getD1Database("DB");
    await migrate(db, folder);
    if (readClubFace() === defaultFace && (await isEmpty(db))) await seed(db, new Date());
  } finally {
    await worker.dispose();
  }
}
