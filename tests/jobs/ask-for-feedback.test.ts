import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "#app/db/client.server.ts";
import { attendanceReports } from "#app/db/schema/attendance.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { events } from "#app/db/schema/event.ts";
import { askForFeedback } from "#app/jobs/jobs.server.ts";
import { openClub } from "#tests/support/club.ts";
import { CrashError, crashAtCall } from "#tests/support/crashing-database.ts";
import { emailEnv, readOutbox } from "#tests/support/emails.ts";
import { createCity } from "#tests/support/events.ts";
import { parsePage, readHeading } from "#tests/support/html.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import { dineTogether, twoDaysAgo } from "#tests/support/past-dinners.ts";

const club = openClub();
const hourMs = 3_600_000;
const minuteMs = 60_000;
const dayMs = 24 * hourMs;

const ask = (now: Date) => runJob("askForFeedback", createJobContext(club), now);

const listAsked = async (emails: string[]) =>
  (await readOutbox(club)).filter(({ kind, to }) => kind === "how-was-it" && emails.includes(to));

test.each([
  ["Europe/Budapest", "2030-11-15T18:00:00Z", "2030-11-16T10:00:00Z"],
  ["Europe/Budapest", "2030-10-26T17:00:00Z", "2030-10-27T10:00:00Z"],
  ["Asia/Tokyo", "2030-11-15T10:00:00Z", "2030-11-16T02:00:00Z"],
])("asks each diner once, at 11 of the next day in %s after %s", async (timeZone, date, at) => {
  const cityId = await createCity(club, { timeZone, name: "Elsewhere" });
  const { diners } = await dineTogether(club, ["Anna", "Bence"], { date: new Date(date), cityId });
  const emails = [diners.Anna.email, diners.Bence.email];
  await ask(new Date(new Date(at).getTime() - 1));
  expect(await listAsked(emails)).toEqual([]);
  await Promise.all(Array.from({ length: 10 }, () => ask(new Date(at))));
  await ask(new Date(new Date(at).getTime() + minuteMs));
  const asked = await listAsked(emails);
  expect(asked.map(({ to }) => to).sort()).toEqual(emails.sort());
  expect(asked[0]?.subject).toMatch(/^How was it, (Anna|Bence)\?$/);
  expect(asked[0]?.text).toContain(`/bookings/`);
  expect(asked[0]?.text).toContain("11:00 AM");
});

test("the link of the email opens the form without a sign-in", async () => {
  const { diners, date } = await dineTogether(club, ["Csilla", "Dénes"]);
  await ask(new Date(date.getTime() + dayMs));
  const [email] = await listAsked([diners.Csilla.email]);
  const [, link = ""] =
    /https:\/\/oten\.example(\/bookings\/\S+\/feedback\?\S+)/.exec(email?.text ?? "") ?? [];
  expect(link).toBe(diners.Csilla.link);
  expect(readHeading(await parsePage(await club.fetch(link)))).toBe("How was it, Csilla?");
});

test("asks nobody who canceled, had no seat, was reported missing, or wants no such emails", async () => {
  const names = ["Ede", "Flóra", "Géza", "Hanna", "Imre", "Judit"] as const;
  const { diners, date, eventId } = await dineTogether(club, names);
  const { Ede, Flóra, Géza, Hanna, Imre, Judit } = diners;
  await club.binding.prepare("UPDATE bookings SET canceled = 1 WHERE id = ?").bind(Ede.bookingId).run();
  await club.db.run(sql`UPDATE bookings SET confirmed = 0, table_id = NULL WHERE id = ${Flóra.bookingId}`);
  const report = (bookingId: string, source: "host" | "mate", reportedBy: string) => ({
    bookingId,
    source,
    reportedBy,
    came: false,
    at: date,
  });
  await club.db
    .insert(attendanceReports)
    .values([
      report(Géza.bookingId, "host", Géza.bookingId),
      report(Hanna.bookingId, "mate", Imre.bookingId),
    ]);
  await Imre.post("/dashboard/settings", { intent: "emails" });
  await ask(new Date(date.getTime() + dayMs));
  const asked = await listAsked(Object.values(diners).map(({ email }) => email));
  expect(asked.map(({ to }) => to).sort()).toEqual([Hanna.email, Judit.email].sort());
  // Who gets no email is marked too, and is not looked for every minute.
  expect(await askForFeedback.findItems(createJobContext(club), new Date(date.getTime() + dayMs))).toEqual(
    [],
  );
  const marked = await club.db.select().from(bookings).where(eq(bookings.eventId, eventId));
  expect(marked.filter(({ askedAt }) => askedAt).length).toBe(4);
});

test("asks about no dinner that was canceled, and about none of before", async () => {
  const canceled = await dineTogether(club, ["Kata", "Laci"]);
  await club.db.update(events).set({ canceledAt: new Date() }).where(eq(events.id, canceled.eventId));
  const old = await dineTogether(club, ["Márta", "Nándor"], { date: new Date(Date.now() - 10 * dayMs) });
  const emails = [canceled, old].flatMap(({ diners }) => Object.values(diners).map(({ email }) => email));
  await ask(new Date());
  await ask(new Date(canceled.date.getTime() + dayMs));
  // A task that waited for days.
  await askForFeedback.run(createJobContext(club), old.eventId, new Date(), { isRetry: true });
  expect(await listAsked(emails)).toEqual([]);
});

test("a worker that dies asks everybody once in the end", async () => {
  const { diners, date } = await dineTogether(club, ["Olga", "Péter", "Rita"]);
  const emails = Object.values(diners).map(({ email }) => email);
  const now = new Date(date.getTime() + dayMs);
  for (const callNumber of [1, 2, 3])
    for (const isCallDone of [false, true]) {
      const db = openDatabase(crashAtCall(club.binding, { callNumber, isCallDone }));
      await runJob("askForFeedback", { db, env: emailEnv }, now).catch((error) => {
        if (!(String(error.cause ?? error).includes("died") || error instanceof CrashError)) throw error;
      });
    }
  await ask(now);
  expect((await listAsked(emails)).map(({ to }) => to).sort()).toEqual(emails.sort());
});

test("the email of the day after can be stopped with one click", async () => {
  const { diners, date } = await dineTogether(club, ["Sára", "Tibor"], { date: twoDaysAgo() });
  await ask(new Date(date.getTime() + dayMs));
  const row = await club.binding
    .prepare(`SELECT id FROM outbox WHERE kind = 'how-was-it' AND "to" = ?`)
    .bind(diners.Sára.email)
    .first<{ id: string }>();
  expect(row).not.toBeNull();
  const [email] = await listAsked([diners.Sára.email]);
  const [, unsubscribe = ""] = /https:\/\/oten\.example(\/unsubscribe\S+)/.exec(email?.text ?? "") ?? [];
  await club.fetch(unsubscribe, { method: "POST" });
  const wants = await club.binding
    .prepare("SELECT wants_reminders FROM profiles WHERE id = ?")
    .bind(diners.Sára.userId)
    .first("wants_reminders");
  expect(wants).toBe(0);
});
