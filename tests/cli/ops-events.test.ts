import { expect, test, vi } from "vitest";
import { openClub } from "#tests/support/club.ts";
import { bookGuests, manyDiners, openDinner, seatsOf } from "#tests/support/events.ts";
import { openDesk, refusal } from "#tests/support/ops.ts";

// Each command is a process of its own, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

const club = openClub();
const desk = openDesk(club);
const year = new Date().getFullYear() + 1;
const kinds = async () =>
  (
    await club.binding
      .prepare('SELECT kind, "to" FROM outbox ORDER BY "to"')
      .all<{ kind: string; to: string }>()
  ).results;
const venue = (name: string) => ["venue", "add", name, "Fő utca 1, Budapest"];

test("a venue is added once, with what its kitchen cooks for, and listed", async () => {
  const dry = await desk.ops(...venue("Kakukk"), "--dry-run");
  expect([dry.code, dry.out]).toEqual([0, "Would add the venue Kakukk. Nothing was changed.\n"]);
  expect(await desk.json("venue", "list")).toEqual([]);
  const { id } = await desk.json(...venue("\u202eKakukk\u2069"), "--diets", "vegan", "No pork");
  expect(await desk.json("venue", "list")).toMatchObject([
    { id, name: "Kakukk", timeZone: "Europe/Budapest", diets: ["Vegan", "No pork"], eventCount: 0 },
  ]);
  const before = await desk.dump();
  expect(await desk.ops(...venue("Kakukk"))).toEqual(
    refusal(4, "There is a venue Kakukk at Fő utca 1, Budapest already."),
  );
  expect((await desk.ops(...venue("Other"), "--diets", "Air")).err).toMatch(
    /^There is no diet “Air”: say Veg/,
  );
  expect(await desk.ops(...venue("Other"), "--zone", "Mars/Base")).toEqual(
    refusal(2, "--zone is a time zone such as Europe/Budapest."),
  );
  expect(await desk.dump()).toBe(before);
});

test("a venue is corrected: its dinners to come, their calendars and their receipts show it", async () => {
  const dinner = await openDinner(club, { inHours: 400 });
  await bookGuests(club, await manyDiners(club, 1), dinner);
  await club.binding.prepare("UPDATE events SET matched_at = 1 WHERE id = ?").bind(dinner).run();
  const of = async () =>
    (await desk.json("venue", "list")).find((one: { name: string }) => /^Vendéglő|^Malac/.test(one.name));
  const { id, name, address } = await of();
  const edit = (...changes: string[]) => desk.ops("venue", "edit", id, ...changes);
  const before = await desk.dump();
  expect((await edit("--name", "Malac", "--dry-run")).out).toContain(
    `Would change the name of ${name}, where 1 dinner is to come`,
  );
  expect((await edit("--name", name)).code).toBe(2);
  expect((await edit("--name", "Kakukk", "--address", "Fő utca 1, Budapest")).code).toBe(4);
  expect((await edit("--zone", "Europe/London")).err).toContain("1 dinner to come there would be at another");
  expect((await edit("--diets", "Air")).code).toBe(2);
  expect(await desk.dump()).toBe(before);

  expect((await edit("--name", "Malac", "--diets", "vegan")).code).toBe(0);
  expect(await of()).toMatchObject({ id, name: "Malac", address, diets: ["Vegan"], eventCount: 1 });
  expect((await edit("--no-diets", "--map", "https://maps.example/m")).code).toBe(0);
  expect((await of()).diets).toEqual([]);
  const seat = club.binding.prepare("SELECT sequence FROM bookings WHERE event_id = ?").bind(dinner);
  expect(await seat.first("sequence")).toBe(1);
  const changes = club.binding.prepare("SELECT event_id, what FROM operator_changes");
  expect((await changes.all()).results).toEqual([
    { event_id: dinner, what: "The restaurant’s name or address was corrected." },
  ]);
  await club.binding.exec("DELETE FROM bookings");
  await club.binding.prepare("DELETE FROM operator_changes").run();
  await club.binding.prepare("DELETE FROM events").run();
});

test("a dinner is opened on the venue’s clock, not in the past, not twice, at no hour that isn’t there", async () => {
  const { id: place } = await desk.json(...venue("Galamb"));
  const add = (at: string, ...more: string[]) => [
    "event",
    "add",
    "--venue",
    place,
    "--at",
    at,
    "--seats",
    "20",
    ...more,
  ];
  const before = await desk.dump();
  expect((await desk.ops(...add(`${year}-07-03 19:00`), "--dry-run")).out).toContain("Would open a dinner");
  expect(await desk.ops(...add(`${year}-02-30 19:00`))).toEqual(
    refusal(2, `There is no such day or hour as ${year}-02-30 19:00.`),
  );
  expect((await desk.ops(...add("2027-03-28 02:30"))).err).toBe(
    "There is no 2027-03-28 02:30 in Europe/Budapest: the clocks go forward over it that night.\n",
  );
  expect((await desk.ops(...add("2027-10-31 02:30"))).err).toBe(
    "2027-10-31 02:30 comes twice in Europe/Budapest, the clocks go back that night: say 2027-10-31T00:30:00.000Z or 2027-10-31T01:30:00.000Z.\n",
  );
  expect((await desk.ops(...add("2020-01-01 19:00"))).code).toBe(4);
  expect(await desk.ops(...add("2926-01-01 19:00"))).toEqual(
    refusal(4, "A dinner is at most two years ahead."),
  );
  expect((await desk.ops("event", "add", "--venue", "nowhere", "--at", "x", "--seats", "20")).code).toBe(3);
  expect(await desk.dump()).toBe(before);

  const { id } = await desk.json(...add(`${year}-07-03 19:00`));
  expect(await desk.json("event", "list")).toMatchObject([
    {
      id,
      date: `${year}-07-03T17:00:00.000Z`,
      closesAt: `${year}-07-01T17:00:00.000Z`,
      capacity: 20,
      state: "open",
    },
  ]);
  expect(await desk.ops(...add(`${year}-07-03T17:00:00Z`))).toEqual(
    refusal(4, "There is a dinner at Galamb at that hour already."),
  );
  expect((await desk.ops("event", "list")).out).toContain(`${year}-07-03 19:00`);
});

