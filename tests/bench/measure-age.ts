import { scheduler } from "node:timers/promises";
import { runOps } from "#app/cli/ops/run-ops.ts";
import { openDatabase } from "#app/db/client.server.ts";
import type { JobContext } from "#app/job-context.ts";
import { jobNames, jobs } from "#app/jobs/jobs.server.ts";
import { runCron } from "#app/jobs/run-cron.server.ts";
import {
  countRows,
  noRows,
  type RowCounts,
  type StatementCount,
  sumRowsRead,
} from "#tests/support/count-rows.ts";
import { emailEnv } from "#tests/support/emails.ts";
import { createRealRequest, findAddresses, sortByHarm } from "#tests/support/real-requests.ts";
import { hasParameter, routes, routesWithAction } from "#tests/support/routes.ts";
import { type SeatedDiners, seatDiners } from "#tests/support/seated-diners.ts";
import { type Club, startClub } from "#tests/support/start-club.ts";

export interface Measured {
  rowsRead: number;
  statements: number;
  trips: number;
  ms: number;
  slowest: StatementCount;
}

type Note = (what: string, counts: RowCounts, ms: number) => void;

/** Jobs and commands run in this process, pages and forms in the built Worker. */
export async function measureAge(persistTo: string, quiet: Date): Promise<Map<string, Measured>> {
  Object.assign(globalThis, { scheduler });
  const { log } = console;
  console.log = () => {};
  const club = await startClub({ persistTo, wrapper: "bench/age-worker.ts" });
  const measured = new Map<string, Measured>();
  const note: Note = (what, counts, ms) => {
    const [slowest = { sql: "", rowsRead: 0, ms: 0 }] = counts.statements.toSorted(
      (a, b) => b.rowsRead - a.rowsRead,
    );
    const { trips, statements } = counts;
    measured.set(what, { rowsRead: sumRowsRead(counts), statements: statements.length, trips, ms, slowest });
  };
  await measureJobs(club, quiet, note);
  const all = await seatDiners(club);
  await addHistory(club, all);
  await measureCommands(club, all, note);
  await measurePages(club, all, note);
  await measureForms(club, all, note);
  await club.worker.dispose();
  console.log = log;
  return measured;
}

async function measureJobs({ worker, binding }: Club, now: Date, note: Note): Promise<void> {
  const AVATARS = await worker.getR2Bucket("AVATARS");
  const TASKS = { send: async () => {}, sendBatch: async () => {} };
  const keys = {
    RESEND_API_KEY: "re_test",
    STRIPE_SECRET_KEY: "sk_test",
    AUTO_WEIGHTS: "yes",
    APP_ENV: "local",
  };
  const env = { ...emailEnv, ...keys, AVATARS, TASKS } as unknown as Env;
  const measure = async (what: string, work: (context: JobContext) => Promise<unknown>) => {
    const [counts, startedAt] = [noRows(), performance.now()];
    await work({ db: openDatabase(countRows(binding, counts)), env });
    note(what, counts, performance.now() - startedAt);
  };
  await measure("first cron", (context) => runCron(context, now));
  await measure("cron", (context) => runCron(context, now));
  for (const name of jobNames.filter((each) => each !== "reconcileDeposits"))
    await measure(`job ${name}`, async (context) => {
      const items = await jobs[name].findItems(context, now);
      for (const item of [...items, "all"]) await jobs[name].run(context, item, now, { isRetry: false });
    });
}

/** The owner has come for as long as the club exists. */
const addHistory = ({ binding }: Club, { diners: { owner } }: SeatedDiners) =>
  binding
    .prepare(
      `UPDATE OR IGNORE bookings SET user_id = ?1 WHERE user_id = (
        SELECT user_id FROM bookings JOIN events ON events.id = event_id WHERE city_id = 'city-budapest' AND user_id <> ?1 LIMIT 1)`,
    )
    .bind(owner.userId)
    .run();

async function measureCommands(club: Club, { diners: { owner } }: SeatedDiners, note: Note): Promise<void> {
  const event = await club.binding
    .prepare("SELECT event_id FROM bookings WHERE id = ?")
    .bind(owner.bookingId)
    .first<string>("event_id");
  const ofEvent = [
    "event show",
    "booking list",
    "match show",
    "match preview",
    "host-link list",
    "attendance show",
    "sheet",
  ];
  const commands = [
    ...[
      "city list",
      "venue list",
      "event list",
      "schedule list",
      "attendance contests",
      "avoid list",
      "weights show",
    ],
    ...["deposit list", "outbox list", "job list", "feedback", "stats", "report /dev/null"],
    ...["show", "history"].map((verb) => `user ${verb} ${owner.email}`),
    ...ofEvent.map((command) => `${command} ${event}`),
  ];
  for (const command of commands) {
    const [counts, startedAt] = [noRows(), performance.now()];
    const env = { ...emailEnv, DB: countRows(club.binding, counts), APP_ENV: "local" } as unknown as Env;
    let problem = "";
    const code = await runOps(command.split(" "), {
      print: () => {},
      printError: (text) => {
        problem += text;
      },
      showProgress: () => ({ update: () => {}, end: () => {} }),
      openClub: async () => ({ env, close: async () => {} }),
    });
    const name = command.replace(/ [^ ]*[@-][^ ]*$/, "");
    note(
      `ops ${name}${code === 0 ? "" : ` (${problem.trim().slice(0, 60)})`}`,
      counts,
      performance.now() - startedAt,
    );
  }
}

async function measureRequest(
  club: Club,
  what: string,
  path: string,
  init: RequestInit,
  note: Note,
): Promise<void> {
  const startedAt = performance.now();
  const response = await club.fetch(path, init);
  await response.text();
  const counts = JSON.parse(decodeURIComponent(response.headers.get("X-Counts") ?? "%7B%7D")) as RowCounts;
  note(`${what} (${response.status})`, { ...noRows(), ...counts }, performance.now() - startedAt);
}

async function measurePages(club: Club, all: SeatedDiners, note: Note): Promise<void> {
  const { owner } = all.diners;
  for (const route of routes.filter(({ hasLoader, isLayout }) => hasLoader && !isLayout))
    for (const address of await findAddresses(club, route, owner)) {
      const name = `${route.path}${address.includes("?") ? "?…" : ""}`;
      await measureRequest(club, name, address, { headers: { Cookie: owner.cookie } }, note);
      if (!hasParameter(route)) await measureRequest(club, `${name}, signed out`, address, {}, note);
    }
}

async function measureForms(club: Club, all: SeatedDiners, note: Note): Promise<void> {
  for (const route of sortByHarm(routesWithAction)) {
    const { path, init } = await createRealRequest(club, route, all);
    await measureRequest(club, `POST ${route.path}`, path, init, note);
  }
}
