/** Runs every model function that inserts rows on a new database, with the migrations of its argument, and prints the row counts. */
import { scheduler } from "node:timers/promises";
import { eq, isNotNull } from "drizzle-orm";
import type { Miniflare } from "miniflare";
import { createLocalWorker } from "#app/cli/local-worker.ts";
import { migrate } from "#app/cli/migrate.ts";
import { openDatabase } from "#app/db/client.server.ts";
import { accountKeys, sessions } from "#app/db/schema/account.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { walkIns } from "#app/db/schema/host.ts";
import { sendDueEmails } from "#app/emails/send-emails.server.ts";
import { makeAccountKeys } from "#app/lib/account/account-key.server.ts";
import { lastTellingTime } from "#app/lib/event/event-times.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { addAvoidance } from "#app/models/account/avoidances.server.ts";
import { blockAccount } from "#app/models/account/blocks.server.ts";
import { addChallenge, addPasskey, recordSignInAttempt } from "#app/models/account/credentials.server.ts";
import { emailAddressChange, emailResetLink } from "#app/models/account/email-links.server.ts";
import { eraseAccount } from "#app/models/account/erase-account.server.ts";
import { signInWithIdentity } from "#app/models/account/identities.server.ts";
import {
  changeEmailAddress,
  confirmEmailAddress,
  resetPassword,
} from "#app/models/account/link-tokens.server.ts";
import { startRecovery } from "#app/models/account/recoveries.server.ts";
import { createSession } from "#app/models/account/sessions.server.ts";
import { recordSignUp, signUp } from "#app/models/account/sign-up.server.ts";
import { findAccount } from "#app/models/account/users.server.ts";
import { reportByOperator } from "#app/models/attendance/absences.server.ts";
import { saveLateNote, savePhoneNumber } from "#app/models/attendance/diner-reports.server.ts";
import { saveHeadCount } from "#app/models/attendance/reports.server.ts";
import { takeBackup } from "#app/models/backup/backup.server.ts";
import { restoreBackup } from "#app/models/backup/restore.server.ts";
import { listEventBookings } from "#app/models/booking/event-bookings.server.ts";
import { askPair } from "#app/models/booking/pairs.server.ts";
import { book, cancelByClub } from "#app/models/booking/transitions.server.ts";
import { addCity } from "#app/models/city/cities.server.ts";
import { requestCity } from "#app/models/city/city-requests.server.ts";
import { addDemoDiners } from "#app/models/demo/demo-diners.server.ts";
import { openDeposit, recordPayment } from "#app/models/deposit/checkouts.server.ts";
import { recordDispute } from "#app/models/deposit/disputes.server.ts";
import { recordRefund, requestRefund } from "#app/models/deposit/refunds.server.ts";
import { decideAttendance } from "#app/models/event/decide-attendance.server.ts";
import { addEvent, cancelEvent } from "#app/models/event/events.server.ts";
import { addSchedule } from "#app/models/event/schedules.server.ts";
import { saveFeedback } from "#app/models/feedback/feedback.server.ts";
import { tellPairs } from "#app/models/feedback/feedback-results.server.ts";
import { applyWeeklyStep, loadLearning } from "#app/models/feedback/weights.server.ts";
import { countNextDinners } from "#app/models/figures/club-figures.server.ts";
import { recordCronRun } from "#app/models/health/heartbeats.server.ts";
import { updateIncidents } from "#app/models/health/problems.server.ts";
import { addHostLink, sendHostMessage } from "#app/models/host/host-links.server.ts";
import { joinLine } from "#app/models/line/line.server.ts";
import { sendClubMessage } from "#app/models/message/club-messages.server.ts";
import { addBrokenAddresses } from "#app/models/outbox/broken-addresses.server.ts";
import { saveAnswers } from "#app/models/quiz/answers.server.ts";
import { giveConsent } from "#app/models/quiz/quiz.server.ts";
import { beginDeskChange, saveDeskForm } from "#app/models/security/desk-changes.server.ts";
import { allowAction } from "#app/models/security/security-notes.server.ts";
import { answerByPhone } from "#app/models/sheet/sheets.server.ts";
import { addTasks } from "#app/models/task/tasks.server.ts";
import { addVenue, editVenue } from "#app/models/venue/venues.server.ts";
import { runJob } from "./jobs.ts";

