import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { profiles, users } from "#app/db/schema/account.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { events } from "#app/db/schema/event.ts";
import { securityNotes } from "#app/db/schema/security.ts";
import { outbox } from "#app/db/schema.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { blockAccount } from "#app/models/account/blocks.server.ts";
import { openClub } from "#tests/support/club.ts";
import { deskVars, didIt, playAccess, postOperation, readPlan } from "#tests/support/desk.ts";
import { countBookings, createCity, createEvent, insertDinersWithAnswers } from "#tests/support/events.ts";
import { connectOps } from "#tests/support/ops.ts";

const club = openClub({ vars: deskVars });
const ops = connectOps(club);
const payingOps = connectOps(club, {
  DEPOSIT_HOLDS_SEAT: "yes",
  STRIPE_SECRET_KEY: "sk_test_x",
  STRIPE_WEBHOOK_SECRET: "whsec_x",
} as Partial<Env>);
const access = playAccess();

const mainOf = (page: { querySelector(name: string): { textContent: string } | null }) =>
  page.querySelector("main")?.textContent ?? "";

async function addDiner(): Promise<{ id: string; email: string }> {
  const [id = ""] = await insertDinersWithAnswers(club, 1);
  return { id, email: `${id}@x.y` };
}

const listEmails = async (to: string) =>
  (await club.db.select().from(outbox).where(eq(outbox.to, to))).map(({ kind }) => kind);

const refuse = async (user: string, eventId: string) =>
  (await ops.run("booking", "add", user, "--event", eventId, "--yes")).err;

test("booking add books for somebody who has an account, once, with one email and a note of who did it", async () => {
  const { id, email } = await addDiner();
  const eventId = await createEvent(club);
  const cili = await access.headersOf("cili");
  const planned = await postOperation(club, cili, "booking add", { user: email, event: eventId });
  expect(mainOf(planned.page)).toContain(`This will book A <${email}> for`);
  expect(await countBookings(club, eventId)).toBe(0);
  const form = readPlan(planned.page);
  const sent = await Promise.all(
    Array.from({ length: 10 }, () => postOperation(club, cili, "booking add", form)),
  );
  expect(sent.filter(didIt)).toHaveLength(1);
  expect(await listEmails(email)).toEqual(["booking-received"]);
  expect(await countBookings(club, eventId)).toBe(1);
  const notes = await club.db.select().from(securityNotes).where(eq(securityNotes.userId, id));
  expect(notes).toContainEqual(
    expect.objectContaining({
      kind: "changed-by-operator",
      detail: "booking add",
      operator: "cili@club.example",
    }),
  );
  expect(await refuse(email, eventId)).toContain("has booked this dinner already");
});

test("booking add at the terminal takes an id, and the last seat once, however many ask at the same time", async () => {
  const eventId = await createEvent(club, { capacity: 1 });
  const diners = await Promise.all(Array.from({ length: 5 }, addDiner));
  const outputs = await Promise.all(
    diners.map(({ id }) => ops.run("booking", "add", id.slice(0, 13), "--event", eventId, "--yes")),
  );
  expect(outputs.filter(({ code }) => code === 0)).toHaveLength(1);
  expect(await countBookings(club, eventId)).toBe(1);
  const booked = await Promise.all(diners.map(({ email }) => listEmails(email)));
  expect(booked.flat()).toEqual(["booking-received"]);
  const late = await addDiner();
  expect(await refuse(late.email, eventId)).toContain("sold out");
});

test("booking add keeps the rules of the diner's own form, and says what the person must do first", async () => {
  const eventId = await createEvent(club);
  const { id, email } = await addDiner();
  expect(await refuse("nobody@oten.example", eventId)).toContain("There is no user");
  await club.db.update(events).set({ available: false }).where(eq(events.id, eventId));
  expect(await refuse(email, eventId)).toContain("not offered");
  await club.db.update(events).set({ available: true, closesAt: new Date() }).where(eq(events.id, eventId));
  expect(await refuse(email, eventId)).toContain("has ended");
  const open = await createEvent(club, { hoursFromNow: 200 });

  await club.db.update(profiles).set({ isQuizDone: false }).where(eq(profiles.id, id));
  expect(await refuse(email, open)).toContain(`must do the quiz first: ${club.url}/quiz`);
  await club.db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, id));
  expect(await refuse(email, open)).toContain("must confirm their address first");
  await club.db
    .update(users)
    .set({ emailConfirmedAt: new Date(1) })
    .where(eq(users.id, id));
  await club.db.update(profiles).set({ isQuizDone: true }).where(eq(profiles.id, id));

  await blockAccount(club.db, {
    userId: id,
    reason: "x",
    endsAt: new Date(Date.now() + dayMs),
    now: new Date(),
  });
  expect(await refuse(email, open)).toContain("is blocked");
  expect(await listEmails(email)).toEqual([]);
});

test("booking add refuses a dinner less than four hours from another one, and asks who may be too young", async () => {
  const { email } = await addDiner();
  const one = await createEvent(club, { hoursFromNow: 300 });
  const near = await createEvent(club, { hoursFromNow: 302 });
  await ops.json("booking", "add", email, "--event", one, "--yes");
  expect(await refuse(email, near)).toContain("less than 4 hours");
  const young = await addDiner();
  await club.binding.exec(
    `UPDATE user_answers SET answer_ids = '[${new Date().getUTCFullYear() - 18}]' WHERE user_id = '${young.id}' AND question_id = (SELECT id FROM quiz_questions WHERE role = 'age')`,
  );
  expect(await refuse(young.email, near)).toContain("18th birthday");
  const added = await ops.json("booking", "add", young.email, "--event", near, "--adult", "--yes");
  const [booking] = await club.db.select().from(bookings).where(eq(bookings.id, added.id));
  expect(booking?.userId).toBe(young.id);
});

test("where only a deposit holds a seat, the plan of booking add says what the person must do", async () => {
  const { email } = await addDiner();
  const eventId = await createEvent(club);
  const planned = await payingOps.run("booking", "add", email, "--event", eventId, "--dry-run");
  expect(planned.out).toContain("pays the deposit within two hours");
  const added = await payingOps.json("booking", "add", email, "--event", eventId, "--yes");
  const [booking] = await club.db.select().from(bookings).where(eq(bookings.id, added.id));
  expect(booking?.payBy?.getTime()).toBeGreaterThan(Date.now());
});

test("a city's operator can book for an evening of their own cities, and nobody at the door can", async () => {
  const { email } = await addDiner();
  const eventId = await createEvent(club, { cityId: await createCity(club) });
  const fields = { user: email, event: eventId };
  const elsewhere = await postOperation(club, await access.headersOf("cili"), "booking add", fields);
  expect(mainOf(elsewhere.page)).toContain("not one of your cities");
  const door = await postOperation(club, await access.headersOf("dani"), "booking add", fields);
  expect(door.status).toBe(404);
});
