import { gunzipSync } from "node:zlib";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "#app/db/client.server.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { events } from "#app/db/schema/event.ts";
import { entryKeys, matchParts, matchRecords } from "#app/db/schema/seating.ts";
import type { JobContext } from "#app/job-context.ts";
import { match } from "#app/matching/solve.ts";
import { eraseAccount } from "#app/models/account/erase-account.server.ts";
import { exportAccount } from "#app/models/account/export-account.server.ts";
import { loadMatchRecord } from "#app/models/seating/match-records.server.ts";
import { recordPrefix, storeRecords } from "#app/models/seating/stored-records.server.ts";
import { openClub } from "#tests/support/club.ts";
import { CrashError, crashAtCall } from "#tests/support/crashing-database.ts";
import { emailEnv } from "#tests/support/emails.ts";
import { bookForDiners, createEvent, insertDinersWithAnswers, signUpDiner } from "#tests/support/events.ts";
import { readPageText } from "#tests/support/html.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import { connectOps } from "#tests/support/ops.ts";
import { type DocumentedReceipt, runDocumentedChecks } from "#tests/support/receipt-checks.ts";

const club = openClub({ wrapper: "support/faulty-worker.ts" });
const ops = connectOps(club);
const minuteMs = 60_000;
const afterClosing = () => new Date(Date.now() + 110 * 60 * minuteMs);

const storeAll = (bucket = club.bucket) => {
  const env = { ...emailEnv, AVATARS: bucket } as Env;
  return runJob("storeMatchRecords", { db: club.db, env }, new Date());
};

const failing = new Proxy(
  {},
  { get: () => () => Promise.reject(new Error("this part is out of order")) },
) as R2Bucket;

const listObjects = async (eventId: string) =>
  (await club.bucket.list({ prefix: `${recordPrefix}${eventId}/` })).objects.map(({ key }) => key);

const findRecord = async (eventId: string) =>
  (await club.db.select().from(matchRecords).where(eq(matchRecords.eventId, eventId)))[0];

const countParts = (eventId: string) => club.db.$count(matchParts, eq(matchParts.eventId, eventId));

/** An event whose tables are made: six diners in the database, and one who is signed in. */
async function matchEvent() {
  const eventId = await createEvent(club, { hoursFromNow: 150 });
  const diner = await signUpDiner(club);
  const inserted = await insertDinersWithAnswers(club, 6);
  const [userId = ""] = (
    await club.binding.prepare("SELECT id FROM users WHERE email = ?").bind(diner.email).raw<[string]>()
  ).flat();
  await club.binding
    .prepare(
      "INSERT OR REPLACE INTO user_answers SELECT ?, question_id, answer_ids FROM user_answers WHERE user_id = ?",
    )
    .bind(userId, inserted[0])
    .run();
  const userIds = [userId, ...inserted];
  const bookingIds = await bookForDiners(club, userIds, eventId);
  await runJob("makeTables", createJobContext(club), afterClosing());
  const path = `/dashboard/bookings/${bookingIds[0]}/receipt`;
  const get = (address: string, Faults = "") =>
    club.fetch(address, { headers: { Cookie: diner.cookie, Faults } });
  const download = (faults = "") => get(`${path}.json`, faults);
  const loadReceipt = async () => (await (await download()).json()) as DocumentedReceipt;
  return { eventId, userIds, bookingIds, path, get, download, loadReceipt };
}

test("moves a record into the bucket, where its receipt, its export and the matching run stay the same", async () => {
  const { eventId, userIds, bookingIds, loadReceipt } = await matchEvent();
  const before = {
    receipt: await loadReceipt(),
    record: await loadMatchRecord(club, eventId),
    seatings: (await exportAccount(club, userIds[0] ?? "")).seatings,
  };
  expect(await listObjects(eventId)).toEqual([]);
  await storeAll();
  expect(await countParts(eventId)).toBe(0);
  expect(await listObjects(eventId)).toHaveLength(1);
  const after = {
    receipt: await loadReceipt(),
    record: await loadMatchRecord(club, eventId),
    seatings: (await exportAccount(club, userIds[0] ?? "")).seatings,
  };
  expect(after).toEqual(before);
  expect(after.record).toMatchObject({ isIntact: true, entryCount: 7, erasedCount: 0 });
  expect(after.record && match(after.record.input).hash).toBe(after.record?.seatingHash);
  expect(runDocumentedChecks(after.receipt)).toEqual([]);
  expect(after.seatings).toEqual([{ eventId, ...after.receipt.own }]);
  const text = await readObject(eventId);
  for (const secret of [...userIds, ...bookingIds, '"answers"', "bookedAt"])
    expect(text).not.toContain(secret);
});

async function readObject(eventId: string): Promise<string> {
  const [key = ""] = await listObjects(eventId);
  const object = await club.bucket.get(key);
  return gunzipSync(Buffer.from((await object?.arrayBuffer()) ?? [])).toString();
}

test("nobody can open the entry of an erased account in the bucket, and every check of the others still works", async () => {
  const { eventId, userIds, bookingIds, loadReceipt } = await matchEvent();
  await storeAll();
  const before = await loadReceipt();
  const isErased = eq(entryKeys.bookingId, bookingIds[1] ?? "");
  expect(await club.db.$count(entryKeys, isErased)).toBe(1);
  await eraseAccount(club.db, userIds[1] ?? "", new Date());
  expect(await club.db.$count(entryKeys, isErased)).toBe(0);
  const { changes, ...receipt } = await loadReceipt();
  expect(receipt).toEqual({ ...before, changes: undefined });
  expect(runDocumentedChecks({ ...receipt, changes })).toEqual([]);
  const record = await loadMatchRecord(club, eventId);
  expect(record).toMatchObject({ isIntact: true, entryCount: 7, erasedCount: 1 });
  const gone = record?.fullRecord.entries.filter(({ entry }) => entry === null);
  expect(gone).toMatchObject([{ salt: null, relationsSalt: null, relations: null }]);
});