test("a rule is added once, opens its dinners with the cron, and ends", async () => {
  const { id: place } = await desk.json(...venue("Malomkert"));
  const add = [
    "rule",
    "add",
    "--venue",
    place,
    "--weekday",
    "Friday",
    "--at",
    "19:00",
    "--seats",
    "50",
    "--weeks",
    "3",
  ];
  expect((await desk.ops(...add, "--dry-run")).out).toContain("Would open Fridays 19:00 at Malomkert for 50");
  expect((await desk.ops(...add, "--at", "25:00")).err).toBe("--at is an hour such as 19:00.\n");
  expect(await desk.json("rule", "list")).toEqual([]);
  const { id } = await desk.json(...add);
  expect((await desk.ops(...add)).code).toBe(4);
  expect(await desk.json("rule", "list")).toMatchObject([{ id, weekday: 5, time: "19:00", capacity: 50 }]);
  await desk.json("job", "run", "openEvents");
  const at = (await desk.json("event", "list")).filter(
    (dinner: { venueId: string }) => dinner.venueId === place,
  );
  expect(at).toHaveLength(3);
  expect((await desk.ops("rule", "end", id)).code).toBe(0);
  expect((await desk.ops("rule", "end", id)).code).toBe(4);
  expect(await desk.json("rule", "list")).toEqual([]);
});

test("a moved dinner tells everyone once and raises their calendars; it never gets smaller than it is full", async () => {
  const dinner = await openDinner(club, { inHours: 300 });
  const bookings = await bookGuests(club, await manyDiners(club, 6), dinner);
  const before = await desk.dump();
  expect(await desk.ops("event", "edit", dinner, "--seats", "5")).toEqual(
    refusal(4, "6 seats are taken: it can’t have fewer."),
  );
  expect(await desk.ops("event", "edit", dinner, "--seats", "4")).toEqual(
    refusal(2, "--seats is a whole number from 5 to 5000."),
  );
  expect((await desk.ops("event", "edit", dinner, "--at", "2926-12-04 20:00")).code).toBe(4);
  expect((await desk.ops("event", "edit", dinner, "--at", `${year}-12-04 20:00`)).code).toBe(4);
  expect((await desk.ops("event", "edit", dinner, "--at", `${year}-12-04 20:00`, "--dry-run")).out).toContain(
    "and tell 6 diners",
  );
  expect(await desk.dump()).toBe(before);
  const move = ["event", "edit", dinner, "--at", `${year}-12-04 20:00`, "--seats", "8", "--yes"];
  expect((await desk.ops(...move)).code).toBe(0);
  expect((await desk.ops(...move)).code).toBe(2);
  expect((await kinds()).map(({ kind }) => kind)).toEqual(bookings.map(() => "event-moved"));
  const { results } = await club.binding.prepare("SELECT DISTINCT sequence FROM bookings").all();
  expect(results).toEqual([{ sequence: 1 }]);
  const [found] = (await desk.json("event", "list")).filter(({ id }: { id: string }) => id === dinner);
  expect(found).toMatchObject({ date: `${year}-12-04T19:00:00.000Z`, capacity: 8, taken: 6 });
  await club.binding.exec("DELETE FROM outbox");
});

test("booking is ended once, by who is sure", async () => {
  const dinner = await openDinner(club, { inHours: 200 });
  expect(await desk.ops("event", "close", dinner)).toMatchObject({ code: 4, out: "" });
  expect((await desk.ops("event", "close", dinner, "--yes")).code).toBe(0);
  expect((await desk.ops("event", "close", dinner, "--yes")).code).toBe(4);
  const [found] = (await desk.json("event", "list")).filter(({ id }: { id: string }) => id === dinner);
  expect(found.state).toBe("closed");
});

test("a dinner called off by four at once cancels every seat and tells everyone once; the cron leaves it alone", async () => {
  const dinner = await openDinner(club, { inHours: 100 });
  const ids = await manyDiners(club, 12);
  await bookGuests(club, ids, dinner);
  const before = await desk.dump();
  expect((await desk.ops("event", "cancel", dinner, "--dry-run")).out).toContain("and tell 12 diners");
  expect(await desk.dump()).toBe(before);
  const cancel = () =>
    desk.ops("event", "cancel", dinner, "--yes", "--because", "The kitchen is under water.");
  const codes = (await Promise.all(Array.from({ length: 4 }, cancel))).map(({ code }) => code);
  expect(codes.sort()).toEqual([0, 4, 4, 4]);
  expect((await seatsOf(club, dinner)).every(({ canceled }) => canceled === 1)).toBe(true);
  const told = await kinds();
  expect(told).toEqual(ids.toSorted().map((id) => ({ kind: "canceled-by-club", to: `${id}@x.y` })));
  const later = new Date(Date.now() + 60 * 3_600_000).toISOString();
  await desk.json("job", "run", "makeTables", "--now", later, "--yes");
  const matched = club.binding.prepare("SELECT matched_at FROM events WHERE id = ?").bind(dinner);
  expect(await matched.first("matched_at")).toBe(null);
  await club.binding.exec("DELETE FROM outbox");
});
