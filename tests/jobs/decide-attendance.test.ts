import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { openDatabase } from "#app/db/client.server.ts";
import { absences } from "#app/db/schema/attendance.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { events } from "#app/db/schema/event.ts";
import { emailBatches } from "#app/db/schema/outbox.ts";
import { outbox } from "#app/db/schema.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { eraseAccount } from "#app/models/account/erase-account.server.ts";
import { contestAbsence, reportByOperator } from "#app/models/attendance/absences.server.ts";
import { decideAttendance, findEventsToDecide } from "#app/models/event/decide-attendance.server.ts";
import { findProblems } from "#app/models/health/problems.server.ts";
import { CrashError, crashAtCall } from "#tests/support/crashing-database.ts";
import { runCron } from "#tests/support/cron.ts";
import {
  bookWithDeposit,
  findDeposit,
  listDepositSubjects,
  openStripeClub,
} from "#tests/support/deposits.ts";
import { readOutbox } from "#tests/support/emails.ts";
import {
  countEmails,
  createEvening,
  type Evening,
  type Guest,
  moveEvening,
  report,
} from "#tests/support/evenings.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";

const { club, stripe } = await openStripeClub();

const daysFromNow = (days: number) => new Date(Date.now() + days * dayMs);

const listAttendance = async (evening: Evening) => {
  const rows = await club.db.select().from(bookings).where(eq(bookings.eventId, evening.eventId));
  return Object.fromEntries(
    evening.guests.map(({ bookingId, name }) => [name, rows.find(({ id }) => id === bookingId)?.attendance]),
  );
};

const findAbsence = async ({ bookingId }: Guest) =>
  (await club.db.select().from(absences).where(eq(absences.bookingId, bookingId)))[0];

/** As the worker that sends emails does. */
const noteSent = async (bookingId: string, kind: "marked-absent", at: Date) => {
  await club.db.update(outbox).set({ sentAt: at }).where(eq(outbox.bookingId, bookingId));
  expect(await club.db.$count(outbox, eq(outbox.kind, kind))).toBeGreaterThan(0);
  await runJob("beginContests", createJobContext(club), at);
};

async function createReported() {
  const evening = await createEvening(club, [[5]], { minutesFromNow: -25 * 60 });
  const [anna, bence, clara, daniel] = evening.guests as [Guest, Guest, Guest, Guest, Guest];
  await report(club, anna, "host", true);
  await report(club, bence, "host", false);
  await report(club, clara, "diner", true);
  for (const mate of [anna, bence]) await report(club, daniel, "mate", false, mate);
  return { evening, anna, bence, clara, daniel };
}

describe("a day after the dinner", () => {
  test("it is decided who came, to the minute, and not after a month", async () => {
    const evening = await createEvening(club, [[2]]);
    for (const [minutes, isDue] of [
      [-24 * 60 + 1, false],
      [-24 * 60 - 1, true],
      [-30 * 24 * 60 + 1, true],
      [-30 * 24 * 60 - 1, false],
    ] as const) {
      await moveEvening(club, evening.eventId, minutes);
      expect((await findEventsToDecide(club.db, new Date())).includes(evening.eventId), `${minutes}`).toBe(
        isDue,
      );
    }
  });

  test("who did not come is told so, without a name of who said it", async () => {
    const { evening } = await createReported();
    await runCron(club);
    expect(await listAttendance(evening)).toEqual({
      Anna: "attended",
      Bence: "no-show",
      Clara: "attended",
      Dániel: null,
      Eszter: null,
    });
    expect(await countEmails(club, evening.eventId, "marked-absent")).toBe(1);
    const [email] = (await readOutbox(club)).filter(({ kind }) => kind === "marked-absent");
    expect(email?.text).toContain("We heard that your seat at Vendéglő");
    expect(email?.text).toMatch(/tell us by \w+, \w+ \d+, \d+:\d\d\s[AP]M\./);
    expect(email?.text).toMatch(/\/bookings\/[\w-]+\/contest\?key=/);
    expect(email?.text).not.toMatch(/Anna|Bence|Clara|deposit/);
  });

  test("it is decided once, however many workers do it and wherever they die", async () => {
    const { evening } = await createReported();
    const now = new Date();
    for (const isCallDone of [false, true]) {
      const dying = openDatabase(crashAtCall(club.binding, { callNumber: 1, isCallDone }));
      await expect(decideAttendance(dying, evening.eventId, now)).rejects.toThrow(CrashError);
      const count = isCallDone ? 1 : 0;
      expect(await countEmails(club, evening.eventId, "marked-absent")).toBe(count);
      expect(Object.values(await listAttendance(evening)).filter((each) => each === "no-show")).toHaveLength(
        count,
      );
    }
    await Promise.all(Array.from({ length: 50 }, () => decideAttendance(club.db, evening.eventId, now)));
    expect(await countEmails(club, evening.eventId, "marked-absent")).toBe(1);
    expect(await club.db.$count(absences)).toBeGreaterThanOrEqual(1);
  });

  test("a canceled dinner is not decided", async () => {
    const { evening } = await createReported();
    await club.db.update(events).set({ canceledAt: new Date() }).where(eq(events.id, evening.eventId));
    expect(await decideAttendance(club.db, evening.eventId, new Date())).toBe(false);
    expect(await countEmails(club, evening.eventId, "marked-absent")).toBe(0);
  });
});

