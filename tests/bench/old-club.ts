/** A club of many cities after years: rows as the jobs and pages would have left them, made by SQL within a minute or two. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createLocalWorker } from "#app/cli/local-worker.ts";
import { migrate } from "#app/cli/migrate.ts";
import { currentKeyName } from "#app/lib/account/account-key.server.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";
import { dayMs, hourMs, minuteMs, weekMs } from "#app/lib/time-units.ts";
import { testCity } from "#tests/support/events.ts";
import { planCities } from "#tests/support/many-cities.ts";

interface OldClubSize {
  cities: number;
  /** With a dinner a week in each city. */
  weeks: number;
  /** At that time nothing is due. */
  now: number;
}

const futureWeeks = 8;
const dinersPerCity = 100;

/** Without summer time, with their hours before or after UTC: dinners of years take place at one local hour. */
const zones: [name: string, hours: number][] = [
  ["Africa/Lagos", 1],
  ["America/Phoenix", -7],
  ["Asia/Tokyo", 9],
  ["Australia/Brisbane", 10],
  ["America/Lima", -5],
];

/** Its accounts have keys of this secret. */
const oldClubSecret = "for-tests-only-for-tests-only-32";

/** 1,000,000 bookings and 500,000 paid deposits. */
export const fullSize = { cities: 500, weeks: 262 };

/** Spread as random ids are, and the same each time. */
const idOf = (kind: number, n: string) =>
  `printf('%08x-${kind.toString(16).padStart(4, "0")}-4000-8000-%012x', ((${n}) * 2654435761 + ${kind}) % 4294967296, ${n})`;
const userIdOf = (n: string) => idOf(1, n);
const eventIdOf = (n: string) => idOf(2, n);
const bookingIdOf = (n: string) => idOf(3, n);
const depositIdOf = (n: string) => idOf(4, n);
const tableIdOf = (event: string, number: string) => idOf(5, `2 * ${event} + ${number}`);
const cityIdOf = (c: string) => `CASE ${c} WHEN 0 THEN '${testCity.id}' ELSE 'many-' || (${c}) END`;
const venueIdOf = (c: string, i: string) => `'venue-' || (${c}) || '-' || (${i})`;

const text = (length: number) => `'${"x".repeat(length)}'`;

/** Tables for the statements themselves: events and bookings by number. */
function plan({ cities, weeks, now }: OldClubSize): string[] {
  const count = Math.max(cities * dinersPerCity, 4 * (weeks + futureWeeks));
  const allWeeks = weeks + futureWeeks;
  return [
    "CREATE TABLE old_numbers (n INTEGER PRIMARY KEY)",
    `WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers LIMIT ${count})
      INSERT INTO old_numbers SELECT n FROM numbers`,
    "CREATE TABLE old_events (n INTEGER PRIMARY KEY, c INTEGER, w INTEGER, id TEXT, date INTEGER, is_past INTEGER, is_canceled INTEGER, table_count INTEGER)",
    `INSERT INTO old_events
      SELECT c * ${allWeeks} + w, c, w, ${eventIdOf(`c * ${allWeeks} + w`)},
        ${now + 3 * dayMs + 6 * hourMs} + (w - ${weeks}) * ${weekMs} + (c % 3) * ${dayMs} - (c % 60) * ${minuteMs},
        w < ${weeks} AND (c + w) % 50 <> 7, w < ${weeks} AND (c + w) % 50 = 7, 1 + w % 2
      FROM (SELECT n AS c FROM old_numbers WHERE n < ${cities}) JOIN (SELECT n AS w FROM old_numbers WHERE n < ${allWeeks})`,
    `CREATE TABLE old_bookings (n INTEGER PRIMARY KEY, k INTEGER, id TEXT, user_id TEXT, event_id TEXT, e INTEGER, c INTEGER,
      table_id TEXT, date INTEGER, is_past INTEGER, is_canceled INTEGER, is_missing INTEGER)`,
    `INSERT INTO old_bookings
      SELECT e.n * 11 + k.n, k.n, ${bookingIdOf("e.n * 11 + k.n")}, ${userIdOf(`e.c * ${dinersPerCity} + (e.w * 11 + k.n) % ${dinersPerCity}`)},
        e.id, e.n, e.c, CASE WHEN e.is_past AND k.n < 10 THEN ${tableIdOf("e.n", "k.n / 5")} END, e.date, e.is_past,
        k.n = 10, e.is_past AND (e.n * 11 + k.n) * 7 % 50 = 0 AND k.n < 10
      FROM old_events e JOIN old_numbers k ON k.n < 11
      WHERE NOT e.is_canceled AND CASE WHEN e.is_past THEN k.n < 5 * e.table_count OR (k.n = 10 AND e.n % 5 = 0) ELSE k.n < 10 - 2 * (e.w - ${weeks}) END`,
  ];
}

