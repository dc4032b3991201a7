import { expect, test } from "vitest";
import { sessions, users } from "#app/db/schema.ts";
import { openClub } from "#tests/support/club.ts";

const club = openClub();

test("the cron sweeps sessions that have expired, and no others", async () => {
  const scheduledTime = new Date("2026-11-27T18:00:00Z");
  await club.db.insert(users).values({
    id: "diner",
    email: "diner@oten.example",
    firstName: "Zsófi",
    lastName: "Kiss",
    userName: "Zsófi",
    createdAt: new Date(0),
  });
  const session = (tokenHash: string, expiresAt: Date) => ({
    tokenHash,
    userId: "diner",
    createdAt: new Date(0),
    expiresAt,
  });
  await club.db
    .insert(sessions)
    .values([
      session("gone", new Date("2026-11-27T17:59:59Z")),
      session("due", scheduledTime),
      session("alive", new Date("2026-11-27T18:00:01Z")),
    ]);

  const entry = await club.worker.getWorker();
  const run = () => entry.scheduled({ scheduledTime, cron: "* * * * *" });
  expect(await Promise.all([run(), run(), run()])).toMatchObject([
    { outcome: "ok" },
    { outcome: "ok" },
    { outcome: "ok" },
  ]);

  const left = await club.db.select({ tokenHash: sessions.tokenHash }).from(sessions);
  expect(left).toEqual([{ tokenHash: "alive" }]);
});

test("a job that fails is logged and takes no other down", async () => {
  await club.binding.exec("ALTER TABLE sessions RENAME TO elsewhere");
  const entry = await club.worker.getWorker();
  expect(await entry.scheduled({ scheduledTime: new Date(), cron: "* * * * *" })).toMatchObject({
    outcome: "ok",
  });
  await expect.poll(() => club.takeFaults().join()).toContain('"event":"job failed"');
  await club.binding.exec("ALTER TABLE elsewhere RENAME TO sessions");
});
