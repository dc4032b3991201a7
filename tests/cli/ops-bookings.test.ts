import { beforeAll, expect, test, vi } from "vitest";
import { openClub } from "#tests/support/club.ts";
import { bookGuests, guestsWithAnswers, openDinner, seatsOf } from "#tests/support/events.ts";
import { openDesk, refusal } from "#tests/support/ops.ts";

// Each command is a process of its own, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

const club = openClub();
const desk = openDesk(club);
let dinner = "";
let ids: string[] = [];
let bookings: string[] = [];

interface Diner {
  bookingId: string;
  userId: string;
}
interface Table {
  number: number;
  diners: Diner[];
  shares: string[];
}

const tables = async (): Promise<Table[]> => (await desk.json("match", "show", dinner)).tables;
const mailsTo = async (userId: string) =>
  (
    await club.binding
      .prepare('SELECT kind FROM outbox WHERE "to" = ? ORDER BY created_at')
      .bind(`${userId}@x.y`)
      .all<{ kind: string }>()
  ).results.map(({ kind }) => kind);
const standing = async () =>
  (await seatsOf(club, dinner)).find(({ standby, canceled }) => standby && !canceled);

beforeAll(async () => {
  dinner = await openDinner(club, { inHours: 100 });
  ids = await guestsWithAnswers(club, 12);
  bookings = await bookGuests(club, ids, dinner);
  await club.binding.exec(
    `UPDATE user_answers SET answer_ids = '[1]' WHERE question_id = 11 AND user_id = '${ids[0]}'`,
  );
  await club.binding.exec(
    `UPDATE user_answers SET answer_ids = '[4]' WHERE question_id = 12 AND user_id = '${ids[0]}'`,
  );
  await club.binding.exec("UPDATE venues SET diets = '[1]'");
});

test("the tables are seen before they are made, and nothing is written", async () => {
  const before = await desk.dump();
  const { tables, standby, report } = await desk.json("match", "preview", dinner);
  expect(tables.map(({ diners }: { diners: string[] }) => diners.length)).toEqual([5, 5]);
  expect(standby).toHaveLength(2);
  expect(report.seated).toBe(10);
  expect((await desk.ops("match", "preview")).out).toMatch(/^Say which dinner:\nid .+\n\S+ .+ 12 diners\n$/);
  expect((await desk.ops("match", "show", dinner)).code).toBe(4);
  expect((await desk.ops("sheet", dinner)).code).toBe(4);
  expect((await desk.ops("match", "run", dinner, "--dry-run")).out).toContain("seat 12 diners");
  expect((await desk.ops("match", "run", dinner)).code).toBe(4);
  expect(await desk.ops("match", "show", "no-such")).toEqual(refusal(3, "There is no dinner no-such."));
  expect(await desk.dump()).toBe(before);
});

test("who is to be kept apart is kept apart, said once or twice, either way round", async () => {
  const [one = "", two = ""] = ids;
  expect((await desk.ops("avoid", "add", one, two, "--dry-run")).code).toBe(0);
  expect((await desk.ops("avoid", "add", one, one)).code).toBe(2);
  expect((await desk.ops("avoid", "add", one, "nobody@x.y")).code).toBe(3);
  expect(await club.binding.prepare("SELECT count(*) AS n FROM avoidances").first("n")).toBe(0);
  expect(await desk.json("avoid", "add", `${one}@x.y`, two)).toMatchObject({ isNew: true });
  expect(await desk.json("avoid", "add", two, one)).toMatchObject({ isNew: false });

  expect(await desk.json("avoid", "list")).toMatchObject([{ userId: one, otherId: two, name: "A" }]);
  expect(await desk.json("avoid", "list", two)).toHaveLength(1);
  expect(await desk.json("avoid", "list", ids[2] ?? "")).toEqual([]);
  expect((await desk.ops("avoid", "remove", two, one, "--dry-run")).out).toContain("Would let A and A sit");
  expect((await desk.ops("avoid", "remove", one, ids[2] ?? "")).code).toBe(3);
  expect(await desk.json("avoid", "remove", two, `${one}@x.y`)).toEqual({ diners: [two, one] });
  expect(await desk.ops("avoid", "remove", two, one)).toEqual(refusal(3, "A and A are not kept apart."));
  await desk.json("avoid", "add", one, two);
});

test("tables made by hand are made once, though two ask, and everyone is told once", async () => {
  const run = () => desk.ops("match", "run", dinner, "--yes");
  const codes = (await Promise.all([run(), run()])).map(({ code }) => code);
  expect(codes.sort()).toEqual([0, 4]);
  const made = await tables();
  expect(made.map(({ diners }) => diners.length)).toEqual([5, 5]);
  for (const { diners } of made) {
    const party = diners.map(({ userId }) => userId);
    expect(party.includes(ids[0] ?? "") && party.includes(ids[1] ?? "")).toBe(false);
    for (const userId of party) expect(await mailsTo(userId)).toEqual(["booking-confirmed"]);
  }
  const { diners } = await desk.json("table", "show", dinner, "1");
  expect(diners).toEqual(made[0]?.diners);
  expect((await desk.ops("table", "show", dinner, "9")).code).toBe(3);
  expect((await desk.ops("table", "show", dinner, "first")).code).toBe(2);
});

