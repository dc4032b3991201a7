import { eq, sql } from "drizzle-orm";
import { accountKeys, sessions } from "#app/db/schema/account.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { events } from "#app/db/schema/event.ts";
import { walkIns } from "#app/db/schema/host.ts";
import { venues } from "#app/db/schema/venue.ts";
import type { CleanImage } from "#app/images/clean-image.ts";
import type { JobContext } from "#app/job-context.ts";
import type { JobName } from "#app/jobs/jobs.server.ts";
import { makeAccountKeys } from "#app/lib/account/account-key.server.ts";
import { eventTimes } from "#app/lib/event/event-times.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";
import { newLinkId } from "#app/lib/signatures.server.ts";
import { dayMs, hourMs, minuteMs } from "#app/lib/time-units.ts";
import { blockAccount } from "#app/models/account/blocks.server.ts";
import { addChallenge, addPasskey, recordSignInAttempt } from "#app/models/account/credentials.server.ts";
import { emailAddressChange, emailResetLink } from "#app/models/account/email-links.server.ts";
import { eraseAccount } from "#app/models/account/erase-account.server.ts";
import { exportAccount } from "#app/models/account/export-account.server.ts";
import { signInWithIdentity } from "#app/models/account/identities.server.ts";
import {
  changeEmailAddress,
  confirmEmailAddress,
  resetPassword,
} from "#app/models/account/link-tokens.server.ts";
import { markQuizDone, saveAvatar } from "#app/models/account/profiles.server.ts";
import { startRecovery } from "#app/models/account/recoveries.server.ts";
import { createSession } from "#app/models/account/sessions.server.ts";
import { recordSignUp, signUp } from "#app/models/account/sign-up.server.ts";
import { findAccount } from "#app/models/account/users.server.ts";
import { contestAbsence, reportByOperator } from "#app/models/attendance/absences.server.ts";
import { saveLateNote, savePhoneNumber } from "#app/models/attendance/diner-reports.server.ts";
import { reportMissing, saveHeadCount, saveTicks } from "#app/models/attendance/reports.server.ts";
import { askPair } from "#app/models/booking/pairs.server.ts";
import { book } from "#app/models/booking/transitions.server.ts";
import { requestCity } from "#app/models/city/city-requests.server.ts";
import { addDemoDiners } from "#app/models/demo/demo-diners.server.ts";
import { openDeposit, recordPayment } from "#app/models/deposit/checkouts.server.ts";
import { recordDispute } from "#app/models/deposit/disputes.server.ts";
import { addEvent } from "#app/models/event/events.server.ts";
import { saveFeedback } from "#app/models/feedback/feedback.server.ts";
import { updateIncidents } from "#app/models/health/problems.server.ts";
import { addHostLink, sendHostMessage } from "#app/models/host/host-links.server.ts";
import { joinLine } from "#app/models/line/line.server.ts";
import { sendClubMessage } from "#app/models/message/club-messages.server.ts";
import { addBrokenAddresses, removeBrokenAddress } from "#app/models/outbox/broken-addresses.server.ts";
import { saveAnswers } from "#app/models/quiz/answers.server.ts";
import { giveConsent, withdrawConsent } from "#app/models/quiz/quiz.server.ts";
import { beginDeskChange, saveDeskForm } from "#app/models/security/desk-changes.server.ts";
import { allowAction } from "#app/models/security/security-notes.server.ts";
import { answerByPhone } from "#app/models/sheet/sheets.server.ts";
import { addTasks } from "#app/models/task/tasks.server.ts";
import { addTestCity, newVenue, testCity } from "./events.ts";
import { runJob } from "./jobs.ts";
import { goodAnswers } from "./quiz.ts";

/** The real clock is behind it: objects in the bucket have its times. */
const firstMidnight = Math.ceil(Date.now() / dayMs) * dayMs;

/** Days after the first one; jobs that run once a day do so at 10:00. */
export const at = (day: number, hour = 10, minute = 0) =>
  new Date(firstMidnight + day * dayMs + hour * hourMs + minute * minuteMs);

export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  id: string;
}

/** Lets time pass until then, with what the jobs delete meanwhile. */
type Until = (time: Date) => Promise<void>;

const nameOf = (firstName: string, lastName: string): Person => ({
  firstName,
  lastName,
  email: `${firstName.toLowerCase()}@oten.example`,
  id: crypto.randomUUID(),
});

/**
 * Somebody signs up, dines twice, does all that the settings offer, and stays away. Beside her: somebody who stays, somebody
 * who never confirms her address, and others at their tables.
 */
