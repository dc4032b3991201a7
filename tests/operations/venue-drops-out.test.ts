import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "#app/db/client.server.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { events, eventVenues } from "#app/db/schema/event.ts";
import { hostLinks } from "#app/db/schema/host.ts";
import { venues } from "#app/db/schema/venue.ts";
import { tables } from "#app/db/schema.ts";
import { hostPageUrl } from "#app/emails/links.server.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { addAvoidance } from "#app/models/account/avoidances.server.ts";
import { listTables } from "#app/models/booking/tables.server.ts";
import { cancel } from "#app/models/booking/transitions.server.ts";
import { addHostLink } from "#app/models/host/host-links.server.ts";
import { openClub } from "#tests/support/club.ts";
import { deskVars, didIt, playAccess, postOperation, readPlan } from "#tests/support/desk.ts";
import { readOutbox as readAll } from "#tests/support/emails.ts";
import { createEvent, insertDinersWithAnswers, nameDiners, venueOf } from "#tests/support/events.ts";
import { parsePage } from "#tests/support/html.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import { connectOps } from "#tests/support/ops.ts";
import { planDropOut } from "#tests/support/reseating.ts";
import { wrapDatabase } from "#tests/support/wrap-database.ts";

/** Without those to who keeps a seat and gets somebody new at the table. */
const readOutbox = async (of: Parameters<typeof readAll>[0]) =>
  (await readAll(of)).filter(({ kind }) => kind !== "table-changed");

const club = openClub({ vars: deskVars });
const access = playAccess();
const ops = connectOps(club);
const vegan = 2;

/** Dinner begins in two hours, and standby has ended: each list of counts is a venue with its tables and how many sit there. */
async function createEvening(seated: number[][], { spare = [] as number[], veganAt = -1, hours = 2 } = {}) {
  const venueTables = seated.map((counts, i) => counts.length + (spare[i] ?? 0) || 1);
  const eventId = await createEvent(club, { venueTables });
  const ids = await insertDinersWithAnswers(
    club,
    seated.flat().reduce((sum, count) => sum + count, 0),
  );
  const rows = seated.flatMap((counts, venue) =>
    counts.map((count, i) => ({ count, id: `${eventId}-${venue}-${i}`, venueId: venueOf(eventId, venue) })),
  );
  const insert = (table: string, some: object[]) =>
    club.db.run(
      sql`INSERT INTO ${sql.raw(table)} (${sql.raw(Object.keys(some[0] ?? {}).join())})
        SELECT ${sql.raw(
          Object.keys(some[0] ?? {})
            .map((name) => `value ->> '${name}'`)
            .join(),
        )} FROM json_each(${JSON.stringify(some)})`,
    );
  const seats = rows.flatMap(({ count, id }) => Array.from({ length: count }, () => id));
  const booked = ids.map((_, i) => `${eventId}-booking-${String(i).padStart(4, "0")}`);
  await insert(
    "tables",
    rows.map(({ id, venueId }, i) => ({ id, event_id: eventId, venue_id: venueId, number: i + 1 })),
  );
  await insert(
    "bookings",
    ids.map((userId, i) => ({
      id: booked[i],
      user_id: userId,
      event_id: eventId,
      created_at: i,
      confirmed: 1,
      table_id: seats[i],
    })),
  );
  await nameDiners(club, eventId);
  for (const [i, counts] of seated.entries())
    if (counts.length + (spare[i] ?? 0) === 0)
      await club.db.delete(eventVenues).where(eq(eventVenues.venueId, venueOf(eventId, i)));
  if (veganAt >= 0)
    await club.db
      .update(venues)
      .set({ diets: [vegan] })
      .where(eq(venues.id, venueOf(eventId, veganAt)));
  const date = new Date(Date.now() + hours * hourMs);
  await club.db
    .update(events)
    .set({
      date,
      closesAt: new Date(date.getTime() - 48 * hourMs),
      matchedAt: new Date(date.getTime() - 47 * hourMs),
    })
    .where(eq(events.id, eventId));
  await club.binding.exec("DELETE FROM outbox");
  return { eventId, ids, booked };
}

