import { expect, test } from "vitest";
import { sessions, users } from "#app/db/schema.ts";
import { openClub } from "#tests/support/club.ts";
import { runCron } from "#tests/support/cron.ts";

const club = openClub();

test("deletes expired sessions and no others, however many cron runs overlap", async () => {
  const now = new Date("2026-11-27T18:00:00Z");
  await club.db.insert(users).values({
    id: "diner",
    email: "diner@oten.example",
    firstName: "Zsófi",
    lastName: "Kiss",
    userName: "Zsófi",
    createdAt: new Date(0),
  });
  const createSession = (tokenHash: string, expiresAt: Date) => ({
    tokenHash,
    userId: "diner",
    createdAt: new Date(0),
    lastSeenAt: new Date(0),
    expiresAt,
  });
  await club.db
    .insert(sessions)
    .values([
      createSession("expired a second ago", new Date("2026-11-27T17:59:59Z")),
      createSession("expires now", now),
      createSession("expires in a second", new Date("2026-11-27T18:00:01Z")),
    ]);

  expect(await Promise.all([runCron(club, now), runCron(club, now), runCron(club, now)])).toMatchObject([
    { outcome: "ok" },
    { outcome: "ok" },
    { outcome: "ok" },
  ]);

  const remaining = await club.db.select({ tokenHash: sessions.tokenHash }).from(sessions);
  expect(remaining).toEqual([{ tokenHash: "expires in a second" }]);
});