function insertCities({ cities, weeks, now }: OldClubSize): string[] {
  const planned = planCities(cities).map((city, i) => ({
    ...city,
    ...(i === 0 ? testCity : {}),
    timeZone: zones[i % zones.length]?.[0],
  }));
  const hours = `CASE c % ${zones.length} ${zones.map(([, each], i) => `WHEN ${i} THEN ${each}`).join(" ")} END`;
  const local = `date / 1000 + 3600 * ${hours}, 'unixepoch'`;
  const part = (name: string) => `value ->> '${name}'`;
  const started = now - weeks * weekMs;
  return [
    `INSERT INTO cities (id, slug, name, country, time_zone, currency, price, deposit, latitude, longitude)
      SELECT ${["id", "slug", "name", "country", "timeZone", "currency", "price", "deposit", "latitude", "longitude"].map(part)}
      FROM json_each('${JSON.stringify(planned).replaceAll("'", "''")}')`,
    `INSERT INTO venues (id, city_id, name, address, google_maps_link, tables, price_level, diets)
      SELECT ${venueIdOf("c.n", "v.n")}, ${cityIdOf("c.n")}, 'Venue ' || v.n, 'Fő utca 1', 'https://maps.example/', 2, 1, '[1,2,3,4]'
      FROM old_numbers c JOIN old_numbers v ON v.n < 3 WHERE c.n < ${cities}`,
    `INSERT INTO schedules (id, city_id, weekday, time, weeks, created_at, plan_at)
      SELECT 'schedule-' || c, ${cityIdOf("c")}, 1 + (strftime('%w', ${local}) + 6) % 7, strftime('%H:%M', ${local}),
        ${futureWeeks}, ${started}, ${now + 12 * hourMs} FROM old_events WHERE w = ${weeks}`,
    `INSERT INTO schedule_venues (schedule_id, venue_id, tables)
      SELECT 'schedule-' || c.n, ${venueIdOf("c.n", "v.n")}, 1 FROM old_numbers c JOIN old_numbers v ON v.n < 2 WHERE c.n < ${cities}`,
  ];
}

function insertDiners({ cities, weeks, now }: OldClubSize): string[] {
  const count = cities * dinersPerCity;
  const joined = `${now - weeks * weekMs} - ${30 * dayMs} + n`;
  const from = `FROM old_numbers WHERE n < ${count}`;
  return [
    `INSERT INTO users (id, email, first_name, last_name, user_name, password_hash, email_confirmed_at, created_at)
      SELECT ${userIdOf("n")}, 'diner' || n || '@oten.example', 'Zsófi', 'Kiss', 'Zsófi Kiss', ${text(110)}, ${joined}, ${joined} ${from}`,
    `INSERT INTO profiles (id, first_name, avatar_url, avatar_set_at, is_quiz_done)
      SELECT ${userIdOf("n")}, 'Zsófi', CASE WHEN n % 2 THEN ${userIdOf("n")} || '/' || ${idOf(9, "n")} || '.webp' END, ${joined}, 1 ${from}`,
    `INSERT INTO sessions (token_hash, id, user_id, created_at, expires_at, last_seen_at, browser)
      SELECT printf('%064x', n), ${idOf(6, "n")}, ${userIdOf("n")}, ${now} - (n % 25) * ${dayMs}, ${now} + (1 + n % 28) * ${dayMs},
        ${now} - (n % 25) * ${dayMs}, 'Firefox on Android' ${from}`,
    `INSERT INTO devices (token_hash, user_id, created_at, last_used_at)
      SELECT printf('%064x', n), ${userIdOf("n")}, ${joined}, ${now} - (n % 390) * ${dayMs} ${from}`,
    `INSERT INTO identities (provider, subject, user_id, created_at)
      SELECT 'google', '1' || n, ${userIdOf("n")}, ${joined} ${from} AND n % 3 = 0`,
    `INSERT INTO account_keys (hash, user_id) SELECT '${currentKeyName({ SESSION_SECRET: oldClubSecret })}.' || printf('%043x', n), ${userIdOf("n")} ${from}`,
    `INSERT INTO consents (id, user_id, topic, version, given_at, check_at)
      SELECT ${idOf(7, "n")}, ${userIdOf("n")}, 'food-and-health', 2, ${joined}, ${now + 600 * dayMs} ${from}`,
    `INSERT INTO user_answers (user_id, question_id, answer_ids)
      SELECT ${userIdOf("n")}, q.id, CASE WHEN q.is_year THEN '[1990]' WHEN q.is_country THEN '["HU"]' ELSE '[1]' END
      FROM old_numbers JOIN quiz_questions q WHERE n < ${count}`,
    `INSERT INTO avoidances (user_id, other_id, by_operator, created_at)
      SELECT ${userIdOf("n")}, ${userIdOf("n + 1")}, 0, ${joined} ${from} AND n % 33 = 0`,
    `INSERT INTO security_notes (user_id, at, kind, made_by, detail)
      SELECT ${userIdOf("u.n")}, ${now} - ((u.n * 7 + i.n * 73) % 360) * ${dayMs}, 'new-sign-in', 'diner', 'Firefox on Android, Budapest'
      FROM old_numbers u JOIN old_numbers i ON i.n < 5 WHERE u.n < ${count}`,
  ];
}

