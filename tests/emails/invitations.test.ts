import { scheduler } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { emailBatches } from "#app/db/schema/outbox.ts";
import { outbox } from "#app/db/schema.ts";
import { jobs } from "#app/jobs/jobs.server.ts";
import { dayMs, hourMs } from "#app/lib/time-units.ts";
import { type ReadEntry, readCalendar } from "#tests/support/calendars.ts";
import { openClub } from "#tests/support/club.ts";
import { runCron } from "#tests/support/cron.ts";
import {
  book,
  bookForDiners,
  createEvent,
  insertDiners,
  insertDinersWithAnswers,
  makeLinkForFriend,
  signUpDiner,
} from "#tests/support/events.ts";
import {
  countDoubled,
  type DeliveredEmail,
  type EmailFault,
  startFakeResend,
} from "#tests/support/fake-resend.ts";
import { createJobContext } from "#tests/support/jobs.ts";
import { connectOps } from "#tests/support/ops.ts";

// As in a Worker.
Object.assign(globalThis, { scheduler });

let faults: EmailFault[] = [];
let invalid: string | undefined;
const resend = await startFakeResend({
  nextFault: () => faults.shift() ?? "none",
  isInvalid: (to) => to === invalid,
});
afterAll(() => resend.close());

const club = openClub({ vars: { ...resend.vars, EMAIL_REQUESTS_PER_SECOND: "20" } });
const ops = connectOps(club);

beforeEach(async () => {
  [faults, invalid] = [[], undefined];
  await club.db.delete(outbox);
  await club.db.delete(emailBatches);
  resend.delivered.length = 0;
});

/** Signs up somebody who has chosen invitations. */
async function signUpInvited() {
  const diner = await signUpDiner(club);
  await diner.post("/dashboard/settings", { intent: "calendar", calendar: "email" });
  return diner;
}

async function readInvitation({ attachments = [], batchSize }: DeliveredEmail) {
  const [{ filename, content, content_type } = { filename: "", content: "", content_type: "" }] = attachments;
  expect([attachments.length, batchSize, filename]).toEqual([1, 0, "dinner.ics"]);
  const { method, entries } = readCalendar(Buffer.from(content, "base64").toString());
  expect(content_type).toBe(`text/calendar; method=${method}; charset=utf-8`);
  return { method, entry: entries[0] as ReadEntry, entries };
}

/** The next emails to somebody, once that many have arrived. */
async function takeEmails(to: string, count = 1): Promise<DeliveredEmail[]> {
  await runCron(club);
  const listTheirs = () => resend.delivered.filter((email) => email.to === to);
  await expect.poll(() => listTheirs().length, { message: `emails to ${to}` }).toBe(count);
  return listTheirs();
}

const move = (eventId: string, days: number) => {
  const at = `${new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)} 19:00`;
  return ops.run("event", "edit", eventId, "--at", at, "--yes");
};

/** With so many others, whose emails have no invitations. */
async function makeTable(eventId: string, others: number) {
  await bookForDiners(club, await insertDinersWithAnswers(club, others), eventId);
  await ops.run("event", "close", eventId, "--yes");
  await jobs.makeTables.run(createJobContext(club), eventId, new Date(), { isRetry: false });
}

test("a calendar that takes each invitation shows a dinner as it is: booked, confirmed, moved and canceled", async () => {
  const diner = await signUpInvited();
  const eventId = await createEvent(club, { diets: [1] });
  const calendar = new Map<string, ReadEntry>();
  /** As a calendar program does: what is older than what it has, it leaves. */
  const importLast = async () => {
    const emails = await takeEmails(diner.email);
    resend.delivered.length = 0;
    const { method, entry, entries } = await readInvitation(emails[0] as DeliveredEmail);
    expect(entries).toHaveLength(1);
    expect(entry.people).toEqual(["hello@oten.example", diner.email]);
    const before = calendar.get(entry.uid);
    if (before) expect(entry.sequence).toBeGreaterThan(before.sequence);
    if (method === "CANCEL") calendar.delete(entry.uid);
    else calendar.set(entry.uid, entry);
    return { method, ...entry };
  };
  const id = await book(diner, eventId);
  const booked = await importLast();
  expect(booked).toMatchObject({ method: "REQUEST", uid: id, status: "TENTATIVE", location: "Budapest" });

  expect(await move(eventId, 9)).toMatchObject({ code: 0 });
  const moved = await importLast();
  expect(moved).toMatchObject({ method: "REQUEST", uid: id, status: "TENTATIVE" });
  expect(moved.startMs).not.toBe(booked.startMs);

  await makeTable(eventId, 4);
  expect(await importLast()).toMatchObject({
    ...{ method: "REQUEST", uid: id, status: "CONFIRMED", startMs: moved.startMs },
    location: expect.stringContaining("Vendéglő"),
  });
  expect(await move(eventId, 10)).toMatchObject({ code: 0 });
  const again = await importLast();
  expect([again.method, again.startMs > moved.startMs]).toEqual(["REQUEST", true]);
  expect([...calendar.keys()]).toEqual([id]);

  await diner.post(`/dashboard/bookings/${id}/cancel`, {});
  expect(await importLast()).toMatchObject({ method: "CANCEL", uid: id, status: "CANCELLED" });
  expect([...calendar.keys()]).toEqual([]);
});

