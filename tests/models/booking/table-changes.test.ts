import { expect, test } from "vitest";
import { type Database, openDatabase } from "#app/db/client.server.ts";
import { eraseAccount } from "#app/models/account/erase-account.server.ts";
import { seat } from "#app/models/booking/seat-transitions.server.ts";
import { listTableChanges } from "#app/models/booking/table-changes.server.ts";
import { listTables, type TableDetails } from "#app/models/booking/tables.server.ts";
import { cancel, cancelByClub } from "#app/models/booking/transitions.server.ts";
import { cancelEvent, editEvent, findEvent } from "#app/models/event/events.server.ts";
import { editVenue } from "#app/models/venue/venues.server.ts";
import { openClub } from "#tests/support/club.ts";
import { emailEnv } from "#tests/support/emails.ts";
import { bookForDiners, createEvent, insertDinersWithAnswers, venueOf } from "#tests/support/events.ts";
import { runJob } from "#tests/support/jobs.ts";
import { closeTable } from "#tests/support/reseating.ts";
import { wrapDatabase } from "#tests/support/wrap-database.ts";

const club = openClub();
const start = Date.now();
const hours = (count: number) => new Date(start + count * 3_600_000);

/** Every call of the database arrives twice, and only the first answer comes back. */
function openDoublingDatabase(): Database {
  return openDatabase(
    wrapDatabase(club.binding, async (call) => {
      const answer = await call();
      await call();
      return answer;
    }),
  );
}

interface MatchedEvent {
  db: Database;
  eventId: string;
  tables: TableDetails[];
  standby: { id: string; userId: string }[];
  refill(now: Date): Promise<void>;
  listChanges(): Promise<string[]>;
}

/** Makes the tables of an event in 150 hours. */
async function matchEvent(dinerCount: number): Promise<MatchedEvent> {
  const eventId = await createEvent(club, { hoursFromNow: 150 });
  const dinerIds = await insertDinersWithAnswers(club, dinerCount);
  const bookingIds = await bookForDiners(club, dinerIds, eventId);
  await runJob("makeTables", { db: club.db, env: emailEnv }, hours(105));
  const tables = await listTables(club.db, eventId);
  const seated = new Set(tables.flatMap(({ diners }) => diners.map(({ bookingId }) => bookingId)));
  const db = openDoublingDatabase();
  return {
    db,
    eventId,
    tables,
    standby: bookingIds
      .map((id, i) => ({ id, userId: dinerIds[i] ?? "" }))
      .filter(({ id }) => !seated.has(id)),
    refill: (now) => runJob("refillTables", { db, env: emailEnv }, now),
    listChanges: async () =>
      (await listTableChanges(club.db, eventId)).map(({ madeBy, what }) => `${madeBy}: ${what}`),
  };
}

const dinerAt = (table: TableDetails | undefined, i = 0) => {
  const { bookingId: id = "", userId = "" } = table?.diners[i] ?? {};
  return { id, userId };
};

test("each cancellation and each seat given since then is one line, also when every call arrives twice", async () => {
  const { db, eventId, tables, standby, refill, listChanges } = await matchEvent(13);
  expect(await listChanges()).toEqual([]);
  await cancel(db, { ...dinerAt(tables[0]), now: hours(106) });
  await cancel(db, { ...dinerAt(tables[0]), now: hours(106) });
  await cancel(db, { ...(standby[0] ?? dinerAt(undefined)), now: hours(107) });
  await refill(hours(108));
  await cancelByClub(db, { bookingId: dinerAt(tables[1]).id, because: undefined, now: hours(109) });
  const bookingId = (await findWaiting(eventId)) ?? "";
  await seat(db, {
    ...{ bookingIds: [bookingId], fromTableId: null, reason: "off standby", madeBy: "operator", shares: [] },
    ...{ tableId: tables[1]?.id ?? "", venueId: tables[1]?.venueId ?? "", now: hours(110) },
  });
  expect(await listChanges()).toEqual([
    "diner: A diner at table 1 canceled.",
    "diner: A diner on standby canceled.",
    "software: A diner on standby got a seat at table 1.",
    "operator: A booking at table 2 was canceled by the club.",
    "operator: A diner on standby was given a seat at table 2 by the club.",
  ]);
});

const findWaiting = (eventId: string) =>
  club.binding
    .prepare("SELECT id FROM bookings WHERE event_id = ? AND confirmed = 0 AND canceled = 0")
    .bind(eventId)
    .first<string>("id");

test("a closed table is one line, and says nothing of where each of its diners goes", async () => {
  const { db, eventId, tables, refill, listChanges } = await matchEvent(10);
  await cancel(db, { ...dinerAt(tables[0]), now: hours(106) });
  await closeTable(db, eventId, 2, hours(107));
  await refill(hours(108));
  await refill(hours(109));
  expect(await listChanges()).toEqual([
    "diner: A diner at table 1 canceled.",
    "operator: Table 2 was closed.",
  ]);
});

test("a table with too few diners leaves a line for each of them", async () => {
  const { db, tables, refill, listChanges } = await matchEvent(10);
  for (const i of [0, 1, 2]) await cancel(db, { ...dinerAt(tables[0], i), now: hours(106) });
  await cancel(db, { ...dinerAt(tables[1]), now: hours(107) });
  await refill(hours(148));
  expect((await listChanges()).slice(4)).toEqual([
    "software: A diner moved from table 1, which had too few diners, to table 2.",
    "software: A diner at table 1, which had too few diners, lost their booking.",
  ]);
});

test("the end of standby is one line, however many diners it is for", async () => {
  const { db, listChanges } = await matchEvent(14);
  await runJob("endStandby", { db, env: emailEnv }, hours(148));
  await runJob("endStandby", { db, env: emailEnv }, hours(149));
  expect(await listChanges()).toEqual(["software: Standby ended for 4 diners."]);
});

test("a deleted account reads as a cancellation, and one that the club deleted as its change", async () => {
  const { db, tables, listChanges } = await matchEvent(10);
  await eraseAccount(db, dinerAt(tables[0]).userId, hours(106));
  await eraseAccount(db, dinerAt(tables[1]).userId, hours(107), "operator");
  expect(await listChanges()).toEqual([
    "diner: A diner at table 1 canceled.",
    "operator: A booking at table 2 was removed by the club.",
  ]);
});

test("a moved event, a corrected venue and a canceled event are one line each", async () => {
  const { db, eventId, listChanges } = await matchEvent(5);
  const event = await findEvent(club.db, eventId);
  if (!event) throw new Error("The event is gone");
  const email = { kind: "event-moved", data: { previousDate: 1, previousTimeZone: "UTC" } } as const;
  const edit = { event, changes: { date: hours(151) }, email };
  await editEvent(db, { ...edit, now: hours(106) });
  await editEvent(db, { ...edit, now: hours(107) });
  await editVenue(db, { id: venueOf(eventId), changes: { name: "Malac" }, now: hours(108) });
  await editVenue(db, { id: venueOf(eventId), changes: { name: "Malac" }, now: hours(109) });
  await cancelEvent(db, { id: eventId, because: undefined, now: hours(110) });
  expect(await listChanges()).toEqual([
    "operator: The dinner was moved to another time.",
    "operator: The restaurant’s name or address was corrected.",
    "operator: The dinner was canceled.",
  ]);
});

test("nothing is a change before the tables are made", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 150 });
  const [userId = ""] = await insertDinersWithAnswers(club, 1);
  const [id = ""] = await bookForDiners(club, [userId], eventId);
  await cancel(club.db, { id, userId, now: hours(1) });
  expect(await listTableChanges(club.db, eventId)).toEqual([]);
});
