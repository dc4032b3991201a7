import { setTimeout } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { openDatabase } from "#app/db/client.server.ts";
import { attendanceByReports } from "#app/db/conditions.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { cities } from "#app/db/schema/city.ts";
import { events } from "#app/db/schema/event.ts";
import { venues } from "#app/db/schema/venue.ts";
import { hadSeat } from "#app/models/booking/booking-conditions.ts";
import { insertDinersWithAnswers } from "#tests/support/events.ts";
import { takeConsoleErrors } from "#tests/support/fail-on-console-error.ts";
import { hoursAfterEnd, type SeasonClub, simulateSeason } from "#tests/support/season.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";

/**
 * All jobs together over a season: 400 diners and an event every Friday in three cities with three venues each, in three
 * time zones, while summer time ends in two of them. Restaurants answer, decline or say nothing, and drop out a day before. Jobs crash between database calls, run three at a time and hours late; one email in four and one Stripe call in seven meets a fault.
 * Plays two weeks; `WEEKS=12 npm test -- tests/jobs/season.slow.test.ts` plays twelve, `SEED=1` another season.
 */
const weeks = Number(process.env.WEEKS ?? 2);
const seed = Number(process.env.SEED ?? 20_260_925);
const club = {} as SeasonClub;
let season: Awaited<ReturnType<typeof simulateSeason>>;
let errorLines: string[];
let close: () => Promise<void>;

const seasonCities = [
  { id: "tokyo", timeZone: "Asia/Tokyo", venueIds: ["sakura", "ume", "momiji"] },
  { id: "budapest", timeZone: "Europe/Budapest", venueIds: ["kakukk", "harsfa", "galamb"] },
  { id: "london", timeZone: "Europe/London", venueIds: ["oak", "elm", "yew"] },
];

beforeAll(async () => {
  vi.stubGlobal("scheduler", { wait: (ms: number) => setTimeout(ms, undefined, { ref: false }) });
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "log").mockImplementation(() => {});
  const database = await openTestDatabase();
  Object.assign(club, {
    binding: database.binding,
    bucket: database.bucket,
    db: openDatabase(database.binding),
  });
  close = database.close;
  for (const { id, timeZone, venueIds } of seasonCities) {
    await club.db
      .insert(cities)
      .values({ id, slug: id, name: id, timeZone, currency: "huf", price: 250_000, deposit: 300_000 });
    for (const [i, venueId] of venueIds.entries()) {
      await club.db.insert(venues).values({
        id: venueId,
        cityId: id,
        name: venueId,
        address: "Fő utca 1",
        googleMapsLink: "https://maps.example/",
        tables: 2,
        // One of the three is too dear for some.
        priceLevel: i === 0 ? 3 : 1,
        diets: [],
        email: `${venueId}@restaurant.example`,
      });
    }
  }
  const diners = await insertDinersWithAnswers(club, 400);
  await club.db.run(sql`INSERT INTO user_answers (user_id, question_id, answer_ids)
        SELECT id, 15, json_array(1 + rowid % 4) FROM users WHERE true
        ON CONFLICT (user_id, question_id) DO UPDATE SET answer_ids = excluded.answer_ids`);
  season = await simulateSeason(club, { diners, cities: seasonCities, weeks, seed });
  errorLines = takeConsoleErrors();
});

afterEach(({ task }) => {
  if (task.result?.state === "fail") process.stdout.write(`Failed with SEED=${seed}\n`);
});

afterAll(async () => {
  vi.unstubAllGlobals();
  await close();
});

const query = async (statement: string) => (await club.binding.prepare(statement).all()).results;

test("the season has events, tables, canceled bookings, crashes and faults", async () => {
  expect(season.crashes, "crashed jobs").toBeGreaterThan(3 * weeks);
  expect(season.emailFaults, "deliveries that met a fault").toBeGreaterThan(5 * weeks);
  expect(season.stripeFaults, "Stripe calls that met a fault").toBeGreaterThan(10 * weeks);
  expect(season.payments.length).toBeGreaterThan(30 * weeks);
  const [counts] = await query(`SELECT
    (SELECT count(*) FROM events WHERE matched_at IS NOT NULL AND date <= ${season.end.getTime()}) AS events,
    (SELECT count(*) FROM tables) AS tables,
    (SELECT count(*) FROM bookings WHERE confirmed = 1 AND canceled = 0) AS seated,
    (SELECT count(*) FROM bookings WHERE canceled = 1) AS canceled`);
  expect(counts?.events).toBe(3 * weeks);
  expect(counts?.tables).toBeGreaterThan(10 * weeks);
  expect(counts?.seated).toBeGreaterThan(50 * weeks);
  expect(counts?.canceled).toBeGreaterThan(5 * weeks);
});

