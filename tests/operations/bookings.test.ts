import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { openClub } from "#tests/support/club.ts";
import { bookForDiners, createEvent, insertDinersWithAnswers, listBookings } from "#tests/support/events.ts";
import { connectOps, failure } from "#tests/support/ops.ts";

const club = openClub();
const ops = connectOps(club);
let eventId = "";
let ids: string[] = [];
let bookings: string[] = [];

interface SeatedDiner {
  bookingId: string;
  userId: string;
}
interface Table {
  number: number;
  diners: SeatedDiner[];
  shares: string[];
}

const showTables = async (): Promise<Table[]> => (await ops.json("match", "show", eventId)).tables;
const listEmailKinds = async (userId: string) =>
  (
    await club.db.all<{ kind: string }>(
      sql`SELECT kind FROM outbox WHERE "to" = ${`${userId}@x.y`} ORDER BY created_at`,
    )
  ).map(({ kind }) => kind);
const findStandbyBooking = async () =>
  (await listBookings(club, eventId)).find(({ standby, canceled }) => standby && !canceled);

beforeAll(async () => {
  eventId = await createEvent(club, { hoursFromNow: 100 });
  ids = await insertDinersWithAnswers(club, 12);
  bookings = await bookForDiners(club, ids, eventId);
  await club.binding.exec(
    `UPDATE user_answers SET answer_ids = '[1]' WHERE question_id = 11 AND user_id = '${ids[0]}'`,
  );
  await club.binding.exec(
    `UPDATE user_answers SET answer_ids = '[4]' WHERE question_id = 12 AND user_id = '${ids[0]}'`,
  );
  await club.binding.exec("UPDATE venues SET diets = '[1]'");
});

test("booking together asks two bookings of one event, unless they are kept apart, until booking apart", async () => {
  const other = await createEvent(club, { hoursFromNow: 300 });
  const otherIds = await insertDinersWithAnswers(club, 11);
  const booked = await bookForDiners(club, otherIds, other);
  const [one = "", two = "", three = "", four = ""] = booked;
  await club.db.run(
    sql`INSERT INTO avoidances (user_id, other_id, created_at) VALUES (${otherIds[0]}, ${otherIds[1]}, 0)`,
  );
  const before = await ops.hashRows();
  expect((await ops.run("booking", "together", two, one, "--yes")).err).toContain(
    "One of them is kept apart from the other",
  );
  for (const [named, code] of [
    [[one], 2],
    [[one, two, three], 2],
    [[one, one.slice(0, 13)], 4],
    [[one, bookings[0] ?? ""], 4],
    [[one, "nobody"], 3],
  ] as const)
    expect((await ops.run("booking", "together", ...named, "--yes")).code, named.join()).toBe(code);
  expect(await ops.hashRows()).toBe(before);
  await club.db.run(sql`DELETE FROM avoidances`);
  expect((await ops.run("booking", "together", one, two, "--dry-run")).out).toMatch(
    /ask A B\. \d+ \(\w{8}\) and A B\. \d+ \(\w{8}\) if they would sit at one table/,
  );
  expect((await ops.run("booking", "list", other)).out).not.toContain("together");

  expect((await ops.run("booking", "together", one, two, "--yes")).code).toBe(0);
  expect((await ops.run("booking", "list", other)).out).toContain(`${two.slice(0, 8)}: asked`);
  expect((await ops.run("booking", "together", two, three, "--yes")).err).toContain(
    `is asked about somebody else. To change that, run booking apart ${two.slice(0, 8)} first`,
  );
  expect((await ops.run("match", "preview", other)).out).not.toContain("Together");
  expect((await ops.run("booking", "apart", two, "--yes")).code).toBe(0);
  expect((await ops.run("booking", "apart", one, "--yes")).err).toContain("is asked about nobody");

  const agreed = ["--agreed", "Both wrote to us.", "--yes"];
  expect((await ops.run("booking", "together", one, two, ...agreed)).code).toBe(0);
  const listed = await ops.json("booking", "list", other);
  const togetherOf = (id: string) =>
    listed.find((booking: { id: string }) => booking.id === id)?.together as string[];
  expect([togetherOf(one), togetherOf(two), togetherOf(three)]).toEqual([[two], [one], []]);
  expect((await ops.run("booking", "list", other)).out).toContain("together with");
  expect((await ops.run("match", "preview", other)).out).toContain("Together, as they agreed: A and A");

  expect((await ops.run("match", "run", other, "--yes")).code).toBe(0);
  const tableOf = new Map((await listBookings(club, other)).map((row) => [row.user_id, row.table_id]));
  expect(tableOf.get(otherIds[0] ?? "")).toBeTruthy();
  expect(tableOf.get(otherIds[1] ?? "")).toBe(tableOf.get(otherIds[0] ?? ""));
  expect(await ops.run("booking", "together", three, four, "--yes")).toEqual(
    failure(4, "The tables are made already."),
  );
  // On standby, one of them can then get a free seat.
  expect((await ops.run("booking", "apart", one, "--yes")).code).toBe(0);
});

