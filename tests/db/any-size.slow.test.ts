import { eq, sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { bookings } from "#app/db/schema/booking.ts";
import { events, eventVenues } from "#app/db/schema/event.ts";
import { userAnswers } from "#app/db/schema/quiz.ts";
import { matchParts } from "#app/db/schema/seating.ts";
import { outbox, tables } from "#app/db/schema.ts";
import { jsonPortions } from "#app/db/statements.ts";
import { sendDueEmails } from "#app/emails/send-emails.server.ts";
import type { JobContext } from "#app/job-context.ts";
import { jobs } from "#app/jobs/jobs.server.ts";
import { reportByOperator } from "#app/models/attendance/absences.server.ts";
import { listEventBookings } from "#app/models/booking/event-bookings.server.ts";
import { addBookings, cancelLastBookings } from "#app/models/booking/event-transitions.server.ts";
import { listTableChanges } from "#app/models/booking/table-changes.server.ts";
import { listTables } from "#app/models/booking/tables.server.ts";
import { cancel } from "#app/models/booking/transitions.server.ts";
import { addDemoDiners } from "#app/models/demo/demo-diners.server.ts";
import { cancelEvent, editEvent, findEvent } from "#app/models/event/events.server.ts";
import { countUnopenedEvents, openPlannedEvents } from "#app/models/event/schedules.server.ts";
import { loadMatchRecord } from "#app/models/seating/match-records.server.ts";
import { storeRecords } from "#app/models/seating/stored-records.server.ts";
import { addTasks, finishTask } from "#app/models/task/tasks.server.ts";
import { editVenue } from "#app/models/venue/venues.server.ts";
import { openClub } from "#tests/support/club.ts";
import { emailEnv } from "#tests/support/emails.ts";
import { createEvent, insertDinersWithAnswers, testCity, venueOf } from "#tests/support/events.ts";
import { runJob } from "#tests/support/jobs.ts";
import { addManyCities, addManySchedules } from "#tests/support/many-cities.ts";

/** D1's limits: 5 compound terms, 100 parameters, 2 MB a value, 100 kB of SQL. Each size was one too many for something. */
const sizes = [0, 1, 250, 251, 5_000];

/** Of an event; together they have room for 7,500 diners. */
const venueCount = 100;

const club = openClub();
const hourMs = 3_600_000;
const start = Date.now();
const hours = (count: number) => new Date(start + count * hourMs);
const createContext = (): JobContext => ({ db: club.db, env: { ...emailEnv, APP_ENV: "local" } as Env });

async function createBookedEvent(dinerCount: number): Promise<string> {
  const eventId = await createEvent(club, { hoursFromNow: 150, venueTables: Array(venueCount).fill(15) });
  const dinerIds = await insertDinersWithAnswers(club, dinerCount);
  await club.binding.exec("UPDATE profiles SET wants_reminders = 1");
  const rows = dinerIds.map((userId, i) => ({ userId, eventId, createdAt: new Date(start + i) }));
  await club.db.batch(addBookings(club.db, rows));
  return eventId;
}

const countBookings = (eventId: string, condition: string) =>
  club.db.$count(bookings, sql`event_id = ${eventId} and ${sql.raw(condition)}`);

async function countEmails(eventId: string): Promise<Record<string, number>> {
  const rows = await club.db.all<{ kind: string; n: number }>(
    sql`select kind, count(*) as n from ${outbox} where booking_id in (select id from ${bookings} where event_id = ${eventId})
      group by kind`,
  );
  return Object.fromEntries(rows.map(({ kind, n }) => [kind, n]));
}

describe.each(sizes)("with %i diners at an event", (size) => {
  const seatable = size - (size % 5);
  let eventId = "";

  test("makes the tables and writes one email to each diner", async () => {
    eventId = await createBookedEvent(size);
    vi.spyOn(console, "log").mockImplementation(() => {});
    await runJob("makeTables", createContext(), hours(110));
    const [seated, standby] = [
      await countBookings(eventId, "confirmed = 1 and table_id is not null"),
      await countBookings(eventId, "standby = 1 and standby_reason is not null"),
    ];
    expect(seated + standby).toBe(size);
    expect(seated).toBe(seatable);
    const emails = await countEmails(eventId);
    expect(emails["booking-confirmed"] ?? 0).toBe(seated);
    expect(emails["on-standby"] ?? 0).toBe(standby);
    expect(await club.db.$count(tables, eq(tables.eventId, eventId))).toBe(seatable / 5);
    const record = await loadMatchRecord(club, eventId);
    expect(record).toMatchObject({ isIntact: true, entryCount: size });
    await storeRecords(club);
    expect(await loadMatchRecord(club, eventId)).toEqual(record);
    expect(await club.db.$count(matchParts)).toBe(0);
  });

  test("lists bookings, tables and venues", async () => {
    const event = await findEvent(club.db, eventId);
    expect(event?.venues).toHaveLength(venueCount);
    expect(event?.capacity).toBe(5 * 15 * venueCount);
    expect(await listEventBookings(club.db, eventId)).toHaveLength(size);
    const listed = await listTables(club.db, eventId);
    expect(listed.flatMap(({ diners }) => diners)).toHaveLength(seatable);
  });

  test("fills the seat of a diner who cancels", async () => {
    const [seated] = (await listEventBookings(club.db, eventId)).filter(({ tableId }) => tableId);
    if (seated) await cancel(club.db, { id: seated.id, userId: seated.userId, now: hours(111) });
    await runJob("refillTables", createContext(), hours(112));
    expect(await countBookings(eventId, "confirmed = 1 and canceled = 0")).toBe(
      size % 5 > 0 ? seatable : Math.max(0, seatable - 1),
    );
  });

  test("moves the event and tells each diner", async () => {
    const active = await countBookings(eventId, "canceled = 0");
    const email = { kind: "event-moved", data: { previousDate: 1, previousTimeZone: "UTC" } } as const;
    // The city has one event at a time, and each size has its own.
    const changes = { date: new Date(hours(151).getTime() + size) };
    const event = await findEvent(club.db, eventId);
    if (!event) throw new Error("The event is gone");
    const edit = { event, changes, email, now: hours(113) };
    expect(await editEvent(club.db, edit)).toBe(true);
    // Another move before the emails have left: they will say when the event is then.
    expect(
      await editEvent(club.db, { ...edit, changes: { date: new Date(hours(152).getTime() + size) } }),
    ).toBe(true);
    expect(await editEvent(club.db, edit)).toBe(true);
    expect((await countEmails(eventId))["event-moved"] ?? 0).toBe(active);
  });

  test("reminds each diner with a seat", async () => {
    await runJob("sendReminders", createContext(), hours(130));
    expect((await countEmails(eventId)).reminder ?? 0).toBe(
      await countBookings(eventId, "confirmed = 1 and canceled = 0"),
    );
  });

  test("ends standby", async () => {
    const waiting = await countBookings(eventId, "confirmed = 0 and canceled = 0");
    await runJob("endStandby", createContext(), hours(149));
    const lines = (await listTableChanges(club.db, eventId)).filter(({ what }) => what.startsWith("Standby"));
    expect(lines).toHaveLength(waiting > 0 ? 1 : 0);
    expect((await countEmails(eventId))["standby-ended"] ?? 0).toBe(waiting);
    expect(await countBookings(eventId, "confirmed = 0 and canceled = 0")).toBe(0);
  });

  test("corrects the venue in every calendar", async () => {
    const change = { id: venueOf(eventId), changes: { name: `Venue ${size}` }, now: hours(149) };
    expect(await editVenue(club.db, change)).toBe(true);
  });

  test("records who came", async () => {
    const ids = (await listEventBookings(club.db, eventId)).map(({ id }) => id);
    const missed = ids.slice(ids.length - 1);
    await reportByOperator(club.db, { eventId, came: ids.slice(0, -1), missed, now: new Date() });
    const reported = "id in (select booking_id from attendance_reports where source = 'operator')";
    const seated = await countBookings(eventId, "confirmed = 1 and canceled = 0");
    expect(await countBookings(eventId, reported)).toBe(seated);
  });

  test("takes the seats of the last to book, then cancels the event", async () => {
    const otherId = await createBookedEvent(size);
    const keptCount = Math.min(size, 5);
    const bookingIds = (await listEventBookings(club.db, otherId)).slice(keptCount).map(({ id }) => id);
    await club.db.batch(
      cancelLastBookings(
        club.db,
        { eventId: otherId, because: undefined, now: hours(1), keptCount, bookingIds },
        sql`true`,
      ),
    );
    expect(await countBookings(otherId, "canceled = 0")).toBe(keptCount);
    expect(await cancelEvent(club.db, { id: otherId, because: "A flood.", now: hours(2) })).toBe(keptCount);
    expect(await countBookings(otherId, "canceled = 0")).toBe(0);
    expect((await countEmails(otherId))["canceled-by-club"] ?? 0).toBe(size);
  });

  test("sends every email that is still worth it", async () => {
    await sendDueEmails(createContext(), hours(149), 3_600_000);
    expect(
      await club.db.$count(
        outbox,
        sql`sent_at is null and expired_at is null and expires_at > ${hours(149).getTime()}`,
      ),
    ).toBe(0);
    await club.db.delete(outbox);
  });

  test("opens events, hands out tasks and adds diners", async () => {
    const planned = Array.from({ length: size }, (_, i) => ({
      scheduleId: null as unknown as string,
      cityId: testCity.id,
      date: new Date(start + 1e10 + i * hourMs),
      closesAt: new Date(start + 1e10 + i * hourMs - hourMs),
    }));
    expect(await countUnopenedEvents(club.db, planned)).toBe(size);
    expect(await openPlannedEvents(club.db, planned)).toBe(size);
    await club.db.run(sql`DELETE FROM events WHERE date > ${start + 1e10 - 1}`);

    const due = planned.map((_, i) => ({ job: "makeTables", item: `event-${i}` }));
    expect(await addTasks(club.db, due, hours(0))).toHaveLength(size);
    for (const task of due) await finishTask(club.db, task);

    const before = await club.db.$count(userAnswers);
    const diners = planned.map((_, i) => ({
      id: crypto.randomUUID(),
      email: `demo-${size}-${i}@oten.example`,
      firstName: "Anna",
      lastName: "Tóth",
      answers: [{ questionId: 2, answerIds: [1 + (i % 10)] }],
    }));
    await addDemoDiners(club.db, diners, hours(0));
    expect(await club.db.$count(userAnswers)).toBe(before + size);
  });
});

describe.each([0, 1, 250, 251, 500])("with schedules in %i cities", (cityCount) => {
  const scheduledClub = openClub();
  const context = () => ({ db: scheduledClub.db, env: {} as Env });
  /** A Monday: on another day booking may end in some city within the hour, and then one event more is due there. */
  const noon = new Date("2030-01-07T12:00:00Z");
  const anHourLater = new Date("2030-01-07T13:00:00Z");

  test("opens twenty events of each in one run, with the venues of its schedule", async () => {
    const planned = await addManyCities(scheduledClub, { cityCount, venuesPerCity: 3 });
    await addManySchedules(scheduledClub, { cityIds: planned.map(({ id }) => id), weeks: 20 });
    vi.spyOn(console, "log").mockImplementation(() => {});
    expect(await jobs.openEvents.findItems(context(), noon)).toHaveLength(cityCount > 0 ? 1 : 0);
    await jobs.openEvents.run(context(), "all", noon, { isRetry: false });
    expect(await scheduledClub.db.$count(events)).toBe(20 * cityCount);
    expect(await scheduledClub.db.$count(events, eq(events.capacity, 30))).toBe(20 * cityCount);
    expect(await scheduledClub.db.$count(eventVenues)).toBe(60 * cityCount);
    expect(await jobs.openEvents.findItems(context(), noon), "it was done just now").toEqual([]);
    await jobs.openEvents.run(context(), "all", anHourLater, { isRetry: false });
    expect(await scheduledClub.db.$count(events)).toBe(20 * cityCount);
  });
});

test("cuts a list into portions that fit into a parameter, and keeps their order", () => {
  expect(jsonPortions([])).toEqual([]);
  expect(jsonPortions(["aaaa", "bbbb", "cccc", "dd"], 12)).toEqual([
    ["aaaa", "bbbb"],
    ["cccc", "dd"],
  ]);
  expect(jsonPortions(["longer than the limit", "b"], 5)).toEqual([["longer than the limit"], ["b"]]);
});
