import { beforeAll, expect, test } from "vitest";
import { outbox } from "#app/db/schema.ts";
import { openClub } from "#tests/support/club.ts";
import {
  addTestCity,
  bookForDiners,
  createEvent,
  insertDiners,
  listBookings,
} from "#tests/support/events.ts";
import { changeOptions, connectOps, failure } from "#tests/support/ops.ts";

const club = openClub();
const ops = connectOps(club);
const year = new Date().getFullYear() + 1;
/** No Friday, which is the day of the schedules here. */
const dayOfJuly = new Date(year, 6, 3).getDay() === 5 ? 4 : 3;
const summerDay = `${year}-07-0${dayOfJuly}`;
const listOutbox = () => club.db.select({ kind: outbox.kind, to: outbox.to }).from(outbox).orderBy(outbox.to);
const address = "Fő utca 1, Budapest";
const addVenue = (name: string) => [
  ...["venue", "add", "--name", name, "--address", address, "--tables", "4", "--price", "2"],
];

beforeAll(async () => {
  await addTestCity(club);
});

test("venue add stores a venue and its diets once, and venue list shows them", async () => {
  const dryRun = await ops.run(...addVenue("Kakukk"), "--dry-run");
  expect([dryRun.code, dryRun.out]).toEqual([
    0,
    expect.stringContaining("Would add the venue Kakukk with 4 tables. Nothing was changed.\n"),
  ]);
  expect(await ops.json("venue", "list")).toEqual([]);
  const { id } = await ops.json(...addVenue("\u202eKakukk\u2069"), "--diets", "vegan", "No pork");
  expect(await ops.json("venue", "list")).toMatchObject([
    {
      id,
      name: "Kakukk",
      address,
      citySlug: "budapest",
      timeZone: "Europe/Budapest",
      tables: 4,
      priceLevel: 2,
      stepFree: false,
      diets: ["Vegan", "No pork"],
      eventCount: 0,
    },
  ]);
  const before = await ops.hashRows();
  expect(await ops.run(...addVenue("Kakukk"))).toEqual(
    failure(4, "There is already a venue Kakukk at Fő utca 1, Budapest."),
  );
  expect((await ops.run(...addVenue("Other"), "--diets", "Air")).err).toMatch(
    /^There is no diet “Air”. Diets: Veg/,
  );
  for (const [option, value, sentence] of [
    ["--maps", "http://maps.example", "--maps is a link that begins with https://."],
    ["--phone", "ask Anna", "--phone is a phone number such as +36 1 234 5678."],
    ["--step-free", "maybe", "--step-free is yes or no."],
    ["--price", "5", "--price is a whole number from 1 to 4."],
    ["--tables", "0", "--tables is a whole number from 1 to 4000."],
    ["--name", "x".repeat(121), "--name is longer than 120 characters."],
    ["--district", "", "--district is empty."],
  ] as const)
    expect(await ops.run(...changeOptions(addVenue("Other"), { [option.slice(2)]: value }))).toEqual(
      failure(2, sentence),
    );
  expect(await ops.hashRows()).toBe(before);
});

test("venue edit changes upcoming events, calendar entries and the list of changes", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 400 });
  await bookForDiners(club, await insertDiners(club, 1), eventId);
  await club.binding.prepare("UPDATE events SET matched_at = 1 WHERE id = ?").bind(eventId).run();
  const findVenue = async () =>
    (await ops.json("venue", "list")).find((venue: { name: string }) => /^Vendéglő|^Malac/.test(venue.name));
  const kakukk = address;
  const { id, name, address: ownAddress } = await findVenue();
  const edit = (...changes: string[]) => ops.run("venue", "edit", id, ...changes);
  const before = await ops.hashRows();
  expect((await edit("--name", "Malac", "--dry-run")).out).toContain(
    `Would change the name of ${name}, which has 1 upcoming event`,
  );
  expect((await edit("--name", name)).code).toBe(2);
  expect((await edit("--name", "Kakukk", "--address", kakukk)).code).toBe(4);
  expect((await edit("--diets", "Air")).code).toBe(2);
  expect(await ops.hashRows()).toBe(before);

  expect((await edit("--name", "Malac", "--diets", "vegan")).code).toBe(0);
  expect(await findVenue()).toMatchObject({
    id,
    name: "Malac",
    address: ownAddress,
    diets: ["Vegan"],
    eventCount: 1,
  });
  const details = ["--district", "Belváros", "--phone", "+36 1 234 5678", "--step-free", "yes"];
  expect((await edit("--no-diets", "--maps", "https://maps.example/m", ...details)).code).toBe(0);
  expect((await edit("--tables", "7", "--price", "3")).code).toBe(0);
  expect(await findVenue()).toMatchObject({
    diets: [],
    googleMapsLink: "https://maps.example/m",
    district: "Belváros",
    phone: "+36 1 234 5678",
    stepFree: true,
    tables: 7,
    priceLevel: 3,
  });
  expect((await edit("--no-district", "--no-phone", "--step-free", "no")).code).toBe(0);
  expect(await findVenue()).toMatchObject({ district: null, phone: null, stepFree: false });
  const selectSequence = club.binding.prepare("SELECT sequence FROM bookings WHERE event_id = ?");
  expect(await selectSequence.bind(eventId).first("sequence")).toBe(1);
  const selectChanges = club.binding.prepare("SELECT event_id, what FROM table_changes");
  expect((await selectChanges.all()).results).toEqual([
    { event_id: eventId, what: "The restaurant’s name or address was corrected." },
  ]);
  await club.binding.exec("DELETE FROM bookings");
  await club.binding.prepare("DELETE FROM table_changes").run();
  await club.binding.prepare("DELETE FROM event_venues").run();
  await club.binding.prepare("DELETE FROM events").run();
});