function insertEvents({ now }: OldClubSize): string[] {
  return [
    `INSERT INTO events (id, city_id, date, closes_at, capacity, available, matched_at, attendance_decided_at, canceled_at, entries_erased_at, schedule_id, scheduled_for)
      SELECT id, ${cityIdOf("c")}, date, date - ${48 * hourMs}, 10, 1, CASE WHEN is_past THEN date - ${48 * hourMs} END,
        CASE WHEN is_past THEN date + ${24 * hourMs} END, CASE WHEN is_canceled THEN date - ${3 * dayMs} END,
        CASE WHEN date <= ${now - keptMs.matchEntry} THEN date + ${keptMs.matchEntry} END, 'schedule-' || c, date FROM old_events`,
    `INSERT INTO event_venues (event_id, venue_id, tables)
      SELECT e.id, ${venueIdOf("e.c", "v.n")}, 1 FROM old_events e JOIN old_numbers v ON v.n < 2`,
    `INSERT INTO tables (id, event_id, venue_id, number, shares, score)
      SELECT ${tableIdOf("e.n", "t.n")}, e.id, ${venueIdOf("e.c", "t.n")}, t.n + 1, '["You all like to cook.","Most of you read."]', 60 + e.n % 20
      FROM old_events e JOIN old_numbers t ON t.n < e.table_count WHERE e.is_past`,
    `INSERT INTO match_records (event_id, entry_count, entries_hash, rules_version, may_meet_again, terms, score_floor, written_at, table_count, seating_hash, result_hash, object)
      SELECT id, 5 * table_count, ${text(64)}, 6, 0, '{"company":3.2,"wish":9.6}', 55, date - ${48 * hourMs}, table_count, ${text(32)}, ${text(64)}, ${text(32)} FROM old_events WHERE is_past`,
    `INSERT INTO table_changes (id, event_id, at, made_by, what)
      SELECT ${idOf(10, "n")}, id, date - ${hourMs}, 'software', 'A free seat at table 1 was filled.' FROM old_events WHERE is_past AND n % 3 = 0`,
    `INSERT INTO host_links (id, event_id, venue_id, email, created_at, mailed_at)
      SELECT ${idOf(11, "n")}, id, ${venueIdOf("c", "0")}, CASE WHEN date > ${now - keptMs.host} THEN 'host@oten.example' END,
        date - ${dayMs}, date - ${6 * hourMs} FROM old_events WHERE is_past`,
  ];
}