/** A no-show of yesterday with a paid deposit, who has been told at `toldAt`. */
async function createNoShow(toldAt: Date | null) {
  const { diner, booking } = await bookWithDeposit(club, stripe);
  const evening = await createEvening(club, [[4]], { minutesFromNow: -25 * 60 });
  const tableId = evening.tables[0]?.id ?? "";
  await club.db
    .update(bookings)
    .set({ eventId: evening.eventId, tableId, confirmed: true, remindedAt: new Date() })
    .where(eq(bookings.id, booking));
  const [row] = await club.db.select().from(bookings).where(eq(bookings.id, booking));
  const guest: Guest = { bookingId: booking, userId: row?.userId ?? "", name: "Zsófi" };
  await report(club, guest, "host", false);
  await decideAttendance(club.db, evening.eventId, new Date());
  if (toldAt) await noteSent(booking, "marked-absent", toldAt);
  return { diner, guest, evening };
}

const settle = (now: Date) => runJob("settleDeposits", createJobContext(club), now);

describe("the deposit of a no-show", () => {
  test("is kept once the seven days are over, to the minute, and not before the email was sent", async () => {
    const told = new Date();
    const { guest, diner } = await createNoShow(null);
    await settle(daysFromNow(20));
    expect(await findDeposit(club.db, guest.bookingId)).toMatchObject({ state: "paid" });
    await noteSent(guest.bookingId, "marked-absent", told);
    expect((await findAbsence(guest))?.toldAt).toEqual(told);
    await settle(new Date(told.getTime() + 7 * dayMs - 60_000));
    expect(await findDeposit(club.db, guest.bookingId)).toMatchObject({ state: "paid" });
    await settle(new Date(told.getTime() + 7 * dayMs + 60_000));
    expect(await findDeposit(club.db, guest.bookingId)).toMatchObject({ state: "kept", cause: "no-show" });
    expect(await listDepositSubjects(club, diner.email)).toContainEqual(
      expect.stringMatching(/^We missed you on \w+: we’ve kept your deposit$/),
    );
  });

  test("waits for an answer to what was contested, however long it takes", async () => {
    const { guest } = await createNoShow(new Date());
    expect(
      await contestAbsence(club.db, { bookingId: guest.bookingId, text: "I was there", now: new Date() }),
    ).toBe(true);
    await settle(daysFromNow(60));
    expect(await findDeposit(club.db, guest.bookingId)).toMatchObject({ state: "paid" });
    const problems = await findProblems(club.db, new Date());
    expect(problems.map(({ name }) => name)).toContain("contested absences wait for an answer");
  });

  test.each([
    { came: true, state: "refunding", cause: "dinner-over", subject: "We were wrong: you were there" },
    { came: false, state: "kept", cause: "no-show", subject: "We couldn’t confirm that you came" },
  ])("is decided by an operator’s answer: $subject", async ({ came, state, cause, subject }) => {
    const { guest, evening } = await createNoShow(new Date());
    await contestAbsence(club.db, { bookingId: guest.bookingId, text: "I was there", now: new Date() });
    const ids = [guest.bookingId];
    const answer = {
      eventId: evening.eventId,
      came: came ? ids : [],
      missed: came ? [] : ids,
      now: new Date(),
    };
    await Promise.all(Array.from({ length: 10 }, () => reportByOperator(club.db, answer)));
    expect((await findAbsence(guest))?.resolvedAt).not.toBeNull();
    const emails = (await readOutbox(club)).filter((email) => email.subject === subject);
    expect(emails.filter(({ kind }) => kind === "absence-resolved")).toHaveLength(1);
    await settle(daysFromNow(1));
    expect((await findDeposit(club.db, guest.bookingId))?.cause).toBe(cause);
    expect(["refunding", "refunded", "kept"]).toContain((await findDeposit(club.db, guest.bookingId))?.state);
    if (state === "kept") expect((await findDeposit(club.db, guest.bookingId))?.state).toBe(state);
  });

  test("goes back where an operator takes the no-show back before the email is sent, which then is not sent", async () => {
    // Requests send emails in the background, and one of an earlier request could send this one.
    const holdEmails =
      "CREATE TRIGGER hold_emails BEFORE INSERT ON email_batches BEGIN SELECT RAISE(IGNORE); END";
    await club.binding.prepare(holdEmails).run();
    const { guest, evening } = await createNoShow(null);
    await reportByOperator(club.db, {
      eventId: evening.eventId,
      came: [guest.bookingId],
      missed: [],
      now: new Date(),
    });
    await club.binding.prepare("DROP TRIGGER hold_emails").run();
    await settle(new Date());
    expect(await findDeposit(club.db, guest.bookingId)).toMatchObject({ cause: "dinner-over" });
    await runCron(club);
    const rows = await club.db.select().from(outbox).where(eq(outbox.bookingId, guest.bookingId));
    expect(rows.find(({ kind }) => kind === "marked-absent")).toMatchObject({
      sentAt: null,
      lastError: "no longer true",
    });
    expect(rows.map(({ kind }) => kind)).not.toContain("absence-resolved");
  });

  test("of a diner who leaves the club is kept, unless they contested it", async () => {
    const [plain, contested] = [await createNoShow(new Date()), await createNoShow(new Date())];
    const depositId = async ({ guest }: typeof plain) =>
      (await findDeposit(club.db, guest.bookingId))?.id ?? "";
    const ids = [await depositId(plain), await depositId(contested)];
    await contestAbsence(club.db, { bookingId: contested.guest.bookingId, text: "I was", now: new Date() });
    for (const { guest } of [plain, contested]) await eraseAccount(club.db, guest.userId, new Date());
    const states = await Promise.all(
      ids.map((id) =>
        club.binding.prepare("SELECT state FROM deposits WHERE id = ?").bind(id).first("state"),
      ),
    );
    expect(states).toEqual(["kept", "refunding"]);
    expect(await findAbsence(plain.guest)).toBeUndefined();
    expect(
      await club.binding
        .prepare("SELECT count(*) AS n FROM attendance_reports WHERE booking_id = ? OR reported_by = ?")
        .bind(plain.guest.bookingId, plain.guest.bookingId)
        .first("n"),
    ).toBe(0);
  });
});