test("a seat canceled by the club costs nothing, is told once, and shows as changed by hand", async () => {
  const booking = (await tables())[0]?.diners[0];
  const before = await desk.dump();
  const command = ["booking", "cancel", booking?.bookingId ?? ""];
  expect((await desk.ops(...command, "--dry-run")).code).toBe(0);
  expect((await desk.ops(...command)).code).toBe(4);
  expect(await desk.dump()).toBe(before);
  expect((await desk.ops(...command, "--yes")).code).toBe(0);
  expect((await desk.ops(...command, "--yes")).code).toBe(4);
  expect(await mailsTo(booking?.userId ?? "")).toEqual(["booking-confirmed", "canceled-by-club"]);
  const row = club.binding.prepare("SELECT canceled, canceled_by_club FROM bookings WHERE id = ?");
  expect(await row.bind(booking?.bookingId).first()).toEqual({ canceled: 1, canceled_by_club: 1 });
  const { changes } = await desk.json("match", "show", dinner);
  expect(changes.map(({ what }: { what: string }) => what)).toEqual(["A booking was canceled by the club."]);
});

test("who waits is given the free chair by hand, once, and never beside whom they are kept from", async () => {
  const waiting = await standing();
  const [table] = (await tables()).filter(({ diners }) => diners.length === 4);
  const foe = table?.diners[0]?.userId ?? "";
  const booking = bookings[ids.indexOf(waiting?.user_id ?? "")] ?? "";
  await desk.json("avoid", "add", waiting?.user_id ?? "", foe);
  expect((await desk.ops("booking", "confirm", booking, "--yes")).err).toContain(
    "they have met or are to be kept from",
  );
  await club.binding.exec("DELETE FROM avoidances");
  const full = String((await tables()).find(({ diners }) => diners.length === 5)?.number);
  expect((await desk.ops("booking", "confirm", booking, "--table", full)).code).toBe(4);
  expect((await desk.ops("booking", "confirm", booking, "--dry-run")).out).toContain(
    `at table ${table?.number}`,
  );
  const confirm = () => desk.ops("booking", "confirm", booking, "--yes");
  expect((await Promise.all([confirm(), confirm()])).map(({ code }) => code).sort()).toEqual([0, 4]);
  expect(await mailsTo(waiting?.user_id ?? "")).toEqual(["on-standby", "booking-confirmed"]);
  expect((await tables()).map(({ diners }) => diners.length)).toEqual([5, 5]);
  const { changes } = await desk.json("match", "show", dinner);
  expect(changes[1].what).toBe(`A diner on standby was given a seat at table ${table?.number}.`);
  const listed: { id: string; state: string }[] = await desk.json("booking", "list", dinner, "--canceled");
  expect(listed.find(({ id }) => id === booking)?.state).toBe(`table ${table?.number}`);
  expect(listed.filter(({ state }) => state === "canceled")).toHaveLength(1);
});

test("the restaurant’s sheet counts what nobody’s name stands beside", async () => {
  const { tables, guests } = await desk.json("sheet", dinner);
  expect(guests).toBe(10);
  const total = (what: "diets" | "allergies", choice: string) =>
    tables
      .flatMap((table: Record<string, { choice: string; count: number }[]>) => table[what])
      .filter((each: { choice: string }) => each.choice === choice)
      .reduce((sum: number, { count }: { count: number }) => sum + count, 0);
  const stillThere = (await seatsOf(club, dinner)).some((seat) => seat.user_id === ids[0] && !seat.canceled);
  expect([total("diets", "Vegetarian"), total("allergies", "Nuts")]).toEqual(stillThere ? [1, 1] : [0, 0]);
  const { out } = await desk.ops("sheet", dinner);
  expect(out).toMatch(/^Table 1: A, A, A, A, A\n {2}Diets: .+\n {2}Allergies: .+$/m);
});

test("who came is marked the day after, not before", async () => {
  expect((await desk.ops("attendance", dinner, "--all-came")).code).toBe(4);
  await club.binding
    .prepare("UPDATE events SET date = ?, closes_at = 1 WHERE id = ?")
    .bind(Date.now() - 1, dinner)
    .run();
  const [absent] = (await tables())[1]?.diners ?? [];
  const before = await desk.dump();
  expect((await desk.ops("attendance", dinner)).code).toBe(2);
  expect((await desk.ops("attendance", dinner, "--missed", "nobody")).code).toBe(3);
  const mark = ["attendance", dinner, "--all-came", "--except", absent?.bookingId ?? ""];
  expect((await desk.ops(...mark, "--dry-run")).out).toContain("9 as having come and 1 as not");
  expect(await desk.dump()).toBe(before);
  expect(await desk.json(...mark)).toMatchObject({ noShow: [absent?.bookingId] });
  const { results } = await club.binding
    .prepare("SELECT attendance, count(*) AS n FROM bookings GROUP BY attendance ORDER BY n DESC")
    .all();
  expect(results).toEqual([
    { attendance: "attended", n: 9 },
    { attendance: null, n: 2 },
    { attendance: "no-show", n: 1 },
  ]);
});
