import { eq, type SQL, sql } from "drizzle-orm";
import { runStatements } from "#app/db/batch.ts";
import type { Database } from "#app/db/client.server.ts";
import { jsonList } from "#app/db/json-list.ts";
import { avoidances, bookings, mutualWishes, userAnswers } from "#app/db/schema.ts";
import { selectLastDinners } from "./last-dinners.server.ts";

type Answers = Record<number, (number | string)[]>;

interface DinerRelations {
  answers: Answers;
  /** Ids of bookings, as in the lists after it. */
  avoided: string[];
  met: string[];
  /** With whom they have sat at a table, also those whom they may meet again. */
  known: string[];
  /** Whom they are to meet again; each pair is in one of both lists. */
  wished: string[];
  isFirstDinner: boolean;
  /** The last dinner was a bad one for them. */
  wasLastBad: boolean;
}

/** A D1 response must not carry the answers of a large event at once. */
const dinersPerQuery = 500;

/** `known` are the rows of `selectOfHost`. */
export async function addAnswersAndPairs<Row extends { userId: string; bookingId: string }>(
  db: Database,
  eventId: string,
  rows: Row[],
  known: unknown[][],
) {
  // Each id is kept in memory once, however many diners have met that person.
  const bookingIds = new Map(rows.map(({ userId, bookingId }) => [userId, bookingId]));
  const toBookings = (userIds: string[]) => userIds.flatMap((id) => bookingIds.get(id) ?? []);
  const parseIds = (json = "[]") => toBookings(JSON.parse(json));
  const diners: (Row & DinerRelations)[] = [];
  for (let start = 0; start < rows.length; start += dinersPerQuery) {
    const some = rows.slice(start, start + dinersPerQuery);
    const portion = jsonList(some.map(({ userId }) => userId));
    const found = known.length > 0 ? known : await runStatements(db, selectRelations(db, eventId, portion));
    const [answers, avoided, met, wished, wasLastBad] = byUser(found as JsonOfUser[][]);
    for (const row of some) {
      const given = answers?.get(row.userId);
      const mayMeetAgain: Record<string, number> = JSON.parse(met?.get(row.userId) ?? "{}");
      const known = Object.keys(mayMeetAgain);
      diners.push({
        ...row,
        answers: given ? JSON.parse(given) : {},
        avoided: parseIds(avoided?.get(row.userId)),
        met: toBookings(known.filter((id) => !mayMeetAgain[id])),
        known: toBookings(known),
        wished: parseIds(wished?.get(row.userId)),
        isFirstDinner: !wasLastBad?.has(row.userId),
        wasLastBad: wasLastBad?.get(row.userId) === "1",
      });
    }
  }
  return diners;
}

interface JsonOfUser {
  userId: string;
  json: string;
}

/** Both would sit at one table again, and were told so. */
const wantsSameTable = (userId: SQL, otherId: SQL) =>
  sql`exists (select 1 from bookings earlier join ${mutualWishes} on ${mutualWishes.bookingId} = earlier.id
      join bookings their_earlier on their_earlier.id = ${mutualWishes.otherBookingId}
    where earlier.user_id = ${userId} and their_earlier.user_id = ${otherId} and ${mutualWishes.wantSameTable} = 1)`;

/** At a table of another event after that one. */
const haveMetSince = (userId: SQL, otherId: SQL, since: SQL, eventId: string) =>
  sql`exists (select 1 from bookings later join bookings their_later on their_later.table_id = later.table_id
    join events later_event on later_event.id = later.event_id
    where later.user_id = ${userId} and their_later.user_id = ${otherId} and later.canceled = 0
      and their_later.canceled = 0 and later.event_id <> ${eventId}
      and later_event.date > (select date from events where id = ${since}))`;

const isBefore = (one: SQL, eventId: string) =>
  sql`(select date from events where id = ${one}) < (select date from events where id = ${eventId})`;

const selectOpenWishes = (db: Database, portion: SQL, eventId: string) =>
  db
    .select({ userId: bookings.userId, json: sql<string>`json_group_array(theirs.user_id)`.as("json") })
    .from(bookings)
    .innerJoin(mutualWishes, eq(mutualWishes.bookingId, bookings.id))
    .innerJoin(sql`bookings theirs`, sql`theirs.id = ${mutualWishes.otherBookingId}`)
    .where(
      sql`${bookings.userId} in ${portion} and theirs.user_id in (select user_id from bookings where event_id = ${eventId} and canceled = 0) and ${mutualWishes.wantSameTable} = 1
          and ${isBefore(sql`${bookings.eventId}`, eventId)}
          and not ${haveMetSince(sql`${bookings.userId}`, sql`theirs.user_id`, sql`${bookings.eventId}`, eventId)}`,
    )
    .groupBy(bookings.userId);

const byUser = (results: JsonOfUser[][]) =>
  results.map((rows) => new Map(rows.map(({ userId, json }) => [userId, json])));

const selectRelations = (db: Database, eventId: string, portion: SQL) => [
  ...selectOfHost(db, eventId, portion),
  selectOpenWishes(db, portion, eventId),
  selectLastDinners(db, portion, eventId),
];

/** What a host's page needs of these users, in the batch that reads who they are. */
export function selectOfHost(db: Database, eventId: string | SQL, portion: SQL) {
  const here = sql`(select user_id from bookings where event_id = ${eventId} and canceled = 0)`;
  return [
    db
      .select({
        userId: userAnswers.userId,
        json: sql<string>`json_group_object(question_id, json(answer_ids))`.as("json"),
      })
      .from(userAnswers)
      .where(sql`${userAnswers.userId} in ${portion}`)
      .groupBy(userAnswers.userId),
    db
      .select({
        userId: avoidances.userId,
        json: sql<string>`json_group_array(${avoidances.otherId})`.as("json"),
      })
      .from(avoidances)
      .where(sql`${avoidances.userId} in ${portion} and ${avoidances.otherId} in ${here}`)
      .groupBy(avoidances.userId),
    db
      .select({
        userId: bookings.userId,
        json: sql<string>`json_group_object(theirs.user_id,
          ${wantsSameTable(sql`${bookings.userId}`, sql`theirs.user_id`)}
          or ${wantsSameTable(sql`theirs.user_id`, sql`${bookings.userId}`)})`.as("json"),
      })
      .from(bookings)
      .innerJoin(
        sql`bookings theirs`,
        sql`theirs.table_id = ${bookings.tableId} and theirs.user_id <> ${bookings.userId} and theirs.canceled = 0`,
      )
      .where(
        sql`${bookings.userId} in ${portion} and theirs.user_id in ${here} and ${bookings.canceled} = 0
          and ${bookings.eventId} <> ${eventId}`,
      )
      .groupBy(bookings.userId),
  ];
}
