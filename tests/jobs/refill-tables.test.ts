import { expect, test } from "vitest";
import { makeTables } from "#app/jobs/make-tables.server.ts";
import { refillTables } from "#app/jobs/refill-tables.server.ts";
import { openClub } from "#tests/support/club.ts";
import { bookForDiners, createEvent, insertDinersWithAnswers, listBookings } from "#tests/support/events.ts";

const club = openClub();
const hour = 3_600_000;
const context = () => ({
  db: club.db,
  env: { SITE_URL: "https://oten.example", SESSION_SECRET: "for-tests" } as Env,
});
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * hour);

const mails = async (kind: string) =>
  (
    await club.binding.prepare('SELECT "to" FROM outbox WHERE kind = ?').bind(kind).all<{ to: string }>()
  ).results.map(({ to }) => to.replace("@x.y", ""));

const cancel = (eventId: string, userIds: string[]) =>
  club.binding.batch(
    userIds.map((id) =>
      club.binding
        .prepare("UPDATE bookings SET canceled = 1 WHERE event_id = ? AND user_id = ?")
        .bind(eventId, id),
    ),
  );

/** So many at tables of five, the rest on standby, and no mail yet. */
async function night(many: number): Promise<{ dinner: string; ids: string[] }> {
  const dinner = await createEvent(club, { hoursFromNow: 150 });
  const ids = await insertDinersWithAnswers(club, many);
  await bookForDiners(club, ids, dinner);
  await makeTables(context(), hoursFromNow(105));
  await club.binding.exec("DELETE FROM outbox");
  return { dinner, ids };
}

const party = async (dinner: string, tableId: string | null | undefined) =>
  (await listBookings(club, dinner))
    .filter((seat) => seat.table_id === tableId && !seat.canceled)
    .map((seat) => seat.user_id);

test("a chair that falls free goes to one who waits, who is told once, however often the cron fires", async () => {
  const { dinner, ids } = await night(7);
  const [waiting] = (await listBookings(club, dinner)).filter(({ standby }) => standby);
  await refillTables(context(), hoursFromNow(110));
  expect(await mails("booking-confirmed")).toEqual([]);
  await cancel(dinner, ids.slice(0, 1));
  await Promise.all(Array.from({ length: 10 }, () => refillTables(context(), hoursFromNow(110))));
  const seated = (await listBookings(club, dinner)).filter(({ table_id, canceled }) => table_id && !canceled);
  expect(seated).toHaveLength(5);
  expect(await mails("booking-confirmed")).toHaveLength(1);
  expect([ids[5], ids[6]]).toContain((await mails("booking-confirmed"))[0]);
  const [said] = (
    await club.binding.prepare("SELECT subject, text FROM outbox WHERE kind = 'booking-confirmed'").all<{
      subject: string;
      text: string;
    }>()
  ).results;
  expect(said?.subject).toMatch(/^A seat is free for you/);
  const shares = await club.binding
    .prepare("SELECT shares FROM tables WHERE event_id = ?")
    .bind(dinner)
    .first<string>("shares");
  expect(JSON.parse(shares ?? "[]").length).toBeGreaterThan(0);
  for (const sentence of JSON.parse(shares ?? "[]")) expect(said?.text).toContain(sentence);
  expect(waiting).toBeDefined();
});

test("two free chairs take two who wait, and no table grows beyond five", async () => {
  const { dinner, ids } = await night(13);
  await cancel(dinner, ids.slice(0, 2));
  await refillTables(context(), hoursFromNow(110));
  const seats = (await listBookings(club, dinner)).filter(({ canceled }) => !canceled);
  const tables = [...new Set(seats.flatMap(({ table_id }) => table_id ?? []))];
  for (const table of tables) expect(await party(dinner, table)).toHaveLength(5);
  expect((await mails("booking-confirmed")).sort()).toHaveLength(2);
});

test("three hours before dinner a table of two is dissolved: one finds a chair elsewhere, the other is let go", async () => {
  const { dinner } = await night(10);
  const seats = await listBookings(club, dinner);
  const [first, second] = [...new Set(seats.map(({ table_id }) => table_id))];
  await cancel(dinner, [
    ...(await party(dinner, first)).slice(0, 3),
    ...(await party(dinner, second)).slice(0, 1),
  ]);
  const small = await party(dinner, first);
  await refillTables(context(), hoursFromNow(140));
  expect(await party(dinner, first)).toEqual(small);
  await Promise.all(Array.from({ length: 10 }, () => refillTables(context(), hoursFromNow(148))));
  await refillTables(context(), hoursFromNow(149));
  expect(await party(dinner, first)).toEqual([]);
  expect(await party(dinner, second)).toHaveLength(5);
  const [moved, gone] = [await mails("booking-confirmed"), await mails("table-dissolved")];
  expect([moved.length, gone.length]).toEqual([1, 1]);
  expect([...moved, ...gone].sort()).toEqual(small.sort());
  const subject = await club.binding
    .prepare("SELECT subject FROM outbox WHERE kind = 'booking-confirmed'")
    .first("subject");
  expect(subject).toMatch(/^You have another table/);
});