test("while the bucket is away tables are made and receipts work, and the record is moved later", async () => {
  const { eventId, download, loadReceipt } = await matchEvent();
  await expect(storeAll(failing)).rejects.toThrow("out of order");
  const losing = new Proxy({}, { get: () => async () => undefined }) as R2Bucket;
  await expect(storeAll(losing)).rejects.toThrow("The bucket took no match record");
  expect((await findRecord(eventId))?.object).toBeNull();
  const waiting = await loadReceipt();
  expect((await download("AVATARS=fails")).status).toBe(200);
  await storeAll();
  expect(await loadReceipt()).toEqual(waiting);
});

test("a receipt in a bucket that is away is said to be so; its page, its event and operators see the hashes", async () => {
  const { eventId, path, get, download } = await matchEvent();
  await storeAll();
  const response = await download("AVATARS=fails");
  expect([response.status, await response.text()]).toEqual([
    503,
    "We can’t read this receipt just now. Try again in a moment.",
  ]);
  expect(await club.takeLoggedErrors()).toHaveLength(1);
  const record = await findRecord(eventId);
  const page = await get(path, "AVATARS=fails");
  expect(await readPageText(page)).toContain(record?.resultHash);
  const [key = ""] = await listObjects(eventId);
  await club.bucket.delete(key);
  const shown = await ops.run("match", "show", eventId);
  expect(shown.out).toContain(`${record?.resultHash}; its entries can’t be read from the bucket.`);
  expect(await ops.run("match", "export", eventId, "/tmp/never-written.json")).toMatchObject({
    code: 4,
    err: expect.stringContaining("copy the objects under match-records/"),
  });
  expect((await exportAccount(club, await findDinerOf(eventId))).seatings).toEqual([]);
});

const findDinerOf = async (eventId: string) =>
  (await club.db.select().from(bookings).where(eq(bookings.eventId, eventId)))[0]?.userId ?? "";

test("a job that is killed at any call loses nothing, and leaves nothing that is not deleted later", async () => {
  const { eventId, loadReceipt } = await matchEvent();
  const before = await loadReceipt();
  let crashes = 0;
  for (let callNumber = 1; ; callNumber++) {
    let isOver = true;
    for (const isCallDone of [false, true]) {
      const db = openDatabase(crashAtCall(club.binding, { callNumber, isCallDone }));
      await storeRecords({ db, bucket: club.bucket }).then(
        () => {},
        (error) => {
          if (!`${error} ${error.cause}`.includes(new CrashError("the Worker died").message)) throw error;
          isOver = false;
          crashes++;
        },
      );
      expect(await loadReceipt()).toEqual(before);
    }
    if (isOver) break;
  }
  expect(crashes).toBeGreaterThan(4);
  expect(await countParts(eventId)).toBe(0);
  expect(await listObjects(eventId)).toHaveLength(1);
});

test("deletes an object that no record names once it is an hour old, and none while there is no record", async () => {
  const { eventId } = await matchEvent();
  const [event] = await club.db.select().from(events).where(eq(events.id, eventId));
  const record = await findRecord(eventId);
  if (!event || !record) throw new Error("no event");
  const id = crypto.randomUUID();
  const object = "1".repeat(32);
  await club.db.insert(events).values({ ...event, id });
  await club.db.insert(matchRecords).values({ ...record, eventId: id, object });
  const named = `${recordPrefix}${id}/${object}.gz`;
  const other = crypto.randomUUID();
  const unnamed = [id, other].map((of) => `${recordPrefix}${of}/${"0".repeat(32)}.gz`);
  for (const key of [named, ...unnamed]) await club.bucket.put(key, "a record");
  const listAll = async () =>
    (await club.bucket.list({ prefix: recordPrefix })).objects.map(({ key }) => key);
  const context = { db: club.db, env: { ...emailEnv, AVATARS: club.bucket } } as JobContext;
  /** At the first minute from then on in which the job looks at this id. */
  const lookAt = async (of: string, fromMs: number) => {
    const first = Math.ceil(fromMs / minuteMs);
    const wait = (Number.parseInt(of.slice(0, 2), 16) - (first % 256) + 256) % 256;
    await runJob("deleteUnusedObjects", context, new Date((first + wait) * minuteMs));
  };
  for (const of of [id, other]) await lookAt(of, Date.now() - 300 * minuteMs);
  expect(await listAll()).toEqual(expect.arrayContaining([named, ...unnamed]));
  for (const of of [id, other]) await lookAt(of, Date.now() + 61 * minuteMs);
  expect(await listAll()).toContain(named);
  for (const key of unnamed) expect(await listAll()).not.toContain(key);
  await club.db.delete(matchRecords);
  await lookAt(id, Date.now() + 61 * minuteMs);
  expect(await listAll()).toContain(named);
});

test("no address serves a match record", async () => {
  const { eventId, get } = await matchEvent();
  await storeAll();
  const [key = ""] = await listObjects(eventId);
  const files = [key, key.split("/").slice(1).join("/"), key.split("/").at(-1) ?? "", `../${key}`];
  for (const folder of ["avatars", "venue-photos"])
    for (const file of files.flatMap((each) => [each, encodeURIComponent(each)])) {
      const response = await get(`/${folder}/${file}`);
      const isPicture = response.headers.get("Content-Type") === "image/svg+xml";
      expect([isPicture || response.status === 404, file]).toEqual([true, file]);
    }
});