test("event add uses the city’s time zone and refuses past, duplicate and impossible times", async () => {
  const { id: venueId } = await ops.json(...addVenue("Galamb"));
  const addEvent = (at: string) => ["event", "add", "--venue", `${venueId}=4`, "--at", at];
  const before = await ops.hashRows();
  expect((await ops.run(...addEvent(`${summerDay} 19:00`), "--dry-run")).out).toContain(
    "Would add an event on",
  );
  expect(await ops.run(...addEvent(`${year}-02-30 19:00`))).toEqual(
    failure(2, `There is no such day or hour as ${year}-02-30 19:00.`),
  );
  expect((await ops.run(...addEvent("2027-03-28 02:30"))).err).toBe(
    "2027-03-28 02:30 does not exist in Europe/Budapest: the clocks go forward over it that night.\n",
  );
  expect((await ops.run(...addEvent("2027-10-31 02:30"))).err).toBe(
    "2027-10-31 02:30 comes twice in Europe/Budapest, because the clocks go back that night: write 2027-10-31T00:30:00.000Z or 2027-10-31T01:30:00.000Z.\n",
  );
  expect((await ops.run(...addEvent("2020-01-01 19:00"))).code).toBe(4);
  expect(await ops.run(...addEvent("2926-01-01 19:00"))).toEqual(
    failure(4, "An event can be at most two years ahead."),
  );
  const elsewhere = await ops.run("event", "add", "--venue", "nowhere", "--at", "x");
  expect(elsewhere).toEqual(
    failure(3, "There is no venue nowhere in Budapest: type its id or its whole name, see venue list."),
  );
  expect((await ops.run("event", "add", "--at", `${summerDay} 19:00`)).err).toMatch(
    /^Name the venues with --venue: Budapest has \d, see venue list\.\n$/,
  );
  for (const wanted of ["=4", "a=0", "a=4001", "a=x", "a=-1", "a=4=4", ""])
    expect((await ops.run("event", "add", "--at", "x", "--venue", wanted)).err).toContain(
      "--venue is a venue, or a venue and a number of tables from 1 to 4000, such as 3f2a91bc=4.",
    );
  expect(await ops.hashRows()).toBe(before);

  const { id } = await ops.json(...addEvent(`${summerDay} 19:00`));
  expect(await ops.json("event", "list")).toMatchObject([
    {
      id,
      date: `${summerDay}T17:00:00.000Z`,
      closesAt: `${year}-07-0${dayOfJuly - 2}T17:00:00.000Z`,
      capacity: 20,
      state: "open",
    },
  ]);
  expect(await ops.run(...addEvent(`${summerDay}T17:00:00Z`))).toEqual(
    failure(4, "There is already an event in Budapest at that time."),
  );
  expect((await ops.run("event", "list")).out).toContain(`${summerDay} 19:00`);

  const near = addEvent(`${summerDay} 22:30`);
  const overlap = `less than 4 hours apart, there is also an event at Galamb on ${summerDay} 19:00 with 4 tables`;
  expect((await ops.run(...near)).err).toContain(`${overlap}. Add --yes to confirm.`);
  const { id: nearId } = await ops.json(...near, "--yes");
  expect((await ops.run("event", "edit", nearId, "--at", `${summerDay} 22:00`, "--dry-run")).out).toContain(
    overlap,
  );
  expect((await ops.run("event", "edit", nearId, "--at", `${summerDay} 23:00`)).code).toBe(0);
  expect((await ops.run("event", "cancel", nearId, "--yes")).code).toBe(0);
  expect((await ops.run("event", "list")).out, "canceled").not.toContain(nearId.slice(0, 8));
  expect((await ops.run("event", "list", "--past")).out).toMatch(
    new RegExp(`${nearId.slice(0, 8)} .* canceled `),
  );
});

