import { getTableName } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "#app/db/client.server.ts";
import type { JobContext } from "#app/job-context.ts";
import { eventTimes } from "#app/lib/event/event-times.ts";
import { keptOfNobody } from "#app/lib/privacy/kept-of-nobody.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";
import { whatIsKept } from "#app/lib/privacy/what-is-kept.ts";
import { dayMs, minuteMs } from "#app/lib/time-units.ts";
import { eraseAccount } from "#app/models/account/erase-account.server.ts";
import { deleteAvatars } from "#app/models/account/profiles.server.ts";
import { at, liveTwoYears } from "#tests/support/diner-life.ts";
import { emailEnv } from "#tests/support/emails.ts";
import { runJob } from "#tests/support/jobs.ts";
import { questionIdsWithConsent } from "#tests/support/quiz.ts";
import { columnName, columnsOf, type Row, schemaTables } from "#tests/support/row-everywhere.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";

/** The rows of each table by their primary keys, and the keys in the bucket. */
interface Look {
  tables: Record<string, Map<string, Row>>;
  keys: string[];
}

const rowsOf = ({ tables }: Look, name: string): Row[] => [...(tables[name]?.values() ?? [])];

const find = (look: Look, table: string, column: string, value: unknown): Row | undefined =>
  rowsOf(look, table).find((row) => row[column] === value);

const laterOf = (...times: unknown[]) => Math.max(...times.map(Number));

const dateOfLink = (look: Look, id: unknown) =>
  find(look, "events", "id", find(look, "host_links", "id", id)?.event_id)?.date;

/** When a row, or what is in one of its columns, is to be gone; nothing where that has no date. */
const ends: Record<string, (row: Row, look: Look) => number | undefined> = {
  users: (row) =>
    row.email_confirmed_at === null ? Number(row.created_at) + keptMs.unconfirmedAccount : undefined,
  sessions: ({ expires_at }) => Number(expires_at),
  devices: ({ last_used_at }) => Number(last_used_at) + keptMs.device,
  tokens: ({ expires_at }) => Number(expires_at),
  passkey_challenges: ({ expires_at }) => Number(expires_at),
  sign_in_attempts: (row) => Number(row.at) + keptMs.signInAttempt,
  sign_ups: (row) => Number(row.at) + keptMs.signUp,
  account_origins: ({ made_at }) => Number(made_at) + keptMs.accountOrigin,
  city_requests: (row) =>
    Number(row.created_at) + (row.confirmed_at === null ? keptMs.unconfirmedRequest : keptMs.cityRequest),
  "account_origins.network": ({ made_at }) => Number(made_at) + keptMs.accountNetwork,
  account_actions: (row) => Number(row.at) + keptMs.accountAction,
  security_notes: (row) => Number(row.at) + keptMs.securityNote,
  "user_answers.answer_ids"({ user_id, question_id }, look) {
    const asked = rowsOf(look, "consents").filter(
      (row) => row.user_id === user_id && row.asked_at !== null && row.withdrawn_at === null,
    );
    if (asked.length === 0 || !questionIdsWithConsent.includes(Number(question_id))) return undefined;
    return laterOf(...asked.map(({ asked_at }) => asked_at)) + keptMs.askedAnswers;
  },
  entry_keys({ booking_id }, look) {
    const { event_id } = find(look, "bookings", "id", booking_id) ?? {};
    return Number(find(look, "events", "id", event_id ?? "")?.date) + keptMs.matchEntry;
  },
  "tables.company": ({ event_id }, look) =>
    Number(find(look, "events", "id", event_id)?.date) + eventTimes.settlesAfterMs,
  wishes: ({ created_at }) => Number(created_at) + keptMs.wish,
  "mutual_wishes.contact": ({ told_at }) => Number(told_at) + keptMs.wish,
  "mutual_wishes.other_contact": ({ told_at }) => Number(told_at) + keptMs.wish,
  "feedback.contact"({ booking_id, answered_at }, look) {
    const told = rowsOf(look, "mutual_wishes").filter((row) => Object.values(row).includes(booking_id ?? ""));
    return laterOf(answered_at, ...told.map(({ told_at }) => told_at)) + keptMs.wish;
  },
  "host_links.email": ({ id }, look) => Number(dateOfLink(look, id)) + keptMs.host,
  host_messages: ({ link_id }, look) => Number(dateOfLink(look, link_id)) + keptMs.host,
  phone_numbers: ({ kept_until }) => Number(kept_until),
  head_counts: (row) => Number(row.at) + keptMs.headCount,
  sheets: ({ event_id }, look) => Number(find(look, "events", "id", event_id)?.date) + keptMs.sheet,
  walk_ins: (row) => Number(row.at) + keptMs.walkIn,
  club_messages: ({ sent_at }) => Number(sent_at) + keptMs.clubMessage,
  desk_forms: ({ saved_at }) => Number(saved_at) + keptMs.deskForm,
  desk_changes: ({ begun_at }) => Number(begun_at) + keptMs.deskChange,
  blocks: ({ ends_at }) => Number(ends_at),
  account_keys({ user_id, kept_until }, look) {
    const end = kept_until ?? find(look, "erased_seats", "user_id", user_id)?.kept_until;
    return end === undefined ? undefined : Number(end);
  },
  erased_seats: ({ kept_until }) => Number(kept_until),
  avoidances({ user_id, other_id }, look) {
    const keys = rowsOf(look, "account_keys").filter((row) =>
      [user_id, other_id].includes(row.user_id ?? ""),
    );
    const times = keys.flatMap(({ kept_until }) => kept_until ?? []);
    return times.length > 0 ? Math.min(...times.map(Number)) : undefined;
  },
  outbox: ({ created_at, sent_at, parked_at, expired_at }) =>
    sent_at || parked_at || expired_at
      ? laterOf(created_at, sent_at, parked_at, expired_at) + keptMs.email
      : undefined,
  email_batches: ({ finished_at }) => Number(finished_at) + keptMs.emailBatch,
  broken_addresses: (row) => Number(row.at) + keptMs.brokenAddress,
  tasks: ({ queued_at }) => Number(queued_at) + keptMs.task,
  incidents: ({ ended_at }) => (ended_at === null ? undefined : Number(ended_at) + keptMs.incident),
  erasures: ({ erased_at }) => Number(erased_at) + keptMs.change,
};

