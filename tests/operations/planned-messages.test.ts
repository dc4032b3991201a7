import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings } from "#app/db/schema/booking.ts";
import { outbox } from "#app/db/schema.ts";
import { sendDueEmails } from "#app/emails/send-emails.server.ts";
import { dayMs, minuteMs } from "#app/lib/time-units.ts";
import { formatLocalTime } from "#app/operations/words.ts";
import { openClub } from "#tests/support/club.ts";
import { emailEnv } from "#tests/support/emails.ts";
import { createEvening } from "#tests/support/evenings.ts";
import { createJobContext } from "#tests/support/jobs.ts";
import { connectOps } from "#tests/support/ops.ts";

const club = openClub();
const ops = connectOps(club);
const minutesFromNow = (5 * dayMs) / minuteMs;
const inDays = (days: number) => new Date(Date.now() + days * dayMs);
const at = (days: number) => ["--at", formatLocalTime(inDays(days), "Europe/Budapest")];
const words = ["--subject", "See you there", "--text", "Use the door in the yard."];

const plan = (eventId: string, ...whom: string[]) =>
  ops.json("message", "send", "--event", eventId, ...whom, ...words, ...at(3), "--yes");

/** The bookings whose diners have got it. */
async function listReaders(eventId: string): Promise<string[]> {
  const env = { ...emailEnv, APP_ENV: "local" } as Env;
  await sendDueEmails({ ...createJobContext(club), env }, new Date(inDays(3).getTime() + minuteMs), 60_000);
  const rows = await club.db
    .select({ bookingId: bookings.id, sentAt: outbox.sentAt, kind: outbox.kind })
    .from(outbox)
    .innerJoin(bookings, eq(bookings.id, outbox.bookingId))
    .where(eq(bookings.eventId, eventId));
  return rows.flatMap(({ bookingId, sentAt, kind }) =>
    sentAt && kind === "club-message" ? [bookingId] : [],
  );
}

test("a message that waits for its time does not reach guests of an event that is canceled meanwhile", async () => {
  const { eventId } = await createEvening(club, [[5]], { minutesFromNow });
  await plan(eventId);
  await ops.json("event", "cancel", eventId, "--yes");
  expect(await listReaders(eventId)).toEqual([]);
});

test("a message that waits for its time reaches who is then still at the table or the restaurant that it is for", async () => {
  const { eventId, tables } = await createEvening(club, [[4, 5], [4]], { minutesFromNow });
  const [first, second, elsewhere] = tables;
  await plan(eventId, "--venue", (await ops.json("event", "show", eventId)).venues[0].name);
  const moved = first?.guests[0]?.bookingId ?? "";
  await club.db.update(bookings).set({ tableId: elsewhere?.id }).where(eq(bookings.id, moved));
  const readers = await listReaders(eventId);
  const expected = [...(first?.guests ?? []), ...(second?.guests ?? [])].map(({ bookingId }) => bookingId);
  expect(readers.toSorted()).toEqual(expected.filter((id) => id !== moved).toSorted());
});

test("a message to a table does not reach who has left it", async () => {
  const { eventId, tables } = await createEvening(club, [[5, 4]], { minutesFromNow });
  await plan(eventId, "--table", "1");
  const [stays, leaves] = tables[0]?.guests.map(({ bookingId }) => bookingId) ?? [];
  await club.db
    .update(bookings)
    .set({ tableId: tables[1]?.id ?? null })
    .where(eq(bookings.id, leaves ?? ""));
  const readers = await listReaders(eventId);
  expect(readers).toContain(stays);
  expect(readers).not.toContain(leaves);
  expect(readers).toHaveLength(4);
});

test("a message can wait for 60 days and no longer, because it is deleted after 90", async () => {
  const { eventId } = await createEvening(club, [[5]], { minutesFromNow });
  const { code, err } = await ops.run("message", "send", "--event", eventId, ...words, ...at(61), "--yes");
  expect(code).toBe(2);
  expect(err).toContain("more than 60 days away");
  expect((await ops.run("message", "send", "--event", eventId, ...words, ...at(59), "--yes")).code).toBe(0);
});
