import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadBatched } from "#app/db/batches.ts";
import { type Database, openDatabase } from "#app/db/client.server.ts";
import type { JobContext } from "#app/job-context.ts";
import { jobNames, jobs } from "#app/jobs/jobs.server.ts";
import { watchHealth } from "#app/jobs/run-cron.server.ts";
import { eraseAccount } from "#app/models/account/erase-account.server.ts";
import { findVisibleAvatar } from "#app/models/account/profiles.server.ts";
import { findUser } from "#app/models/account/users.server.ts";
import {
  contestAbsence,
  listContests,
  noteTold,
  readAbsence,
  reportByOperator,
} from "#app/models/attendance/absences.server.ts";
import {
  checkIn,
  reportMissing,
  saveLateNote,
  takeBackLateNote,
  takeBackMissing,
} from "#app/models/attendance/diner-reports.server.ts";
import { reportMissing as reportMissingByHost, saveTicks } from "#app/models/attendance/reports.server.ts";
import {
  cancelLastBookings,
  endStandby,
  markAsked,
  markReminded,
  putOnStandby,
  seatAll,
} from "#app/models/booking/event-transitions.server.ts";
import { listDeposits, listParkedDeposits } from "#app/models/deposit/deposits.server.ts";
import { settleCanceled } from "#app/models/deposit/settlement.server.ts";
import { decideAttendance } from "#app/models/event/decide-attendance.server.ts";
import { loadCityStats, loadStatsOfErased } from "#app/models/event/event-overview.server.ts";
import { cancelEvent } from "#app/models/event/events.server.ts";
import { readFeedback, saveFeedback } from "#app/models/feedback/feedback.server.ts";
import {
  findCitiesToTell,
  readFeedbackSummary,
  tellPairs,
} from "#app/models/feedback/feedback-results.server.ts";
import { findClubFigures } from "#app/models/figures/club-figures.server.ts";
import { loadEventFigures } from "#app/models/figures/event-figures.server.ts";
import { loadEmailWaits } from "#app/models/figures/report-figures.server.ts";
import {
  listHostLinks,
  mailHostLinks,
  revokeHostLink,
  sendHostMessage,
} from "#app/models/host/host-links.server.ts";
import { readHostPage } from "#app/models/host/host-page.server.ts";
import { loadHostSeats } from "#app/models/host/host-seats.server.ts";
import { addWalkIn, removeWalkIn } from "#app/models/host/walk-ins.server.ts";
import { claimEmailBatch } from "#app/models/outbox/claim-emails.server.ts";
import { markAccepted, pauseSending, splitBatch } from "#app/models/outbox/email-batches.server.ts";
import {
  countUnsentByState,
  emailStates,
  listEmails,
  retryEmails,
} from "#app/models/outbox/manage-outbox.server.ts";
import { loadMatchData } from "#app/models/seating/match-data.server.ts";
import {
  answerByPhone,
  answerSheet,
  findSheetLink,
  listAnswers,
  loadSheets,
  readSheetPage,
} from "#app/models/sheet/sheets.server.ts";
import { countComingEvents } from "#app/models/venue/venues.server.ts";
import { emailEnv } from "#tests/support/emails.ts";
import { addTestCity, testCity } from "#tests/support/events.ts";
import { addPastSeason } from "#tests/support/past-season.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { countParameters } from "#tests/support/wrap-database.ts";

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const growingTables = [
  "absences",
  "attendance_reports",
  "avoidances",
  "bookings",
  "deposits",
  "disputes",
  "email_batches",
  "erased_seats",
  "event_venues",
  "events",
  "feedback",
  "host_links",
  "club_messages",
  "desk_changes",
  "host_messages",
  "late_notes",
  "ledger",
  "entry_keys",
  "match_parts",
  "match_records",
  "mutual_wishes",
  "outbox",
  "pairs",
  "profiles",
  "sheets",
  "tables",
  "user_answers",
  "users",
  "walk_ins",
  "phone_numbers",
  "head_counts",
  "wishes",
];

/** Indexes that hold only the rows that are not done yet. */
const smallIndexes = [
  "absences_untold",
  "disputes_to_answer",
  "email_batches_due",
  "host_links_with_email",
  "match_records_to_store",
  "outbox_parked",
  "outbox_unsent",
  "outbox_waiting",
];

function isScan(query: string, detail: string): boolean {
  const [, name = "", index = ""] = /^SCAN (\w+)(?: .*USING (?:COVERING )?INDEX (\w+))?/.exec(detail) ?? [];
  return growingTables.some((table) => isNamed(table, name, query)) && !smallIndexes.includes(index);
}

/** A plan shows a table by the name that the query gives it: `bookings b`. */
const isNamed = (table: string, name: string, query: string) =>
  table === name || (name !== "" && new RegExp(`\\b${table}"? (?:as )?"?${name}\\b`).test(query));

async function findScans(queries: Iterable<string>): Promise<string[]> {
  const scans: string[] = [];
  for (const query of queries) {
    const parameters = Array(countParameters(query)).fill("[]");
    const plan = await database.binding
      .prepare(`EXPLAIN QUERY PLAN ${query}`)
      .bind(...parameters)
      .all<{ detail: string }>();
    const details = plan.results.map(({ detail }) => detail);
    // The newest rows of a list, until there are enough.
    const isCutList = / limit \?\d*$/.test(query) && !details.includes("USE TEMP B-TREE FOR ORDER BY");
    const isStep = (detail: string) => isCutList && /^SCAN \w+ USING INDEX \w+_by_age$/.test(detail);
    const found = details.filter((detail) => isScan(query, detail) && !isStep(detail));
    if (found.length > 0) scans.push(`${found.join(", ")} in ${query}`);
  }
  return scans;
}