/** By the time of the test. */
const uploadedAt = new Map<string, Date>();

const endOfKey = (key: string) =>
  key.startsWith(keptPrefix) ? Number(uploadedAt.get(key)) + keptMs.change : undefined;

const keptPrefix = "kept-changes/";

const withTimeOfTest = (bucket: R2Bucket) =>
  new Proxy(bucket, {
    get(_, name: keyof R2Bucket) {
      if (name === "put")
        return (...args: Parameters<R2Bucket["put"]>) => {
          uploadedAt.set(args[0], now);
          return bucket.put(...args);
        };
      if (name === "list")
        return async (options: R2ListOptions) => {
          const page = await bucket.list(options);
          const objects = page.objects.map(({ key }) => ({ key, uploaded: uploadedAt.get(key) }));
          return { ...page, objects };
        };
      return bucket[name].bind(bucket);
    },
  });

/** What the jobs note for themselves. */
const notes = [
  "outbox.expired_at",
  "consents.asked_at",
  "consents.check_at",
  "consents.withdrawn_at",
  "events.entries_erased_at",
  "events.attendance_decided_at",
  "bookings.attendance",
  "deposits.due_at",
];

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let context: JobContext;
let now = at(0);
let last: Look;
const complaints: string[] = [];
/** Tables that had rows, and ends that came. */
const seen = new Set<string>();

beforeAll(async () => {
  database = await openTestDatabase();
  const env = {
    ...emailEnv,
    APP_ENV: "local",
    AVATARS: withTimeOfTest(database.bucket as unknown as R2Bucket),
  };
  context = { db: openDatabase(database.binding), env: env as Env };
});
afterAll(() => database.close());

/** One statement, because each costs more than its rows. */
const everything = `SELECT ${schemaTables
  .map((table) => {
    const columns = columnsOf(table).map((column) => columnName(column).split(".")[1]);
    const pairs = columns.map((name) => `'${name}', "${name}"`);
    return `(SELECT json_group_array(json_object(${pairs})) FROM "${getTableName(table)}") AS "${getTableName(table)}"`;
  })
  .join(", ")}`;

