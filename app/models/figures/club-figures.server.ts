import { eq, type SQL, sql } from "drizzle-orm";
import { type BatchedRead, batchedRead, loadBatched } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { bookings, events, feedback, matchRecords, publicFigures, tables, wishes } from "#app/db/schema.ts";
import { insertWhere, jsonList } from "#app/db/statements.ts";
import { addSums, noSums, type RatioSums, sumsOfGroup } from "#app/lib/event/estimates.ts";
import { eventTimes } from "#app/lib/event/event-times.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { came } from "./event-figures.server.ts";

/** Then everybody has answered who will, and who came is decided. Each dinner is counted once. */
export const countedAfterMs = eventTimes.feedbackForMs + 2 * dayMs;

/** Tables with about the same score. */
interface ScoreSums {
  ratings: RatioSums;
  /** Of the wishes to meet a table-mate again, among those who answered. */
  wishes: RatioSums;
}

/** Sums over all dinners so far. They name nobody, and stay when a diner is erased. */
export interface ClubFigures {
  /** The last dinner that is counted. */
  until: { date: number; eventId: string };
  /** False while older dinners are still being added. */
  isComplete: boolean;
  dinners: number;
  /** Different people who came. */
  diners: number;
  /** Two who came to the same table, for each table. */
  pairs: number;
  answers: number;
  /** Answers that wish to meet at least one table-mate again. */
  answersWithWish: number;
  /** With a score and a floor. */
  tables: number;
  tablesBelowFloor: number;
  /** The lowest score of any of these tables, and the floor of its evening. */
  worst: { score: number; floor: number } | null;
  /** By the score in half points, rounded down. */
  byScore: Record<string, ScoreSums>;
}

const noFigures: ClubFigures = {
  until: { date: 0, eventId: "" },
  isComplete: false,
  dinners: 0,
  diners: 0,
  pairs: 0,
  answers: 0,
  answersWithWish: 0,
  tables: 0,
  tablesBelowFloor: 0,
  worst: null,
  byScore: {},
};

interface CountedFigures {
  figures: ClubFigures;
  countedAt: Date;
}

const readClubFigures = (db: Database): BatchedRead<CountedFigures | undefined> =>
  batchedRead(
    [
      db
        .select({ figures: publicFigures.figures, countedAt: publicFigures.countedAt })
        .from(publicFigures)
        .where(eq(publicFigures.id, 1)),
    ],
    ([[row]]) => row && { figures: row.figures as ClubFigures, countedAt: row.countedAt },
  );

export const findClubFigures = (db: Database) => loadBatched({ db }, readClubFigures(db));

export async function areFiguresDue(db: Database, now: Date): Promise<boolean> {
  const [fresh] = await db
    .select({ id: publicFigures.id })
    .from(publicFigures)
    .where(sql`${publicFigures.id} = 1 and ${publicFigures.countedAt} > ${now.getTime() - dayMs}
      and ${publicFigures.figures} ->> '$.isComplete' = 1`);
  return !fresh;
}

interface CountedEvent {
  id: string;
  date: number;
  capacity: number;
}

const maxEvents = 200;

/** Keeps a portion within what D1 does in one query, also of events with thousands of seats. */
const maxSeats = 10_000;

/** Adds the next dinners that nobody has counted. Returns false once all are counted. */
export async function countNextDinners(db: Database, now: Date): Promise<boolean> {
  const known = await findClubFigures(db);
  const before = known?.figures ?? noFigures;
  const { events: portion, hasMore } = await findNextEvents(db, before.until, now);
  const added = portion.length === 0 ? before : await addDinners(db, before, portion, now);
  const figures: ClubFigures = { ...added, isComplete: !hasMore };
  const { date, eventId } = before.until;
  if (known)
    await db
      .update(publicFigures)
      .set({ figures, countedAt: now })
      .where(
        sql`${publicFigures.id} = 1 and ${publicFigures.figures} ->> '$.until.date' = ${date}
          and ${publicFigures.figures} ->> '$.until.eventId' = ${eventId}`,
      );
  else
    await insertWhere(db, publicFigures, { id: 1, figures, countedAt: now }, sql`true`).onConflictDoNothing();
  return hasMore;
}

async function findNextEvents(db: Database, after: ClubFigures["until"], now: Date) {
  const found = await db.all<CountedEvent>(
    sql`select e.id as id, e.date as date, e.capacity as capacity from ${events} e
      where e.date >= ${after.date} and e.date <= ${now.getTime() - countedAfterMs}
        and (e.date > ${after.date} or e.id > ${after.eventId}) and e.canceled_at is null
      order by e.date, e.id limit ${maxEvents + 1}`,
  );
  let seats = 0;
  const portion = found.slice(0, maxEvents).filter(({ capacity }, i) => {
    seats += capacity;
    return i === 0 || seats <= maxSeats;
  });
  return { events: portion, hasMore: portion.length < found.length };
}

interface TableRow {
  eventId: string;
  score: number | null;
  floor: number | null;
  seated: number;
  came: number;
  answers: number;
  answersWithWish: number;
  wishes: number;
  ratings: number;
  ratingSum: number;
}

