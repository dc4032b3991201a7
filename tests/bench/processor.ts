/**
 * Processor time of a request, in turns with a bare Worker and a bare Remix page: `npm run bench:processor`. `-- --write` saves the
 * figures in docs/benchmarks.json, `-- --beside FOLDER` also measures another built Worker.
 */
import { parseArgs } from "node:util";
import { hashToken, newToken } from "#app/auth/device.server.ts";
import { demoDiner } from "#app/operations/demo/demo-diner.ts";
import { bundleWrapper } from "#tests/support/bundle-wrapper.ts";
import { writeCookie } from "#tests/support/cookies.ts";
import { sendOnKeptConnection } from "#tests/support/send-request.ts";
import { startDemoClub } from "./demo-club.ts";
import { median } from "./median.ts";
import { isReached, type ProcessorRow, renderProcessorTable } from "./processor-table.ts";
import { saveResults } from "./results.ts";
import { startBareRemix, startBareWorker } from "./throughput.ts";
import { findWorkerdPid, readThreadsMs } from "./workerd-process.ts";

const rounds = 5;
const warmUpRounds = 2;
const pages = ["/events", "/dashboard/bookings", "/dashboard/settings"];
const requestsPerRound = 100;

/** 3 ms where a bare Remix page takes 0.45 ms. */
const limit = 6.7;

interface Sent {
  url: URL;
  cookie?: string | undefined;
  form?: string;
}

async function send({ url, cookie = "", form }: Sent): Promise<void> {
  const response = await sendOnKeptConnection(url, {
    method: form ? "POST" : "GET",
    headers: {
      Cookie: cookie,
      ...(form && { Origin: url.origin, "Content-Type": "application/x-www-form-urlencoded" }),
    },
    body: form,
  });
  await new Promise((resolve) => response.resume().on("end", resolve));
  if (response.statusCode !== (form ? 302 : 200)) throw new Error(`${url} answered ${response.statusCode}`);
}

/** What a request begins and its response does not wait for counts too. */
const waitForRest = () => new Promise((resolve) => setTimeout(resolve, 100));

async function measureMs(pid: number, count: number, toSend: (i: number) => Sent): Promise<number> {
  const before = readThreadsMs(pid);
  for (let i = 0; i < count; i++) await send(toSend(i));
  await waitForRest();
  return (readThreadsMs(pid) - before) / count;
}

type Measure = () => Promise<number>;

async function openBare(start: typeof startBareWorker) {
  const { worker, url } = await start();
  const pid = findWorkerdPid();
  return { worker, measure: () => measureMs(pid, 5 * requestsPerRound, () => ({ url })) };
}

async function openClub(bundleFolder?: string) {
  const wrapper = await bundleWrapper("bench/page-cost-worker.ts");
  const { worker, cookie } = await startDemoClub({
    withoutAssets: true,
    isDirect: true,
    wrapper,
    ...(bundleFolder && { bundleFolder }),
  });
  const url = await worker.unsafeGetDirectURL();
  const pid = findWorkerdPid();
  const db = await worker.getD1Database("DB");
  const setMode = (mode: string) => send({ url: new URL(`/mode?mode=${mode}`, url) });
  const cookies = await addDiners(db);
  const event = await db.prepare("SELECT id FROM events ORDER BY date DESC LIMIT 1").first<{ id: string }>();

  const measurePage = (page: string, mode: string) => async () => {
    await setMode(mode);
    return measureMs(pid, requestsPerRound, () => ({ url: new URL(page, url), cookie }));
  };
  async function measureBookings() {
    await setMode("plain");
    await db.prepare("DELETE FROM bookings WHERE user_id LIKE 'copy-%'").run();
    const form = `event=${event?.id}&adult=yes`;
    return measureMs(pid, cookies.length, (i) => ({
      url: new URL("/events", url),
      cookie: cookies[i],
      form,
    }));
  }
  await setMode("record");
  for (const page of pages) await send({ url: new URL(page, url), cookie });
  const measures: Record<string, Measure> = {};
  for (const page of pages) {
    measures[page] = measurePage(page, "plain");
    measures[withoutDatabase(page)] = measurePage(page, "replay");
  }
  measures["Making a booking"] = measureBookings;
  return { worker, measures };
}