const primaryKeys = new Map(
  schemaTables.map((table) => {
    const { name, columns, primaryKeys: keys } = getTableConfig(table);
    const own = keys.flatMap((key) => key.columns);
    const parts = own.length > 0 ? own : columns.filter(({ primary }) => primary);
    return [name, parts.map((column) => columnName(column).split(".")[1] ?? "")];
  }),
);

const primaryKeyOf = (table: string, row: Row) => String(primaryKeys.get(table)?.map((name) => row[name]));

async function look(): Promise<Look> {
  const [found, { objects }] = await Promise.all([
    database.binding.prepare(everything).first<Record<string, string>>(),
    context.env.AVATARS.list(),
  ]);
  const tables = Object.entries(found ?? {}).map(([name, text]) => {
    const rows = JSON.parse(text) as Row[];
    if (rows.length > 0) seen.add(name);
    return [name, new Map(rows.map((row) => [primaryKeyOf(name, row), row]))] as const;
  });
  return { tables: Object.fromEntries(tables), keys: objects.map(({ key }) => key) };
}

/** Each row or value of a look that has an end. */
function* listEnds(look: Look) {
  for (const [name, endOf] of Object.entries(ends)) {
    const [table = "", column] = name.split(".");
    for (const row of rowsOf(look, table)) {
      if (column && [null, "[]", "{}"].includes(row[column] as never)) continue;
      const end = endOf(row, look);
      if (end !== undefined) yield { name, table, column, row, end };
    }
  }
}

/** The next minute, from this one on, in which a job does this part of its work. */
const minuteOfPart = (time: number, part: number) => {
  const minute = Math.floor(time / minuteMs);
  return (minute + ((((part - minute) % 256) + 256) % 256)) * minuteMs;
};

/** Some jobs do a part of their work each minute. */
async function runJobs(time: number): Promise<void> {
  const due = [...listEnds(last)].filter(({ end }) => end <= time);
  const oldKeys = last.keys.filter((key) => (endOfKey(key) ?? time + 1) <= time);
  const parts = [
    ...due
      .filter(({ name }) => name === "blocks")
      .map(({ row }) => Number.parseInt(String(row.user_id).slice(0, 2), 16)),
    ...oldKeys.map((key) => Number.parseInt(key.slice(keptPrefix.length, keptPrefix.length + 2), 16)),
    ...(due.some(({ name }) => name === "erasures") ? [0] : []),
  ];
  if (due.some(({ name }) => name === "tables.company"))
    await runJob("decideAttendance", context, new Date(time));
  const minutes = new Set([time, ...parts.map((part) => minuteOfPart(time, part))]);
  for (const minute of minutes)
    for (const job of ["deleteExpired", "forgetOldAnswers", "keepChanges", "deleteUnusedObjects"] as const) {
      if (job === "keepChanges") await dateChanges();
      await runJob(job, context, new Date(minute));
    }
}

let dated = 0;

/** The database’s own clock stands still. */
const dateChanges = () =>
  database.binding
    .prepare("UPDATE kept_changes SET at = ?")
    .bind(now.getTime() + dated++)
    .run();

const describeRow = (row: Row) => JSON.stringify(row).slice(0, 150);

/** What has come to its end is gone, and nothing else. */
function compare(before: Look, after: Look): void {
  const complain = (what: string) => complaints.push(`${new Date(now).toISOString()}: ${what}`);
  const due = new Map<Row, string[]>();
  for (const { name, row, end } of listEnds(before))
    if (end <= now.getTime()) {
      seen.add(`end of ${name}`);
      due.set(row, [...(due.get(row) ?? []), name]);
    }
  for (const { name, row, end } of listEnds(after))
    if (end <= now.getTime()) complain(`${name} is there still: ${describeRow(row)}`);
  const isGone = (id: unknown) => find(before, "users", "id", id) && !find(after, "users", "id", id);
  const goneUsers = rowsOf(before, "users").filter(({ id }) => isGone(id));
  const isOfGone = (row: Row) =>
    goneUsers.some(({ id, email }) => Object.values(row).some((value) => value === id || value === email));
  for (const [table, rows] of Object.entries(before.tables))
    for (const [id, row] of rows) {
      const names = due.get(row) ?? [];
      const later = after.tables[table]?.get(id);
      if (!later && table !== "kept_changes" && !names.includes(table) && !isOfGone(row))
        complain(`${table} is gone too early: ${describeRow(row)}`);
      for (const [column, value] of Object.entries(later ?? {})) {
        const name = `${table}.${column}`;
        if (value !== row[column] && !names.includes(name) && !notes.includes(name))
          complain(`${name} has changed: ${describeRow(row)}`);
      }
    }
  const photos = rowsOf(after, "profiles").flatMap(({ avatar_url }) => avatar_url ?? []);
  expect(after.keys.filter((key) => endOfKey(key) === undefined).toSorted()).toEqual(photos.toSorted());
  for (const key of before.keys) {
    const isDue = (endOfKey(key) ?? Number.POSITIVE_INFINITY) <= now.getTime();
    if (isDue) seen.add("end of kept-changes/");
    if (isDue === after.keys.includes(key))
      complain(`${key} ${isDue ? "is there still" : "is gone too early"}`);
  }
}

