import { expect, test } from "vitest";
import { endOverdueStandby } from "#app/jobs/end-standby.server.ts";
import { sendReminders } from "#app/jobs/send-reminders.server.ts";
import { openClub } from "#tests/support/club.ts";
import { book, newDiner, openDinner, seatTogether } from "#tests/support/events.ts";

const club = openClub();
const hour = 3_600_000;
const context = () => ({
  db: club.db,
  env: { SITE_URL: "https://oten.example", SESSION_SECRET: "for-tests" } as Env,
});
const inHours = (hours: number) => new Date(Date.now() + hours * hour);

const mails = async (kind: string) =>
  (
    await club.binding
      .prepare('SELECT "to", text FROM outbox WHERE kind = ?')
      .bind(kind)
      .all<{ to: string; text: string }>()
  ).results;

test("a day before dinner everyone at a table is reminded once, with the others' names, if they want it", async () => {
  const dinner = await openDinner(club, { inHours: 100 });
  const diners = [await newDiner(club), await newDiner(club), await newDiner(club)];
  const booked: string[] = [];
  for (const diner of diners) booked.push(await book(diner, dinner));
  await diners[2]?.post("/dashboard/settings", { intent: "mails" });
  await seatTogether(club, dinner, booked);

  await sendReminders(context(), inHours(75));
  expect(await mails("reminder")).toEqual([]);
  await Promise.all(Array.from({ length: 10 }, () => sendReminders(context(), inHours(79))));
  await sendReminders(context(), inHours(82));
  const sent = await mails("reminder");
  expect(sent.map(({ to }) => to).sort()).toEqual([diners[0]?.email, diners[1]?.email].sort());
  expect(sent[0]?.text).toContain("Your table: Zsófi, Zsófi, and you");
  expect(sent[0]?.text).toContain("/calendar.ics");
});

test("nobody is reminded once dinner has begun, nor who canceled", async () => {
  const dinner = await openDinner(club, { inHours: 60 });
  const [one, other] = [await newDiner(club), await newDiner(club)];
  const booked = [await book(one, dinner), await book(other, dinner)];
  await seatTogether(club, dinner, booked);
  await other.post(`/dashboard/bookings/${booked[1]}/cancel`, {});
  await sendReminders(context(), inHours(61));
  await sendReminders(context(), inHours(40));
  const sent = (await mails("reminder")).map(({ to }) => to);
  expect(sent).toContain(one.email);
  expect(sent).not.toContain(other.email);
});

test("three hours before dinner who still waits is let go, told once, and pays nothing", async () => {
  const dinner = await openDinner(club, { inHours: 70 });
  const [seated, waiting] = [await newDiner(club), await newDiner(club)];
  const booked = [await book(seated, dinner), await book(waiting, dinner)];
  await seatTogether(club, dinner, booked.slice(0, 1));
  await endOverdueStandby(context(), inHours(68));
  expect(await mails("standby-ended")).toEqual([]);
  await club.binding.prepare("UPDATE events SET matched_at = 1 WHERE id = ?").bind(dinner).run();
  await endOverdueStandby(context(), inHours(66));
  expect(await mails("standby-ended")).toEqual([]);
  await Promise.all(Array.from({ length: 10 }, () => endOverdueStandby(context(), inHours(67.5))));
  expect((await mails("standby-ended")).map(({ to }) => to)).toEqual([waiting.email]);
  const { results } = await club.binding
    .prepare("SELECT id, canceled FROM bookings WHERE event_id = ? ORDER BY created_at")
    .bind(dinner)
    .all();
  expect(results).toEqual([
    { id: booked[0], canceled: 0 },
    { id: booked[1], canceled: 1 },
  ]);
});

test("whoever waited while nobody looked is let go even after the dinner, seated or never matched", async () => {
  const [matched, forgotten] = [
    await openDinner(club, { inHours: 60 }),
    await openDinner(club, { inHours: 61 }),
  ];
  const [one, other] = [await newDiner(club), await newDiner(club)];
  const waiting = [await book(one, matched), await book(other, forgotten)];
  await club.binding.prepare("UPDATE events SET matched_at = 1 WHERE id = ?").bind(matched).run();
  await endOverdueStandby(context(), inHours(50));
  await endOverdueStandby(context(), inHours(63));
  await endOverdueStandby(context(), inHours(64));
  const { results } = await club.binding
    .prepare("SELECT canceled FROM bookings WHERE id IN (?, ?)")
    .bind(...waiting)
    .all<{ canceled: number }>();
  expect(results.map(({ canceled }) => canceled)).toEqual([1, 1]);
  const told = (await mails("standby-ended")).map(({ to }) => to);
  expect(told.filter((to) => to === one.email || to === other.email).sort()).toEqual(
    [one.email, other.email].sort(),
  );
});