test("the calendars of two who come together show one dinner, and who stays keeps it when the other cancels an hour before", async () => {
  const [anna, bence] = [await signUpInvited(), await signUpInvited()];
  const eventId = await createEvent(club, { diets: [1] });
  const takeInvitations = async () => {
    await runCron(club);
    const invitations = () => resend.delivered.filter(({ attachments }) => attachments);
    await expect.poll(() => invitations().length).toBe(2);
    const entries = await Promise.all(
      [anna, bence].map(async ({ email }) => {
        const last = invitations().find(({ to }) => to === email);
        const { method, entry } = await readInvitation(last as DeliveredEmail);
        return { method, ...entry };
      }),
    );
    resend.delivered.length = 0;
    return entries;
  };
  const id = await book(anna, eventId);
  await bence.post(await makeLinkForFriend(anna, id), { answer: "yes" });
  const booked = await takeInvitations();
  await makeTable(eventId, 3);
  const seated = await takeInvitations();
  expect(await move(eventId, 12)).toMatchObject({ code: 0 });
  const moved = await takeInvitations();
  for (const [one, other] of [booked, seated, moved])
    expect(one).toMatchObject({ method: "REQUEST", startMs: other?.startMs, location: other?.location });
  for (const [i, before] of booked.entries()) {
    const after = moved[i];
    expect(after).toMatchObject({ uid: before.uid, status: "CONFIRMED" });
    expect(after?.startMs).toBeGreaterThan(before.startMs);
    expect(after?.sequence).toBeGreaterThan(seated[i]?.sequence ?? Number.NaN);
  }
  await club.db.run(
    sql`UPDATE events SET date = ${Date.now() + hourMs}, closes_at = 0 WHERE id = ${eventId}`,
  );
  await anna.post(`/dashboard/bookings/${id}/cancel`, {});
  const [canceled] = await takeEmails(anna.email);
  expect(await readInvitation(canceled as DeliveredEmail)).toMatchObject({
    method: "CANCEL",
    entry: { uid: id, status: "CANCELLED" },
  });
  const [told] = await takeEmails(bence.email);
  expect(told?.attachments).toBeUndefined();
});

test("a dinner that the club cancels, and one without a seat when standby ends, leave the calendar too", async () => {
  const diner = await signUpInvited();
  const takeMethod = async () => {
    const { method } = await readInvitation((await takeEmails(diner.email))[0] as DeliveredEmail);
    resend.delivered.length = 0;
    return method;
  };
  const off = await createEvent(club);
  await book(diner, off);
  expect(await takeMethod()).toBe("REQUEST");
  expect(await ops.run("event", "cancel", off, "--yes")).toMatchObject({ code: 0 });
  expect(await takeMethod()).toBe("CANCEL");
  const alone = await createEvent(club);
  await book(diner, alone);
  expect(await takeMethod()).toBe("REQUEST");
  await club.db.run(
    sql`UPDATE bookings SET standby = 1, standby_reason = 'table full' WHERE event_id = ${alone}`,
  );
  await club.db.run(
    sql`UPDATE events SET date = ${Date.now() + hourMs}, closes_at = 0, matched_at = 1 WHERE id = ${alone}`,
  );
  await jobs.endStandby.run(createJobContext(club), alone, new Date(), { isRetry: false });
  expect(await takeMethod()).toBe("CANCEL");
});

test.each(["500 before", "500 after", "cut before", "cut after"] as const)(
  "an invitation arrives once, with the same bytes, when its request fails: %s",
  async (fault) => {
    const diner = await signUpInvited();
    faults = [fault];
    await book(diner, await createEvent(club));
    const isAttempted = sql`last_error is not null`;
    await runCron(club);
    await expect
      .poll(() => club.db.$count(emailBatches, isAttempted), { message: "a failed attempt" })
      .toBe(1);
    await club.db.update(emailBatches).set({ dueAt: new Date(0) });
    // Who changes their mind between two attempts gets what was sent, and not another one beside it.
    await diner.post("/dashboard/settings", { intent: "calendar", calendar: "no" });
    const emails = await takeEmails(diner.email);
    expect(countDoubled(resend.delivered)).toBe(0);
    expect((await readInvitation(emails[0] as DeliveredEmail)).method).toBe("REQUEST");
    expect(await club.db.$count(outbox, sql`sent_at is not null and last_error is null`)).toBe(1);
  },
);

test("a hundred others go in one request before the invitations, each of which is one", async () => {
  const eventId = await createEvent(club, { capacity: 200 });
  const ids = await insertDiners(club, 105);
  await bookForDiners(club, ids, eventId);
  const invited = ids.filter((_, i) => i % 21 === 0);
  await club.db.run(sql`UPDATE profiles SET wants_invitations = 1
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify(invited)}))`);
  const before = resend.countRequests().all;
  invalid = `${invited[0]}@x.y`;
  expect(await ops.run("event", "cancel", eventId, "--yes")).toMatchObject({ code: 0 });
  await runCron(club);
  await expect.poll(() => resend.delivered.length).toBe(104);
  expect(resend.countRequests().all - before).toBe(6);
  expect(resend.delivered.map(({ batchSize }) => batchSize)).toEqual([...Array(100).fill(100), 0, 0, 0, 0]);
  expect(
    resend.delivered
      .filter(({ attachments }) => attachments)
      .map(({ to }) => to.slice(0, -4))
      .sort(),
  ).toEqual(invited.slice(1).sort());
  const [parked] = await club.db.select().from(outbox).where(sql`parked_at is not null`);
  expect(parked).toMatchObject({ to: invalid, lastError: "422 Invalid email" });
});
