import { asc, eq, type SQL, sql } from "drizzle-orm";
import { batchedRead } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { countWalkIns } from "#app/db/conditions.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { cities } from "#app/db/schema/city.ts";
import { events, eventVenues } from "#app/db/schema/event.ts";
import { userAnswers } from "#app/db/schema/quiz.ts";
import { sheets } from "#app/db/schema/sheet.ts";
import { venues } from "#app/db/schema/venue.ts";
import { tables } from "#app/db/schema.ts";
import { findEventIds, insertWhere } from "#app/db/statements.ts";
import { withPlainSpaces } from "#app/lib/dates.ts";
import { answerBy } from "#app/lib/event/event-times.ts";
import { makeSheet, type SheetAnswer, type SheetContent, sheetTime } from "#app/lib/event/sheet.ts";
import { newLinkId } from "#app/lib/signatures.server.ts";
import { dayMs, minuteMs } from "#app/lib/time-units.ts";
import { isNeedAnswer, selectNeedQuestions } from "#app/models/booking/table-needs.ts";
import { hasWaitingSheet } from "#app/models/outbox/email-conditions.server.ts";
import { queueSheetEmails } from "#app/models/outbox/queue-emails.server.ts";

/** No restaurant gets two emails within this time. */
const betweenEmailsMs = 15 * minuteMs;

const betweenChecksMs = 5 * minuteMs;

const isToCheck = (now: Date) => sql`(exists (select 1 from ${sheets}
    where ${sheets.eventId} = ${events.id} and ${sheets.checkAt} <= ${now.getTime()})
  or exists (select 1 from ${eventVenues} join ${venues} on ${venues.id} = ${eventVenues.venueId}
    where ${eventVenues.eventId} = ${events.id} and ${venues.email} is not null
      and not exists (select 1 from ${sheets} known
        where known.event_id = ${eventVenues.eventId} and known.venue_id = ${eventVenues.venueId})))`;

export const findEventsToTellVenues = (db: Database, now: Date): Promise<string[]> =>
  findEventIds(
    db,
    sql`${events.matchedAt} is not null and ${events.date} > ${now.getTime()} and ${isToCheck(now)}`,
  );

/** The venues of events for which the condition holds, with those that had a sheet and have left, and who sits there. */
const selectSheets = (db: Database, isOfSheet: (eventId: SQL, venueId: SQL) => SQL) =>
  [
    db
      .select({
        eventId: sql<string>`${events.id}`.as("event_id"),
        venueId: sql<string>`${venues.id}`.as("venue_id"),
        venueName: sql<string>`${venues.name}`.as("venue_name"),
        email: venues.email,
        language: venues.language,
        facts: venues.sheetFacts,
        tableNumbers: venues.tableNumbers,
        /** Null where the restaurant has left the event. */
        tableCount: sql<number | null>`${eventVenues.tables}`.as("table_count"),
        date: events.date,
        matchedAt: events.matchedAt,
        canceledAt: events.canceledAt,
        timeZone: cities.timeZone,
        cityName: sql<string>`${cities.name}`.as("city_name"),
        sheetId: sql<string | null>`${sheets.id}`.as("sheet_id"),
        linkId: sheets.linkId,
        content: sheets.content,
        sentAt: sheets.sentAt,
        previous: sheets.previous,
        previousAt: sheets.previousAt,
        answer: sheets.answer,
        answeredAt: sheets.answeredAt,
        answeredBy: sheets.answeredBy,
        answerNote: sheets.answerNote,
        isWaiting: hasWaitingSheet.as("is_waiting"),
      })
      .from(
        sql`(select event_id, venue_id from ${eventVenues} where ${isOfSheet(sql`event_id`, sql`venue_id`)}
          union select event_id, venue_id from ${sheets} where ${isOfSheet(sql`event_id`, sql`venue_id`)}) of_sheet`,
      )
      .innerJoin(events, sql`${events.id} = of_sheet.event_id`)
      .innerJoin(venues, sql`${venues.id} = of_sheet.venue_id`)
      .innerJoin(cities, eq(cities.id, events.cityId))
      .leftJoin(
        eventVenues,
        sql`${eventVenues.eventId} = of_sheet.event_id and ${eventVenues.venueId} = of_sheet.venue_id`,
      )
      .leftJoin(sheets, sql`${sheets.eventId} = of_sheet.event_id and ${sheets.venueId} = of_sheet.venue_id`)
      .orderBy(asc(venues.name), asc(venues.id)),
    db
      .select({
        id: tables.id,
        number: tables.number,
        venueId: tables.venueId,
        closedAt: tables.closedAt,
        walkInCount: countWalkIns(sql`${tables.id}`).as("walk_in_count"),
      })
      .from(tables)
      .where(isOfSheet(sql`${tables.eventId}`, sql`${tables.venueId}`))
      .orderBy(asc(tables.number)),
    db
      .select({
        bookingId: sql<string>`${bookings.id}`.as("booking_id"),
        tableId: bookings.tableId,
        questionId: sql<number | null>`${userAnswers.questionId}`.as("question_id"),
        answerIds: userAnswers.answerIds,
      })
      .from(bookings)
      .leftJoin(userAnswers, sql`${userAnswers.userId} = ${bookings.userId} and ${isNeedAnswer}`)
      .where(
        sql`${bookings.canceled} = 0 and ${bookings.tableId} in (select t.id from ${tables} t
          where ${isOfSheet(sql`t.event_id`, sql`t.venue_id`)})`,
      ),
    selectNeedQuestions(db),
  ] as const;

