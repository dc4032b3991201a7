import { eq, type SQL, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { entryKeys, matchParts, matchRecords } from "#app/db/schema/seating.ts";
import { renderEmail } from "#app/emails/render-email.server.ts";
import { match, rulesVersion } from "#app/matching/solve.ts";
import { eraseAccount } from "#app/models/account/erase-account.server.ts";
import { cancel } from "#app/models/booking/transitions.server.ts";
import { claimEvent } from "#app/models/event/claims.server.ts";
import { listQueuedEmails } from "#app/models/outbox/queued-emails.server.ts";
import { withdrawConsent } from "#app/models/quiz/quiz.server.ts";
import { loadMatchData } from "#app/models/seating/match-data.server.ts";
import { buildMatchInput } from "#app/models/seating/match-input.server.ts";
import { loadMatchRecord, saveMatchRecord } from "#app/models/seating/match-records.server.ts";
import { openClub } from "#tests/support/club.ts";
import { emailEnv, readOutbox } from "#tests/support/emails.ts";
import {
  bookForDiners,
  createEvent,
  type Diner,
  insertDinersWithAnswers,
  signUpDiner,
} from "#tests/support/events.ts";
import { readPageText } from "#tests/support/html.ts";
import { runJob } from "#tests/support/jobs.ts";
import { type DocumentedReceipt, runDocumentedChecks } from "#tests/support/receipt-checks.ts";

const club = openClub();
const nothing = { salt: null, entry: null, relationsSalt: null, relations: null };
const hourMs = 3_600_000;

const findUserId = async ({ email }: Diner) =>
  (await club.binding.prepare("SELECT id FROM users WHERE email = ?").bind(email).first<string>("id")) ?? "";

/** So that the time of booking alone decides who gets a seat. */
async function copyAnswers(fromId: string, toId: string): Promise<void> {
  await club.binding.batch([
    club.binding.prepare("DELETE FROM user_answers WHERE user_id = ?").bind(toId),
    club.binding
      .prepare(
        `INSERT INTO user_answers (user_id, question_id, answer_ids)
          SELECT ?, question_id, answer_ids FROM user_answers WHERE user_id = ?`,
      )
      .bind(toId, fromId),
  ]);
}

/** An event with six diners in the database and two who are signed in: the first and the last to book. */
async function bookEvent() {
  const eventId = await createEvent(club, { hoursFromNow: 150 });
  const [first, last] = [await signUpDiner(club), await signUpDiner(club)];
  const inserted = await insertDinersWithAnswers(club, 6);
  const dinerIds = [await findUserId(first), ...inserted, await findUserId(last)];
  for (const i of [0, 7]) await copyAnswers(inserted[0] ?? "", dinerIds[i] ?? "");
  const bookingIds = await bookForDiners(club, dinerIds, eventId);
  const paths = {
    first: `/dashboard/bookings/${bookingIds[0]}`,
    last: `/dashboard/bookings/${bookingIds[7]}`,
  };
  return { eventId, dinerIds, bookingIds, first, last, paths };
}

/** Makes the tables: the first diner is seated, and the last is on standby. */
async function matchEvent() {
  const event = await bookEvent();
  await runJob("makeTables", { db: club.db, env: emailEnv }, new Date(Date.now() + 110 * hourMs));
  const load = async (diner: Diner, path: string) =>
    (await (await diner.get(`${path}/receipt.json`)).json()) as DocumentedReceipt;
  return {
    ...event,
    loadFirst: () => load(event.first, event.paths.first),
    loadLast: () => load(event.last, event.paths.last),
  };
}

test("records the match input, which gives the recorded seating again", async () => {
  const { eventId } = await matchEvent();
  const record = await loadMatchRecord(club, eventId);
  expect(record).toMatchObject({ entryCount: 8, erasedCount: 0, isIntact: true });
  expect(record && match(record.input).hash).toBe(record?.seatingHash);
});

test("the commands of the document check a seated diner's file, and that of a diner on standby", async () => {
  const { loadFirst, loadLast } = await matchEvent();
  const [first, last] = [await loadFirst(), await loadLast()];
  expect(first.ownGroup).toMatchObject({ table: 1, hashes: expect.any(Array) });
  expect(first.ownGroup?.hashes).toHaveLength(5);
  expect(last.ownGroup).toMatchObject({ table: null, hash: last.standbyHash });
  expect(last.ownGroup?.hashes).toHaveLength(3);
  for (const receipt of [first, last]) expect(runDocumentedChecks(receipt)).toEqual([]);
  for (const name of ["entriesHash", "hashes", "tableHashes", "standbyHash", "resultHash"] as const)
    expect(first[name]).toEqual(last[name]);
});

test("the commands of the document fail for a file that claims another entry, table or result", async () => {
  const { loadFirst, loadLast } = await matchEvent();
  const [first, last] = [await loadFirst(), await loadLast()];
  const { own, ownGroup } = first;
  const claims: [string, object][] = [
    ["own.hash", { own: { ...own, entry: own?.entry?.replace("{", "{ ") } }],
    ["entriesHash", { hashes: first.hashes.slice(1) }],
    ["ownGroup.hash", { ownGroup: { ...ownGroup, hashes: ownGroup?.hashes.slice(1) } }],
    ["resultHash", { standbyHash: "0".repeat(64) }],
    ["[]", { ownGroup: last.ownGroup }],
  ];
  for (const [failing, claim] of claims)
    expect(runDocumentedChecks({ ...first, ...claim }), failing).toContain(failing);
});

test("every other diner's checks still pass after one of their table deletes their account", async () => {
  const { eventId, dinerIds, bookingIds, loadFirst, loadLast } = await matchEvent();
  const before = [await loadFirst(), await loadLast()];
  const record = await loadMatchRecord(club, eventId);
  const mates = new Set(before[0]?.ownGroup?.hashes);
  const mate = record?.fullRecord.entries.find(
    ({ hash, entry }) => mates.has(hash) && !entry?.includes(bookingIds[0] ?? ""),
  );
  const { id: mateBooking = "" } = JSON.parse(mate?.entry ?? "{}");
  await eraseAccount(club.db, dinerIds[bookingIds.indexOf(mateBooking)] ?? "", new Date());
  const [first, last] = [await loadFirst(), await loadLast()];
  expect(first).toEqual({ ...before[0], changes: [expect.objectContaining({ madeBy: "diner" })] });
  for (const receipt of [first, last]) expect(runDocumentedChecks(receipt)).toEqual([]);
  const after = await loadMatchRecord(club, eventId);
  expect(after).toMatchObject({
    entryCount: 8,
    erasedCount: 1,
    isIntact: true,
    resultHash: record?.resultHash,
  });
  expect(after?.fullRecord.entries.find(({ hash }) => hash === mate?.hash)).toMatchObject(nothing);
});

const isKind = (name: string) => (line: object) => name in line;

test.each<[string, SQL | ((line: Record<string, unknown>) => void), name?: string]>([
  ["an entry", (line) => Object.assign(line, { box: `A${line.box}` }), "box"],
  ["an entry's hash", (line) => Object.assign(line, { hash: "x" }), "box"],
  ["a table's entries", (line) => (line.entryHashes as string[]).pop(), "entryHashes"],
  ["a table's hash", (line) => Object.assign(line, { hash: "x" }), "entryHashes"],
  ["the frame", (line) => Object.assign(line, { frame: "{}" }), "frame"],
  [
    "a key",
    sql`update ${entryKeys} set "key" = 'AAAAAAAAAAAAAAAAAAAAAA' where rowid = (select min(rowid) from ${entryKeys})`,
  ],
  ["the result's hash", sql`update ${matchRecords} set result_hash = null`],
  ["the seating's hash", sql`update ${matchRecords} set seating_hash = 'x'`],
])("operators see that %s was changed", async (_, change, name = "") => {
  await club.binding.batch(
    ["match_parts", "entry_keys", "match_records"].map((table) =>
      club.binding.prepare(`DELETE FROM ${table}`),
    ),
  );
  const { eventId } = await matchEvent();
  expect(await loadMatchRecord(club, eventId)).toMatchObject({ isIntact: true });
  if (typeof change !== "function") await club.db.run(change);
  else {
    const parts = (await club.db.select().from(matchParts)).map((part) => ({
      ...part,
      lines: part.lines.split("\n").map((line) => JSON.parse(line)),
    }));
    change(parts.flatMap(({ lines }) => lines).findLast(isKind(name)));
    for (const { number, lines } of parts)
      await club.db
        .update(matchParts)
        .set({ lines: lines.map((line) => JSON.stringify(line)).join("\n") })
        .where(eq(matchParts.number, number));
  }
  expect(await loadMatchRecord(club, eventId)).toMatchObject({ isIntact: false });
});

/** What a matching run has read; `save` records it, as it was. */
async function readMatchInput(eventId: string) {
  const now = new Date(Date.now() + 110 * hourMs);
  const claim = await claimEvent(club.db, eventId, { now });
  const data = await loadMatchData(club.db, eventId);
  if (!claim || !data) throw new Error("The event is not due");
  const input = buildMatchInput(eventId, data, emailEnv);
  return { save: () => saveMatchRecord(club.db, claim, input, { rulesVersion, now }) };
}

test("whoever cancels, deletes their account or withdraws consent before the record is saved has an erased entry", async () => {
  const { eventId, dinerIds, bookingIds } = await bookEvent();
  const { save } = await readMatchInput(eventId);
  const [canceled = "", erased = "", withdrawn = ""] = dinerIds.slice(1);
  await cancel(club.db, { id: bookingIds[1] ?? "", userId: canceled, now: new Date() });
  await eraseAccount(club.db, erased, new Date());
  await withdrawConsent(club.db, withdrawn, new Date());
  const { entriesHash } = await save();
  const keys = (await club.db.select().from(entryKeys)).map(({ bookingId }) => bookingId);
  expect(bookingIds.filter((id) => !keys.includes(id))).toEqual(bookingIds.slice(1, 4));
  const record = await loadMatchRecord(club, eventId);
  const emptied = record?.fullRecord.entries.filter(({ entry }) => entry === null) ?? [];
  for (const entry of emptied) expect(entry).toMatchObject(nothing);
  expect(record).toMatchObject({
    entriesHash,
    entryCount: 8,
    erasedCount: 3,
    isIntact: true,
  });
});

test("the record is there before the matcher runs, and the page says that the result is not available yet", async () => {
  const { eventId, first, paths } = await bookEvent();
  const { save } = await readMatchInput(eventId);
  const { entriesHash } = await save();
  const page = await readPageText(await first.get(`${paths.first}/receipt`));
  expect(page).toContain(entriesHash);
  expect(page).toContain("Not available yet");
  const receipt = await (await first.get(`${paths.first}/receipt.json`)).json();
  expect(receipt).toMatchObject({
    entriesHash,
    seatingHash: null,
    resultHash: null,
    tableHashes: [],
    ownGroup: null,
  });
});

test("the emails about a seat and about standby carry the hash of all entries", async () => {
  const { dinerIds, loadFirst, last, first } = await matchEvent();
  const { entriesHash } = await loadFirst();
  const emails = (await readOutbox(club)).filter(({ to }) =>
    [...dinerIds.map((id) => `${id}@x.y`), first.email, last.email].includes(to),
  );
  expect(emails.map(({ kind }) => kind).sort()).toEqual([
    ...Array(5).fill("booking-confirmed"),
    ...Array(3).fill("on-standby"),
  ]);
  for (const email of (await listQueuedEmails(club.db, { limit: 100 })).filter(({ id }) =>
    emails.some((known) => known.id === id),
  )) {
    const { text, html, headers } = renderEmail(emailEnv, email);
    expect(headers?.["X-Entries-Hash"]).toBe(entriesHash);
    expect(text + html).not.toContain(entriesHash);
  }
});