describe("an operator’s word", () => {
  test("counts more than the others, and the latest counts", async () => {
    const { evening, anna, bence } = await createReported();
    const say = (came: Guest[], missed: Guest[]) =>
      reportByOperator(club.db, {
        eventId: evening.eventId,
        came: came.map(({ bookingId }) => bookingId),
        missed: missed.map(({ bookingId }) => bookingId),
        now: new Date(),
      });
    await say([bence], [anna]);
    expect((await listAttendance(evening)).Anna).toBeNull();
    await decideAttendance(club.db, evening.eventId, new Date());
    expect(await listAttendance(evening)).toMatchObject({ Anna: "no-show", Bence: "attended" });
    await say([anna], []);
    expect((await listAttendance(evening)).Anna).toBe("attended");
    // Of diners at another event nothing is changed.
    const other = await createReported();
    await say([], [other.anna]);
    expect((await listAttendance(other.evening)).Anna).toBeNull();
  });

  test("after the decision tells a new no-show, who can contest it", async () => {
    const { evening, anna } = await createReported();
    await decideAttendance(club.db, evening.eventId, new Date());
    expect(await findAbsence(anna)).toBeUndefined();
    const missed = [anna.bookingId];
    for (let i = 0; i < 3; i++)
      await reportByOperator(club.db, { eventId: evening.eventId, came: [], missed, now: new Date() });
    expect((await listAttendance(evening)).Anna).toBe("no-show");
    expect(await findAbsence(anna)).toMatchObject({ toldAt: null, resolvedAt: null });
    expect(await countEmails(club, evening.eventId, "marked-absent")).toBe(2);
    expect(
      await contestAbsence(club.db, { bookingId: anna.bookingId, text: "Yes I was", now: new Date() }),
    ).toBe(true);
  });
});