type Rows<Query> = Query extends PromiseLike<infer Result> ? Result : never;
type Queries = ReturnType<typeof selectSheets>;
type SheetRow = Rows<Queries[0]>[number];

function describeSheets(
  rows: SheetRow[],
  eventTables: Rows<Queries[1]>,
  diners: Rows<Queries[2]>,
  questions: Rows<Queries[3]>,
) {
  const answersByTable = Map.groupBy(diners, ({ tableId }) => tableId);
  const peopleAt = (tableId: string) =>
    [...Map.groupBy(answersByTable.get(tableId) ?? [], ({ bookingId }) => bookingId).values()].map(
      (some) => ({
        answers: some.flatMap(({ questionId, answerIds }) =>
          questionId === null ? [] : [{ questionId, answerIds: answerIds ?? [] }],
        ),
      }),
    );
  const tablesByVenue = Map.groupBy(eventTables, ({ venueId }) => venueId);
  return rows.map((row) => {
    const occupied = (tablesByVenue.get(row.venueId) ?? []).map((table) => ({
      ...table,
      people: peopleAt(table.id),
    }));
    const sheet = makeSheet({
      date: row.date,
      isOff:
        row.canceledAt !== null ||
        (row.tableCount === null && occupied.every(({ people }) => people.length === 0)),
      tables: occupied,
      questions,
      facts: row.facts,
      tableCount: row.tableCount ?? 0,
      tableNumbers: row.tableNumbers,
      told: row.content,
    });
    /** Diners of a closed table are about to move: what is said now would be wrong in a minute. */
    const isSettled = occupied.every(({ closedAt, people }) => closedAt === null || people.length === 0);
    return { ...row, sheet, isSettled };
  });
}

export async function loadSheets(db: Database, eventId: string) {
  const found = await db.batch(selectSheets(db, (event) => sql`${event} = ${eventId}`));
  return describeSheets(found[0], found[1], found[2], found[3]);
}

type LoadedSheet = Awaited<ReturnType<typeof loadSheets>>[number];

/** Undefined if the link was revoked. */
export const readSheetPage = (db: Database, linkId: string) =>
  batchedRead(
    selectSheets(
      db,
      (event, venue) =>
        sql`${event} = (select event_id from ${sheets} where link_id = ${linkId})
          and ${venue} = (select venue_id from ${sheets} where link_id = ${linkId})`,
    ),
    ([rows, eventTables, diners, questions]) => describeSheets(rows, eventTables, diners, questions)[0],
  );

/** A sheet is there before anything is said of it, for a restaurant of the event. */
const addSheet = (db: Database, { eventId, venueId, now }: SheetOf & { now: Date }) =>
  insertWhere(
    db,
    sheets,
    { eventId, venueId, linkId: newLinkId(), createdAt: now, checkAt: now },
    sql`exists (select 1 from ${eventVenues}
      where ${eventVenues.eventId} = ${eventId} and ${eventVenues.venueId} = ${venueId})`,
  ).onConflictDoNothing();

/** Tells each restaurant of an event what it has not been told yet, at most every 15 minutes. */
export async function tellVenues(db: Database, eventId: string, now: Date): Promise<void> {
  const all = await loadSheets(db, eventId);
  const [known] = all;
  if (!known?.matchedAt || known.date <= now) return;
  const missing = all.filter(({ sheetId, email }) => sheetId === null && email !== null);
  await db.batch(missing.map(({ venueId }) => addSheet(db, { eventId, venueId, now })));
  for (const row of missing.length > 0 ? await loadSheets(db, eventId) : all) await tellVenue(db, row, now);
}