test("booking together asks first where no table can seat them, and match preview says why", async () => {
  const other = await createEvent(club, { hoursFromNow: 350 });
  const userIds = await insertDinersWithAnswers(club, 6);
  const [one = "", two = "", three = ""] = await bookForDiners(club, userIds, other);
  const answer = (userId: string | undefined, role: string, positions: number[]) =>
    club.db.run(sql`INSERT INTO user_answers (user_id, question_id, answer_ids)
      SELECT ${userId}, (SELECT id FROM quiz_questions WHERE role = ${role}), ${JSON.stringify(positions)} WHERE true
      ON CONFLICT (user_id, question_id) DO UPDATE SET answer_ids = excluded.answer_ids`);
  await answer(userIds[0], "language", [1]);
  await answer(userIds[1], "language", [2]);
  await answer(userIds[2], "language", [1]);
  await answer(userIds[2], "access", [1]);
  const noLanguage = "they have no language in common";
  expect((await ops.run("booking", "together", one, two)).err).toContain(noLanguage);
  await ops.json("booking", "together", one, two, "--agreed", "Both wrote to us.", "--yes");
  expect((await ops.run("match", "preview", other)).out).toContain(
    `Together, as they agreed: A and A; no table can seat them, because ${noLanguage}`,
  );
  await ops.json("booking", "apart", one, "--yes");
  expect((await ops.run("booking", "together", one, three)).err).toContain(
    "no venue of this event suits one of them, alone either",
  );
  await ops.json("event", "cancel", other, "--yes");
});

test("match preview shows the tables before they are made, and writes nothing", async () => {
  const before = await ops.hashRows();
  const { tables, standby, report } = await ops.json("match", "preview", eventId);
  expect(tables.map(({ diners }: { diners: string[] }) => diners.length)).toEqual([5, 5]);
  expect(standby).toHaveLength(2);
  expect(report.seated).toBe(10);
  expect((await ops.run("match", "preview")).out).toMatch(/^Name an event:\nid .+\n\S+ .+ 12 diners\n$/);
  expect((await ops.run("match", "show", eventId)).code).toBe(4);
  expect((await ops.run("sheet", eventId)).code).toBe(4);
  expect((await ops.run("match", "run", eventId, "--dry-run")).out).toContain(
    "seat up to 10 of 12 diners, put the others on standby, and email everybody",
  );
  expect((await ops.run("match", "run", eventId)).code).toBe(4);
  expect(await ops.run("match", "show", "no-such")).toEqual(failure(3, "There is no event no-such."));
  expect(await ops.hashRows()).toBe(before);
});

test("avoid add and avoid remove work in either order of the two diners, and adding twice adds one pair", async () => {
  const [first = "", second = ""] = ids;
  expect((await ops.run("avoid", "add", first, second, "--dry-run")).code).toBe(0);
  expect((await ops.run("avoid", "add", first, first)).code).toBe(2);
  expect((await ops.run("avoid", "add", first, "nobody@x.y")).code).toBe(3);
  expect(await club.binding.prepare("SELECT count(*) AS n FROM avoidances").first("n")).toBe(0);
  expect(await ops.json("avoid", "add", `${first}@x.y`, second)).toMatchObject({ isNew: true });
  expect(await ops.json("avoid", "add", second, first)).toMatchObject({ isNew: false });

  expect(await ops.json("avoid", "list")).toMatchObject([{ userId: first, otherId: second, name: "A" }]);
  expect(await ops.json("avoid", "list", second)).toHaveLength(1);
  expect(await ops.json("avoid", "list", ids[2] ?? "")).toEqual([]);
  expect((await ops.run("avoid", "remove", second, first, "--dry-run")).out).toContain(
    "Would let A and A sit",
  );
  expect((await ops.run("avoid", "remove", first, ids[2] ?? "")).code).toBe(3);
  expect(await ops.json("avoid", "remove", second, `${first}@x.y`)).toEqual({ diners: [second, first] });
  expect(await ops.run("avoid", "remove", second, first)).toEqual(failure(3, "A and A are not kept apart."));
  await ops.json("avoid", "add", first, second);
});