test("a venue is named by its id, or by a name that only it has", async () => {
  const { id } = await ops.json(
    ...["venue", "add", "--name", "Két Szív", "--address", "Fő utca 2", "--tables", "4", "--price", "2"],
  );
  const add = (venue: string) =>
    ops.run("event", "add", "--at", `${year}-08-03 19:00`, "--dry-run", "--venue", venue);
  for (const typed of ["két szív = 3", "Két Szív=3", `${id}=3`, `${id.slice(0, 8)}=3`])
    expect((await add(typed)).out).toContain("at Két Szív with 3 tables");
  expect((await ops.run("venue", "edit", "Két Szív", "--tables", "5")).code).toBe(0);
  const other = changeOptions(addVenue("Két Szív"), { address: "Fő utca 3" });
  const { id: otherId } = await ops.json(...other);
  expect((await add("Két Szív")).err).toMatch(
    /^More than one venue is called Két Szív: type the id, [0-9a-f]{8} and [0-9a-f]{8}\.\n$/,
  );
  expect((await ops.run("venue", "remove", otherId, "--yes")).code).toBe(0);
});

test("a schedule is added once, opens its events through the cron, and ends", async () => {
  const { id: venueId } = await ops.json(...addVenue("Malomkert"));
  const addSchedule = [
    ...["schedule", "add", "--venue", `${venueId}=10`, "--on", "Friday", "--at", "19:00", "--weeks", "3"],
    ...["--keep", "all"],
  ];
  expect((await ops.run(...addSchedule, "--dry-run")).out).toContain(
    "Would schedule Fridays 19:00 at Malomkert with 10 tables, 3 weeks ahead",
  );
  expect((await ops.run(...changeOptions(addSchedule, { at: "25:00" }))).err).toBe(
    "--at is an hour such as 19:00.\n",
  );
  expect(await ops.json("schedule", "list")).toEqual([]);
  const { id } = await ops.json(...addSchedule);
  expect((await ops.run(...addSchedule)).code).toBe(4);
  expect(await ops.json("schedule", "list")).toMatchObject([
    { id, weekday: 5, time: "19:00", venues: [{ venueId, name: "Malomkert", tables: 10 }] },
  ]);
  expect((await ops.run("schedule", "list")).out).toMatch(
    / Fridays {2}19:00 {2}Malomkert \(10\) {2}10 {6}3\n$/,
  );
  await ops.json("job", "run", "openEvents");
  const opened = (await ops.json("event", "list")).filter(
    ({ venues }: { venues: { venueId: string }[] }) => venues[0]?.venueId === venueId,
  );
  expect(opened).toHaveLength(3);
  const near = changeOptions(addSchedule, { at: "22:30" });
  const overlap =
    "; less than 4 hours apart, there is also a schedule at Malomkert on Fridays 19:00. Add --yes";
  expect((await ops.run(...near)).err).toContain(overlap);
  expect((await ops.run(...changeOptions(near, { at: "23:00" }), "--dry-run")).out).not.toContain(
    "less than",
  );
  const { id: otherVenue } = await ops.json(...addVenue("Hal"));
  const nearHal = changeOptions(near, { venue: `${otherVenue}=2` });
  const { id: nearId } = await ops.json(...nearHal);
  expect((await ops.run("schedule", "edit", nearId, "--venue", venueId)).err).toContain(overlap);
  expect((await ops.run("schedule", "end", nearId)).code).toBe(0);
  const edit = (...options: string[]) => ops.run("schedule", "edit", id, ...options);
  expect(await edit()).toEqual(
    failure(2, "Nothing to change: name all venues with --venue, or how often with --every."),
  );
  expect((await edit("--venue", `${otherVenue}=2`, "--dry-run")).out).toBe(
    "Would change Fridays 19:00 in Budapest to Hal (2 tables), for events that open from now on. Nothing was changed.\n",
  );
  expect((await edit("--venue", `${otherVenue}=2`)).out).toBe(
    "Changed Fridays 19:00 in Budapest to Hal (2 tables). 3 events are open at that time already, and keep their venues: change them with event venues.\n",
  );
  expect(await ops.json("schedule", "list")).toMatchObject([{ id, venues: [{ name: "Hal", tables: 2 }] }]);
  expect((await ops.run("schedule", "end", id)).out).toContain("Its open events stay, with their venues.");
  expect((await ops.run(...near)).err, "by the events that are open").toMatch(
    /; less than 4 hours apart, there is also an event at Malomkert on .* 19:00 with 10 tables and Malomkert on .* 19:00 with 10 tables\. Add --yes/,
  );
  expect((await edit("--venue", otherVenue)).code).toBe(4);
  const again = await ops.run(...changeOptions(addSchedule, { venue: `${otherVenue}=2` }));
  expect(again.out).toContain("3 events are open at that time already, and keep their venues:");
  const [{ id: added }] = await ops.json("schedule", "list");
  expect((await ops.run("schedule", "end", added)).code).toBe(0);
  expect((await ops.run("schedule", "end", id)).code).toBe(4);
  expect(await ops.json("schedule", "list")).toEqual([]);
});

