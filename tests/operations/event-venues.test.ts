import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { venues } from "#app/db/schema/venue.ts";
import type { TableDetails } from "#app/models/booking/tables.server.ts";
import { claimEvent } from "#app/models/event/claims.server.ts";
import { changeEventVenue } from "#app/models/event/event-venues.server.ts";
import { joinLine, offerSeats } from "#app/models/line/line.server.ts";
import { saveSeating } from "#app/models/seating/save-seating.server.ts";
import { openClub } from "#tests/support/club.ts";
import {
  bookForDiners,
  countBookings,
  createEvent,
  insertDinersWithAnswers,
  nameDiners,
  newVenue,
  venueOf,
} from "#tests/support/events.ts";
import { connectOps, failure } from "#tests/support/ops.ts";

const club = openClub();
const ops = connectOps(club);

const [vegetarian, vegan] = [1, 2];

/** Their ids begin like no other, and no two begin alike. */
const [malac, galamb] = ["aaaa-malac", "bbbb-galamb"];

beforeAll(async () => {
  await createEvent(club, { hoursFromNow: 2_000 });
  await club.db
    .insert(venues)
    .values([
      newVenue(malac, { name: "Malac", tables: 3, diets: [vegetarian], priceLevel: 4 }),
      newVenue(galamb, { name: "Galamb", tables: 2, stepFree: true }),
    ]);
});

let lastHours = 220;
/** Far enough from all other events that a venue can serve both. */
const chooseHours = () => (lastHours += 5);

const listEmails = async () =>
  (
    await club.db.all<{ kind: string; user_id: string; data: string }>(
      sql`SELECT kind, user_id, data FROM outbox JOIN bookings ON bookings.id = booking_id`,
    )
  ).map(({ data, ...email }) => ({
    ...email,
    reason: JSON.parse(data).reason,
  }));

const answer = (userId: string, role: string, positions: number[]) =>
  club.db.run(sql`INSERT INTO user_answers (user_id, question_id, answer_ids)
        SELECT ${userId}, (SELECT id FROM quiz_questions WHERE role = ${role}), ${JSON.stringify(positions)} WHERE true
        ON CONFLICT (user_id, question_id) DO UPDATE SET answer_ids = excluded.answer_ids`);

const change = (eventId: string, ...options: string[]) => ops.run("event", "venues", eventId, ...options);
const showVenues = (eventId: string): Promise<{ name: string; tables: number }[]> =>
  ops.json("event", "venues", eventId);
const showTables = async (eventId: string): Promise<(TableDetails & { venueId: string })[]> =>
  (await ops.json("match", "show", eventId)).tables;