async function addDinners(
  db: Database,
  before: ClubFigures,
  portion: CountedEvent[],
  now: Date,
): Promise<ClubFigures> {
  const eventIds = jsonList(portion.map(({ id }) => id));
  const newDiners = await db.get<{ count: number }>(selectNewDiners(eventIds));
  const rows = await db.all<TableRow>(selectTables(eventIds));
  const figures = structuredClone(before);
  const last = portion.at(-1);
  if (last) figures.until = { date: last.date, eventId: last.id };
  figures.diners += newDiners.count;
  figures.dinners += new Set(rows.filter((row) => row.came > 0).map(({ eventId }) => eventId)).size;
  const dates = new Map(portion.map(({ id, date }) => [id, date]));
  for (const row of rows) {
    const areWishesKept = (dates.get(row.eventId) ?? 0) > now.getTime() - keptMs.wish;
    addTable(figures, areWishesKept ? row : { ...row, answers: 0, answersWithWish: 0, wishes: 0 });
  }
  return figures;
}

function addTable(figures: ClubFigures, table: TableRow): void {
  const { score, floor, seated, answers } = table;
  figures.pairs += (table.came * (table.came - 1)) / 2;
  figures.answers += answers;
  figures.answersWithWish += table.answersWithWish;
  if (score === null) return;
  const key = String(Math.floor(score * 2) / 2);
  const sums = figures.byScore[key] ?? { ratings: noSums, wishes: noSums };
  figures.byScore[key] = {
    ratings: addSums(sums.ratings, sumsOfGroup(table.ratings, table.ratingSum)),
    wishes: addSums(sums.wishes, sumsOfGroup(answers * (seated - 1), table.wishes)),
  };
  if (floor === null) return;
  figures.tables++;
  if (score < floor) figures.tablesBelowFloor++;
  if (!figures.worst || score < figures.worst.score) figures.worst = { score, floor };
}

/** Tables at which somebody came. */
const selectTables = (eventIds: SQL) => sql`
  select t.event_id as eventId, t.score as score, r.score_floor as floor, count(*) as seated,
    count(*) filter (where ${came(sql`b`)}) as came,
    count(f.booking_id) as answers, count(f.rating) as ratings, coalesce(sum(f.rating), 0) as ratingSum,
    count(*) filter (where f.booking_id is not null and ${wishCount} > 0) as answersWithWish,
    coalesce(sum(${wishCount}) filter (where f.booking_id is not null), 0) as wishes
  from ${tables} t cross join ${bookings} b on b.table_id = t.id and b.confirmed = 1 and b.canceled = 0
    left join ${feedback} f on f.booking_id = b.id left join ${matchRecords} r on r.event_id = t.event_id
  where t.event_id in ${eventIds} group by t.id having count(*) filter (where ${came(sql`b`)}) > 0`;

const wishCount = sql`(select count(*) from ${wishes} w where w.booking_id = b.id)`;

const selectNewDiners = (eventIds: SQL) => sql`
  select count(*) as count from ${events} e cross join ${bookings} b on b.event_id = e.id
  where e.id in ${eventIds} and ${came(sql`b`)}
    and not exists (select 1 from ${bookings} o join ${events} p on p.id = o.event_id
      where o.user_id = b.user_id and (p.date < e.date or (p.date = e.date and p.id < e.id))
        and p.canceled_at is null and ${came(sql`o`)})`;

/** Fewer say little, and could tell something of single people. */
export const minPublicCount = 20;

export interface PublicFigures {
  dinners: number;
  diners: number;
  pairs: number;
  /** Null while too few have answered. */
  again: { percent: number; answers: number } | null;
  /** Null while too few tables have a score. */
  worst: { score: number; floor: number; tables: number; below: number } | null;
  until: Date;
  countedAt: Date;
}

/** What everybody may see; nothing until enough dinners have taken place. */
export function readPublicFigures(db: Database): BatchedRead<PublicFigures | null> {
  const { queries, toResult } = readClubFigures(db);
  return { queries, toResult: (rows) => toPublicFigures(toResult(rows)) };
}

/** With too few dinners for figures, only how many there are. */
export function readFiguresOrCount(db: Database): BatchedRead<PublicFigures | { counted: number }> {
  const { queries, toResult } = readClubFigures(db);
  return {
    queries,
    toResult(rows) {
      const found = toResult(rows);
      return toPublicFigures(found) ?? { counted: found?.figures.dinners ?? 0 };
    },
  };
}

function toPublicFigures(found: CountedFigures | undefined): PublicFigures | null {
  if (!found || found.figures.dinners < minPublicCount) return null;
  const { dinners, diners, pairs, answers, answersWithWish, tables, tablesBelowFloor, worst, until } =
    found.figures;
  return {
    dinners,
    diners,
    pairs,
    again:
      answers < minPublicCount ? null : { percent: Math.round((100 * answersWithWish) / answers), answers },
    worst: worst && tables >= minPublicCount ? { ...worst, tables, below: tablesBelowFloor } : null,
    until: new Date(until.date),
    countedAt: found.countedAt,
  };
}