function insertBookings({ now }: OldClubSize): string[] {
  const isSeat = "is_past AND NOT is_canceled";
  const created = `date - 20 * ${dayMs}`;
  const isReadable = `date > ${now - keptMs.matchEntry}`;
  return [
    `INSERT INTO bookings (id, user_id, event_id, confirmed, canceled, created_at, canceled_at, table_id, reminded_at, asked_at, attendance)
      SELECT id, user_id, event_id, table_id IS NOT NULL, is_canceled, ${created}, CASE WHEN is_canceled THEN date - 5 * ${dayMs} END, table_id,
        CASE WHEN ${isSeat} THEN date - ${dayMs} END, CASE WHEN ${isSeat} THEN date + 16 * ${hourMs} END,
        CASE WHEN ${isSeat} THEN CASE WHEN is_missing THEN 'no-show' ELSE 'attended' END END FROM old_bookings`,
    `INSERT INTO attendance_reports (booking_id, source, reported_by, came, at)
      SELECT id, 'host', id, NOT is_missing, date FROM old_bookings WHERE ${isSeat} AND (n % 5 < 3 OR is_missing)`,
    `INSERT INTO absences (booking_id, told_at) SELECT id, date + ${25 * hourMs} FROM old_bookings WHERE is_missing`,
    `INSERT INTO late_notes (booking_id, minutes, at) SELECT id, 10, date - ${hourMs} FROM old_bookings WHERE ${isSeat} AND n % 37 = 0`,
    `INSERT INTO feedback (booking_id, rating, note, first_answered_at, answered_at, learned_at)
      SELECT id, 3 + n % 3, CASE WHEN n % 10 = 0 THEN 'Nice.' END, date + ${dayMs}, date + ${dayMs}, date + ${25 * hourMs}
      FROM old_bookings WHERE ${isSeat} AND n % 5 < 2`,
    `INSERT INTO wishes (booking_id, other_booking_id, created_at)
      SELECT id, ${bookingIdOf("n + 1")}, date + ${dayMs} FROM old_bookings
      WHERE ${isSeat} AND n % 3 = 0 AND k % 5 < 4 AND date > ${now - keptMs.wish + dayMs}`,
    `INSERT INTO mutual_wishes (booking_id, other_booking_id, told_at)
      SELECT min(id, ${bookingIdOf("n + 1")}), max(id, ${bookingIdOf("n + 1")}), date + 2 * ${dayMs} FROM old_bookings
      WHERE ${isSeat} AND n % 20 = 1 AND k % 5 < 4`,
    `INSERT INTO entry_keys (booking_id, "key") SELECT id, ${text(22)} FROM old_bookings WHERE ${isSeat} AND ${isReadable}`,
    `INSERT INTO email_batches (id, priority, created_at, due_at, attempts, attempted_at, claimed_by, finished_at)
      SELECT 'batch-' || n, 2, date, date, 1, date, 'worker-' || n, date FROM old_events WHERE date > ${now - keptMs.email} AND is_past`,
    `INSERT INTO outbox (id, kind, "to", priority, booking_id, data, created_at, due_at, expires_at, batch_id, sent_at)
      SELECT ${idOf(12, "b.n * 10 + i.key")}, i.value, 'diner@oten.example', 2, b.id, '{}', b.date - (8 - 4 * i.key) * ${dayMs},
        b.date - (8 - 4 * i.key) * ${dayMs}, b.date + ${30 * dayMs}, CASE WHEN b.is_past THEN 'batch-' || b.e END, b.date - (8 - 4 * i.key) * ${dayMs}
      FROM old_bookings b JOIN json_each('["booking-received","booking-confirmed","how-was-it"]') i
      WHERE b.date - (8 - 4 * i.key) * ${dayMs} > ${now - keptMs.email} AND b.date - (8 - 4 * i.key) * ${dayMs} <= ${now} AND NOT b.is_canceled`,
  ];
}