test("match run says why no tables were made, and the next attempt can begin at once", async () => {
  const other = await createEvent(club, { hoursFromNow: 100 });
  await bookForDiners(club, await insertDinersWithAnswers(club, 5), other);
  const run = () => ops.run("match", "run", other, "--yes");
  const claim = "UPDATE events SET claimed_by = 'x', claimed_at = ? WHERE id = ?";
  await club.binding.prepare(claim).bind(Date.now(), other).run();
  expect(await run()).toEqual(
    failure(4, "The tables are being made right now: look at match show in a minute."),
  );
  await club.binding.prepare(claim).bind(1, other).run();
  const breakAnswers = (from: string, to: string) =>
    club.db.run(sql`UPDATE user_answers SET answer_ids = replace(answer_ids, ${from}, ${to})
          WHERE user_id IN (SELECT user_id FROM bookings WHERE event_id = ${other})`);
  await breakAnswers("[", "{[");
  const failed = await run();
  expect([failed.code, failed.out]).toEqual([1, ""]);
  expect(failed.err).not.toContain("being made right now");
  await breakAnswers("{[", "[");
  expect((await run()).out).toMatch(/^Made 1 table for /);
  expect((await run()).err).toMatch(/are already made\.\n$/);
  await club.binding.prepare("DELETE FROM outbox").run();
});

test("of two concurrent match run commands one makes the tables, and each diner gets one email", async () => {
  const run = () => ops.spawn("match", "run", eventId, "--yes");
  const codes = (await Promise.all([run(), run()])).map(({ code }) => code);
  expect(codes.sort()).toEqual([0, 4]);
  const tables = await showTables();
  expect(tables.map(({ diners }) => diners.length)).toEqual([5, 5]);
  for (const { diners } of tables) {
    const userIds = diners.map(({ userId }) => userId);
    expect(userIds.includes(ids[0] ?? "") && userIds.includes(ids[1] ?? "")).toBe(false);
    for (const userId of userIds) expect(await listEmailKinds(userId)).toEqual(["booking-confirmed"]);
  }
  const { diners } = await ops.json("table", "show", eventId, "1");
  expect(diners).toEqual(tables[0]?.diners.map((diner) => ({ ...diner, eats: expect.any(String) })));
  expect((await ops.run("table", "show", eventId, "9")).code).toBe(3);
  expect((await ops.run("table", "show", eventId, "first")).code).toBe(2);
});

test("booking cancel costs the diner nothing, sends one email, and appears as a change of the tables", async () => {
  const diner = (await showTables())[0]?.diners[0];
  const before = await ops.hashRows();
  const cancel = (...options: string[]) => ops.run("booking", "cancel", diner?.bookingId ?? "", ...options);
  expect((await cancel("--dry-run")).code).toBe(0);
  expect((await cancel()).code).toBe(4);
  expect(await ops.hashRows()).toBe(before);
  expect((await cancel("--yes")).code).toBe(0);
  expect((await cancel("--yes")).code).toBe(4);
  expect(await listEmailKinds(diner?.userId ?? "")).toEqual(["booking-confirmed", "canceled-by-club"]);
  const selectBooking = club.binding.prepare("SELECT canceled, canceled_by_club FROM bookings WHERE id = ?");
  expect(await selectBooking.bind(diner?.bookingId).first()).toEqual({ canceled: 1, canceled_by_club: 1 });
  const { changes } = await ops.json("match", "show", eventId);
  expect(changes).toEqual([
    { at: expect.any(String), madeBy: "operator", what: "A booking at table 1 was canceled by the club." },
  ]);
});

