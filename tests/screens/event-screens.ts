import { and, eq, gt } from "drizzle-orm";
import { cities } from "#app/db/schema/city.ts";
import { events } from "#app/db/schema/event.ts";
import { linePlaces } from "#app/db/schema/line.ts";
import { newLinkId, toLinkToken } from "#app/lib/signatures.server.ts";
import { emailEnv } from "#tests/support/emails.ts";
import { createCity, createEvent } from "#tests/support/events.ts";
import { laterQuestionIds } from "#tests/support/quiz.ts";
import type { Club } from "#tests/support/start-club.ts";
import { payDeposit } from "./deposits.ts";
import { addBooking, addDinner, inDays, inMinutes } from "./dinners.ts";
import { addPerson, type Person } from "./people.ts";
import type { Screen, ScreenList } from "./screen.ts";

const seatCount = 5;

/** Open for booking, with no seat left. */
async function addSoldOutDinner(club: Club, days: number) {
  const dinner = await addDinner(club, inDays(days), {
    city: "vienna",
    venue: "Zur Kastanie",
    tables: 1,
    isOpen: true,
  });
  for (let i = 0; i < seatCount; i++) await addBooking(club, await addPerson(club, "Mira"), dinner);
  return dinner;
}

/** Keeps a diet that no restaurant of Vienna serves. */
const eatOnlyWhatNobodyServes = ({ binding }: Club, { userId }: Person) =>
  binding
    .prepare("UPDATE user_answers SET answer_ids = '[6]' WHERE user_id = ? AND question_id = 11")
    .bind(userId)
    .run();

const turn18ThisYear = ({ binding }: Club, { userId }: Person) =>
  binding
    .prepare("UPDATE user_answers SET answer_ids = json_array(?2) WHERE user_id = ?1 AND question_id = 19")
    .bind(userId, new Date().getFullYear() - 18)
    .run();

async function findOpenEvent({ db }: Club, slug: string): Promise<string> {
  const [event] = await db
    .select({ id: events.id })
    .from(events)
    .innerJoin(cities, eq(cities.id, events.cityId))
    .where(and(eq(cities.slug, slug), gt(events.closesAt, new Date()), eq(events.available, true)))
    .orderBy(events.date);
  return event?.id ?? "";
}

export const eventScreens: ScreenList = {
  routes: ["/events", "/dashboard/bookings/new", "/line/:token", "/your-city"],
  async create(club) {
    const person = await addPerson(club);
    const picky = await addPerson(club);
    await eatOnlyWhatNobodyServes(club, picky);
    const young = await addPerson(club);
    await turn18ThisYear(club, young);
    const booked = await addPerson(club);
    const eventId = await findOpenEvent(club, "budapest");
    const bookingId = await addBooking(club, booked, { eventId, venueId: "" });
    await club.binding
      .prepare("UPDATE events SET taken = max(taken, abs(random()) % 44) WHERE date > ? AND capacity >= 30")
      .bind(Date.now())
      .run();
    const soldOut = await addSoldOutDinner(club, 9);
    const wait = async (before: number, offeredUntil: Date | null = null) => {
      const waiting = await addPerson(club);
      const id = newLinkId();
      await club.db.insert(linePlaces).values({
        ...{ id, eventId: soldOut.eventId, userId: waiting.userId },
        ...{ joinedAt: new Date(Date.now() + before), offeredUntil },
      });
      return { ...waiting, path: `/line/${toLinkToken(emailEnv, "line", id)}` };
    };
    const held = await wait(0, inMinutes(100));
    const [, , third] = [await wait(1), await wait(2), await wait(3)];
    const line = (
      name: string,
      { path, cookie }: { path: string; cookie?: string },
      more: Partial<Screen> = {},
    ): Screen => ({
      name: `line/${name}`,
      route: "/line/:token",
      path,
      cookie,
      ...more,
    });
    const near = await createCity(club, { id: "graz", slug: "graz", name: "Graz", country: "AT" });
    await createEvent(club, { cityId: near, hoursFromNow: 500, diets: [1, 3] });
    await createCity(club, { id: "linz", slug: "linz", name: "Linz", country: "AT" });

    const at = (name: string, search: string, more: Partial<Screen> = {}): Screen => ({
      name: `events/${name}`,
      route: "/events",
      path: `/events?city=${search}`,
      cookie: person.cookie,
      ...more,
    });
    const inDashboard = (name: string, search: string, more: Partial<Screen> = {}): Screen => ({
      ...at(`dashboard-${name}`, search, more),
      route: "/dashboard/bookings/new",
      path: `/dashboard/bookings/new?city=${search}`,
    });
    return [
      at("signed-out", "budapest", { cookie: undefined }),
      at("eight", "budapest"),
      at("chosen", "budapest", {
        act: (page) => page.locator("input[name=event]:enabled").last().check({ force: true }),
      }),
      at("booked", "budapest", { cookie: booked.cookie }),
      at("turned-18", "budapest", { cookie: young.cookie }),
      at("not-yet-18", "budapest", { cookie: young.cookie, form: { event: eventId }, status: 400 }),
      at("sold-out", "vienna"),
      at("in-line", "vienna", { cookie: third.cookie }),
      line("third", third),
      line("offered", { path: held.path }),
      line(
        "taken",
        { path: held.path },
        {
          form: { intent: "take" },
          prepare: () =>
            club.db
              .update(events)
              .set({ capacity: seatCount + 1 })
              .where(eq(events.id, soldOut.eventId)),
        },
      ),
      line("left", { path: third.path }, { form: { intent: "leave" } }),
      { name: "your-city/ask", route: "/your-city", path: "/your-city" },
      {
        name: "your-city/error",
        route: "/your-city",
        path: "/your-city",
        form: { email: "x", city: "" },
        status: 400,
      },
      {
        name: "your-city/sent",
        route: "/your-city",
        path: "/your-city",
        form: { email: "asks@oten.example", city: "Ghent" },
      },
      at("diet-unmet", "vienna", { cookie: picky.cookie }),
      at("one", "graz"),
      at("none", "linz"),
      at("cities", ""),
      at("unknown-city", "atlantis", { status: 404 }),
      at("none-chosen", "budapest", { form: {}, status: 400 }),
      at("sold-out-error", "vienna", { form: { event: soldOut.eventId }, status: 409 }),
      at("thank-you", `budapest&booked=${bookingId}`, { cookie: booked.cookie }),
      at("thank-you-later-questions", `budapest&booked=${bookingId}`, {
        cookie: booked.cookie,
        prepare: () =>
          club.binding
            .prepare(`DELETE FROM user_answers WHERE user_id = ? AND question_id IN (${laterQuestionIds})`)
            .bind(booked.userId)
            .run(),
      }),
      at("thank-you-new-questions", `budapest&booked=${bookingId}`, {
        cookie: booked.cookie,
        prepare: () =>
          club.binding
            .prepare("DELETE FROM user_answers WHERE user_id = ? AND question_id = 3")
            .bind(booked.userId)
            .run(),
      }),
      at("thank-you-paid", `budapest&booked=${bookingId}`, {
        cookie: booked.cookie,
        prepare: () => payDeposit(club, bookingId),
      }),
      inDashboard("eight", "budapest"),
      inDashboard("cities", ""),
      inDashboard("thank-you", `budapest&booked=${bookingId}`, { cookie: booked.cookie }),
    ];
  },
};