/** Half of the bookings have one; those of no-shows wait for a week. */
function insertDeposits({ now }: OldClubSize): string[] {
  const isSettled = `is_past AND (NOT is_missing OR date + ${8 * dayMs + 2 * hourMs} <= ${now})`;
  const paid = `date - 19 * ${dayMs}`;
  const settled = `date + ${dayMs}`;
  const cause =
    "CASE WHEN is_missing THEN 'no-show' WHEN is_canceled THEN 'canceled-in-time' ELSE 'dinner-over' END";
  const from = "FROM old_bookings WHERE n % 2 = 0";
  const line = (
    at: string,
    kind: string,
    amount: string,
    reference: string,
    causeOf: string,
    condition: string,
  ) =>
    `INSERT INTO ledger (deposit_id, at, kind, amount, reference, cause)
      SELECT ${depositIdOf("n")}, ${at}, ${kind}, ${amount}, ${reference}, ${causeOf} ${from} AND ${condition}`;
  return [
    `INSERT INTO deposits (id, booking_id, amount, currency, state, cause, checkout_id, origin, payment_id, refund_count, refund_id, due_at, created_at, paid_at, settled_at)
      SELECT ${depositIdOf("n")}, id, 300000, 'huf',
        CASE WHEN NOT (${isSettled}) THEN 'paid' WHEN is_missing THEN 'kept' ELSE 'refunded' END, CASE WHEN ${isSettled} THEN ${cause} END,
        'cs_' || n, 'https://oten.example', 'pi_' || n, 1, CASE WHEN ${isSettled} AND NOT is_missing THEN 're_' || n END, CASE WHEN is_past THEN ${now} + n % ${hourMs} ELSE ${settled} END, ${paid}, ${paid},
        CASE WHEN ${isSettled} THEN ${settled} END ${from}`,
    line(paid, "'opened'", "0", "NULL", "NULL", "1"),
    line(paid, "'paid'", "300000", "'pi_' || n", "NULL", "1"),
    line(settled, "CASE WHEN is_missing THEN 'kept' ELSE 'to-refund' END", "0", "NULL", cause, isSettled),
    line(settled, "'refunded'", "-300000", "'re_' || n", cause, `${isSettled} AND NOT is_missing`),
  ];
}

function insertRest({ now }: OldClubSize): string[] {
  const last = `FROM events WHERE date <= ${now - 16 * dayMs} ORDER BY date DESC, id DESC LIMIT 1`;
  return [
    `INSERT INTO public_figures (id, figures, counted_at)
      SELECT 1, json_object('until', json_object('date', date, 'eventId', id), 'isComplete', json('true'), 'dinners', 1, 'diners', 1, 'pairs', 1,
        'answers', 0, 'answersWithWish', 0, 'tables', 0, 'tablesBelowFloor', 0, 'worst', NULL, 'byScore', json('{}')), ${now - hourMs} ${last}`,
    `INSERT INTO heartbeats (name, at) VALUES ('cron', ${now - minuteMs}), ('queue', ${now - minuteMs})`,
    countTaken("events", "event_id"),
    countTaken("tables", "table_id"),
    "DROP TABLE old_bookings",
    "DROP TABLE old_events",
    "DROP TABLE old_numbers",
  ];
}

/** Counted once for all, because this may run while the bookings have no index. */
const countTaken = (table: string, column: string) =>
  `UPDATE ${table} SET taken = counted.n FROM
    (SELECT ${column} AS id, count(*) AS n FROM bookings WHERE canceled = 0 GROUP BY ${column}) counted WHERE ${table}.id = counted.id`;

export const writeOldClub = (size: OldClubSize): string[] => [
  ...plan(size),
  ...insertCities(size),
  ...insertDiners(size),
  ...insertEvents(size),
  ...insertBookings(size),
  ...insertDeposits(size),
  ...insertRest(size),
  // They have long been in the bucket.
  "DELETE FROM kept_changes",
];

/** Writes a migrated database into this folder, which `createLocalWorker` takes as `persistTo`. Indexes and triggers come last. */
export async function buildOldClub(persistTo: string, size: OldClubSize): Promise<void> {
  const worker = createLocalWorker({ persistTo, vars: {}, withoutAssets: true, script: "export default {}" });
  await migrate(await worker.getD1Database("DB"));
  await worker.dispose();
  const folder = join(persistTo, "v3/d1/miniflare-D1DatabaseObject");
  const file = readdirSync(folder).find((name) => /^[0-9a-f]{64}\.sqlite$/.test(name)) ?? "";
  const db = new DatabaseSync(join(folder, file), { enableForeignKeyConstraints: false });
  db.exec("PRAGMA synchronous = off; PRAGMA cache_size = -1000000; PRAGMA wal_autocheckpoint = 0");
  const later = db
    .prepare(
      "SELECT type, name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL AND name NOT GLOB '_cf_*'",
    )
    .all() as { type: string; name: string; sql: string }[];
  db.exec("BEGIN");
  for (const { type, name } of later) db.exec(`DROP ${type} "${name}"`);
  for (const statement of writeOldClub(size)) db.exec(statement);
  for (const { sql } of later) db.exec(sql);
  db.exec("COMMIT");
  db.exec("PRAGMA wal_checkpoint(truncate)");
  db.close();
}

/** A time of today at which nothing is due in the club. */
export function quietTime(): number {
  const time = new Date();
  time.setUTCHours(13, 7, 0, 0);
  return time.getTime();
}