/** What is kept for days goes on the day of its end, so one look a day is enough. */
const toLook = (time: number) => {
  const isSoon = time - now.getTime() < dayMs;
  return isSoon
    ? Math.ceil(time / minuteMs) * minuteMs
    : at(Math.ceil((time - at(0).getTime()) / dayMs)).getTime();
};

/** Goes from each date at which something is to be gone to the next, and looks at everything there. */
async function letTimePass(until: Date): Promise<void> {
  await dateChanges();
  await runJob("keepChanges", context, now);
  last = await look();
  if (rowsOf(last, "kept_changes").length > 0) complaints.push("kept_changes is there still");
  const findNext = () =>
    Math.min(
      ...[...[...listEnds(last)].map(({ end }) => end), ...last.keys.flatMap((key) => endOfKey(key) ?? [])]
        .filter((end) => end > now.getTime())
        .map(toLook),
    );
  for (let next = findNext(); next <= until.getTime(); next = findNext()) {
    now = new Date(next);
    await runJobs(next);
    const after = await look();
    compare(last, after);
    last = after;
  }
  now = until;
}

test("what is kept of a diner goes when the list says so, and nothing else does", async () => {
  const { diner, exported, addresses, bookingIds } = await liveTwoYears(context, letTimePass);
  await letTimePass(now);
  expect(complaints).toEqual([]);
  expect([exported.bookings.length, exported.account?.photo?.slice(0, 10)]).toEqual([2, "data:image"]);

  const traces = [...addresses, ...bookingIds, diner.firstName, "Trace-of"];
  const names = (row: Row, values: string[]) => values.some((value) => JSON.stringify(row).includes(value));
  const before = last;
  await eraseAccount(context.db, diner.id, now);
  await deleteAvatars(context.env.AVATARS, diner.id);
  await dateChanges();
  await runJob("keepChanges", context, now);
  last = await look();
  /** Where an id stays that means nothing. */
  const withIds = ["account_keys", "avoidances", "erasures"];
  for (const [table, rows] of Object.entries(before.tables)) {
    const now = last.tables[table] ?? new Map();
    const left = [...now.values()].filter((row) =>
      names(row, withIds.includes(table) ? traces : [...traces, diner.id]),
    );
    expect(left, `${table} after the erasure`).toEqual([]);
    const lost = [...rows].filter(([id, row]) => !now.has(id) && !names(row, [...traces, diner.id]));
    expect(lost, `${table} of others`).toEqual([]);
  }
  await letTimePass(at(2_100));
  expect(complaints).toEqual([]);
});

test("that life had everything that is kept, and saw the end of it", () => {
  const expected = Object.entries({ ...whatIsKept, ...keptOfNobody }).flatMap(
    ([name, { removedBy = [] }]) => {
      const isTable = !name.endsWith("/");
      // In a minute, which `letTimePass` looks at.
      const hasEnd =
        name !== "kept_changes" &&
        removedBy.some((remover) => ["deleteExpired", "keepChanges", "forgetOldAnswers"].includes(remover));
      return [...(isTable && name in whatIsKept ? [name] : []), ...(hasEnd ? [`end of ${name}`] : [])];
    },
  );
  const columns = [...seen].map((name) => name.split(".")[0]);
  expect(expected.filter((name) => !columns.includes(name))).toEqual([]);
  expect(Object.keys(ends).filter((name) => !seen.has(`end of ${name}`))).toEqual([]);
});