async function tellVenue(db: Database, row: LoadedSheet, now: Date): Promise<void> {
  const { sheetId, sheet, content, sentAt, email, isSettled } = row;
  if (sheetId === null || !isSettled) return;
  const isTold = JSON.stringify(sheet) === JSON.stringify(content);
  const mayTellAt = (sentAt?.getTime() ?? 0) + betweenEmailsMs;
  const isNow = !isTold && email !== null && mayTellAt <= now.getTime() && !(sheet.isOff && content === null);
  const isAsRead = sql`${sheets.id} = ${sheetId} and ${sheets.sentAt} is ${sentAt?.getTime() ?? null}
    and (${sheets.content} is null) = ${Number(content === null)}`;
  const checkAt = new Date(now.getTime() + betweenChecksMs);
  if (!isNow) {
    await db.update(sheets).set({ checkAt }).where(isAsRead);
    return;
  }
  const told = { content: sheet, sentAt: now, checkAt };
  const saving = (changes: Partial<typeof sheets.$inferInsert>, condition = isAsRead) =>
    db.update(sheets).set(changes).where(condition);
  // An email that still waits will say the new things, too; if it leaves meanwhile, the next check tells them.
  const isStillWaiting = sql`exists (select 1 from ${venues} where ${venues.id} = ${sheets.venueId} and ${hasWaitingSheet})`;
  await db.batch(
    row.isWaiting
      ? [saving(told, sql`${isAsRead} and ${isStillWaiting}`)]
      : [
          queueSheetEmails(db, now, isAsRead),
          saving({ ...told, previous: content, previousAt: content ? sentAt : null }),
        ],
  );
}

interface Answered {
  answer: SheetAnswer;
  /** Why they can't. */
  note: string | null;
  /** The operator who heard it by phone; null if the restaurant says so itself. */
  by: string | null;
  now: Date;
}

/** The same answer again changes nothing, but for its reason. */
const setAnswer = (db: Database, { answer, note, by, now }: Answered, isSheet: SQL) =>
  db
    .update(sheets)
    .set({ answer, answerNote: answer === "no" ? note : null, answeredAt: now, answeredBy: by })
    .where(
      sql`${isSheet} and (${sheets.answer} is not ${answer} or (${answer} = 'no' and ${note} is not null and ${sheets.answerNote} is not ${note}))`,
    );

const isAhead = (now: Date) =>
  sql`exists (select 1 from ${events} where ${events.id} = ${sheets.eventId} and ${events.canceledAt} is null
    and ${events.matchedAt} is not null and ${events.date} > ${now.getTime()}
    and exists (select 1 from ${tables} where ${tables.eventId} = ${events.id} and ${tables.venueId} = ${sheets.venueId} and ${tables.taken} > 0))`;

/** When dinner is and how many come, as a form carries it: nobody answers what they have not read. */
export const seenOnSheet = ({ date, people }: Pick<SheetContent, "date" | "people">) => `${date}-${people}`;

/** Returns false where nobody comes, dinner has begun, or something else was read. */
export async function answerSheet(
  db: Database,
  { linkId, seen, ...answered }: Answered & { linkId: string; seen: string },
): Promise<boolean> {
  const isSheet = sql`${sheets.linkId} = ${linkId} and ${isAhead(answered.now)}
    and ${seen} = (select ${events.date} || '-' || sum(${tables.taken} + ${countWalkIns(sql`${tables.id}`)})
      from ${events} join ${tables} on ${tables.eventId} = ${events.id}
      where ${events.id} = ${sheets.eventId} and ${tables.venueId} = ${sheets.venueId})`;
  const { last } = await db.batch([
    setAnswer(db, answered, isSheet),
    db.select({ answer: sheets.answer }).from(sheets).where(isSheet),
  ]);
  return last[0]?.answer === answered.answer;
}

/** A statement for the batch that moves an event: a restaurant has agreed to another time. */
export const forgetAnswers = (db: Database, eventId: string, condition: SQL) =>
  db
    .update(sheets)
    .set({ answer: null, answerNote: null, answeredAt: null, answeredBy: null })
    .where(sql`${sheets.eventId} = ${eventId} and ${condition}`);