const answer = (userId: string | undefined, role: string, positions: number[]) =>
  club.db.run(sql`INSERT INTO user_answers (user_id, question_id, answer_ids)
    SELECT ${userId}, (SELECT id FROM quiz_questions WHERE role = ${role}), ${JSON.stringify(positions)} WHERE true
    ON CONFLICT (user_id, question_id) DO UPDATE SET answer_ids = excluded.answer_ids`);

/** Who sits where: the indexes of the diners by venue and table. */
async function readSeats(eventId: string, ids: string[]) {
  const found = await listTables(club.db, eventId);
  return found
    .filter(({ diners }) => diners.length > 0)
    .map(({ number, venueId, diners }) => ({
      number,
      venue: venueId,
      diners: diners.map(({ userId }) => ids.indexOf(userId)).sort((a, b) => a - b),
    }));
}

const dropOut = (eventId: string, venue = 0, ...options: string[]) =>
  ops.run("event", "venues", eventId, "--remove", venueOf(eventId, venue), ...options);

test("of five, the vegan goes where there is a vegan kitchen, and the four others keep a dinner together", async () => {
  const { eventId, ids } = await createEvening([[5], [], [4]], { spare: [0, 1, 0], veganAt: 2 });
  await answer(ids[2], "diet", [vegan]);
  const elsewhere = await createEvent(club);
  const now = new Date();
  await addHostLink(club.db, {
    eventId: elsewhere,
    venueId: venueOf(eventId, 1),
    email: "b@host.example",
    now,
  });
  await addHostLink(club.db, { eventId, venueId: venueOf(eventId, 2), email: "c@host.example", now });
  const oldLink = await addHostLink(club.db, { eventId, venueId: venueOf(eventId), email: null, now });
  await runJob("sendHostLinks", createJobContext(club), now);
  expect((await readOutbox(club)).map(({ to }) => to)).toEqual(["c@host.example"]);
  await club.binding.exec("DELETE FROM outbox");

  const say = "A water pipe broke this afternoon.";
  const { out } = await dropOut(eventId, 0, "--say", say, "--dry-run");
  expect(out).toContain(
    "5 of 5 diners sit elsewhere: N0, N1 and 3 others; 9 emails to diners and 2 to hosts",
  );
  expect(out).toMatch(/Vendéglő \d+\/2, table 1: N0, N1, N3, N4\n {4}4 of table 1\./);
  expect(out).toMatch(
    /Vendéglő \d+\/3, table 2: N2, joining N5, N6, N7, N8\n {4}N2 from table 1; no vegan kitchen at Vendéglő \d+\/2\./,
  );
  const [, quotedSubject = "", quoted = ""] =
    /\nAs N\d reads it:\n(You’re at .+)\n([\s\S]+)\nWould/.exec(out) ?? [];
  expect(quoted).toContain(say);
  expect(await readOutbox(club)).toEqual([]);
  expect((await dropOut(eventId, 0, "--say", say, "--yes")).code).toBe(0);
  expect((await readOutbox(club)).map((email) => email.subject)).toContain(quotedSubject);
  expect((await readOutbox(club)).some((email) => email.text.includes(quoted.replaceAll("\n", "\n\n")))).toBe(
    true,
  );
  expect(await readSeats(eventId, ids)).toEqual([
    { number: 1, venue: venueOf(eventId, 1), diners: [0, 1, 3, 4] },
    { number: 2, venue: venueOf(eventId, 2), diners: [2, 5, 6, 7, 8] },
  ]);

  const [vegansBooking] = await club.db
    .select()
    .from(bookings)
    .where(eq(bookings.userId, ids[2] ?? ""));
  expect(vegansBooking?.movedAt, "canceling is free from now on").not.toBeNull();

  const emails = await readOutbox(club);
  expect(emails.map(({ to }) => to).sort()).toEqual(
    ids
      .slice(0, 5)
      .map((id) => `${id}@x.y`)
      .sort(),
  );
  for (const { subject, text } of emails) {
    expect(subject).toMatch(/^You’re at Vendéglő \d+\/[23] (tonight|today|on \w+)$/);
    expect(text).toContain(say);
    expect(text).toMatch(/Vendéglő \d+ can’t take us/);
    expect(text).toContain("Anything wrong?");
    expect(text).not.toContain("standby");
  }
  await club.binding.exec("DELETE FROM outbox");

  for (let i = 0; i < 2; i++) await runJob("sendHostLinks", createJobContext(club), new Date());
  const toHosts = await readOutbox(club);
  expect(toHosts.map(({ to, kind }) => [to, kind]).sort()).toEqual([
    ["b@host.example", "host-link"],
    ["c@host.example", "host-link"],
  ]);
  for (const { text } of toHosts)
    expect(text).toMatch(/\n\n\d+ guests? at \w+ tables? tonight\. Your page shows/);
  const url = new URL(hostPageUrl(createJobContext(club).env, oldLink));
  const readHostPage = async () => {
    const page = await parsePage(await club.fetch(url.pathname + url.search));
    return page.querySelector("main")?.textContent ?? "";
  };
  const text = await readHostPage();
  expect(text).toMatch(/Vendéglő \d+\/2, table 1N0, N1, N3, N4/);
  expect(text).toMatch(/Vendéglő \d+\/3, table 2N2/);
  await club.binding.exec(
    `UPDATE profiles SET first_name = 'Anna' WHERE id IN (${[ids[0], ids[2]].map((each) => `'${each}'`).join()})`,
  );
  const numbers = [...(await readHostPage()).matchAll(/Anna[^,\d]*(\d)/g)].map(([, number]) => number);
  expect(numbers.sort(), "two of one name").toEqual(["1", "2"]);
  await club.binding.exec("DELETE FROM outbox");
});

