/** Fills a new local club with venues, events and one diner who has booked some. Never run in production. */
import { TZDate } from "@date-fns/tz";
import { count } from "drizzle-orm";
import { hashPassword } from "#app/auth/password.server.ts";
import { runStatements } from "#app/db/batch.ts";
import { openDatabase } from "#app/db/client.server.ts";
import { events, quizQuestions } from "#app/db/schema.ts";
import { homeZone, nextFridayEvening } from "#app/lib/dates.ts";
import { eventTimes } from "#app/lib/event-times.ts";
import { addDemoUsers } from "#app/models/account/users.server.ts";
import { addBookings } from "#app/models/booking/event-transitions.server.ts";
import { addTables } from "#app/models/booking/tables.server.ts";
import { addEvents } from "#app/models/event/events.server.ts";
import { addAnswers } from "#app/models/quiz/answers.server.ts";
import { addConsents } from "#app/models/quiz/consents.server.ts";
import { addVenues } from "#app/models/venue/venues.server.ts";

export const demoDiner = { email: "demo@oten.example", password: "Paprika-5-Demo" };

const weekMs = 7 * 86_400_000;

const demoVenues = [
  { name: "Kis Kakukk Vendéglő", address: "Ráday utca 31, 1092 Budapest", diets: [1, 3, 4] },
  { name: "Hársfa Étterem", address: "Bartók Béla út 46, 1114 Budapest", diets: [1, 2, 3, 4, 5] },
  { name: "Tűzhely Bisztró", address: "Wesselényi utca 22, 1077 Budapest", diets: [1, 2, 3, 4, 5, 6] },
  { name: "Három Galamb", address: "Pozsonyi út 17, 1137 Budapest", diets: [1, 3, 4] },
  { name: "Malomkert", address: "Fő utca 58, 1011 Budapest", diets: [1, 2, 3, 4] },
];

const tableMates = ["Lőrinc", "Zsófi", "Dániel", "Lili"];

const shares = [
  "Most of you could talk about books until they close.",
  "All five of you like to try food they have never heard of.",
  "Most of you would rather have everything in the middle.",
];

/** Weeks from the coming Friday. */
const eventWeeks = [-5, -3, -1, 0, 1, 2, 3, 4, 5, 6, 7];
const weeksWithTables = [-3, -1, 0];
const weekNotOffered = 3;

export async function isEmpty(binding: D1Database): Promise<boolean> {
  const [row] = await openDatabase(binding).select({ events: count() }).from(events);
  return row?.events === 0;
}

export async function seed(binding: D1Database, now: Date): Promise<void> {
  const db = openDatabase(binding);
  const venues = demoVenues.map((venue) => ({
    id: crypto.randomUUID(),
    ...venue,
    timeZone: homeZone,
    googleMapsLink: `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${venue.name}, ${venue.address}`)}`,
  }));
  const demoEvents = eventWeeks.map((week, i) => {
    const date = fridayEvening(now, week);
    const closesAt = date.getTime() - eventTimes.closesBeforeMs;
    const closed = new Date(week === 0 ? Math.min(closesAt, now.getTime()) : closesAt);
    return {
      id: crypto.randomUUID(),
      week,
      venueId: venues[i % venues.length]?.id ?? "",
      date,
      closesAt: closed,
      matchedAt: weeksWithTables.includes(week) ? closed : null,
      capacity: 50,
      available: week !== weekNotOffered,
    };
  });
  const eventId = (week: number) => demoEvents.find((event) => event.week === week)?.id ?? "";

  const user = {
    id: crypto.randomUUID(),
    lastName: "Demo",
    emailConfirmedAt: now,
    createdAt: fridayEvening(now, -6),
  };
  const diner = {
    ...user,
    email: demoDiner.email,
    firstName: "Réka",
    passwordHash: await hashPassword(demoDiner.password),
  };
  const others = tableMates.map((firstName) => {
    const id = crypto.randomUUID();
    return { ...user, id, email: `${id}@oten.example`, firstName, passwordHash: null };
  });
  const tables = weeksWithTables.map((week) => ({
    id: crypto.randomUUID(),
    eventId: eventId(week),
    number: 1,
    shares,
    week,
  }));
  const booking = (week: number, userId = diner.id) => ({
    userId,
    eventId: eventId(week),
    createdAt: new Date(Math.min(now.getTime(), fridayEvening(now, week).getTime() - weekMs)),
  });
  const seats = tables.flatMap(({ id, week }) =>
    [diner, ...others].map((user) => ({ ...booking(week, user.id), confirmed: true, tableId: id })),
  );
  const questions = await db.select().from(quizQuestions);
  const answers = questions.map((question) => ({
    userId: diner.id,
    questionId: question.id,
    answerIds: plausibleAnswer(question),
  }));

  await runStatements(db, [
    ...addVenues(db, venues),
    ...addEvents(db, demoEvents),
    ...addTables(db, tables),
    ...addDemoUsers(db, [diner, ...others]),
    ...addConsents(db, [diner.id], now),
    ...addAnswers(db, answers),
    ...addBookings(db, [
      { ...booking(-5), canceled: true },
      ...seats,
      booking(2),
      { ...booking(4), canceled: true },
    ]),
  ]);
}

/** At the same local time in summer and in winter. */
function fridayEvening(now: Date, week: number): Date {
  const friday = new TZDate(nextFridayEvening(now, homeZone).getTime(), homeZone);
  const passed = friday.getTime() <= now.getTime() ? 1 : 0;
  friday.setDate(friday.getDate() + 7 * (week + passed));
  return new Date(friday.getTime());
}

function plausibleAnswer(question: typeof quizQuestions.$inferSelect): (number | string)[] {
  if (question.isCountry) return ["Hungary"];
  if (question.isYear) return [1992];
  if (question.role) return [question.role === "language" ? 1 : question.choices.length];
  if (question.isRange) return [7];
  return question.isMultipleChoice ? [1, 2] : [1];
}