test("venues are added, get other numbers of tables and leave, and nobody loses a seat while there are enough", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 200, capacity: 10 });
  const ids = await insertDinersWithAnswers(club, 12);
  await bookForDiners(club, ids.slice(0, 10), eventId);
  const before = await ops.hashRows();
  expect((await change(eventId)).out).toMatch(
    /^id +venue +tables +price +step-free +diets\nvenue-\d+ +Vendéglő \d+ +2 +1 +no\n$/,
  );
  expect((await change(eventId, "--add", malac, "--dry-run")).out).toMatch(
    /^Would add Malac with 3 tables to .+ at Vendéglő \d+\. Nothing was changed\.\n$/,
  );
  for (const [options, sentence] of [
    [["--add", "aaaa", "--set", "bbbb=1"], "Change one venue at a time: use --add, --set or --remove once."],
    [["--say", "The roof leaks."], "Use --say only with --set or --remove."],
    [["--set", "aaaa=1", "--instead", "bbbb"], "Use --instead only with --remove."],
    [
      ["--add", "aaaa=0"],
      "--add is a venue, or a venue and a number of tables from 1 to 4000, such as 3f2a91bc=4.",
    ],
  ] as const)
    expect(await change(eventId, ...options)).toEqual(failure(2, sentence));
  expect(await change(eventId, "--add", "cccc")).toEqual(
    failure(3, "There is no venue cccc in Budapest: type its id or its whole name, see venue list."),
  );
  expect(await change(eventId, "--remove", "aaaa")).toEqual(
    failure(3, "There is no venue aaaa at this event: type its id or its whole name, see venue list."),
  );
  expect((await change(eventId, "--remove", venueOf(eventId))).err).toMatch(
    /^Vendéglő \d+ is the only venue of this event: name another one with --instead, or use event cancel\.\n$/,
  );
  expect((await change(eventId, "--add", "aaaa=3999")).err).toBe("An event has at most 4000 tables.\n");
  expect(await ops.hashRows()).toBe(before);

  expect(await ops.json("event", "venues", eventId, "--add", "aaaa")).toMatchObject({
    venueId: malac,
    tables: 3,
  });
  expect((await change(eventId, "--add", "aaaa")).err).toContain("Malac is a venue of this event already");
  expect((await change(eventId, "--set", "aaaa=2")).out).toMatch(
    /^Malac has 2 tables on .+ at 2 venues\.\n$/,
  );
  await bookForDiners(club, ids.slice(10), eventId);
  await nameDiners(club, eventId);
  expect(await ops.json("event", "show", eventId)).toMatchObject({ capacity: 20, taken: 12 });

  const [first = "", second = ""] = ids;
  await answer(first, "diet", [vegetarian]);
  await answer(second, "diet", [vegetarian, vegan]);
  await answer(first, "budget", [4]);
  const remove = ["--remove", "aaaa", "--say", "The kitchen is closed."];
  expect((await change(eventId, ...remove, "--dry-run")).out).toMatch(
    /^Would take Malac from .+: N11 and N10 lose their seats and get an email; no venue serves Vegetarian anymore, which 2 diners need\. Nothing/,
  );
  expect((await change(eventId, ...remove)).err).toContain("add --yes to confirm");
  const done = await ops.json("event", "venues", eventId, ...remove, "--yes");
  expect(done).toMatchObject({ tables: 0, canceled: 2, moved: [] });
  expect(await countBookings(club, eventId)).toBe(10);
  expect((await listEmails()).map(({ kind, user_id }) => `${kind} ${user_id}`).sort()).toEqual(
    ids
      .slice(10)
      .map((id) => `canceled-by-club ${id}`)
      .sort(),
  );
  expect(await showVenues(eventId)).toMatchObject([{ tables: 2 }]);
  await club.binding.exec("DELETE FROM outbox");
});

test("the question says which needs no venue meets anymore", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 210, capacity: 50 });
  const [first = "", second = "", third = ""] = await insertDinersWithAnswers(club, 3);
  await bookForDiners(club, [first, second, third], eventId);
  await answer(first, "access", [1]);
  await answer(second, "access", [2]);
  for (const [userId, position] of [
    [first, 2],
    [second, 4],
    [third, 3],
  ] as const)
    await answer(userId, "budget", [position]);
  await ops.json("event", "venues", eventId, "--add", "aaaa");
  await ops.json("event", "venues", eventId, "--add", "bbbb");
  const remove = async (venue: string) => (await change(eventId, "--remove", venue, "--dry-run")).out;
  expect(await remove("bbbb")).toContain(
    ": no venue has step-free access anymore, which 1 diner needs. Nothing",
  );
  expect((await change(eventId, "--remove", "bbbb", "--yes")).code).toBe(0);
  expect(await remove(venueOf(eventId))).toContain(": every venue costs more than 2 diners want to spend.");
});

test("a preview of the tables says which restaurant stays empty, and what would seat whom", async () => {
  const eventId = await createEvent(club, { hoursFromNow: chooseHours(), venueTables: [1, 1] });
  const ids = await insertDinersWithAnswers(club, 10);
  await bookForDiners(club, ids, eventId);
  await nameDiners(club, eventId);
  for (const id of ids.slice(0, 5)) await answer(id, "diet", [vegan]);
  const { out } = await ops.run("match", "preview", eventId);
  expect(out).toMatch(/^Standby: N\d \(no restaurant here caters for their diet\)$/m);
  expect(out).toMatch(/^Vendéglő \d+(\/2)? stays empty: 1 table$/m);
  expect(out).toMatch(/^No vegan kitchen at Vendéglő \d+(\/2)?: with one, \+5: N\d, N\d and 3 others$/m);
  await club.db
    .update(venues)
    .set({ diets: [vegan], priceLevel: 3 })
    .where(sql`id = ${venueOf(eventId, 1)}`);
  for (const id of ids.slice(0, 5)) await answer(id, "budget", [2]);
  const dear = (await ops.run("match", "preview", eventId)).out;
  expect(dear).toMatch(/^Vendéglő \d+\/2 costs too much: at price level 2, \+5: N\d, N\d and 3 others$/m);
});

