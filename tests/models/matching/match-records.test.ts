import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { matchEntries, matchRecords } from "#app/db/schema.ts";
import { match } from "#app/matching/solve.ts";
import { eraseAccount } from "#app/models/account/erase-account.server.ts";
import { loadMatchRecord } from "#app/models/matching/match-records.server.ts";
import { openClub } from "#tests/support/club.ts";
import { bookForDiners, createEvent, insertDinersWithAnswers } from "#tests/support/events.ts";
import { runJob } from "#tests/support/jobs.ts";

const club = openClub();
const hourMs = 3_600_000;
const env = { SITE_URL: "https://oten.example", SESSION_SECRET: "for-tests" } as Env;

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Makes the tables of a new event with seven diners. */
async function matchEvent() {
  const eventId = await createEvent(club, { hoursFromNow: 150 });
  const dinerIds = await insertDinersWithAnswers(club, 7);
  await bookForDiners(club, dinerIds, eventId);
  await runJob("makeTables", { db: club.db, env }, new Date(Date.now() + 110 * hourMs));
  return { eventId, dinerIds };
}

const listEntries = (eventId: string) =>
  club.db.select().from(matchEntries).where(eq(matchEntries.eventId, eventId));

test("records the match input, which gives the recorded seating again", async () => {
  const { eventId } = await matchEvent();
  const record = await loadMatchRecord(club.db, eventId);
  expect(record).toMatchObject({ erasedCount: 0, isIntact: true });
  expect(record && match(record.input).hash).toBe(record?.resultHash);
});

test("lets each diner verify their own entry and the hash of all entries", async () => {
  const { eventId, dinerIds } = await matchEvent();
  const [record] = await club.db.select().from(matchRecords).where(eq(matchRecords.eventId, eventId));
  const entries = await listEntries(eventId);
  expect(entries.map(({ userId }) => userId).sort()).toEqual([...dinerIds].sort());
  for (const { hash, salt, entry } of entries) expect(sha256(`${salt}.${entry}`)).toBe(hash);
  const hashes = entries.map(({ hash }) => hash).sort();
  expect(sha256([record?.frame, ...hashes].join("\n"))).toBe(record?.entriesHash);
});

test("keeps only the hash of an erased diner's entry, and detects a changed entry", async () => {
  const { eventId, dinerIds } = await matchEvent();
  await eraseAccount(club.db, dinerIds[0] ?? "", new Date());
  expect(await loadMatchRecord(club.db, eventId)).toMatchObject({ erasedCount: 1, isIntact: true });
  const entries = await listEntries(eventId);
  expect(entries).toHaveLength(7);
  expect(
    entries.filter(({ salt, entry, userId }) => salt === null && entry === null && userId === null),
  ).toHaveLength(1);

  await club.db
    .update(matchEntries)
    .set({ entry: "{}" })
    .where(eq(matchEntries.userId, dinerIds[1] ?? ""));
  expect(await loadMatchRecord(club.db, eventId)).toMatchObject({ isIntact: false });
});