describe("a no-show that an operator takes back", () => {
  const say = ({ eventId }: Evening, { bookingId }: Guest, came: boolean) =>
    reportByOperator(club.db, {
      eventId,
      came: came ? [bookingId] : [],
      missed: came ? [] : [bookingId],
      now: new Date(),
    });
  const listKinds = async ({ bookingId }: Guest) =>
    (await club.db.select().from(outbox).where(eq(outbox.bookingId, bookingId)))
      .map(({ kind }) => kind)
      // When it is sent depends on the time of day.
      .filter((kind) => kind !== "how-was-it");

  test("is told and can be contested like a new one, when the operator changes their mind before the diner knew", async () => {
    const { evening, bence } = await createReported();
    await decideAttendance(club.db, evening.eventId, new Date());
    await say(evening, bence, true);
    await say(evening, bence, false);
    expect(await listKinds(bence)).toEqual(["marked-absent"]);
    await say(evening, bence, true);
    await runCron(club);
    await say(evening, bence, false);
    expect(await listKinds(bence)).toEqual(["marked-absent", "marked-absent"]);
    expect(await findAbsence(bence)).toMatchObject({ toldAt: null, resolvedAt: null });
    const contest = { bookingId: bence.bookingId, text: "I was there", now: new Date() };
    expect(await contestAbsence(club.db, contest)).toBe(true);
    // Now they wait for an answer.
    await say(evening, bence, true);
    expect((await listKinds(bence)).at(-1)).toBe("absence-resolved");
  });

  test.each([
    ["sent", { sentAt: new Date() }],
    ["claimed by a worker", { batchId: "claimed" }],
  ])("is told where the email was %s, and nobody wrote anything", async (_, state) => {
    const { evening, bence } = await createReported();
    await decideAttendance(club.db, evening.eventId, new Date());
    await club.db
      .insert(emailBatches)
      .values({ id: "claimed", priority: 1, createdAt: new Date(), dueAt: daysFromNow(9) })
      .onConflictDoNothing();
    await club.db.update(outbox).set(state).where(eq(outbox.bookingId, bence.bookingId));
    await say(evening, bence, true);
    await say(evening, bence, false);
    const rows = await club.db.select().from(outbox).where(eq(outbox.bookingId, bence.bookingId));
    const resolved = (await readOutbox(club)).filter(
      ({ id, kind }) => kind === "absence-resolved" && rows.some((row) => row.id === id),
    );
    expect(resolved.map(({ subject }) => subject).sort()).toEqual([
      "It looks like you missed dinner",
      "We were wrong: you were there",
    ]);
    for (const { text } of resolved) expect(text).not.toContain("your message");
  });
});

describe("a contest", () => {
  test("is taken once, within seven days of the email, and only from a no-show", async () => {
    const { bence, anna, evening } = await createReported();
    await decideAttendance(club.db, evening.eventId, new Date());
    const contest = ({ bookingId }: Guest, now: Date, text = "I was there") =>
      contestAbsence(club.db, { bookingId, text, now });
    expect(await contest(anna, new Date())).toBe(false);
    const told = new Date();
    await noteSent(bence.bookingId, "marked-absent", told);
    expect(await contest(bence, new Date(told.getTime() + 7 * dayMs + 60_000))).toBe(false);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        contest(bence, new Date(told.getTime() + 7 * dayMs - 60_000), `${i}`),
      ),
    );
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect((await findAbsence(bence))?.contest).toBe(String(answers.indexOf(true)));
  });
});