/** Two tables at the event's own venue, at one of which somebody is vegan; nobody has an email yet. */
async function makeTwoTables() {
  const eventId = await createEvent(club, { hoursFromNow: chooseHours(), capacity: 10, diets: [vegan] });
  const ids = await insertDinersWithAnswers(club, 10);
  await answer(ids[0] ?? "", "diet", [vegan]);
  await bookForDiners(club, ids, eventId);
  await ops.json("match", "run", eventId, "--yes");
  await nameDiners(club, eventId);
  await club.binding.exec("DELETE FROM outbox");
  const tables = await showTables(eventId);
  const isVegan = ({ diners }: TableDetails) => diners.some(({ userId }) => userId === ids[0]);
  const veganTable = tables.find(isVegan);
  const otherTable = tables.find((table) => !isVegan(table));
  if (!veganTable || !otherTable) throw new Error("No tables");
  return { eventId, venueId: venueOf(eventId), veganTable, otherTable };
}

const userIdsOf = ({ diners }: TableDetails) => diners.map(({ userId }) => userId);

test("a venue that drops out after the tables are made: a table that another venue suits moves whole, the one left over goes on standby, and each diner gets one email", async () => {
  const { eventId, venueId, veganTable, otherTable } = await makeTwoTables();
  for (const userId of userIdsOf(veganTable)) await answer(userId, "diet", [vegan]);
  const added = await change(eventId, "--add", "bbbb=2");
  expect(added.out).toMatch(/^Galamb has 2 tables on .+\.\n$/);
  expect((await change(eventId, "--set", "bbbb=3", "--dry-run")).out).toContain(
    ": the new tables serve only those that must move, because nobody is on standby. Nothing",
  );
  const before = await ops.hashRows();
  const dryRun = await change(eventId, "--remove", venueId, "--dry-run");
  expect(dryRun.out).toContain(
    ": 5 of 10 diners sit elsewhere: N2, N3 and 3 others; 5 go on standby: N0, N1 and 3 others; 10 emails to diners. Nothing was changed.",
  );
  expect(dryRun.out).toContain(`Galamb, table ${otherTable.number}: `);
  expect(dryRun.out).toContain("No vegan kitchen at Galamb: with one, +5");
  expect((await change(eventId, "--remove", venueId)).err).toContain("add --yes to confirm");
  expect(await ops.hashRows()).toBe(before);

  const done = await ops.json("event", "venues", eventId, "--remove", venueId, "--yes");
  expect(done).toMatchObject({ canceled: 0 });
  const emails = await listEmails();
  expect(emails).toHaveLength(10);
  for (const [table, kind, reason] of [
    [otherTable, "booking-confirmed", "venue dropped out"],
    [veganTable, "on-standby", "table closed"],
  ] as const)
    for (const userId of userIdsOf(table))
      expect(emails.filter(({ user_id }) => user_id === userId)).toEqual([{ kind, user_id: userId, reason }]);
  const [moved] = (await showTables(eventId)).filter(({ diners }) => diners.length > 0);
  expect(moved).toMatchObject({ number: otherTable.number, venueId: galamb });
  expect(userIdsOf(moved as TableDetails).sort()).toEqual(userIdsOf(otherTable).sort());
  const shown = (await ops.run("match", "show", eventId)).out;
  expect(shown).toContain("A restaurant can’t take anybody.");
  expect(shown).toMatch(new RegExp(`^Table ${veganTable.number} at Vendéglő \\d+, closed: nobody$`, "m"));
  expect(await showVenues(eventId)).toMatchObject([{ name: "Galamb", tables: 2, tablesMade: 1, seated: 5 }]);
  expect(await ops.json("event", "show", eventId)).toMatchObject({
    capacity: 10,
    bookings: { seated: 5, standby: 5, canceled: 0 },
  });
  expect((await change(eventId, "--remove", venueId, "--yes")).code).toBe(3);
  await club.binding.exec("DELETE FROM outbox");
});

