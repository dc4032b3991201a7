import { createLocalWorker } from "#app/cli/local-worker.ts";
import { migrate } from "#app/cli/migrate.ts";
import { loadBatched } from "#app/db/batches.ts";
import { openDatabase } from "#app/db/client.server.ts";
import type { QuizQuestion } from "#app/lib/quiz/quiz.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { readQuiz } from "#app/models/quiz/quiz.server.ts";
import { createDemoDiner } from "#app/operations/demo/demo-diner.ts";
import { createD1Binding, d1WorkerScript } from "#tests/support/d1-binding.ts";

const dinersPerCall = 500;

interface EventsToAdd {
  dinerCount: number;
  eventCount: number;
  now: Date;
}

/** Fills a new club's database with events that have just closed, and with their diners. */
export async function addEventDiners(
  persistTo: string,
  { dinerCount, eventCount, now }: EventsToAdd,
): Promise<void> {
  const worker = createLocalWorker({
    persistTo,
    vars: {},
    withoutAssets: true,
    script: "export default {}",
    secondWorkerScript: d1WorkerScript,
  });
  const binding = createD1Binding(worker);
  await migrate(binding);
  await addEvents(binding, { dinerCount, eventCount, now });
  const db = openDatabase(binding);
  const { questions } = await loadBatched({ db }, readQuiz(db, ""));
  for (let start = 0; start < dinerCount; start += dinersPerCall) {
    const count = Math.min(dinersPerCall, dinerCount - start);
    const diners = Array.from({ length: count }, (_, i) =>
      createDiner(questions, `event-${(start + i) % eventCount}`, now),
    );
    await addDiners(binding, diners, now);
  }
  await worker.dispose();
}

async function addEvents(binding: D1Database, { dinerCount, eventCount, now }: EventsToAdd): Promise<void> {
  const tables = Math.ceil(dinerCount / eventCount / tableSize);
  await binding.batch(
    Array.from({ length: eventCount }, (_, i) => [
      binding
        .prepare(
          `INSERT INTO cities (id, slug, name, time_zone, currency, price, deposit)
            VALUES (?1, ?1, 'Budapest', 'Europe/Budapest', 'huf', 250000, 300000)`,
        )
        .bind(`city-${i}`),
      binding
        .prepare(
          `INSERT INTO venues (id, city_id, name, address, google_maps_link, tables, price_level, step_free, diets)
            VALUES (?, ?, 'Kis Kakukk Vendéglő', 'Ráday utca 31, 1092 Budapest', 'https://maps.example/?q=1', ?, 1, 1, '[1,2,3,4,5,6]')`,
        )
        .bind(`venue-${i}`, `city-${i}`, tables),
      binding
        .prepare(
          "INSERT INTO events (id, city_id, date, scheduled_for, closes_at, available) VALUES (?1, ?2, ?3, ?3, ?4, 1)",
        )
        .bind(`event-${i}`, `city-${i}`, now.getTime() + 48 * hourMs, now.getTime()),
      binding
        .prepare("INSERT INTO event_venues (event_id, venue_id, tables) VALUES (?, ?, ?)")
        .bind(`event-${i}`, `venue-${i}`, tables),
    ]).flat(),
  );
}

function createDiner(questions: QuizQuestion[], eventId: string, now: Date) {
  const { answers, ...diner } = createDemoDiner(questions, now);
  const given = Object.fromEntries(answers.map(({ questionId, answerIds }) => [questionId, answerIds]));
  return { ...diner, eventId, bookingId: crypto.randomUUID(), answers: given };
}

async function addDiners(
  binding: D1Database,
  diners: ReturnType<typeof createDiner>[],
  now: Date,
): Promise<void> {
  const json = JSON.stringify(diners);
  const of = (name: string) => `d.value ->> '${name}'`;
  const at = now.getTime() - hourMs;
  const statements = [
    `INSERT INTO users (id, email, first_name, last_name, user_name, email_confirmed_at, created_at)
      SELECT ${of("id")}, ${of("email")}, ${of("firstName")}, ${of("lastName")}, ${of("firstName")}, ${at}, ${at}
      FROM json_each(?) d`,
    `INSERT INTO profiles (id, first_name, is_quiz_done) SELECT ${of("id")}, ${of("firstName")}, 1
      FROM json_each(?) d`,
    `INSERT INTO user_answers (user_id, question_id, answer_ids)
      SELECT ${of("id")}, answer.key, answer.value
      FROM json_each(?) d, json_each(d.value -> 'answers') answer`,
    `INSERT INTO bookings (id, user_id, event_id, created_at)
      SELECT ${of("bookingId")}, ${of("id")}, ${of("eventId")}, ${at} FROM json_each(?) d`,
  ];
  await binding.batch(statements.map((sql) => binding.prepare(sql).bind(json)));
}
