import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { outbox } from "#app/db/schema.ts";
import { openClub } from "#tests/support/club.ts";
import { book, createEvent, seatTogether, signUpDiner } from "#tests/support/events.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";

const club = openClub();
const hourMs = 3_600_000;
const createContext = () => createJobContext(club);
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * hourMs);

const listRecipients = async () =>
  (await club.db.select().from(outbox).where(eq(outbox.kind, "standby-ended"))).map(({ to }) => to);

const markMatched = (eventId: string) =>
  club.binding.prepare("UPDATE events SET matched_at = 1 WHERE id = ?").bind(eventId).run();

test("cancels bookings without a seat three hours before dinner, once the tables are made, and emails each diner once", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 70 });
  const [seated, onStandby] = [await signUpDiner(club), await signUpDiner(club)];
  const bookingIds = [await book(seated, eventId), await book(onStandby, eventId)];
  await seatTogether(club, eventId, bookingIds.slice(0, 1));
  await runJob("endStandby", createContext(), hoursFromNow(68));
  expect(await listRecipients()).toEqual([]);
  await markMatched(eventId);
  await runJob("endStandby", createContext(), hoursFromNow(66));
  expect(await listRecipients()).toEqual([]);
  await Promise.all(
    Array.from({ length: 10 }, () => runJob("endStandby", createContext(), hoursFromNow(67.5))),
  );
  expect(await listRecipients()).toEqual([onStandby.email]);
  const { results } = await club.binding
    .prepare("SELECT id, canceled FROM bookings WHERE event_id = ? ORDER BY created_at")
    .bind(eventId)
    .all();
  expect(results).toEqual([
    { id: bookingIds[0], canceled: 0 },
    { id: bookingIds[1], canceled: 1 },
  ]);
});

test("cancels bookings without a seat after an event that no job saw, whether or not its tables were made", async () => {
  const matchedEventId = await createEvent(club, { hoursFromNow: 60 });
  const unmatchedEventId = await createEvent(club, { hoursFromNow: 61 });
  const diners = [await signUpDiner(club), await signUpDiner(club)] as const;
  const bookingIds = [await book(diners[0], matchedEventId), await book(diners[1], unmatchedEventId)];
  await markMatched(matchedEventId);
  await runJob("endStandby", createContext(), hoursFromNow(50));
  await runJob("endStandby", createContext(), hoursFromNow(63));
  await runJob("endStandby", createContext(), hoursFromNow(64));
  const { results } = await club.binding
    .prepare("SELECT canceled FROM bookings WHERE id IN (?, ?)")
    .bind(...bookingIds)
    .all<{ canceled: number }>();
  expect(results.map(({ canceled }) => canceled)).toEqual([1, 1]);
  const emails = diners.map(({ email }) => email);
  expect((await listRecipients()).filter((to) => emails.includes(to)).sort()).toEqual([...emails].sort());
});
