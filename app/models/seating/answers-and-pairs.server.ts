import { eq, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/client.server.ts";
import { accountOrigins, avoidances } from "#app/db/schema/account.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { events } from "#app/db/schema/event.ts";
import { mutualWishes } from "#app/db/schema/feedback.ts";
import { quizQuestions, userAnswers } from "#app/db/schema/quiz.ts";
import { tableTerms } from "#app/db/schema/seating.ts";
import { feedback } from "#app/db/schema.ts";
import { jsonList } from "#app/db/statements.ts";

const came = (booking: SQL) => sql`${booking}.canceled = 0 and ${booking}.table_id is not null
  and coalesce(${booking}.attendance, '') <> 'no-show'`;

/** Somebody else who was at their last dinner, and gave the same answer. */
const hasGivenIt = sql`${came(sql`mate`)} and mate.user_id <> last.user_id and exists (select 1 from ${userAnswers} theirs,
  json_each(theirs.answer_ids) other where theirs.user_id = mate.user_id and theirs.question_id = mine.question_id
    and other.value = chosen.value)`;

const wasFirstDinner = sql`${came(sql`mate`)} and mate.user_id <> last.user_id and not exists (
  select 1 from bookings earlier join events before on before.id = earlier.event_id
  where earlier.user_id = mate.user_id and ${came(sql`earlier`)} and before.date < last.last_date)`;

/** Nobody at their table was so, and somebody at another one was. */
const wasAlone = (
  isSo: SQL,
) => sql`(not exists (select 1 from bookings mate where mate.table_id = last.table_id and ${isSo})
  and exists (select 1 from bookings mate where mate.event_id = last.event_id and ${isSo}))`;

/** With a marked answer of theirs, or as the only one who had not been to a dinner before. */
const satAlone = sql`exists (select 1 from ${tableTerms} where ${tableTerms.company} > 0
  and ((last.dinner_count = 1 and ${wasAlone(wasFirstDinner)})
    or exists (select 1 from ${userAnswers} mine join ${quizQuestions} on ${quizQuestions.id} = mine.question_id,
        json_each(mine.answer_ids) chosen
      where mine.user_id = last.user_id and (${quizQuestions.company} = '"all"'
          or chosen.value in (select marked.value from json_each(${quizQuestions.company}) marked))
        and ${wasAlone(hasGivenIt)})))`;

/** `json` is 1 if the last one was bad: rated 1 or 2, or alone although somebody at another table could have been company. */
export const selectLastDinners = (db: Database, userIds: SQL, eventId: string | SQL) =>
  db
    .select({
      kind: sql<string>`'last dinner'`.as("kind"),
      userId: sql<string>`last.user_id`.as("user_id"),
      json: sql<string>`cast(exists (select 1 from ${feedback} where ${feedback.bookingId} = last.id
        and ${feedback.rating} <= 2) or ${satAlone} as text)`.as("json"),
    })
    .from(
      sql`(select ${bookings.id} as id, ${bookings.userId} as user_id, ${bookings.tableId} as table_id,
          ${bookings.eventId} as event_id, max(${events.date}) as last_date, count(*) as dinner_count
        from ${bookings} join ${events} on ${events.id} = ${bookings.eventId}
        where ${bookings.userId} in ${userIds} and ${came(sql`${bookings}`)}
          and ${events.date} < (select date from events this where this.id = ${eventId})
        group by ${bookings.userId}) last`,
    );

type Answers = Record<number, (number | string)[]>;

interface DinerRelations {
  answers: Answers;
  /** Ids of bookings, as in the lists after it. */
  avoided: string[];
  met: string[];
  /** With whom they have sat at a table, also those whom they may meet again; and with whom an account has that may be theirs. */
  known: string[];
  /** Whom they are to meet again; each pair is in one of both lists. */
  wished: string[];
  isFirstDinner: boolean;
  wasLastBad: boolean;
}

/** A D1 response must not carry the answers of a large event at once. */
const dinersPerQuery = 500;

/** `known` has the rows of `selectRelations` if they were read before. */
export async function addAnswersAndPairs<
  Row extends { userId: string; bookingId: string; crowdId: string | null },
>(db: Database, eventId: string, rows: Row[], known: Relation[] | undefined) {
  // Each id is kept in memory once, however many diners have met that person.
  const bookingIds = new Map(rows.map(({ userId, bookingId }) => [userId, bookingId]));
  const toBookings = (userIds: string[]) => userIds.flatMap((id) => bookingIds.get(id) ?? []);
  const parseIds = (json = "[]") => toBookings(JSON.parse(json));
  const diners: (Row & DinerRelations)[] = [];
  for (let start = 0; start < rows.length; start += dinersPerQuery) {
    const some = rows.slice(start, start + dinersPerQuery);
    const portion = jsonList(some.map(({ userId }) => userId));
    const relations = known ?? (await selectRelations(db, eventId, portion));
    const metByCrowd = await readMetByCrowd(db, eventId, some);
    const found = new Map(relations.map(({ kind, userId, json }) => [`${kind} ${userId}`, json]));
    for (const row of some) {
      const { userId } = row;
      const wasLastBad = found.get(`last dinner ${userId}`);
      const mayMeetAgain: Record<string, number> = JSON.parse(found.get(`met ${userId}`) ?? "{}");
      const met = Object.keys(mayMeetAgain);
      diners.push({
        ...row,
        answers: JSON.parse(found.get(`answers ${userId}`) ?? "{}"),
        avoided: parseIds(found.get(`avoided ${userId}`)),
        met: toBookings(met.filter((id) => !mayMeetAgain[id])),
        known: toBookings([...met, ...(metByCrowd.get(userId) ?? [])]),
        wished: parseIds(found.get(`wished ${userId}`)),
        isFirstDinner: wasLastBad === undefined,
        wasLastBad: wasLastBad === "1",
      });
    }
  }
  return diners;
}

/** A person knows what each of their accounts has seen. Few accounts are in a crowd, so this is asked for them alone. */
async function readMetByCrowd(
  db: Database,
  eventId: string,
  rows: readonly { userId: string; crowdId: string | null }[],
): Promise<Map<string, string[]>> {
  const inCrowds = rows.filter(({ crowdId }) => crowdId).map(({ userId }) => userId);
  if (inCrowds.length === 0) return new Map();
  const found = await db
    .select({
      userId: accountOrigins.userId,
      met: sql<string[]>`json_group_array(distinct theirs.user_id)`.mapWith(JSON.parse).as("met"),
    })
    .from(accountOrigins)
    .innerJoin(
      sql`account_origins mates`,
      sql`mates.crowd_id = ${accountOrigins.crowdId} and mates.user_id <> ${accountOrigins.userId}`,
    )
    .innerJoin(bookings, sql`${bookings.userId} = mates.user_id and ${bookings.canceled} = 0`)
    .innerJoin(sql`bookings theirs`, sql`theirs.table_id = ${bookings.tableId} and theirs.canceled = 0`)
    .where(
      sql`${accountOrigins.userId} in ${jsonList(inCrowds)} and ${bookings.eventId} <> ${eventId}
        and theirs.user_id <> ${accountOrigins.userId}
        and theirs.user_id in (select user_id from bookings where event_id = ${eventId} and canceled = 0)`,
    )
    .groupBy(accountOrigins.userId);
  return new Map(found.map(({ userId, met }) => [userId, met]));
}

type Relation = Awaited<ReturnType<typeof selectRelations>>[number];

const kindOf = (kind: string) => sql<string>`${sql.raw(`'${kind}'`)}`.as("kind");

/** Both would sit at one table again, and were told so. */
const wantsSameTable = (userId: SQL, otherId: SQL) =>
  sql`exists (select 1 from bookings earlier join ${mutualWishes} on ${mutualWishes.bookingId} = earlier.id
      join bookings their_earlier on their_earlier.id = ${mutualWishes.otherBookingId}
    where earlier.user_id = ${userId} and their_earlier.user_id = ${otherId} and ${mutualWishes.wantSameTable} = 1)`;

/** At a table of another event after that one. */
const haveMetSince = (userId: SQL, otherId: SQL, since: SQL, eventId: string | SQL) =>
  sql`exists (select 1 from bookings later join bookings their_later on their_later.table_id = later.table_id
    join events later_event on later_event.id = later.event_id
    where later.user_id = ${userId} and their_later.user_id = ${otherId} and later.canceled = 0
      and their_later.canceled = 0 and later.event_id <> ${eventId}
      and later_event.date > (select date from events where id = ${since}))`;

const isBefore = (one: SQL, eventId: string | SQL) =>
  sql`(select date from events where id = ${one}) < (select date from events where id = ${eventId})`;

const selectOpenWishes = (db: Database, portion: SQL, eventId: string | SQL) =>
  db
    .select({
      kind: kindOf("wished"),
      userId: bookings.userId,
      json: sql<string>`json_group_array(theirs.user_id)`.as("json"),
    })
    .from(bookings)
    .innerJoin(mutualWishes, eq(mutualWishes.bookingId, bookings.id))
    .innerJoin(sql`bookings theirs`, sql`theirs.id = ${mutualWishes.otherBookingId}`)
    .where(
      sql`${bookings.userId} in ${portion} and theirs.user_id in (select user_id from bookings where event_id = ${eventId} and canceled = 0) and ${mutualWishes.wantSameTable} = 1
          and ${isBefore(sql`${bookings.eventId}`, eventId)}
          and not ${haveMetSince(sql`${bookings.userId}`, sql`theirs.user_id`, sql`${bookings.eventId}`, eventId)}`,
    )
    .groupBy(bookings.userId);

/** What the matcher needs to know of these users. */
export function selectRelations(db: Database, eventId: string | SQL, portion: SQL) {
  const here = sql`(select user_id from bookings where event_id = ${eventId} and canceled = 0)`;
  return unionAll(
    db
      .select({
        kind: kindOf("answers"),
        userId: userAnswers.userId,
        json: sql<string>`json_group_object(question_id, json(answer_ids))`.as("json"),
      })
      .from(userAnswers)
      .where(sql`${userAnswers.userId} in ${portion}`)
      .groupBy(userAnswers.userId),
    db
      .select({
        kind: kindOf("avoided"),
        userId: avoidances.userId,
        json: sql<string>`json_group_array(${avoidances.otherId})`.as("json"),
      })
      .from(avoidances)
      .where(sql`${avoidances.userId} in ${portion} and ${avoidances.otherId} in ${here}`)
      .groupBy(avoidances.userId),
    db
      .select({
        kind: kindOf("met"),
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
    selectOpenWishes(db, portion, eventId),
    selectLastDinners(db, portion, eventId),
  );
}