test("ten people for fifteen free seats all sit, and nobody who has a seat elsewhere moves", async () => {
  const { eventId, ids } = await createEvening([[5, 5], [], [3, 3, 3, 3, 3]], { spare: [0, 1, 0] });
  await dropOut(eventId, 0, "--yes");
  const seats = await readSeats(eventId, ids);
  expect(seats.flatMap(({ diners }) => diners).sort((a, b) => a - b)).toEqual(ids.map((_, i) => i));
  for (let i = 0; i < 5; i++)
    expect(seats.find(({ number }) => number === i + 3)?.diners).toEqual(
      expect.arrayContaining([10 + 3 * i, 11 + 3 * i, 12 + 3 * i]),
    );
  const whole = seats.filter(({ diners }) =>
    [0, 5].some((first) => diners.join() === [0, 1, 2, 3, 4].map((i) => first + i).join()),
  );
  expect(whole).toHaveLength(1);
  expect((await readOutbox(club)).map(({ to }) => to).sort()).toEqual(
    ids
      .slice(0, 10)
      .map((id) => `${id}@x.y`)
      .sort(),
  );
  await club.binding.exec("DELETE FROM outbox");
});

test("the only restaurant drops out, another takes its place, and one plan says who goes where", async () => {
  const { eventId, ids } = await createEvening([[5, 4], []]);
  expect((await dropOut(eventId)).err).toContain("name another one with --instead");
  const headers = await access.headersOf("cili");
  const search = new URLSearchParams({ event: eventId, remove: venueOf(eventId) });
  const form = await parsePage(await club.fetch(`/desk/do/event/venues?${search}`, { headers }));
  expect(form.querySelector("[name=instead]")?.textContent).toMatch(/Vendéglő \d+\/2/);
  const given = { event: eventId, remove: venueOf(eventId), instead: `${venueOf(eventId, 1)}=3` };
  const shown = await postOperation(club, headers, "event venues", given);
  const text = shown.page.querySelector("main")?.textContent ?? "";
  expect(text).toMatch(
    /Vendéglő \d+\/2 takes its place with 3 tables\. 9 of 9 diners sit elsewhere: N0, N1 and 7 others\. 9 emails to diners/,
  );
  expect(text).toMatch(/Vendéglő \d+\/2, table 1.+N0, N1, N2, N3 and N4Table 1 stays together/);
  const done = await postOperation(club, headers, "event venues", readPlan(shown.page));
  expect(didIt(done)).toBe(true);
  expect(done.page.querySelector("main")?.textContent).toMatch(
    /No address of a host: Vendéglő \d+\/2\. Tell them yourself/,
  );
  expect(await readSeats(eventId, ids)).toEqual([
    { number: 1, venue: venueOf(eventId, 1), diners: [0, 1, 2, 3, 4] },
    { number: 2, venue: venueOf(eventId, 1), diners: [5, 6, 7, 8] },
  ]);
  expect(await ops.json("event", "show", eventId)).toMatchObject({ capacity: 15, taken: 9 });
  const emails = await readOutbox(club);
  expect(emails.map(({ kind }) => kind)).toEqual(Array(9).fill("booking-confirmed"));
  await club.binding.exec("DELETE FROM outbox");
});

