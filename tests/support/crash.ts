import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { localWorker } from "#app/cli/local-worker.ts";
import { migrate } from "#app/cli/migrate.ts";

interface Ordeal {
  writes: number;
  kills: number;
}

interface Outcome {
  acknowledged: number;
  /** Told to a diner, and not there after. */
  lost: number;
  /** A booking without its mail, or a mail without its booking. */
  torn: number;
  kills: number;
}

const atOnce = 16;
const diners = 200;

/** Books as fast as a local club takes it, and kills the club, hard, again and again; then counts what is left. */
export async function bookThroughCrashes({ writes, kills }: Ordeal): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), "oten-crash-"));
  try {
    const sessions = await prepare(folder, Math.ceil(writes / diners));
    const todo = sessions.flatMap(({ token, events }) => events.map((event) => ({ token, event })));
    todo.length = Math.min(todo.length, writes);
    const acknowledged = new Set<string>();
    const share = Math.ceil(writes / (kills + 1));
    let killed = 0;
    while (todo.length > 0) {
      const server = await serve(folder);
      const until = killed < kills ? Math.max(0, todo.length - share) : 0;
      const done = Promise.all(
        Array.from({ length: atOnce }, () => keepBooking(server.origin, todo, acknowledged)),
      );
      if (killed < kills) {
        while (todo.length > until) await new Promise((resolve) => setImmediate(resolve));
        killed++;
        await kill(server.process);
        await done;
      } else {
        await done;
        await kill(server.process);
      }
    }
    return { ...(await count(folder, acknowledged)), kills: killed };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Task = { token: string; event: string };

/** Until there is nothing left to book, or nobody answers. What was not acknowledged is tried again later. */
async function keepBooking(origin: string, todo: Task[], acknowledged: Set<string>): Promise<void> {
  for (let task = todo.pop(); task; task = todo.pop()) {
    try {
      const answer = await fetch(`${origin}/events`, {
        method: "POST",
        body: new URLSearchParams({ event: task.event }),
        headers: { Origin: origin, Cookie: `session=${task.token}` },
        redirect: "manual",
      });
      const booked = new URL(answer.headers.get("Location") ?? "", origin).searchParams.get("booked");
      if (!booked) throw new Error(`${answer.status}`);
      acknowledged.add(booked);
    } catch {
      todo.unshift(task);
      return;
    }
  }
}

async function serve(folder: string): Promise<{ origin: string; process: ChildProcess }> {
  const script = join(import.meta.dirname, "serve-for-crash.ts");
  const child = spawn(process.execPath, [script, folder], {
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
  });
  if (!child.stdout) throw new Error("The club can't be heard");
  const [origin] = (await once(createInterface(child.stdout), "line")) as [string];
  return { origin, process: child };
}

/** The whole group, so that workerd dies with its parent and in the same instant. */
async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, "exit");
  process.kill(-(child.pid ?? 0), "SIGKILL");
  await gone;
}

/** Diners who are signed in, and so many dinners. */
async function prepare(folder: string, dinners: number) {
  const worker = localWorker({
    persistTo: folder,
    vars: { APP_ENV: "local", SESSION_SECRET: "x".repeat(32) },
  });
  const db = await worker.getD1Database("DB");
  await migrate(db);
  const far = Date.now() + 100 * 86_400_000;
  const events = Array.from({ length: dinners }, (_, i) => `dinner-${i}`);
  const people = Array.from({ length: diners }, (_, i) => ({
    id: `diner-${i}`,
    token: randomBytes(32).toString("base64url"),
  }));
  await db.batch([
    db.prepare(
      "INSERT INTO venues (id, name, address, google_maps_link) VALUES ('v', 'V', 'A', 'https://maps.example')",
    ),
    ...events.map((id, i) =>
      db
        .prepare(
          "INSERT INTO events (id, venue_id, date, closes_at, capacity, available) VALUES (?, 'v', ?, ?, ?, 1)",
        )
        .bind(id, far + i, far - 1, diners),
    ),
    ...people.flatMap(({ id, token }) => [
      db
        .prepare(
          "INSERT INTO users (id, email, first_name, last_name, user_name, created_at) VALUES (?, ?, 'A', 'B', 'A', 0)",
        )
        .bind(id, `${id}@oten.example`),
      db.prepare("INSERT INTO profiles (id, first_name, is_quiz_done) VALUES (?, 'A', 1)").bind(id),
      db
        .prepare("INSERT INTO sessions (token_hash, user_id, created_at, expires_at) VALUES (?, ?, ?, ?)")
        .bind(createHash("sha256").update(token).digest("base64url"), id, Date.now(), far),
    ]),
  ]);
  await worker.dispose();
  return people.map(({ token }) => ({ token, events }));
}

async function count(folder: string, acknowledged: Set<string>) {
  const worker = localWorker({
    persistTo: folder,
    vars: { APP_ENV: "local", SESSION_SECRET: "x".repeat(32) },
  });
  const db = await worker.getD1Database("DB");
  const { results: bookings } = await db
    .prepare("SELECT id FROM bookings WHERE canceled = 0")
    .all<{ id: string }>();
  const { results: mails } = await db
    .prepare(
      "SELECT substr(text, instr(text, '/dashboard/bookings/') + 20, 36) AS id FROM outbox WHERE kind = 'booking-received'",
    )
    .all<{ id: string }>();
  await worker.dispose();
  const booked = new Set(bookings.map(({ id }) => id));
  const told = new Set(mails.map(({ id }) => id));
  return {
    acknowledged: acknowledged.size,
    lost: [...acknowledged].filter((id) => !booked.has(id)).length,
    torn: [...booked].filter((id) => !told.has(id)).length + [...told].filter((id) => !booked.has(id)).length,
  };
}