test("tables that are added after the tables are made seat five on standby, and the question says so", async () => {
  const eventId = await createEvent(club, { hoursFromNow: chooseHours(), venueTables: [1], capacity: 50 });
  const ids = await insertDinersWithAnswers(club, 11);
  await bookForDiners(club, ids, eventId);
  await ops.json("match", "run", eventId, "--yes");
  await club.binding.exec("DELETE FROM outbox");
  const before = await ops.hashRows();
  expect((await change(eventId, "--add", "aaaa=2", "--dry-run")).out).toContain(
    ": the new tables serve only those that must move until five on standby can sit together there. Nothing",
  );
  expect((await change(eventId, "--add", "bbbb=2", "--dry-run")).out).toMatch(
    /^Would add Galamb with 2 tables to .+: 5 diners on standby would be seated at 1 new table, and each gets an email\. Nothing/m,
  );
  expect((await change(eventId, "--add", "bbbb=2")).err).toContain("add --yes to confirm");
  expect(await ops.hashRows()).toBe(before);
  const added = await change(eventId, "--add", "bbbb=2", "--yes");
  expect(added.out).toMatch(/^Galamb has 2 tables on .+\. 5 diners on standby got a seat\.\n$/);
  expect((await listEmails()).map(({ kind, reason }) => `${kind} ${reason}`)).toEqual(
    Array(5).fill("booking-confirmed off standby"),
  );
  expect(await showVenues(eventId)).toMatchObject([
    { name: "Galamb", tables: 2, tablesMade: 1, seated: 5 },
    {},
  ]);
  const shown = (await ops.run("match", "show", eventId)).out;
  expect(shown).toContain("Table 2 was added, and 5 diners on standby got its seats.");
  expect((await change(eventId, "--set", "bbbb=3", "--dry-run")).out).toContain(
    ": the new tables serve only those that must move until five on standby can sit together there. Nothing",
  );
  await club.binding.exec("DELETE FROM outbox");
});

test("the diners of a table that is closed go to a spare table, and the question says so", async () => {
  const eventId = await createEvent(club, { hoursFromNow: chooseHours(), venueTables: [2] });
  await bookForDiners(club, await insertDinersWithAnswers(club, 5), eventId);
  await ops.json("match", "run", eventId, "--yes");
  await nameDiners(club, eventId);
  const question = (await ops.run("table", "close", eventId, "1", "--dry-run")).out;
  expect(question).toContain(
    ": 5 of 5 diners sit elsewhere: N0, N1 and 3 others; 5 emails to diners. Nothing",
  );
  expect(question).toMatch(/, table 2: N\d, N\d, N\d, N\d, N\d\n {4}Table 1 stays together\./);
  expect((await ops.run("table", "close", eventId, "1", "--yes")).out).toContain(
    "Table 1 is closed. 5 diners sit elsewhere. No address of a host: Vendéglő",
  );
  const again = (await ops.run("table", "close", eventId, "2", "--dry-run")).out;
  expect(again).toContain(
    ": 0 of 5 diners sit elsewhere; 5 go on standby: N0, N1 and 3 others; 5 emails to diners. Nothing",
  );
  await club.binding.exec("DELETE FROM outbox");
});

test("before a table is closed, everybody whom it concerns is named, also who gets a seat from standby", async () => {
  const eventId = await createEvent(club, { hoursFromNow: chooseHours(), venueTables: [3] });
  await bookForDiners(club, await insertDinersWithAnswers(club, 11), eventId);
  await ops.json("match", "run", eventId, "--yes");
  await nameDiners(club, eventId);
  const { tables, standby } = await ops.json("match", "show", eventId);
  const [leaving, mate] = tables[1].diners;
  await ops.json("avoid", "add", standby[0].userId, mate.userId);
  for (const { bookingId } of [leaving, tables[0].diners[0]])
    await ops.json("booking", "cancel", bookingId, "--yes");
  const close = ["table", "close", eventId, String(tables[0].number)];
  const question = (await ops.run(...close, "--dry-run")).out;
  expect(question).toContain("and 2 others; 1 diner on standby would be seated, and each");
  expect(question).toMatch(new RegExp(`^From standby\\n.+, table 3: ${standby[0].firstName}$`, "m"));
  await ops.json(...close, "--yes");
  const after = await ops.json("match", "show", eventId);
  expect(after.standby).toEqual([]);
  await club.binding.exec("DELETE FROM outbox");
});

test("with one table less, a table that can move as it is goes first, also where others booked later", async () => {
  const { eventId, venueId, otherTable } = await makeTwoTables();
  await ops.json("event", "venues", eventId, "--add", "bbbb=1");
  const done = await ops.json("event", "venues", eventId, "--set", `${venueId}=1`, "--yes");
  expect(done.moved.map(({ place }: { place: object }) => place)).toEqual(
    Array(5).fill({ table: otherTable.number }),
  );
  expect((await listEmails()).map(({ reason }) => reason)).toEqual(Array(5).fill("venue dropped out"));
  expect((await change(eventId, "--set", `${venueId}=1`)).code).toBe(2);
  const sheets = (await ops.run("sheet", eventId)).out.split(`\n\n${"-".repeat(40)}\n\n`);
  expect(sheets.map((sheet) => sheet.split("\n")[0]?.replace(/^.+ at /, ""))).toEqual([
    "Galamb",
    expect.stringMatching(/^Vendéglő/),
  ]);
  const {
    sheets: [only],
  } = await ops.json("sheet", eventId, "--venue", "bbbb");
  expect(await ops.json("sheet", eventId, "--venue", " galamb ")).toMatchObject({ sheets: [only] });
  expect(only).toMatchObject({ venue: "Galamb", people: 5, unnamedFree: 0 });
  expect((await ops.run("sheet", eventId, "--venue", "aaaa")).code).toBe(3);
  await club.binding.exec("DELETE FROM outbox");
});