test("logs errors only for faults of the email provider, of Stripe and of the cron", () => {
  const expected = [
    "checkout not checked",
    "refund not made yet",
    "problem began",
    "problem ended",
    "job failed",
    "cron failed",
    "cron works again",
  ];
  for (const line of errorLines) expect(expected).toContain(JSON.parse(line).event);
});

test("takes at most as many bookings as seats, and one from each diner", async () => {
  expect(season.oversold).toBe(0);
  expect(
    await query(
      `SELECT event_id FROM bookings WHERE canceled = 0 GROUP BY event_id, user_id HAVING count(*) > 1`,
    ),
  ).toEqual([]);
});

test("restaurants have us, can’t take us and drop out, or don’t answer, and the desk knows of each", async () => {
  const { counts, changed, untold, wrongAlarms } = season.restaurants;
  for (const [what, count] of Object.entries(counts)) expect(count, what).toBeGreaterThan(0);
  expect(wrongAlarms).toEqual([]);
  expect([...untold], "restaurants that were told nothing").toEqual([]);
  expect(changed, "answers that another press has changed").toEqual([]);
  expect(
    await query("SELECT DISTINCT name FROM incidents WHERE name LIKE 'restaurants %' ORDER BY 1"),
  ).toEqual([{ name: "restaurants can’t take us" }, { name: "restaurants have not answered" }]);
});

test("gives nobody two dinners within four hours, though dinners of two cities are an hour apart", async () => {
  expect(
    await query(`SELECT a.user_id FROM bookings a JOIN events ea ON ea.id = a.event_id
      JOIN bookings b ON b.user_id = a.user_id AND b.id <> a.id JOIN events eb ON eb.id = b.event_id
      WHERE a.canceled = 0 AND b.canceled = 0 AND abs(ea.date - eb.date) < 4 * 3600000`),
  ).toEqual([]);
});

test("opens each event at seven in the evening of its city, in summer and in winter", async () => {
  const opened = await query("SELECT city_id, date FROM events");
  for (const { city_id, date } of opened as { city_id: string; date: number }[]) {
    const { timeZone } = seasonCities.find(({ id }) => id === city_id) as (typeof seasonCities)[number];
    const format = { timeZone, weekday: "short", hour: "2-digit", minute: "2-digit", hour12: false } as const;
    expect(new Date(date).toLocaleString("en-GB", format)).toBe("Fri 19:00");
  }
});

test("moves the tables of venues that drop out, and seats nobody there", async () => {
  expect(season.venuesLost).toBeGreaterThan(weeks - 1);
  expect(season.tablesMoved).toBeGreaterThan(0);
  const open = `FROM tables t JOIN bookings b ON b.table_id = t.id AND b.canceled = 0 AND t.closed_at IS NULL
    LEFT JOIN event_venues ev ON ev.event_id = t.event_id AND ev.venue_id = t.venue_id`;
  expect(await query(`SELECT t.id ${open} WHERE ev.venue_id IS NULL`)).toEqual([]);
  expect(
    await query(
      `SELECT t.event_id, t.venue_id ${open} GROUP BY 1, 2 HAVING count(DISTINCT t.id) > max(ev.tables)`,
    ),
  ).toEqual([]);
});

test("seats nobody where dinner costs more than they want to spend", async () => {
  expect(
    await query(`SELECT b.id FROM bookings b JOIN tables t ON t.id = b.table_id JOIN venues v ON v.id = t.venue_id
      JOIN user_answers a ON a.user_id = b.user_id AND a.question_id = 15
      WHERE b.canceled = 0 AND v.price_level > json_extract(a.answer_ids, '$[0]')`),
  ).toEqual([]);
});