Object.assign(globalThis, { scheduler });
console.log = () => {};
const migrations = JSON.parse(process.argv[2] ?? "[]") as string[];

async function startDatabase() {
  const worker: Miniflare = createLocalWorker({ vars: {}, withoutAssets: true, script: "export default {}" });
  const binding = await worker.getD1Database("DB");
  await migrate(binding);
  for (const statement of migrations) await binding.prepare(statement).run();
  return { db: openDatabase(binding), stop: () => worker.dispose() };
}

const { db, stop } = await startDatabase();
const env = { SITE_URL: "http://localhost", SESSION_SECRET: "for-tests-only" } as Env;
const now = new Date();
const hoursFromNow = (hours: number) => new Date(now.getTime() + hours * hourMs);

await addBrokenAddresses(db, { emails: ["broken@oten.example"], reason: "bounced", now });
await recordSignUp(db, {
  network: "network",
  usualInHour: 60,
  isHuman: false,
  now,
});
const profile = { firstName: "Zsófi", lastName: "Kiss", passwordHash: "hash" };
await signUp(db, {
  ...profile,
  email: "zsofi@oten.example",
  linkId: "confirm",
  linkExpiresAt: hoursFromNow(1),
  deviceHash: "device",
  now,
  confirmation: { kind: "confirm-email", to: "zsofi@oten.example", data: { linkId: "confirm" } },
});
const session = {
  deviceHash: "device",
  origin: { browser: "browser", network: "network" },
  browser: "Firefox on Android",
  place: null,
  now,
  expiresAt: hoursFromNow(1),
  replaces: undefined,
};
const keysOf = (email: string) => makeAccountKeys(env, { email });
await confirmEmailAddress(db, { linkId: "confirm", now }, profile, keysOf("zsofi@oten.example"), {
  ...session,
  tokenHash: "first",
});
const userId = (await findAccount(db, "zsofi@oten.example"))?.id ?? "";
const link = { now, expiresAt: hoursFromNow(1) };
await emailResetLink(db, {
  ...link,
  linkId: "reset",
  email: { kind: "reset-password", to: "zsofi@oten.example", data: { linkId: "reset" } },
});
await resetPassword(
  db,
  {
    linkId: "reset",
    now,
    passwordHash: "other",
    firstName: "Zsófi",
    lastName: "",
    keys: keysOf("zsofi@oten.example"),
    kept: [],
  },
  { ...session, tokenHash: "second" },
);
await emailAddressChange(db, {
  ...link,
  linkId: "change",
  userId,
  to: "new@oten.example",
});
await changeEmailAddress(
  db,
  { linkId: "change", now },
  { userId, maskedEmail: "n…@oten.example", keys: keysOf("new@oten.example"), from: "" },
);
await createSession(db, { ...session, tokenHash: "session" }, { userId });
await addChallenge(db, { hash: "challenge", purpose: "sign-in", userId: null, now });
const [signedIn] = await db.select().from(sessions).where(eq(sessions.userId, userId));
await addPasskey(db, {
  credentialId: "credential",
  userId,
  sessionId: signedIn?.id ?? "",
  publicKey: "x",
  counter: 0,
  transports: ["internal"],
  name: "Firefox on Android",
  visit: { from: "", now },
});
await startRecovery(db, { userId, newEmail: "other@oten.example", now });
await allowAction(db, { userId, action: "export", now });
await recordSignInAttempt(db, { email: "new@oten.example", deviceHash: "device", visit: { from: "", now } });
const identity = {
  provider: "google",
  subject: "1",
  email: "reka@oten.example",
  isOwnersForSure: true,
  from: "",
  now,
} as const;
const otherId =
  (await signInWithIdentity(
    db,
    { ...identity, firstName: "Réka", lastName: "Nagy" },
    keysOf("reka@oten.example"),
  )) ?? "";
