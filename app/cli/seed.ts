/** The first evening of a local club: dinners to book and one diner who has booked some. Never run in production. */
import { TZDate } from "@date-fns/tz";
import { count } from "drizzle-orm";
import { hashPassword } from "#app/auth/password.server.ts";
import { openDatabase } from "#app/db/client.server.ts";
import {
  bookings,
  events,
  profiles,
  quizQuestions,
  tables,
  userAnswers,
  users,
  venues,
} from "#app/db/schema.ts";
import { homeZone, nextFridayEvening } from "#app/lib/dates.ts";
import { eventTimes } from "#app/lib/event-times.ts";

export const demoDiner = { email: "demo@oten.example", password: "Paprika-5-Demo" };

const day = 86_400_000;

const places = [
  { name: "Kis Kakukk Vendéglő", address: "Ráday utca 31, 1092 Budapest", diets: [1, 3, 4] },
  { name: "Hársfa Étterem", address: "Bartók Béla út 46, 1114 Budapest", diets: [1, 2, 3, 4, 5] },
  { name: "Tűzhely Bisztró", address: "Wesselényi utca 22, 1077 Budapest", diets: [1, 2, 3, 4, 5, 6] },
  { name: "Három Galamb", address: "Pozsonyi út 17, 1137 Budapest", diets: [1, 3, 4] },
  { name: "Malomkert", address: "Fő utca 58, 1011 Budapest", diets: [1, 2, 3, 4] },
];

const company = ["Lőrinc", "Zsófi", "Dániel", "Lili"];

const shares = [
  "Most of you could talk about books until they close.",
  "All five like to try what they have never heard of.",
  "Most of you would rather have everything in the middle.",
];

export async function isEmpty(binding: D1Database): Promise<boolean> {
  const [row] = await openDatabase(binding).select({ events: count() }).from(events);
  return row?.events === 0;
}

export async function seed(binding: D1Database, now: Date): Promise<void> {
  const db = openDatabase(binding);
  const rooms = places.map((place) => ({
    id: crypto.randomUUID(),
    ...place,
    googleMapsLink: `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${place.name}, ${place.address}`)}`,
  }));
  const sittings = [-3, -1, 0].map((week) => ({ id: crypto.randomUUID(), week, number: 1 }));
  const dinners = [-5, -3, -1, 0, 1, 2, 3, 4, 5, 6, 7].map((week, i) => {
    const date = fridayDinner(now, week);
    const closes = date.getTime() - eventTimes.closesBeforeMs;
    const closesAt = new Date(week === 0 ? Math.min(closes, now.getTime()) : closes);
    return {
      id: crypto.randomUUID(),
      week,
      venueId: rooms[i % rooms.length]?.id ?? "",
      date,
      closesAt,
      // Whose tables are there already, this week's among them, has had its booking ended.
      matchedAt: sittings.some((table) => table.week === week) ? closesAt : null,
      capacity: 50,
      available: week !== 3,
    };
  });
  const onWeek = (week: number) => dinners.find((dinner) => dinner.week === week)?.id ?? "";

  const userId = crypto.randomUUID();
  const diner = {
    id: userId,
    email: demoDiner.email,
    firstName: "Réka",
    lastName: "Demo",
    userName: "Réka",
    passwordHash: await hashPassword(demoDiner.password),
    emailConfirmedAt: now,
    createdAt: fridayDinner(now, -6),
  };
  const guests = company.map((firstName) => {
    const id = crypto.randomUUID();
    const createdAt = fridayDinner(now, -6);
    return { id, email: `${id}@oten.example`, firstName, lastName: "Demo", userName: firstName, createdAt };
  });
  const seat = (
    week: number,
    state: { confirmed?: boolean; canceled?: boolean; tableId?: string | undefined },
    whose = userId,
  ) => ({
    userId: whose,
    eventId: onWeek(week),
    createdAt: new Date(Math.min(now.getTime(), fridayDinner(now, week).getTime() - 7 * day)),
    ...state,
  });
  const questions = await db.select().from(quizQuestions);

  await db.batch([
    db.insert(venues).values(rooms),
    ...dinners.map(({ week, ...dinner }) => db.insert(events).values(dinner)),
    ...sittings.map(({ id, week, number }) =>
      db.insert(tables).values({ id, eventId: onWeek(week), number, shares }),
    ),
    db.insert(users).values([diner, ...guests]),
    db
      .insert(profiles)
      .values([diner, ...guests].map(({ id, firstName }) => ({ id, firstName, isQuizDone: true }))),
    ...questions.map((question) =>
      db
        .insert(userAnswers)
        .values({ userId, questionId: question.id, answerIds: plausibleAnswer(question) }),
    ),
    db
      .insert(bookings)
      .values([
        seat(-5, { canceled: true }),
        ...sittings.map(({ id, week }) => seat(week, { confirmed: true, tableId: id })),
        seat(2, {}),
        seat(4, { canceled: true }),
      ]),
    ...guests.map(({ id }) =>
      db
        .insert(bookings)
        .values(sittings.map((table) => seat(table.week, { confirmed: true, tableId: table.id }, id))),
    ),
  ] as Parameters<typeof db.batch>[0]);
}

/** The dinner so many weeks from the coming one, at the same hour on both sides of a change to summer time. */
function fridayDinner(now: Date, week: number): Date {
  const friday = new TZDate(nextFridayEvening(now, homeZone).getTime(), homeZone);
  const gone = friday.getTime() <= now.getTime() ? 1 : 0;
  friday.setDate(friday.getDate() + 7 * (week + gone));
  return new Date(friday.getTime());
}

function plausibleAnswer(question: typeof quizQuestions.$inferSelect): (number | string)[] {
  if (question.isCountry) return ["Hungary"];
  if (question.isYear) return [1992];
  if (question.role) return [question.role === "language" ? 1 : question.choices.length];
  if (question.isRange) return [7];
  return question.isMultipleChoice ? [1, 2] : [1];
}
