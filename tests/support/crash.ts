import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createLocalWorker } from "#app/cli/local-worker.ts";
import { migrate } from "#app/cli/migrate.ts";
import { eventTimes } from "#app/lib/event/event-times.ts";
import { writeCookie } from "#tests/support/cookies.ts";
import { waitUntil } from "./wait-until.ts";

interface CrashTestOptions {
  writes: number;
  kills: number;
}

interface Outcome {
  acknowledged: number;
  /** Acknowledged bookings that are missing afterwards. */
  lost: number;
  /** Bookings without their email, and emails without their booking. */
  halfWritten: number;
  kills: number;
}

const parallelClients = 16;
const dinerCount = 200;

/** Sends many bookings to a local club, kills it with SIGKILL several times, and compares what is stored. */
export async function killClubWhileBooking({ writes, kills }: CrashTestOptions): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), "oten-crash-"));
  try {
    const sessions = await createClub(folder, Math.ceil(writes / dinerCount));
    const tasks = sessions.flatMap(({ token, events }) => events.map((event) => ({ token, event })));
    tasks.length = Math.min(tasks.length, writes);
    const acknowledged = new Set<string>();
    const writesPerRun = Math.ceil(writes / (kills + 1));
    let killCount = 0;
    for (let starts = 0; tasks.length > 0; starts++) {
      if (starts > kills + 3)
        throw new Error(`${tasks.length} bookings are not acknowledged after ${starts} starts.`);
      const server = await startServer(folder);
      const remainingAtKill = killCount < kills ? Math.max(0, tasks.length - writesPerRun) : 0;
      const clients = Promise.all(
        Array.from({ length: parallelClients }, () => bookUntilStopped(server.origin, tasks, acknowledged)),
      );
      if (killCount < kills) {
        const isTime = () => tasks.length <= remainingAtKill;
        await waitUntil(`${remainingAtKill} bookings are left`, isTime, { pauseMs: 0 });
        killCount++;
        await killServer(server.process);
        await clients;
      } else {
        await clients;
        await killServer(server.process);
      }
    }
    return { ...(await compareStored(folder, acknowledged)), kills: killCount };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Task = { token: string; event: string };

/** Stops when all tasks are done or the server is killed. A booking without acknowledgment becomes a task again. */
async function bookUntilStopped(origin: string, tasks: Task[], acknowledged: Set<string>): Promise<void> {
  for (let task = tasks.pop(); task; task = tasks.pop()) {
    try {
      const response = await fetch(`${origin}/events`, {
        method: "POST",
        body: new URLSearchParams({ event: task.event }),
        headers: { Origin: origin, Cookie: writeCookie("session", task.token) },
        redirect: "manual",
      });
      const bookingId = new URL(response.headers.get("Location") ?? "", origin).searchParams.get("booked");
      if (!bookingId) throw new Error(`${response.status}`);
      acknowledged.add(bookingId);
    } catch {
      tasks.unshift(task);
      return;
    }
  }
}

async function startServer(folder: string): Promise<{ origin: string; process: ChildProcess }> {
  const script = join(import.meta.dirname, "serve-for-crash.ts");
  const child = spawn(process.execPath, [script, folder], {
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
  });
  if (!child.stdout) throw new Error("The club has no standard output");
  const [origin] = (await once(createInterface(child.stdout), "line")) as [string];
  return { origin, process: child };
}

/** Kills the process group, so that workerd dies together with its parent. */
async function killServer(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  process.kill(-(child.pid ?? 0), "SIGKILL");
  await exited;
}

async function createClub(folder: string, eventCount: number) {
  const worker = createLocalWorker({
    persistTo: folder,
    vars: { APP_ENV: "local", SESSION_SECRET: "x".repeat(32) },
  });
  const db = await worker.getD1Database("DB");
  await migrate(db);
  const farFuture = Date.now() + 100 * 86_400_000;
  const events = Array.from({ length: eventCount }, (_, i) => `event-${i}`);
  const diners = Array.from({ length: dinerCount }, (_, i) => ({
    id: `diner-${i}`,
    token: randomBytes(32).toString("base64url"),
  }));
  await db.batch([
    db.prepare(
      "INSERT INTO cities (id, slug, name, time_zone, currency, price, deposit) VALUES ('c', 'c', 'C', 'UTC', 'huf', 0, 1)",
    ),
    ...events.map((id, i) =>
      db
        .prepare(
          "INSERT INTO events (id, city_id, date, scheduled_for, closes_at, capacity, available) VALUES (?1, 'c', ?2, ?2, ?3, ?4, 1)",
        )
        .bind(id, farFuture + i * eventTimes.betweenBookingsMs, farFuture - 1, dinerCount),
    ),
    ...diners.flatMap(({ id, token }) => [
      db
        .prepare(
          "INSERT INTO users (id, email, first_name, last_name, user_name, created_at) VALUES (?, ?, 'A', 'B', 'A', 0)",
        )
        .bind(id, `${id}@oten.example`),
      db.prepare("INSERT INTO profiles (id, first_name, is_quiz_done) VALUES (?, 'A', 1)").bind(id),
      db
        .prepare(
          "INSERT INTO sessions (token_hash, id, user_id, created_at, expires_at, last_seen_at) VALUES (?1, ?1, ?2, ?3, ?4, ?3)",
        )
        .bind(createHash("sha256").update(token).digest("base64url"), id, Date.now(), farFuture),
    ]),
  ]);
  await worker.dispose();
  return diners.map(({ token }) => ({ token, events }));
}

async function compareStored(folder: string, acknowledged: Set<string>) {
  const worker = createLocalWorker({
    persistTo: folder,
    vars: { APP_ENV: "local", SESSION_SECRET: "x".repeat(32) },
  });
  const db = await worker.getD1Database("DB");
  const { results: bookings } = await db
    .prepare("SELECT id FROM bookings WHERE canceled = 0")
    .all<{ id: string }>();
  const { results: emails } = await db
    .prepare("SELECT booking_id AS id FROM outbox WHERE kind = 'booking-received'")
    .all<{ id: string }>();
  await worker.dispose();
  const bookingIds = new Set(bookings.map(({ id }) => id));
  const emailedIds = new Set(emails.map(({ id }) => id));
  return {
    acknowledged: acknowledged.size,
    lost: [...acknowledged].filter((id) => !bookingIds.has(id)).length,
    halfWritten:
      [...bookingIds].filter((id) => !emailedIds.has(id)).length +
      [...emailedIds].filter((id) => !bookingIds.has(id)).length,
  };
}