const otherBuild = ", the other build";
const withoutDatabase = (what: string) => `Without the database: ${what}`;

/** Diners like the demo diner who have booked nothing, and seats for them. Returns their cookies. */
async function addDiners(db: D1Database): Promise<string[]> {
  const tokens = Array.from({ length: requestsPerRound }, newToken);
  const owner = await db
    .prepare("SELECT id FROM users WHERE email = ?")
    .bind(demoDiner.email)
    .first<{ id: string }>();
  const copy = (table: string, idColumn: string, columns: Record<string, string>) =>
    db
      .prepare(
        `INSERT INTO ${table} (${Object.keys(columns)}) SELECT ${Object.values(columns)}
          FROM ${table}, json_each(?1) token WHERE ${table}.${idColumn} = ?2`,
      )
      .bind(JSON.stringify(tokens.map(hashToken)), owner?.id);
  const same = (...names: string[]) => Object.fromEntries(names.map((name) => [name, name]));
  const id = "'copy-' || token.key";
  const names = same("first_name", "last_name", "user_name", "email_confirmed_at", "created_at");
  await db.batch([
    copy("users", "id", { id, email: `${id} || '@oten.example'`, ...names }),
    copy("profiles", "id", { id, first_name: "first_name", is_quiz_done: "1" }),
    copy("user_answers", "user_id", { user_id: id, ...same("question_id", "answer_ids") }),
    copy("sessions", "user_id", {
      user_id: id,
      id: "token.value",
      token_hash: "token.value",
      ...same("created_at", "expires_at", "last_seen_at"),
    }),
    db.prepare("UPDATE event_venues SET tables = 90"),
  ]);
  return tokens.map((token) => writeCookie("session", token));
}

const { values: options } = parseArgs({
  options: { write: { type: "boolean" }, beside: { type: "string" } },
});
const bareWorker = await openBare(startBareWorker);
const bareRemix = await openBare(startBareRemix);
const club = await openClub();
const other = options.beside === undefined ? undefined : await openClub(options.beside);
const measures: Record<string, Measure> = {
  "Bare Worker": bareWorker.measure,
  "Bare Remix page": bareRemix.measure,
};
for (const [name, measure] of Object.entries(club.measures)) {
  measures[name] = measure;
  const otherMeasure = other?.measures[name];
  if (otherMeasure) measures[name + otherBuild] = otherMeasure;
}
const measured = new Map(Object.keys(measures).map((name) => [name, [] as number[]]));
for (let round = -warmUpRounds; round < rounds; round++) {
  for (const [name, measure] of Object.entries(measures)) {
    const ms = await measure();
    if (round >= 0) measured.get(name)?.push(ms);
  }
}
const medianOf = (name: string) => median(measured.get(name) ?? []);
const rows: ProcessorRow[] = [...measured.keys()]
  .filter((name) => !name.startsWith(withoutDatabase("")))
  .map((what) => ({
    what,
    ms: medianOf(what),
    withoutDatabaseMs: measured.has(withoutDatabase(what)) ? medianOf(withoutDatabase(what)) : undefined,
    remixMs: medianOf("Bare Remix page"),
    limit: what in club.measures ? limit : undefined,
  }));
console.log(renderProcessorTable(rows));
if (options.write) saveResults({ processor: rows.filter(({ what }) => !what.endsWith(otherBuild)) });
process.exitCode = rows.every(isReached) ? 0 : 1;
for (const { worker } of [club, bareWorker, bareRemix, ...(other ? [other] : [])]) await worker.dispose();