test("booking confirm gives a diner on standby a free seat once, and never with a diner they avoid", async () => {
  const standbyBooking = await findStandbyBooking();
  const userId = standbyBooking?.user_id ?? "";
  const bookingId = bookings[ids.indexOf(userId)] ?? "";
  const [table] = (await showTables()).filter(({ diners }) => diners.length === 4);
  await ops.json("avoid", "add", userId, table?.diners[0]?.userId ?? "");
  expect((await ops.run("booking", "confirm", bookingId, "--yes")).err).toContain(
    "they have met or are kept apart from",
  );
  await club.binding.exec("DELETE FROM avoidances");
  const fullTable = String((await showTables()).find(({ diners }) => diners.length === 5)?.number);
  expect((await ops.run("booking", "confirm", bookingId, "--table", fullTable)).code).toBe(4);
  expect((await ops.run("booking", "confirm", bookingId, "--dry-run")).out).toContain(
    `at table ${table?.number}`,
  );
  const confirm = () => ops.run("booking", "confirm", bookingId, "--yes");
  expect((await Promise.all([confirm(), confirm()])).map(({ code }) => code).sort()).toEqual([0, 4]);
  expect(await listEmailKinds(userId)).toEqual(["on-standby", "booking-confirmed"]);
  expect((await showTables()).map(({ diners }) => diners.length)).toEqual([5, 5]);
  const { changes } = await ops.json("match", "show", eventId);
  expect(changes[1].what).toBe(`A diner on standby was given a seat at table ${table?.number} by the club.`);
  const listed: { id: string; state: string }[] = await ops.json("booking", "list", eventId, "--canceled");
  expect(listed.find(({ id }) => id === bookingId)?.state).toBe(`table ${table?.number}`);
  expect(listed.filter(({ state }) => state === "canceled")).toHaveLength(1);
});

test("the sheet counts the diners, diets and allergies of each table and names nobody", async () => {
  await club.binding.exec("UPDATE profiles SET first_name = 'Boglárka'");
  const [needing, other] = (await showTables()).map(({ diners }) => diners[0]?.userId);
  await club.db.run(sql`INSERT INTO user_answers (user_id, question_id, answer_ids)
        SELECT user_id, q.id, iif(user_id = ${needing}, '[1]', '[2]')
        FROM bookings, quiz_questions q WHERE user_id IN (${needing}, ${other}) AND q.role = 'access'
        ON CONFLICT (user_id, question_id) DO UPDATE SET answer_ids = excluded.answer_ids`);
  const sheet = await ops.json("sheet", eventId);
  const [{ tables, people, together }] = sheet.sheets;
  expect(people).toBe(10);
  expect(tables.map((table: { people: number }) => table.people)).toEqual([5, 5]);
  const isStillSeated = (await listBookings(club, eventId)).some(
    (booking) => booking.user_id === ids[0] && !booking.canceled,
  );
  expect(together.includes("1 person: vegetarian, allergic to nuts")).toBe(isStillSeated);
  const { out } = await ops.run("sheet", eventId);
  expect(out).toMatch(
    /^.+ at Vendéglő \d+\n10 people at two tables\. They ask for “Öten” at the door\.\n\nTable 1: 5 people$/m,
  );
  expect(out).toMatch(/^Table \d: 5 people\n( {2}.+\n)* {2}1 person can’t climb steps$/m);
  expect(out).toMatch(/^Together\n( {2}.+\n)* {2}1 person can’t climb steps$/m);
  expect(out + JSON.stringify(sheet)).not.toMatch(/Boglárka|"userId"/);
});