test("makes tables of five that never grow", async () => {
  expect(season.newTableSizes.filter((size) => size !== 5)).toEqual([]);
  expect(
    await query(`SELECT table_id FROM bookings WHERE canceled = 0 AND table_id IS NOT NULL GROUP BY table_id
      HAVING count(*) > 5 OR count(DISTINCT event_id) > 1`),
  ).toEqual([]);
});

test("seats nobody with a diner they avoid, or twice with the same diner", async () => {
  const tableMates = `FROM bookings a JOIN bookings b ON a.table_id = b.table_id AND a.user_id < b.user_id
    AND a.canceled = 0 AND b.canceled = 0`;
  expect(
    await query(`SELECT a.user_id ${tableMates} JOIN events e ON e.id = a.event_id JOIN avoidances v
      ON (v.user_id, v.other_id) IN ((a.user_id, b.user_id), (b.user_id, a.user_id)) AND v.created_at < e.matched_at`),
  ).toEqual([]);
  expect(
    // Two who come together may have met before.
    await query(`SELECT a.user_id, b.user_id ${tableMates} GROUP BY 1, 2
      HAVING count(*) > 1 AND max(coalesce(a.together_id = b.together_id, 0)) = 0 AND NOT EXISTS (
      SELECT 1 FROM mutual_wishes m JOIN bookings x ON x.id = m.booking_id JOIN bookings y ON y.id = m.other_booking_id
        WHERE m.want_same_table = 1 AND (x.user_id, y.user_id) IN ((a.user_id, b.user_id), (b.user_id, a.user_id)))`),
  ).toEqual([]);
});

test("friends come along and part, and diners wait for a full event and take the seat that they are offered", () => {
  for (const [what, count] of Object.entries(season.friends)) expect(count, what).toBeGreaterThan(0);
});

test("seats two who come together at one table, or neither of them", async () => {
  const together = `FROM bookings a JOIN bookings b ON a.together_id = b.together_id AND a.user_id < b.user_id
    AND a.canceled = 0 AND b.canceled = 0 JOIN events e ON e.id = a.event_id AND e.matched_at IS NOT NULL`;
  const [both] = await query(`SELECT count(*) AS seated ${together} AND a.table_id = b.table_id`);
  expect(both?.seated).toBeGreaterThan(weeks);
  expect(
    await query(`SELECT a.id, a.table_id, b.table_id AS other ${together} AND a.table_id IS NOT b.table_id`),
  ).toEqual([]);
});

test("tells a diner once of each offered seat, and ends every line with its booking", async () => {
  expect(
    await query(
      `SELECT data ->> 'linkId' AS id FROM outbox WHERE kind = 'seat-offered' GROUP BY 1 HAVING count(*) > 1`,
    ),
  ).toEqual([]);
  expect(
    await query(
      `SELECT l.id FROM line_places l JOIN events e ON e.id = l.event_id WHERE e.date <= ${season.end.getTime()}`,
    ),
  ).toEqual([]);
});

test("leaves every booking in a valid state, and none pending after its event", async () => {
  expect(
    await query(`SELECT bookings.id FROM bookings JOIN events ON events.id = event_id
      WHERE NOT CASE WHEN canceled THEN bookings.canceled_at IS NOT NULL
        WHEN confirmed THEN table_id IS NOT NULL AND standby = 0
        ELSE table_id IS NULL END
      OR (date <= ${season.end.getTime()} AND canceled = 0 AND confirmed = 0)`),
  ).toEqual([]);
});

/** Somebody may wait, get a seat, and wait again when the venue drops out: for another reason. */
test("tells a diner once of each change of their booking", async () => {
  const onceKinds = [
    "on-standby",
    "standby-ended",
    "table-dissolved",
    "booking-received",
    "how-was-it",
    "marked-absent",
  ];
  for (const kind of onceKinds) {
    expect(
      await query(
        `SELECT booking_id, count(*) AS n FROM outbox WHERE kind = '${kind}'
          GROUP BY booking_id, data ->> 'reason' HAVING n > 1`,
      ),
      kind,
    ).toEqual([]);
  }
  expect(
    await query(`SELECT booking_id FROM outbox GROUP BY booking_id
      HAVING sum(kind = 'reminder') > sum(kind = 'booking-confirmed') AND booking_id IS NOT NULL`),
  ).toEqual([]);
});

