import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { avoidances, profiles } from "#app/db/schema/account.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { securityNotes } from "#app/db/schema/security.ts";
import { venues } from "#app/db/schema/venue.ts";
import { outbox } from "#app/db/schema.ts";
import { renderEmail } from "#app/emails/render-email.server.ts";
import { findQueuedEmail } from "#app/models/outbox/queued-emails.server.ts";
import { openClub } from "#tests/support/club.ts";
import { postOperation, readPlan } from "#tests/support/desk.ts";
import { emailEnv } from "#tests/support/emails.ts";
import { createEvening, type Evening, listSeats } from "#tests/support/evenings.ts";
import { connectOps } from "#tests/support/ops.ts";

const club = openClub({ vars: { DESK_TOKEN: "a-token-for-tests", DESK_OPERATOR: "Anna" } });
const ops = connectOps(club);
const headers = { Cookie: "desk=a-token-for-tests", Accept: "text/html" };

const mainOf = (page: { querySelector(name: string): { textContent: string } | null }) =>
  page.querySelector("main")?.textContent ?? "";

async function planAndDo(command: string, fields: Record<string, string>) {
  const planned = await postOperation(club, headers, command, fields);
  return postOperation(club, headers, command, readPlan(planned.page));
}

const messagesTo = async ({ eventId }: Evening) =>
  (
    await club.db
      .select({ id: outbox.id, kind: outbox.kind, bookingId: outbox.bookingId })
      .from(outbox)
      .innerJoin(bookings, eq(bookings.id, outbox.bookingId))
      .where(eq(bookings.eventId, eventId))
  ).filter(({ kind }) => kind === "club-message");

test("a message reaches a table, a restaurant's guests or one diner, and each reads their own name and table", async () => {
  const evening = await createEvening(club, [[5, 5], [4]]);
  const [table] = evening.tables;
  const text = "Hi {first name},\nask for table {table} at {restaurant}.";
  await planAndDo("message send", { event: evening.eventId, table: "2", subject: "For {first name}", text });
  expect(await messagesTo(evening)).toHaveLength(5);
  await planAndDo("message send", {
    event: evening.eventId,
    venue: evening.tables[2]?.venueId ?? "",
    subject: "B",
    text,
  });
  expect(await messagesTo(evening)).toHaveLength(9);
  const guest = table?.guests[0];
  await planAndDo("message send", { booking: guest?.bookingId ?? "", subject: "For {first name}", text });
  const all = await messagesTo(evening);
  expect(all).toHaveLength(10);
  const theirs = all.find(({ bookingId }) => bookingId === guest?.bookingId);
  const email = await findQueuedEmail(club.db, theirs?.id ?? "");
  const rendered = email && (await renderEmail(emailEnv, email));
  expect(rendered?.subject).toBe(`For ${guest?.name}`);
  expect(rendered?.text).toContain(`Hi ${guest?.name},`);
  expect(rendered?.text).toContain("ask for table 1 at");
  const notes = await club.db.select().from(securityNotes);
  expect(notes).toContainEqual(
    expect.objectContaining({ userId: guest?.userId, detail: "message send", operator: "Anna" }),
  );
});

test("a word in braces that nobody knows is refused, and what was typed stays", async () => {
  const { eventId } = await createEvening(club, [[5]]);
  const fields = { event: eventId, subject: "Hello", text: "Dear {name}, come early." };
  const { status, page } = await postOperation(club, headers, "message send", fields);
  expect(status).toBe(400);
  expect(mainOf(page)).toContain("{name} is nothing that we can fill in");
  expect(page.querySelector("textarea[name=text]")?.textContent).toBe(fields.text);
});

test("a message is taken back until it leaves, and not after", async () => {
  const evening = await createEvening(club, [[5]]);
  const fields = ["--event", evening.eventId, "--subject", "Hello", "--text", "Hello.", "--yes"];
  const sent = await ops.json("message", "send", ...fields);
  expect(sent.recipients).toBe(5);
  expect(new Date(sent.dueAt).getTime()).toBeGreaterThan(Date.now() + 5_000);
  expect((await ops.json("message", "undo", sent.id)).takenBack).toBe(5);
  expect(await messagesTo(evening)).toEqual([]);
  expect((await ops.run("message", "undo", sent.id)).out).toContain("It was taken back before.");
  const other = await ops.json("message", "send", ...fields);
  await club.db.update(outbox).set({ sentAt: new Date() }).where(eq(outbox.kind, "club-message"));
  for (const _ of ["once", "twice"])
    expect(await ops.run("message", "undo", other.id)).toMatchObject({
      code: 4,
      err: expect.stringContaining("It has left already."),
    });
  expect((await ops.run("message", "list")).out.match(/taken back/g)).toHaveLength(1);
  expect(await messagesTo(evening)).toHaveLength(5);
});