export async function liveTwoYears({ db, env }: JobContext, until: Until) {
  const diner = nameOf("Zsófia", "Trace-of-last-name");
  const other = nameOf("Réka", "Nagy");
  const mates = "Anna Bence Clara Dóra Emil Fanni Gábor".split(" ").map((name) => nameOf(name, "Kiss"));
  const addresses = [diner.email];
  const bucket = env.AVATARS;
  let now = at(0);
  let sessionCount = 0;

  const wait = async (day: number, hour?: number, minute?: number) => {
    await until(at(day, hour, minute));
    now = at(day, hour, minute);
  };
  const run = async (...names: JobName[]) => {
    for (const name of names) await runJob(name, { db, env }, now);
  };
  const keysOf = (email: string) => makeAccountKeys(env, { email });
  const newLink = (lifetimeMs: number) => ({
    linkId: newLinkId(),
    now,
    expiresAt: new Date(now.getTime() + lifetimeMs),
  });
  const newSession = () => ({
    tokenHash: `session ${++sessionCount}`,
    deviceHash: `device ${sessionCount}`,
    origin: { browser: `browser ${sessionCount}`, network: "network" },
    browser: "Firefox on Android",
    place: "Budapest",
    now,
    expiresAt: new Date(now.getTime() + keptMs.session),
    replaces: undefined,
  });
  const visit = () => ({ from: "Firefox on Android, Budapest", now });

  async function register({ email, firstName, lastName }: Person): Promise<string> {
    const { linkId, expiresAt } = newLink(keptMs.confirmLink);
    await recordSignUp(db, { network: "network", usualInHour: 60, isHuman: false, now });
    await signUp(db, {
      ...{ email, firstName, lastName, now, linkId },
      passwordHash: "hash",
      linkExpiresAt: expiresAt,
      deviceHash: "device",
      confirmation: { kind: "confirm-email", to: email, data: { linkId } },
    });
    return linkId;
  }

  async function join(who: Person): Promise<void> {
    const { firstName, lastName, email } = who;
    const link = { linkId: await register(who), now };
    const account = { passwordHash: "hash", firstName, lastName };
    await confirmEmailAddress(db, link, account, keysOf(email), newSession());
    who.id = (await findAccount(db, email))?.id ?? "";
    await answerQuiz(who);
    await markQuizDone(db, who.id, sql`true`);
    await changePhoto(who);
  }

  async function answerQuiz({ id }: Person): Promise<void> {
    await giveConsent(db, id, now);
    await saveAnswers(db, id, goodAnswers);
  }

  async function changePhoto({ id }: Person): Promise<void> {
    await allowAction(db, { userId: id, action: "photo", now });
    const image = { bytes: new Uint8Array([1]), type: "image/png", extension: "png" } as CleanImage;
    await saveAvatar({ db, bucket, images: undefined }, id, image, now);
  }

  const signIn = ({ id }: Person) => createSession(db, newSession(), { userId: id });

  async function makePasskey({ id }: Person): Promise<void> {
    const credentialId = `passkey ${now.getTime()}`;
    await addChallenge(db, { hash: credentialId, purpose: "register", userId: id, now });
    const [session] = await db.select().from(sessions).where(eq(sessions.userId, id)).limit(1);
    await addPasskey(db, {
      credentialId,
      userId: id,
      sessionId: session?.id ?? "",
      publicKey: "key",
      counter: 0,
      transports: ["internal"],
      name: "Firefox on Android",
      visit: visit(),
    });
  }

  async function waitInLine(date: Date, userId: string) {
    const closesAt = new Date(date.getTime() - eventTimes.closesBeforeMs);
    const eventId =
      (await addEvent(db, {
        cityId: testCity.id,
        date,
        closesAt,
        venues: [{ venueId: "venue", tables: 1 }],
      })) ?? "";
    await db.update(events).set({ capacity: 0 }).where(eq(events.id, eventId));
    await joinLine(db, { userId, eventId, now });
  }

  /** Five people book a dinner, and sit at its table. */
  async function sitTogether(day: number, people: Person[]) {
    const date = at(day, 17);
    const closesAt = new Date(date.getTime() - eventTimes.closesBeforeMs);
    const venues = [{ venueId: "venue", tables: 1 }];
    const eventId = (await addEvent(db, { cityId: testCity.id, date, closesAt, venues })) ?? "";
    const bookingIds: string[] = [];
    for (const { id } of people) bookingIds.push((await book(db, { userId: id, eventId, now })) ?? "");
    const [one = "", two = ""] = bookingIds;
    await askPair(db, { bookingIds: [one, two], agreed: "Trace-of-agreement", now });
    const asked = { city: "Trace-of-city", cityKey: "trace-of-city" };
    await requestCity(db, { ...asked, email: people[0]?.email ?? "", now });
    await waitInLine(at(day + 7, 17), people[0]?.id ?? "");
    const opened = await openDeposit(db, {
      bookingId: bookingIds[0] ?? "",
      userId: people[0]?.id ?? "",
      origin: "https://oten.example",
      now,
    });
    const id = opened?.deposit.id ?? "";
    await recordPayment(db, { id, checkoutId: `checkout ${day}`, paymentId: `pi_local_huf_${day}` }, now);
    const dispute = { amount: 300_000, state: "won", reason: "general", respondBy: null } as const;
    await recordDispute(db, { ...dispute, id: `dispute ${day}`, depositId: id }, now);
    await wait(day - 2, 18);
    await run("makeTables", "sendEmails");
    await wait(day - 1, 18);
    await run("sendReminders", "sendEmails");
    await wait(day, 16);
    const linkId = await addHostLink(db, { eventId, venueId: "venue", email: "host@oten.example", now });
    await run("sendHostLinks");
    return { eventId, linkId, date, bookingIds };
  }

  const endDinner = () =>
    run("askForFeedback", "decideAttendance", "settleDeposits", "sendEmails", "beginContests");

  await addTestCity({ db });
  await db.insert(venues).values(newVenue("venue", { diets: [1] }));
  const others = mates.map(({ id, firstName, lastName, email }, i) => ({
    ...{ id, firstName, lastName, email },
    answers: Object.entries({ ...goodAnswers, 2: [1 + i] }).map(([question, answerIds]) => ({
      questionId: Number(question),
      answerIds,
    })),
  }));
  await addDemoDiners(db, others, now);
  await join(diner);
  await join(other);
  await register(nameOf("Nóra", "Never confirms"));
  await makePasskey(diner);
  const wrongPassword = { email: diner.email, deviceHash: "device of a stranger", visit: visit() };
  await recordSignInAttempt(db, wrongPassword);
  await addTasks(db, [{ job: "makeTables", item: "an event that is gone" }], now);
  const problem = { name: "emails late", detail: "1 email" };
  await updateIncidents(db, { problems: [problem], operatorEmail: undefined, now });
  await wait(1);
  await updateIncidents(db, { problems: [problem], operatorEmail: undefined, now });
  await updateIncidents(db, { problems: [], operatorEmail: undefined, now });
  await changePhoto(diner);
  await run("sendEmails");

  const [anna, bence, clara] = mates as [Person, Person, Person];
  const first = await sitTogether(10, [diner, other, anna, bence, clara]);
  await saveLateNote(db, { bookingId: first.bookingIds[0] ?? "", userId: diner.id, minutes: 10, now });
  const { linkId } = first;
  await sendClubMessage(db, {
    ...{ id: crypto.randomUUID(), eventId: first.eventId, recipients: { to: "everybody" }, operator: "Anna" },
    ...{ toWhom: "everybody", subject: "Hello", text: "Hello", dueAt: now, now },
  });
  await beginDeskChange(db, { id: crypto.randomUUID(), operator: "Anna", command: "message send", now });
  await saveDeskForm(db, { SESSION_SECRET: "a secret" } as Env, {
    ...{ id: crypto.randomUUID(), operator: "Anna", command: "message send", values: {}, now },
  });
  const [{ tableId = null } = {}] = await db
    .select({ tableId: bookings.tableId })
    .from(bookings)
    .where(eq(bookings.id, first.bookingIds[0] ?? ""));
  // Their table is full, so that nobody could really sit there.
  await db
    .insert(walkIns)
    .values({ id: "walk-in", tableId: tableId ?? "", firstName: "Lili", operator: "Anna", at: now });
  await savePhoneNumber(db, {
    ...{ bookingId: first.bookingIds[0] ?? "", userId: diner.id },
    ...{ phone: "+36305550100", now },
  });
  await saveHeadCount(db, { tableId: tableId ?? "", here: 4, operator: "Anna", now });
  await answerByPhone(db, {
    eventId: first.eventId,
    venueId: "venue",
    answer: "yes",
    note: null,
    by: "Anna",
    now,
  });
  await sendHostMessage(db, { linkId, id: crypto.randomUUID(), text: "We’re on the first floor.", now });
  await wait(10, 17, 30);
  await saveTicks(db, { linkId, ticked: first.bookingIds, unticked: [], now });
  await wait(11, 18);
  await endDinner();
  const [own = "", others1 = "", , , avoided = ""] = first.bookingIds;
  const nothing = { note: null, contact: null, wantsSameTable: true, avoided: [], takenBack: [] };
  const said = { ...nothing, rating: 5, note: "Trace-of-note", contact: "Trace-of-contact" };
  const { date } = first;
  await saveFeedback(db, { bookingId: own, date }, { ...said, wished: [others1], avoided: [avoided] }, now);
  await saveFeedback(db, { bookingId: others1, date }, { ...nothing, rating: 4, wished: [own] }, now);
  // Six in the evening by the clock of the city in winter, and seven in summer.
  await wait(12, 17);
  await run("tellMutualWishes");
  await wait(12, 18);
  await run("learnFromFeedback", "sendEmails");

  await wait(20);
  const second = await sitTogether(30, [diner, ...mates.slice(3)]);
  await wait(30, 17, 30);
  const missing = { linkId: second.linkId, bookingIds: [second.bookingIds[0] ?? ""], now };
  await reportMissing(db, missing);
  await wait(31, 18);
  await endDinner();
  const contest = { bookingId: second.bookingIds[0] ?? "", text: "Trace-of-contest" };
  await contestAbsence(db, { ...contest, now });
  const came = { eventId: second.eventId, came: [contest.bookingId], missed: [], now };
  await reportByOperator(db, came);
  await endDinner();
  const erased = mates.at(-1)?.id ?? "";
  await db.insert(accountKeys).values({ hash: "of who is erased", userId: erased });
  await eraseAccount(db, erased, now);

  /** Returns the link. */
  async function askForAddress(to: string) {
    addresses.push(to);
    const link = newLink(keptMs.changeEmailLink);
    await emailAddressChange(db, { ...link, userId: diner.id, to });
    return link;
  }
  async function choosePassword() {
    const link = newLink(keptMs.resetLink);
    const to = addresses.at(-1) ?? "";
    await emailResetLink(db, {
      ...link,
      email: { kind: "reset-password", to, data: { linkId: link.linkId } },
    });
    const names = { firstName: diner.firstName, lastName: diner.lastName };
    await resetPassword(
      db,
      { linkId: link.linkId, now, passwordHash: "another hash", ...names, keys: keysOf(to), kept: [] },
      newSession(),
    );
  }
  async function changeAddress(to: string) {
    const link = await askForAddress(to);
    const change = { userId: diner.id, maskedEmail: "z…@oten.example", keys: keysOf(to), from: "" };
    await changeEmailAddress(db, link, change);
  }
  await wait(40);
  await changeAddress("zsofi.new@oten.example");
  await wait(41);
  await choosePassword();
  await addBrokenAddresses(db, { emails: ["zsofi.new@oten.example"], reason: "bounced", now });
  await wait(50);
  addresses.push("zsofi.recovered@oten.example");
  await startRecovery(db, { userId: diner.id, newEmail: "zsofi.recovered@oten.example", now });
  await wait(53);
  await run("completeRecoveries", "sendEmails");
  await wait(60);
  await choosePassword();
  await makePasskey(diner);
  const google = {
    provider: "google",
    subject: "number of Zsófia",
    email: "zsofi.recovered@oten.example",
    isOwnersForSure: true,
    firstName: diner.firstName,
    lastName: diner.lastName,
    ...visit(),
  } as const;
  await signInWithIdentity(
    db,
    google,
    makeAccountKeys(env, { email: google.email, subjects: [google.subject] }),
  );
  await allowAction(db, { userId: diner.id, action: "export", now });
  const exported = await exportAccount({ db, bucket }, diner.id);
  await wait(70);
  await blockAccount(db, { userId: clara.id, reason: "rude", endsAt: at(100), now });
  await wait(120);
  await withdrawConsent(db, diner.id, now);
  await wait(130);
  await answerQuiz(diner);
  // She stays away now; the other one comes back once a year.
  for (const day of [370, 730, 860]) {
    await wait(day);
    await signIn(other);
    await run("forgetOldAnswers", "sendEmails");
  }
  await wait(900);
  const former = addresses.at(-1) ?? "";
  await addBrokenAddresses(db, { emails: [former], reason: "complained", now });
  await changeAddress("zsofi.third@oten.example");
  await removeBrokenAddress(db, former);
  await addBrokenAddresses(db, { emails: [former], reason: "bounced", now });
  await wait(905);
  // What is new when she deletes her account.
  await signIn(diner);
  await recordSignInAttempt(db, { ...wrongPassword, email: addresses.at(-1) ?? "" });
  await askForAddress("zsofi.last@oten.example");
  addresses.push("zsofi.lost@oten.example");
  await startRecovery(db, { userId: diner.id, newEmail: "zsofi.lost@oten.example", now });
  return { diner, other, addresses, exported, bookingIds: [own, second.bookingIds[0] ?? ""] };
}