await addAvoidance(db, [userId, otherId], now);
await blockAccount(db, { userId: otherId, reason: "x", endsAt: now, now });
await giveConsent(db, userId, now);
await saveAnswers(db, userId, { 1: [1], 2: [7], 11: [1] });

const cityId =
  (await addCity(db, {
    slug: "budapest",
    name: "Budapest",
    timeZone: "Europe/Budapest",
    currency: "huf",
    price: 250_000,
    deposit: 300_000,
  })) ?? "";
const venue = {
  cityId,
  address: "Fő utca 1",
  googleMapsLink: "https://maps.example",
  tables: 4,
  priceLevel: 1,
};
const venueId = (await addVenue(db, { name: "Malomkert", ...venue })) ?? "";
const schedule = { cityId, weekday: 5, time: "19:00", weeks: 2, venues: [{ venueId, tables: 2 }] };
await addSchedule(db, schedule, now);
await runJob("openEvents", { db, env }, now);
const times = { date: hoursFromNow(100), closesAt: hoursFromNow(52) };
const eventId = (await addEvent(db, { cityId, ...times, venues: [{ venueId, tables: 4 }] })) ?? "";

const diners = Array.from({ length: 12 }, (_, i) => ({
  id: crypto.randomUUID(),
  email: `d${i}@oten.example`,
  firstName: "Anna",
  lastName: "Tóth",
  answers: [{ questionId: 2, answerIds: [1 + (i % 10)] }],
}));
await addDemoDiners(db, diners, now);
for (const { id } of diners) await book(db, { userId: id, eventId, now });
const [asked, askedToo] = (await listEventBookings(db, eventId)).slice(-2);
await askPair(db, { bookingIds: [asked?.id ?? "", askedToo?.id ?? ""], agreed: undefined, now });
await requestCity(db, { email: "d0@oten.example", city: "Ghent", cityKey: "ghent", now });
const laterTimes = { date: hoursFromNow(120), closesAt: hoursFromNow(72) };
const fullId = (await addEvent(db, { cityId, ...laterTimes, venues: [{ venueId, tables: 1 }] })) ?? "";
const [, , , , , ...waiting] = diners;
for (const { id } of diners.slice(0, 5)) await book(db, { userId: id, eventId: fullId, now });
await joinLine(db, { userId: waiting[0]?.id ?? "", eventId: fullId, now });
await runJob("makeTables", { db, env }, hoursFromNow(53));

// The first one is erased below, and has nothing but this booking.
const [first, second] = (await listEventBookings(db, eventId)).filter(
  ({ id, userId }) =>
    ![asked?.id, askedToo?.id].includes(id) && waiting.slice(1).some((diner) => diner.id === userId),
);
const opened = await openDeposit(db, {
  bookingId: first?.id ?? "",
  userId: first?.userId ?? "",
  origin: "http://localhost",
  now,
});
const payment = { id: opened?.deposit.id ?? "", checkoutId: "checkout", paymentId: "payment" };
await recordPayment(db, payment, now);
await requestRefund(db, payment.id, now);
await recordRefund(
  db,
  { id: payment.id, refundId: "refund", amount: 300_000, data: { cause: "by-hand" } },
  now,
);
await recordDispute(
  db,
  {
    ...{ id: "dispute", depositId: payment.id, amount: 300_000 },
    ...{ state: "won", reason: "general", respondBy: null },
  },
  now,
);