interface SheetOf {
  eventId: string;
  venueId: string;
}

/** What an operator heard by phone, also of a restaurant that gets no email. */
export async function answerByPhone(
  db: Database,
  { eventId, venueId, ...answered }: Answered & SheetOf,
): Promise<boolean> {
  const isSheet = sql`${sheets.eventId} = ${eventId} and ${sheets.venueId} = ${venueId}`;
  const isVenueOf = sql`exists (select 1 from ${eventVenues} join ${events} on ${events.id} = ${eventVenues.eventId}
    where ${eventVenues.eventId} = ${eventId} and ${eventVenues.venueId} = ${venueId}
      and ${events.canceledAt} is null and ${events.date} > ${answered.now.getTime()})`;
  const { last } = await db.batch([
    addSheet(db, { eventId, venueId, now: answered.now }),
    setAnswer(db, answered, sql`${isSheet} and ${isVenueOf}`),
    db.select({ answer: sheets.answer }).from(sheets).where(isSheet),
  ]);
  return last[0]?.answer === answered.answer;
}

/** The link of a sheet, which is made where there is none. With `isNew`, the one before ends, and the sheet is sent again. */
export async function findSheetLink(
  db: Database,
  { eventId, venueId, isNew, now }: SheetOf & { isNew: boolean; now: Date },
): Promise<string | undefined> {
  const isSheet = sql`${sheets.eventId} = ${eventId} and ${sheets.venueId} = ${venueId}`;
  const renewed = { linkId: newLinkId(), content: null, previous: null, previousAt: null, checkAt: now };
  const { last } = await db.batch([
    ...(isNew ? [db.update(sheets).set(renewed).where(isSheet)] : []),
    addSheet(db, { eventId, venueId, now }),
    db.select({ linkId: sheets.linkId }).from(sheets).where(isSheet),
  ]);
  return last[0]?.linkId;
}

const selectAnswers = (db: Database) =>
  db
    .select({
      venueId: sheets.venueId,
      venueName: sql<string>`${venues.name}`.as("venue_name"),
      phone: venues.phone,
      date: events.date,
      timeZone: cities.timeZone,
      sentAt: sheets.sentAt,
      answer: sheets.answer,
      answeredAt: sheets.answeredAt,
      answeredBy: sheets.answeredBy,
      answerNote: sheets.answerNote,
    })
    .from(sheets)
    .innerJoin(events, eq(events.id, sheets.eventId))
    .innerJoin(venues, eq(venues.id, sheets.venueId))
    .innerJoin(cities, eq(cities.id, events.cityId))
    .orderBy(asc(venues.name), asc(venues.id));

export type VenueAnswer = Awaited<ReturnType<typeof selectAnswers>>[number];

export const listAnswers = (db: Database, eventId: string): Promise<VenueAnswer[]> =>
  selectAnswers(db).where(eq(sheets.eventId, eventId));

/** The restaurants at which somebody is to sit, and that can't have them or have not answered on the day. */
export const selectTroubles = (db: Database, now: Date) =>
  selectAnswers(db).where(
    sql`${sheets.eventId} in (select coming.id from events coming where coming.matched_at is not null
        and coming.canceled_at is null and coming.date > ${now.getTime()})
      and exists (select 1 from ${tables} where ${tables.eventId} = ${sheets.eventId}
        and ${tables.venueId} = ${sheets.venueId} and ${tables.taken} > 0)
      and (${sheets.answer} = 'no' or (${sheets.answer} is null and ${events.date} <= ${now.getTime() + dayMs}))`,
  );

/** It was asked, and should have answered by now. */
export const isSilent = ({ answer, sentAt, date, timeZone }: VenueAnswer, now: Date): boolean =>
  answer === null && sentAt !== null && answerBy(date, timeZone) <= now && now < date;

/** "has us (by phone to Anna, Wednesday, 5:06 PM)", "can’t take us: The kitchen is under water", "has not answered" */
export function describeAnswer({
  answer,
  answeredAt,
  answeredBy,
  answerNote,
  timeZone,
  sentAt,
}: VenueAnswer): string {
  if (!answer || !answeredAt) return sentAt ? "has not answered" : "was not asked";
  const when = `${answeredBy ? `by phone to ${answeredBy}, ` : ""}${withPlainSpaces(sheetTime("en", timeZone)(answeredAt, true))}`;
  return `${answer === "yes" ? "has us" : "can’t take us"} (${when})${answerNote ? `: ${answerNote}` : ""}`;
}