test("who can’t be seated is named with what would seat them, and reads an apology and the next dinner", async () => {
  const { eventId, ids } = await createEvening([[5], [3]], { spare: [0, 0] });
  for (const id of ids.slice(0, 4)) await answer(id, "diet", [vegan]);
  const question = (await dropOut(eventId, 0, "--dry-run")).out;
  expect(question).toContain("1 of 5 diners sits elsewhere: N4; 4 lose their seats: N0, N1 and 2 others");
  expect(question).toMatch(/N0, N1, N2, N3\n {4}No vegan kitchen at Vendéglő \d+\/2\. They get an apology/);
  expect(question).toMatch(/No vegan kitchen at Vendéglő \d+\/2: with one, \+1/);
  const next = await createEvent(club, { hoursFromNow: 100 });
  expect((await dropOut(eventId, 0, "--yes")).out).toContain(
    "1 diner sits elsewhere, 4 without a seat: N0, N1, N2, N3.",
  );
  const emails = (await readOutbox(club)).filter(({ kind }) => kind === "canceled-by-club");
  expect(emails).toHaveLength(4);
  for (const { subject, text } of emails) {
    expect(subject).toMatch(/^We have no seat for you/);
    expect(text).toContain("We’re sorry");
    expect(text).toContain("It costs you nothing");
    expect(text).toMatch(/Next dinner: \p{L}+day, /u);
    expect(text.toLowerCase()).not.toContain("standby");
  }
  await club.db.delete(eventVenues).where(eq(eventVenues.eventId, next));
  await club.binding.exec("DELETE FROM outbox");
});

test("the day before, who gets no seat goes on standby, and who was on standby gets what remains", async () => {
  const { eventId, ids, booked } = await createEvening([[5], [4], []], { spare: [0, 0, 1], hours: 30 });
  const [late = ""] = await insertDinersWithAnswers(club, 1);
  await club.db.insert(bookings).values({
    userId: late,
    eventId,
    createdAt: new Date(),
    standby: true,
    standbyReason: "full",
  });
  await answer(ids[0], "diet", [vegan]);
  const question = (await dropOut(eventId, 0, "--dry-run")).out;
  expect(question).toContain(
    "4 of 5 diners sit elsewhere: N1, N2 and 2 others; 1 goes on standby: N0; 1 diner on standby would be seated",
  );
  await dropOut(eventId, 0, "--yes");
  const rows = await club.db.select().from(bookings).where(eq(bookings.eventId, eventId));
  expect(rows.find(({ id }) => id === booked[0])).toMatchObject({
    standby: true,
    canceled: false,
    tableId: null,
  });
  expect(rows.find(({ userId }) => userId === late)).toMatchObject({ confirmed: true, standby: false });
  const emails = await readOutbox(club);
  expect(emails.map(({ kind }) => kind).sort()).toEqual([
    ...Array(5).fill("booking-confirmed"),
    "on-standby",
  ]);
  await club.binding.exec("DELETE FROM outbox");
});

test("at the desk: named, planned anew where somebody cancels, and done once, also if it is sent twice", async () => {
  const { eventId, ids, booked } = await createEvening(
    [
      [5, 4],
      [3, 3],
    ],
    { spare: [0, 1] },
  );
  const headers = await access.headersOf("cili");
  const given = { event: eventId, remove: venueOf(eventId), say: "The roof leaks." };
  const search = new URLSearchParams({ event: eventId, remove: venueOf(eventId) });
  const form = await parsePage(await club.fetch(`/desk/do/event/venues?${search}`, { headers }));
  expect(form.querySelector("h1")?.textContent).toBe("A restaurant drops out");
  expect(form.querySelector("main")?.textContent).not.toContain("Before the tables are made");
  const shown = await postOperation(club, headers, "event venues", given);
  expect(shown.page.querySelector("h1")?.textContent).toMatch(/Vendéglő \d+ can’t take us/);
  const text = shown.page.querySelector("main")?.textContent ?? "";
  for (const each of ["Who moves", "N0", "N8", "9 of 9 diners sit elsewhere", "reads it:", "The roof leaks."])
    expect(text).toContain(each);
  const plan = readPlan(shown.page);
  await cancel(club.db, { id: booked[8] ?? "", userId: ids[8] ?? "", now: new Date() });
  await club.binding.exec("DELETE FROM outbox");
  const anew = await postOperation(club, headers, "event venues", plan);
  expect(anew.status).toBe(409);
  expect(anew.page.querySelector("main")?.textContent).toContain("8 of 8 diners sit elsewhere");
  const twice = readPlan(anew.page);
  const answers = await Promise.all([1, 2].map(() => postOperation(club, headers, "event venues", twice)));
  expect(answers.filter(didIt)).toHaveLength(1);
  expect((await readOutbox(club)).filter(({ kind }) => kind === "booking-confirmed")).toHaveLength(8);
  await club.binding.exec("DELETE FROM outbox");
});