test("event edit emails each diner once and updates their calendars", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 300 });
  const bookings = await bookForDiners(club, await insertDiners(club, 6), eventId);
  const edit = (...changes: string[]) => ops.run("event", "edit", eventId, ...changes);
  const before = await ops.hashRows();
  expect((await edit("--at", "2926-12-04 20:00")).code).toBe(4);
  expect((await edit("--at", `${year}-12-04 20:00`)).code).toBe(4);
  expect((await edit("--at", `${year}-12-04 20:00`, "--dry-run")).out).toContain("and email 6 diners");
  expect(await ops.hashRows()).toBe(before);
  const move = ["--at", `${year}-12-04 20:00`, "--yes"];
  expect((await edit(...move)).code).toBe(0);
  expect((await edit(...move)).code).toBe(2);
  expect((await listOutbox()).map(({ kind }) => kind)).toEqual(bookings.map(() => "event-moved"));
  const { results } = await club.binding.prepare("SELECT DISTINCT sequence FROM bookings").all();
  expect(results).toEqual([{ sequence: 1 }]);
  const [found] = (await ops.json("event", "list")).filter(({ id }: { id: string }) => id === eventId);
  expect(found).toMatchObject({
    date: `${year}-12-04T19:00:00.000Z`,
    capacity: 50,
    taken: 6,
    bookings: { pending: 6 },
  });
  await club.binding.exec("DELETE FROM outbox");
});

test("event close ends booking once, and only after confirmation", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 200 });
  expect(await ops.run("event", "close", eventId)).toMatchObject({ code: 4, out: "" });
  expect((await ops.run("event", "close", eventId, "--yes")).code).toBe(0);
  expect((await ops.run("event", "close", eventId, "--yes")).code).toBe(4);
  const [found] = (await ops.json("event", "list")).filter(({ id }: { id: string }) => id === eventId);
  expect(found.state).toBe("closed");
});

test("four concurrent event cancel commands cancel every booking and email each diner once, and no tables are made", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 100 });
  const ids = await insertDiners(club, 12);
  await bookForDiners(club, ids, eventId);
  const before = await ops.hashRows();
  expect((await ops.run("event", "cancel", eventId, "--dry-run")).out).toContain("and email 12 diners");
  expect(await ops.hashRows()).toBe(before);
  const cancel = () =>
    ops.run("event", "cancel", eventId, "--yes", "--because", "The kitchen is under water.");
  const codes = (await Promise.all(Array.from({ length: 4 }, cancel))).map(({ code }) => code);
  expect(codes.sort()).toEqual([0, 4, 4, 4]);
  expect((await listBookings(club, eventId)).every(({ canceled }) => canceled === 1)).toBe(true);
  expect(await listOutbox()).toEqual(
    ids.toSorted().map((id) => ({ kind: "canceled-by-club", to: `${id}@x.y` })),
  );
  const later = new Date(Date.now() + 60 * 3_600_000).toISOString();
  await ops.json("job", "run", "makeTables", "--now", later, "--yes");
  const selectMatchedAt = club.binding.prepare("SELECT matched_at FROM events WHERE id = ?");
  expect(await selectMatchedAt.bind(eventId).first("matched_at")).toBe(null);
  await club.binding.exec("DELETE FROM outbox");
});