test("before the tables are made, a venue can take the place of the only one, and nobody loses a seat there", async () => {
  const eventId = await createEvent(club, { venueTables: [2] });
  await bookForDiners(club, await insertDinersWithAnswers(club, 7), eventId);
  const remove = ["--remove", venueOf(eventId), "--instead"];
  expect((await change(eventId, ...remove, "aaaa=1", "--dry-run")).out).toMatch(
    /Malac takes its place with 1 table; .+ lose their seats and get an email/,
  );
  expect((await change(eventId, ...remove, "aaaa=2", "--yes")).out).toMatch(
    /^Vendéglő \d+ is not a venue of .+ anymore\. Malac takes its place with 2 tables\.\n$/,
  );
  expect(await showVenues(eventId)).toMatchObject([{ name: "Malac", tables: 2 }]);
  expect(await ops.json("event", "show", eventId)).toMatchObject({ capacity: 10, taken: 7 });
  await club.binding.exec("DELETE FROM outbox");
});

test("tables that a worker is making while a venue leaves are not saved", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 40, capacity: 10 });
  await ops.json("event", "venues", eventId, "--add", "bbbb=2");
  const now = new Date();
  const claim = await claimEvent(club.db, eventId, { now });
  if (!claim) throw new Error("Not claimed");
  const leaves = await changeEventVenue(club.db, {
    event: { id: eventId, matchedAt: null, capacity: 20 },
    venue: { venueId: galamb, tables: 0 },
    previousTables: 2,
    now,
  });
  expect(leaves).toEqual([]);
  const rows = {
    tables: [],
    standby: [],
    figures: { scoreFloor: null, isExact: null, keptTerms: null },
    result: { partCount: 0, seatingHash: "", resultHash: "", groups: [] },
  };
  expect(await saveSeating(club.db, claim, rows, now)).toBe("taken over");
  expect(await claimEvent(club.db, eventId, { now })).toBeDefined();
});

test("a venue does not drop out of an event that is canceled or has begun", async () => {
  const { eventId, venueId } = await makeTwoTables();
  await ops.json("event", "venues", eventId, "--add", "bbbb=1");
  const before = await showTables(eventId);
  const remove = async () => (await change(eventId, "--remove", venueId, "--yes")).err;
  await club.db.run(sql`UPDATE events SET date = 2, closes_at = 1 WHERE id = ${eventId}`);
  expect(await remove()).toMatch(/^\d{4}-.+ at .+ is in the past\.\n$/);
  await club.db.run(sql`UPDATE events SET canceled_at = 1 WHERE id = ${eventId}`);
  expect(await remove()).toMatch(/^\d{4}-.+ at .+ is canceled\.\n$/);
  expect(await showTables(eventId)).toEqual(before);
  expect(await listEmails()).toEqual([]);
});

test("shows how many are in line for a seat, and how many of them a venue that is added would serve", async () => {
  const eventId = await createEvent(club, { hoursFromNow: chooseHours(), capacity: 5 });
  const diners = await insertDinersWithAnswers(club, 12);
  await bookForDiners(club, diners.slice(0, 5), eventId);
  for (const userId of diners.slice(5)) await joinLine(club.db, { userId, eventId, now: new Date() });
  expect((await ops.run("event", "show", eventId)).out).toContain("In line for a seat: 7\n");
  const plan = await change(eventId, "--add", "galamb=1", "--dry-run");
  expect(plan.out).toContain("5 of the 7 in line get a seat offered");
  expect((await change(eventId, "--add", "bbbb=1", "--yes")).code).toBe(0);
  await offerSeats(club.db, eventId, new Date());
  expect((await change(eventId, "--set", "bbbb=2", "--dry-run")).out).toContain(
    "2 of the 2 in line get a seat offered",
  );
});