test("no job reads a whole table that grows with the club", async () => {
  const queries = new Set<string>();
  const binding = new Proxy(database.binding, {
    get(target, name) {
      if (name !== "prepare") return Reflect.get(target, name);
      return (query: string) => {
        queries.add(query);
        return target.prepare(query);
      };
    },
  });
  const db = openDatabase(binding);
  const now = new Date();
  await addTestCity({ db });
  const context: JobContext = {
    db,
    env: { ...emailEnv, APP_ENV: "local", AVATARS: database.bucket } as unknown as Env,
  };
  // Jobs that find nothing to do send fewer statements.
  await addPastSeason({ binding, db }, { dinners: 1, now });
  for (const name of jobNames) {
    await jobs[name].findItems(context, now);
    await jobs[name].run(context, "all", now, { isRetry: false });
  }
  await watchHealth(context, now);
  await loadMatchData(db, "e");
  await db.batch(settleCanceled(db, "b", now));
  await eraseAccount(db, "u", now);
  await findUser(db, "u@oten.example");
  await findVisibleAvatar(db, { viewerId: "u", file: "photo.jpg", now });
  await claimEmailBatch(db, now, 500);
  const batch = { id: "b", claimedBy: "c", createdAt: now, attempts: 1, mayBeTaken: false, emails: [] };
  await markAccepted(db, batch, [], now);
  await splitBatch(db, batch, "422", now);
  await pauseSending(db, batch, { error: "429", pauseMs: 1, now });
  await retryEmails(db, undefined, now);
  await endStandby(db, "e", now);
  await markReminded(db, "e", now);
  await markAsked(db, "e", now);
  const tellingTime = new Date("2026-12-04T17:30:00Z");
  await findCitiesToTell(db, tellingTime);
  await tellPairs(db, testCity.id, tellingTime);
  await loadBatched({ db }, readFeedback(db, "b", now));
  const answers = {
    rating: 4,
    note: "n",
    contact: "c",
    wished: ["b"],
    wantsSameTable: true,
    avoided: ["b"],
    takenBack: ["b"],
  };
  await saveFeedback(db, { bookingId: "b", date: now }, answers, now);
  await readFeedbackSummary(db, { eventId: "e", since: now, limit: 1 });
  await readFeedbackSummary(db, { eventId: undefined, since: now, limit: 1 });
  await cancelEvent(db, { id: "e", because: undefined, now });
  await db.batch([
    ...seatAll(db, { seats: [{ bookingId: "b", tableId: "t" }], reason: "seated" }, sql`true`, now),
    ...putOnStandby(db, { bookingIds: ["b"], reason: "diet" }, sql`true`, now),
    ...cancelLastBookings(
      db,
      { eventId: "e", because: undefined, keptCount: 1, bookingIds: ["b"], now },
      sql`true`,
    ),
  ]);
  await speakOfEvening(db, now);
  await loadEventFigures(db, { from: new Date(0), to: now });
  await loadEventFigures(db, { from: new Date(0), to: now, cityId: "c" });
  await loadEmailWaits(db, { from: new Date(0), to: now });
  await findClubFigures(db);
  await countUnsentByState(db, now);
  await countComingEvents(db, now);
  await loadCityStats(db, { from: new Date(0), to: now });
  await loadCityStats(db, { from: new Date(0), to: now, cityId: "c" });
  await loadStatsOfErased(db, { from: new Date(0), to: now });
  for (const state of emailStates) await listEmails(db, { state, limit: 50, now });
  await listEmails(db, { limit: 50, now });
  for (const cityId of [undefined, "c"]) {
    for (const state of [undefined, "kept" as const]) await listDeposits(db, { state, cityId, limit: 50 });
    await listParkedDeposits(db, { cityId });
  }
  expect(queries.size).toBeGreaterThan(60);
  expect(await findScans(queries)).toEqual([]);
});

/** What diners, hosts and operators say of an evening, and what is read of it. */
async function speakOfEvening(db: Database, now: Date): Promise<void> {
  const speaker = { bookingId: "b", userId: "u", now };
  await checkIn(db, speaker);
  await reportMissing(db, { ...speaker, mateIds: ["b"] });
  await takeBackMissing(db, { ...speaker, mateIds: ["b"] });
  await saveLateNote(db, { ...speaker, minutes: 10 });
  await takeBackLateNote(db, speaker);
  await decideAttendance(db, "e", now);
  await reportByOperator(db, { eventId: "e", came: ["b"], missed: ["c"], now });
  await noteTold(db);
  await contestAbsence(db, { bookingId: "b", text: "t", now });
  await loadBatched({ db }, readAbsence(db, "b", now));
  await listContests(db);

  const link = { linkId: "l", now };
  await listHostLinks(db, "e");
  await revokeHostLink(db, "l", now);
  await mailHostLinks(db, "e", now);
  await saveTicks(db, { ...link, ticked: ["b"], unticked: ["c"] });
  await reportMissingByHost(db, { ...link, bookingIds: ["b"] });
  await sendHostMessage(db, { ...link, id: "m", text: "t" });
  await loadBatched({ db }, readHostPage(db, "l"));
  await loadHostSeats(db, "l", emailEnv);
  await loadSheets(db, "e");
  await loadBatched({ db }, readSheetPage(db, "l"));
  const sheet = { answer: "no" as const, note: "n", by: "o", now };
  await answerSheet(db, { ...sheet, linkId: "l", seen: "s" });
  await answerByPhone(db, { ...sheet, eventId: "e", venueId: "v" });
  await findSheetLink(db, { eventId: "e", venueId: "v", isNew: true, now });
  await listAnswers(db, "e");
  await addWalkIn(db, { id: "w", tableId: "t", firstName: "L", operator: "o", now });
  await removeWalkIn(db, { tableId: "t", firstName: "L" });
}