test("delivers every email once, unless it was not worth sending anymore", async () => {
  const [emails] = await query(`SELECT count(*) AS queued, sum(sent_at IS NOT NULL) AS sent,
    sum(parked_at IS NOT NULL) AS parked, sum(last_error LIKE 'it may have been sent%') AS uncertain, sum(sent_at IS NULL AND parked_at IS NULL AND expires_at <= ${season.end.getTime() + hoursAfterEnd * 3_600_000}) AS expired FROM outbox`);
  const { queued, sent, parked, uncertain, expired } = emails as Record<string, number>;
  expect(season.doubled).toBe(0);
  expect(parked, "only those without an answer for a day").toBe(uncertain);
  expect(
    await query(`SELECT o.kind, count(*) AS emails, o.due_at, o.expires_at, o.last_error, b.* FROM outbox o
      LEFT JOIN email_batches b ON b.id = o.batch_id
      WHERE sent_at IS NULL AND parked_at IS NULL AND expires_at > ${season.end.getTime() + hoursAfterEnd * 3_600_000}
      GROUP BY o.kind, o.batch_id`),
    "emails that nobody sent",
  ).toEqual([]);
  expect(Number(sent) + Number(parked) + Number(expired)).toBe(queued);
  expect((Number(expired) + Number(parked)) / Number(queued)).toBeLessThan(0.15);
  const delivered = new Set(season.delivered.map(({ headers }) => headers["X-Entity-Ref-ID"]));
  const sentIds = (await query("SELECT id FROM outbox WHERE sent_at IS NOT NULL")).map(
    ({ id }) => id as string,
  );
  expect(sentIds.filter((id) => !delivered.has(id))).toEqual([]);
});

test("leaves no task behind", async () => {
  expect(season.taskRetries, "tasks that were tried again").toBeGreaterThan(10 * weeks);
  expect(await query("SELECT id, last_error FROM tasks WHERE parked_at IS NOT NULL")).toEqual([]);
});

test("sends a confirmation for every confirmed booking", async () => {
  const [counts] = await query(`SELECT
    (SELECT count(*) FROM outbox WHERE kind = 'booking-confirmed') AS emails,
    (SELECT count(*) FROM bookings WHERE confirmed = 1) AS confirmed`);
  expect(Number(counts?.emails)).toBeGreaterThanOrEqual(Number(counts?.confirmed));
});

test("refunds a payment once and in full, or keeps it", () => {
  for (const { depositId, state, charged, refunds } of season.payments) {
    expect(["paid", "refunded", "kept"], depositId).toContain(state);
    expect(refunds, depositId).toEqual(state === "refunded" ? [charged] : []);
  }
});

test("settles deposits for each cause", async () => {
  const [counts] = await query(`SELECT sum(state = 'refunded') AS refunded, sum(cause = 'no-show') AS noShow,
    sum(cause = 'canceled-late') AS late, sum(cause = 'canceled-in-time') AS inTime FROM deposits`);
  for (const [cause, count] of Object.entries(counts ?? {})) expect(count, cause).toBeGreaterThan(0);
});

test("settles every deposit after its event, and keeps it only from no-shows and late cancellations", async () => {
  const deposits = `FROM deposits JOIN bookings ON bookings.id = booking_id JOIN events ON events.id = event_id`;
  // It waits for an operator whether the diner was told, and can contest it: Resend gave no answer for a day.
  const isPerhapsUntold = `EXISTS (SELECT 1 FROM outbox WHERE outbox.booking_id = bookings.id AND kind = 'marked-absent'
    AND outbox.parked_at IS NOT NULL AND outbox.last_error LIKE 'it may have been sent%')`;
  expect(
    await query(`SELECT deposits.id, state ${deposits} WHERE date <= ${season.end.getTime()}
      AND (state NOT IN ('refunded', 'kept', 'expired') OR deposits.parked_at IS NOT NULL) AND NOT ${isPerhapsUntold}`),
  ).toEqual([]);
  expect(
    await query(`SELECT deposits.id, cause ${deposits} WHERE state = 'kept' AND NOT CASE cause
        WHEN 'no-show' THEN canceled = 0 AND attendance = 'no-show'
        WHEN 'canceled-late' THEN canceled = 1 AND bookings.canceled_at >= date - 48 * 3600000
        ELSE 0 END`),
  ).toEqual([]);
  expect(
    await query(
      `SELECT deposits.id, cause ${deposits} WHERE state = 'refunded' AND canceled = 0 AND attendance = 'no-show'`,
    ),
  ).toEqual([]);
});