test("attendance is recorded after the event, not before", async () => {
  expect((await ops.run("attendance", eventId, "--all-came")).code).toBe(4);
  await club.db.run(sql`UPDATE events SET date = ${Date.now() - 1}, closes_at = 1 WHERE id = ${eventId}`);
  const [absent] = (await showTables())[1]?.diners ?? [];
  const before = await ops.hashRows();
  expect((await ops.run("attendance", eventId)).code).toBe(2);
  expect((await ops.run("attendance", eventId, "--missed", "nobody")).code).toBe(3);
  const both = ["--came", absent?.bookingId ?? "", "--missed", absent?.bookingId.slice(0, 8) ?? ""];
  expect((await ops.run("attendance", eventId, ...both)).err).toContain("can’t have come and be missed");
  const mark = ["attendance", eventId, "--all-came", "--except", absent?.bookingId ?? ""];
  expect((await ops.run(...mark, "--dry-run")).out).toContain("note: 9 diners came, 1 diner did not");
  const later = ["--now", new Date(Date.now() + 3_600_000).toISOString()];
  expect((await ops.run(...mark, ...later)).err).toMatch(/as if it were .+ Add --yes to confirm/);
  expect(await ops.hashRows()).toBe(before);
  expect(await ops.json(...mark)).toMatchObject({ missed: [absent?.bookingId] });
  expect(await countReports()).toEqual({ came: 9, missed: 1 });
});

test("attendance show says what was reported of everybody, and what follows", async () => {
  const [absent, present] = (await showTables())[1]?.diners ?? [];
  await club.db.run(
    sql`INSERT INTO attendance_reports VALUES (${absent?.bookingId}, 'diner', ${absent?.bookingId}, 1, 1), (${absent?.bookingId}, 'host', ${absent?.bookingId}, 0, 1)`,
  );
  const reports = await ops.json("attendance", "show", eventId);
  expect(reports).toHaveLength(10);
  expect(reports).toContainEqual(
    expect.objectContaining({
      bookingId: absent?.bookingId,
      dinerCame: 1,
      hostCame: 0,
      operatorCame: 0,
      byReports: "no-show",
    }),
  );
  expect(reports).toContainEqual(
    expect.objectContaining({ bookingId: present?.bookingId, hostCame: null, byReports: "attended" }),
  );
  const { out } = await ops.run("attendance", "show", eventId);
  expect(out).toMatch(
    /^table +diner +booking +host +diner says +noted late +missed by +operator +number +counts as\n/,
  );
  expect(out).toMatch(new RegExp(`${absent?.bookingId.slice(0, 8)} +missing +here +missing +no-show`));
});

const countReports = () =>
  club.binding
    .prepare(
      `SELECT sum(came) AS came, sum(NOT came) AS missed FROM attendance_reports WHERE source = 'operator'
        AND booking_id IN (SELECT id FROM bookings WHERE event_id = ?)`,
    )
    .bind(eventId)
    .first();

test("attendance takes names and tables, and refuses a name that two have", async () => {
  const [one, other] = await showTables();
  const [anna, bence, clara] = one?.diners ?? [];
  const name = (bookingId: string | undefined, firstName: string) =>
    club.db.run(
      sql`UPDATE profiles SET first_name = ${firstName} WHERE id = (SELECT user_id FROM bookings WHERE id = ${bookingId})`,
    );
  await name(anna?.bookingId, "Anna");
  await name(bence?.bookingId, "Dániel");
  await name(clara?.bookingId, "Ödön");
  await name(other?.diners[0]?.bookingId, "Anna");
  const { code, err } = await ops.run("attendance", eventId, "--missed", "anna");
  expect(code).toBe(4);
  expect(err).toMatch(
    /^More than one diner is called anna. Add the table, or type the booking: Anna B\. \d, table \d+ \(.+\); Anna B\. \d, table \d+ \(/,
  );
  const said = await ops.json(
    "attendance",
    eventId,
    "--missed",
    `Anna, table ${one?.number}`,
    `dániel@${one?.number}`,
  );
  expect(said.missed).toEqual([anna?.bookingId, bence?.bookingId]);
  expect((await ops.json("attendance", eventId, "--came", "ödön")).came).toEqual([clara?.bookingId]);
  expect((await ops.json("attendance", eventId, "--came", "odon")).came).toEqual([clara?.bookingId]);
  await name(anna?.bookingId, "Ödon");
  expect((await ops.json("attendance", eventId, "--came", "Ödön")).came).toEqual([clara?.bookingId]);
  expect((await ops.run("attendance", eventId, "--came", "odon")).code).toBe(4);
  expect((await ops.run("attendance", eventId, "--came", `Ödön@${other?.number}`)).code).toBe(3);
  expect((await ops.json("attendance", eventId, "--came", `table:${one?.number}`)).came).toHaveLength(5);
  expect(await ops.json("attendance", "contests")).toEqual([]);
});