test("of two who take a message back at once, neither hears that it has left", async () => {
  const evening = await createEvening(club, [[5]]);
  const sent = await ops.run(
    ...([
      "message",
      "send",
      "--event",
      evening.eventId,
      "--subject",
      "Hello",
      "--text",
      "Hello.",
      "--yes",
    ] as const),
  );
  const [, id = ""] = /Until it leaves, message undo ([\da-f]{8}) takes it back\./.exec(sent.out) ?? [];
  const undone = await Promise.all(Array.from({ length: 4 }, () => ops.run("message", "undo", id, "--yes")));
  expect(undone.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect(await messagesTo(evening)).toEqual([]);
});

test("a diner moves to a free seat, and two change places, also while dinner is on", async () => {
  for (const minutesFromNow of [90, -20]) {
    const evening = await createEvening(club, [[5, 4, 5]], { minutesFromNow });
    const [one, , three] = evening.tables;
    const [mover, other] = [one?.guests[0], three?.guests[0]];
    const moved = await planAndDo("booking move", { booking: mover?.bookingId ?? "", table: "2" });
    expect(mainOf(moved.page)).toContain("sits at table 2 now");
    const [staying] = one?.guests.slice(1) ?? [];
    const swapped = await planAndDo("booking move", {
      booking: staying?.bookingId ?? "",
      with: other?.bookingId ?? "",
    });
    expect(mainOf(swapped.page)).toContain("changed places");
    const seats = await listSeats(club, evening);
    expect(Object.values(seats).filter((table) => table === 2)).toHaveLength(5);
    const after = await club.db.select().from(bookings).where(eq(bookings.eventId, evening.eventId));
    const tableOf = (id = "") => after.find((booking) => booking.id === id)?.tableId;
    expect(tableOf(staying?.bookingId)).toBe(three?.id);
    expect(tableOf(other?.bookingId)).toBe(one?.id);
  }
});

test("a rule in the way is said, and what they agreed to is in their history", async () => {
  const evening = await createEvening(club, [[5], [4]]);
  const [mover] = evening.tables[0]?.guests ?? [];
  await club.db
    .update(venues)
    .set({ diets: [] })
    .where(eq(venues.id, evening.tables[1]?.venueId ?? ""));
  await club.binding.exec(
    `INSERT INTO user_answers (user_id, question_id, answer_ids) SELECT '${mover?.userId}', id, '[1]' FROM quiz_questions WHERE role = 'diet'
     ON CONFLICT DO UPDATE SET answer_ids = '[1]'`.replace(/\n\s*/g, " "),
  );
  const fields = { booking: mover?.bookingId ?? "", table: "2" };
  const refused = await postOperation(club, headers, "booking move", fields);
  expect(refused.status).toBe(409);
  expect(mainOf(refused.page)).toContain("can’t cook for");
  const agreed = { ...fields, agreed: "diet", how: "on the phone" };
  expect(mainOf((await planAndDo("booking move", agreed)).page)).toContain("sits at table 2 now");
  const notes = await club.db
    .select()
    .from(securityNotes)
    .where(eq(securityNotes.userId, mover?.userId ?? ""));
  expect(notes).toContainEqual(
    expect.objectContaining({ detail: "booking move: agreed to diet, on the phone", operator: "Anna" }),
  );
});

test("of two who change places, only who must agree has agreed", async () => {
  const evening = await createEvening(club, [[5], [5]]);
  const [mover, other] = [evening.tables[0]?.guests[0], evening.tables[1]?.guests[0]];
  await club.db
    .update(venues)
    .set({ diets: [] })
    .where(eq(venues.id, evening.tables[1]?.venueId ?? ""));
  await club.binding.exec(
    `INSERT INTO user_answers (user_id, question_id, answer_ids) SELECT '${mover?.userId}', id, '[1]' FROM quiz_questions WHERE role = 'diet' ON CONFLICT DO UPDATE SET answer_ids = '[1]'`,
  );
  const fields = {
    booking: mover?.bookingId ?? "",
    with: other?.bookingId ?? "",
    agreed: "diet",
    how: "at the door",
  };
  expect(mainOf((await planAndDo("booking move", fields)).page)).toContain("changed places");
  const agreements = (await club.db.select().from(securityNotes)).filter(({ detail }) =>
    detail?.endsWith("at the door"),
  );
  expect(agreements.map(({ userId }) => userId)).toEqual([mover?.userId]);
});

test("a seat beside somebody who rather not sits with them is like one that is taken", async () => {
  const evening = await createEvening(club, [[5, 4]]);
  const [mover] = evening.tables[0]?.guests ?? [];
  const [there] = evening.tables[1]?.guests ?? [];
  await club.db
    .insert(avoidances)
    .values({ userId: there?.userId ?? "", otherId: mover?.userId ?? "", createdAt: new Date() });
  const taken = await postOperation(club, headers, "booking move", {
    booking: mover?.bookingId ?? "",
    table: "99",
  });
  const avoided = await postOperation(club, headers, "booking move", {
    booking: mover?.bookingId ?? "",
    table: "2",
    agreed: "met",
    how: "on the phone",
  });
  expect([taken.status, avoided.status]).toEqual([409, 409]);
  expect(avoided.page.querySelector("[role=alert]")?.textContent).toBe(
    taken.page.querySelector("[role=alert]")?.textContent,
  );
  const page = await club.fetch(`/desk/bookings/${mover?.bookingId}/move`, { headers });
  expect(page.status).toBe(200);
  expect(await page.text()).not.toContain("Table 2,");
});

test("tonight says who is here, who is late and what is empty, and a tap says that somebody came", async () => {
  const evening = await createEvening(club, [[5, 3]], { minutesFromNow: -20 });
  const [guest] = evening.tables[0]?.guests ?? [];
  await club.db
    .update(profiles)
    .set({ firstName: "Réka" })
    .where(eq(profiles.id, guest?.userId ?? ""));
  const address = `/desk?index&event=${evening.eventId}`;
  const before = await (await club.fetch(address, { headers })).text();
  expect(before).toContain("Réka isn’t here");
  expect(before).toContain("Table 2 has only 3");
  const body = new URLSearchParams({ here: guest?.bookingId ?? "" });
  const tapped = await club.fetch(address, { method: "POST", headers, body });
  expect(tapped.status).toBe(302);
  const after = await (await club.fetch(address, { headers })).text();
  expect(after).not.toContain("Réka isn’t here");
});

test("the host's page opens from the answer that made its link, and after it there is a way on", async () => {
  const { eventId } = await createEvening(club, [[5]], { minutesFromNow: 60 });
  const { page } = await planAndDo("host-link create", { event: eventId });
  const link = page.querySelector('main a[href^="/host/"]');
  expect(link?.textContent).toMatch(/^https:.+\/host\/.+key=/);
  expect((await club.fetch(link?.getAttribute("href") ?? "")).status).toBe(200);
  expect(page.querySelector(`main a[href^="/desk/evenings/"]`)).not.toBeNull();
});

test("why somebody moves is in their email, and who gets somebody new at the table is told once", async () => {
  const evening = await createEvening(club, [[5, 3]], { minutesFromNow: 90 });
  const [one, two] = evening.tables;
  const [first, second] = one?.guests ?? [];
  const say = "Two of you asked for a quieter table";
  for (const guest of [first, second])
    await planAndDo("booking move", { booking: guest?.bookingId ?? "", table: "2", say });
  const emailsOf = async (bookingId = "") =>
    (await club.db.select().from(outbox).where(eq(outbox.bookingId, bookingId))).map(({ id, kind }) => ({
      id,
      kind,
    }));
  const [moved] = await emailsOf(first?.bookingId);
  const email = await findQueuedEmail(club.db, moved?.id ?? "");
  expect(email && (await renderEmail(emailEnv, email)).text).toContain(`${say}.`);
  for (const { bookingId } of two?.guests ?? []) {
    const emails = await emailsOf(bookingId);
    expect(emails.map(({ kind }) => kind)).toEqual(["table-changed"]);
    const told = await findQueuedEmail(club.db, emails[0]?.id ?? "");
    expect(told && (await renderEmail(emailEnv, told)).text).toContain(
      `Meet ${first?.name}, who has joined your table`,
    );
  }
  expect(await emailsOf(one?.guests[2]?.bookingId)).toEqual([]);
  const [third] = one?.guests.slice(2) ?? [];
  const [swapped] = two?.guests ?? [];
  await planAndDo("booking move", { booking: third?.bookingId ?? "", with: swapped?.bookingId ?? "" });
  expect((await emailsOf(one?.guests[3]?.bookingId)).map(({ kind }) => kind)).toEqual(["table-changed"]);
});
