import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "#app/db/schema/account.ts";
import { events } from "#app/db/schema/event.ts";
import { linePlaces } from "#app/db/schema/line.ts";
import { longDate, withPlainSpaces } from "#app/lib/dates.ts";
import { offerSeats } from "#app/models/line/line.server.ts";
import { listEmailsTo } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { book, createCity, createEvent, signUpDiner, testCity } from "#tests/support/events.ts";

const club = openClub();

test("the email of a lost dinner offers the next one that its reader can book, and links to it", async () => {
  const [diner, waiting] = [await signUpDiner(club), await signUpDiner(club)];
  const lost = await createEvent(club, { hoursFromNow: 100 });
  const own = await createEvent(club, { hoursFromNow: 150 });
  const full = await createEvent(club, { hoursFromNow: 200, capacity: 5 });
  const forTheLine = await createEvent(club, { hoursFromNow: 250, capacity: 5 });
  const next = await createEvent(club, { hoursFromNow: 300 });
  const lostBooking = await book(diner, lost);
  await book(diner, own);
  await club.db.update(events).set({ taken: 5 }).where(eq(events.id, full));
  await club.db.update(events).set({ taken: 4 }).where(eq(events.id, forTheLine));
  const [user] = await club.db.select({ id: users.id }).from(users).where(eq(users.email, waiting.email));
  await club.db
    .insert(linePlaces)
    .values({ id: "waits", eventId: forTheLine, userId: user?.id ?? "", joinedAt: new Date() });

  await diner.post(`/dashboard/bookings/${lostBooking}/cancel`, {});
  const [email] = (await listEmailsTo(club, diner.email)).filter(
    ({ subject }) => subject === "Your booking is canceled",
  );
  expect(email?.text).toMatch(/Next dinner: \w+day, /);
  expect([...(email?.text ?? "").matchAll(/\?event=(\S+)/g)].map(([, id]) => id)).toEqual([next]);
});

test("the end of a line offers the next dinner of its own city that its reader hasn’t booked", async () => {
  const [here, there] = await Promise.all(
    ["ES", "VE"].map((country) => createCity(club, { name: "Valencia", country })),
  );
  const diner = await signUpDiner(club);
  await createEvent(club, { cityId: here, hoursFromNow: 90 });
  const waitedFor = await createEvent(club, { cityId: there, hoursFromNow: 100 });
  const own = await createEvent(club, { cityId: there, hoursFromNow: 150 });
  await book(diner, own);
  const next = await createEvent(club, { cityId: there, hoursFromNow: 400 });
  await club.db.insert(linePlaces).values({
    id: "waits in vain",
    eventId: waitedFor,
    userId: (await club.db.select().from(users).where(eq(users.email, diner.email)))[0]?.id ?? "",
    joinedAt: new Date(),
  });
  await club.db.update(events).set({ closesAt: new Date() }).where(eq(events.id, waitedFor));
  await offerSeats(club.db, waitedFor, new Date());
  const [email] = await listEmailsTo(club, diner.email);
  const [nextEvent] = await club.db.select().from(events).where(eq(events.id, next));
  const day = withPlainSpaces(longDate(nextEvent?.date ?? new Date(), testCity.timeZone));
  expect(email?.text).toContain(`Book ${day}:\n`);
  expect(email?.text).toContain(`/dashboard/bookings/new?event=${next}\n`);
  expect(email?.text).toContain(`/events?city=${there}`);
});