const { date } = times;
// Not at the first one's table, who is erased below, with all emails.
const seated = (await db.select().from(bookings).where(isNotNull(bookings.tableId))).filter(
  ({ tableId, id }) => tableId !== first?.tableId && id !== second?.id,
);
const [own, mate] = seated.filter(({ tableId }) => tableId === seated[0]?.tableId);
const said = { rating: 4, note: "Nice.", contact: null, wantsSameTable: true, avoided: [], takenBack: [] };
for (const [one, other] of [
  [own, mate],
  [mate, own],
])
  await saveFeedback(db, { bookingId: one?.id ?? "", date }, { ...said, wished: [other?.id ?? ""] }, now);
// Wishes are saved now, and told at the next hour for it.
await tellPairs(db, cityId, lastTellingTime(hoursFromNow(24), "Europe/Budapest"));
await saveLateNote(db, {
  bookingId: own?.id ?? "",
  userId: own?.userId ?? "",
  minutes: 10,
  now: hoursFromNow(99),
});
await runJob("learnFromFeedback", { db, env }, hoursFromNow(24 * 30));
await applyWeeklyStep(db, await loadLearning(db), now);
const linkId = await addHostLink(db, { eventId, venueId, email: null, now });
await sendClubMessage(db, {
  ...{ id: crypto.randomUUID(), eventId, recipients: { to: "everybody" }, operator: "Anna" },
  ...{ toWhom: "everybody", subject: "Hello", text: "Hello", dueAt: now, now },
});
await beginDeskChange(db, { id: crypto.randomUUID(), operator: "Anna", command: "booking move", now });
await saveDeskForm(db, env, {
  ...{ id: crypto.randomUUID(), operator: "Anna", command: "booking move", values: {}, now },
});
await sendHostMessage(db, { linkId, id: crypto.randomUUID(), text: "Hello", now: hoursFromNow(99) });
await answerByPhone(db, {
  ...{ eventId, venueId, answer: "no", note: null, by: "Anna", now: hoursFromNow(99) },
});
await db.insert(walkIns).values({
  ...{ id: "walk-in", tableId: own?.tableId ?? "", firstName: "Lili" },
  ...{ at: hoursFromNow(99), operator: "Anna" },
});
await savePhoneNumber(db, {
  ...{ bookingId: own?.id ?? "", userId: own?.userId ?? "" },
  ...{ phone: "+36305550100", now: hoursFromNow(99) },
});
await saveHeadCount(db, { tableId: own?.tableId ?? "", here: 4, operator: "Anna", now: hoursFromNow(99) });
const missed = (await listEventBookings(db, eventId)).find(
  ({ id, tableId }) => tableId && ![first?.id, second?.id].includes(id),
);
await reportByOperator(db, { eventId, came: [], missed: [missed?.id ?? ""], now });
await decideAttendance(db, eventId, hoursFromNow(125));

await addTasks(db, [{ job: "makeTables", item: eventId }], now);
await recordCronRun(db, now);
await countNextDinners(db, now);
await updateIncidents(db, {
  problems: [{ name: "emails late", detail: "1 email" }],
  operatorEmail: "desk@oten.example",
  now,
});
await sendDueEmails({ db, env: { ...env, APP_ENV: "local" } as Env }, now, 60_000);
await cancelByClub(db, { bookingId: second?.id ?? "", because: "A flood.", now });
await editVenue(db, { id: venueId, changes: { name: "Malomkert Étterem" }, now });
// Sample diners have no keys, and a seat stays only of those who could be recognized.
await db.insert(accountKeys).values({ hash: "of the first one", userId: first?.userId ?? "" });
await eraseAccount(db, first?.userId ?? "", hoursFromNow(101), "operator");
await cancelEvent(db, { id: eventId, because: undefined, now });

const backup = await Array.fromAsync(takeBackup(db));
const withoutLedger = backup.filter(({ name }) => !["ledger", "disputes", "deposits"].includes(name));
const restored = await startDatabase();
await restoreBackup(restored.db, withoutLedger, [], now);

const counts = Object.fromEntries(backup.map(({ name, rows }) => [name, rows.length]));
process.stdout.write(JSON.stringify(counts));
await Promise.all([stop(), restored.stop()]);