test("the ledger of every deposit adds up to the money that is held", async () => {
  expect(
    await query(`SELECT deposits.id, state, sum(ledger.amount) AS held FROM deposits JOIN ledger ON deposit_id = deposits.id
      GROUP BY deposits.id HAVING held <> CASE WHEN state IN ('paid', 'kept') THEN deposits.amount ELSE 0 END`),
  ).toEqual([]);
});

test("diners are late, stay away, contest, wish, avoid and leave", async () => {
  for (const [what, count] of Object.entries(season.evenings)) expect(count, what).toBeGreaterThan(0);
  const [counts] = await query(`SELECT (SELECT count(*) FROM mutual_wishes) AS mutual,
    (SELECT count(*) FROM avoidances WHERE event_id IS NOT NULL) AS avoided,
    (SELECT count(*) FROM bookings WHERE attendance = 'no-show') AS noShows,
    (SELECT count(*) FROM absences WHERE resolved_at IS NOT NULL) AS resolved,
    (SELECT count(*) FROM outbox WHERE kind = 'diner-late') AS lateEmails,
    (SELECT count(*) FROM outbox WHERE kind = 'host-note') AS hostNotes,
    (SELECT count(*) FROM outbox WHERE kind = 'how-was-it') AS asked`);
  for (const [what, count] of Object.entries(counts ?? {})) expect(count, what).toBeGreaterThan(0);
});

test("tells a table and its host once that somebody is late or can't come, and once of other minutes", async () => {
  expect(
    await query(`SELECT booking_id FROM outbox WHERE kind IN ('diner-late', 'diner-not-coming')
      AND data ->> 'otherBookingId' <> '' AND expired_at IS NULL
      GROUP BY kind, booking_id, data ->> 'otherBookingId', data ->> 'isChange' HAVING count(*) > 1`),
  ).toEqual([]);
  expect(
    await query(`SELECT booking_id FROM outbox WHERE kind = 'host-note' AND expired_at IS NULL
      GROUP BY booking_id, data ->> 'note', data ->> 'hostLinkId', data ->> 'isChange' HAVING count(*) > 1`),
  ).toEqual([]);
});

test("decides who came by the rule, and keeps no deposit while somebody contests", async () => {
  const differing = await club.db
    .select({ id: bookings.id })
    .from(bookings)
    .innerJoin(events, eq(events.id, bookings.eventId))
    .where(
      sql`${hadSeat} and ${events.attendanceDecidedAt} is not null and ${bookings.attendance} is not ${attendanceByReports}`,
    );
  expect(differing).toEqual([]);
  expect(
    await query(`SELECT d.id FROM deposits d JOIN absences a ON a.booking_id = d.booking_id
      WHERE d.state = 'kept' AND a.contested_at IS NOT NULL AND a.resolved_at IS NULL`),
  ).toEqual([]);
});

test("tells two who would both meet again once, and nobody else", async () => {
  const pairs = await query("SELECT booking_id AS one, other_booking_id AS other FROM mutual_wishes");
  const told = await query(
    "SELECT booking_id AS one, data ->> 'otherBookingId' AS other FROM outbox WHERE kind = 'meet-again'",
  );
  const nameOf = ({ one, other }: Record<string, unknown>) => `${one} ${other}`;
  const expected = pairs.flatMap(({ one, other }) => [
    nameOf({ one, other }),
    nameOf({ one: other, other: one }),
  ]);
  expect(told.map(nameOf).sort()).toEqual(expected.sort());
});

test("learns from each answer once, and keeps what was learned of diners who left", async () => {
  const [row] = await query(`SELECT (SELECT sums ->> 'dinners' FROM rating_sums) AS learned,
    (SELECT count(*) FROM feedback WHERE learned_at IS NOT NULL) AS marked,
    (SELECT count(*) FROM feedback WHERE learned_at IS NULL) AS waiting`);
  expect(row?.waiting).toBe(0);
  expect(Number(row?.learned)).toBeGreaterThan(0);
  expect(row?.learned).toBe(Number(row?.marked) + season.learnedOfErased);
});

test("every match record is intact and gives the same tables again", () => {
  expect(season.wrongMatchRecords).toEqual([]);
});