test("nothing changes where a seat, a booking or an avoidance came in between, or where the process is killed", async () => {
  const { eventId, ids, booked } = await createEvening([[5], [3, 3]]);
  const before = await readSeats(eventId, ids);
  const now = new Date();
  const expectNothing = async (apply: () => Promise<boolean>) => {
    expect(await apply()).toBe(false);
    expect((await readSeats(eventId, ids)).length).toBe(before.length);
    expect((await readOutbox(club)).map(({ kind }) => kind)).not.toContain("booking-confirmed");
  };
  const first = await planDropOut(club.db, eventId, venueOf(eventId), now);
  const [place] = first.plan.places;
  const [joining, staying] = [place?.joining[0]?.id ?? "", place?.staying[0]?.id ?? ""].map(
    (id) => ids[booked.indexOf(id)] ?? "",
  );
  await addAvoidance(club.db, [joining ?? "", staying ?? ""], now);
  await expectNothing(first.apply);
  const second = await planDropOut(club.db, eventId, venueOf(eventId), now);
  await cancel(club.db, { id: booked[0] ?? "", userId: ids[0] ?? "", now });
  await expectNothing(second.apply);
  const third = await planDropOut(club.db, eventId, venueOf(eventId), now);
  await club.db
    .update(tables)
    .set({ closedToNewcomersAt: now })
    .where(eq(tables.venueId, venueOf(eventId, 1)));
  await expectNothing(third.apply);
  await club.db
    .update(tables)
    .set({ closedToNewcomersAt: null })
    .where(eq(tables.venueId, venueOf(eventId, 1)));
  await club.binding.exec("DELETE FROM outbox");
  // Killed before the answer arrives; then the same ten times at once.
  const last = await planDropOut(club.db, eventId, venueOf(eventId), now);
  const withoutAnswer = wrapDatabase(club.binding, async (call) => {
    await call();
    throw new Error("No answer");
  });
  await expect(last.apply(openDatabase(withoutAnswer))).rejects.toThrow("No answer");
  const again = await Promise.all(Array.from({ length: 10 }, () => last.apply()));
  expect(again.filter(Boolean)).toEqual([]);
  expect((await readSeats(eventId, ids)).flatMap(({ diners }) => diners)).toHaveLength(10);
  expect(await readOutbox(club)).toHaveLength(4);
  await club.binding.exec("DELETE FROM outbox");
});

test("a restaurant of 100 diners drops out of an evening of 1,000", async () => {
  const kept = Array.from({ length: 200 }, (_, i) => (i % 5 < 2 ? 4 : 5)).slice(0, 196);
  const { eventId, ids } = await createEvening([Array(20).fill(5), kept], { spare: [0, 8] });
  expect(ids.length).toBeGreaterThan(1_000);
  const done = await ops.json("event", "venues", eventId, "--remove", venueOf(eventId), "--yes");
  expect(done.moved.filter(({ place }: { place: unknown }) => typeof place === "object")).toHaveLength(100);
  const seats = await readSeats(eventId, ids);
  expect(seats.every(({ diners }) => diners.length <= 5)).toBe(true);
  expect(seats.flatMap(({ diners }) => diners)).toHaveLength(ids.length);
  expect(await club.db.$count(hostLinks, eq(hostLinks.eventId, eventId))).toBe(0);
  await club.binding.exec("DELETE FROM outbox");
});
