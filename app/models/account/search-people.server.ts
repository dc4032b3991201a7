import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { sqlBoolean } from "#app/db/columns.ts";
import { bookings, cities, events, profiles, tables, users } from "#app/db/schema.ts";
import { jsonList } from "#app/db/statements.ts";
import {
  allowedSlips,
  countSlips,
  countSlipsInAddress,
  findInName,
  foldName,
} from "#app/lib/account/name-key.ts";

const minLetters = 2;
const maxWords = 4;
const maxWordLength = 24;

interface Word {
  folded: string;
  /** As an email address has it. */
  plain: string;
}

/** The words that are looked for; none if fewer than two letters are typed. */
export function readWords(typed: string): Word[] {
  const words = typed
    .slice(0, 200)
    .split(/\s+/)
    .map((word) => ({
      folded: foldName(word).slice(0, maxWordLength),
      plain: word.toLowerCase().slice(0, 60),
    }))
    .filter(({ folded }) => folded !== "")
    .slice(0, maxWords);
  return words.some(({ folded }) => folded.length >= minLetters) ? words : [];
}

const points = { beginning: 300, inside: 200 };

/** D1 takes 100 values for a query. */
const maxPairs = 12;

/** Pairs of neighboring letters, with the space before the word. */
const pairsOf = (word: string): string[] =>
  [...new Set(Array.from({ length: word.length }, (_, i) => ` ${word}`.slice(i, i + 2)))].slice(0, maxPairs);

/** One slip changes two pairs, or three if letters changed places. */
const minPairs = (word: string): number => Math.max(2, pairsOf(word).length - 3 * allowedSlips(word));

const isAddress = ({ plain }: Word): boolean => /@|\w\.\w/.test(plain);

/** What slips are forgiven in. */
const comparedOf = (word: Word): string => (isAddress(word) ? word.plain : word.folded);

/** How well a word fits a person: where it is in their name or address, or else how many pairs of letters it shares with the name, or an address with the address. */
function scoreOf(word: Word): SQL {
  const { folded, plain } = word;
  const place = isAddress(word) ? sql`' ' || u.email` : sql`u.name_key`;
  const shared = pairsOf(comparedOf(word)).map((pair) => sql`(instr(${place}, ${pair}) > 0)`);
  return sql`case when instr(u.name_key, ${` ${folded}`}) > 0 or instr(u.email, ${plain}) = 1 then ${points.beginning}
    when instr(u.name_key, ${folded}) > 0 or instr(u.email, ${plain}) > 0 then ${points.inside}
    else ${allowedSlips(comparedOf(word)) > 0 ? sql.join(shared, sql` + `) : sql`0`} end`;
}

/** Each of these names is compared once more, letter by letter. */
const maxCandidates = 200;

/** Has, or had, a booking in one of these cities; true of all people if undefined. */
const hasBookingIn = (userId: SQL, citySlugs: readonly string[] | undefined): SQL =>
  citySlugs === undefined
    ? sql`true`
    : sql`exists (select 1 from ${bookings} b join ${events} e on e.id = b.event_id join ${cities} c on c.id = e.city_id
        where b.user_id = ${userId} and c.slug in ${jsonList(citySlugs)})`;

export const hasBookings = async (
  db: Database,
  userId: string,
  citySlugs: readonly string[] | undefined,
): Promise<boolean> =>
  (await db.$count(users, sql`${users.id} = ${userId} and ${hasBookingIn(sql`${users.id}`, citySlugs)}`)) > 0;

interface Search {
  typed: string;
  /** All cities if undefined. */
  citySlugs: readonly string[] | undefined;
}

interface Candidate {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  shownAs: string;
}

/** Where the first of the typed words is, so that a page can underline it. */
export interface Match {
  field: "firstName" | "lastName" | "email";
  from: number;
  to: number;
}

export interface FoundPerson extends Candidate {
  match: Match | null;
  slips: number;
}

export const maxFound = 20;

/** All of the words, anywhere in names and addresses, so it reads the whole index. Returns one more than a page shows. */
export async function searchPeople(db: Database, { typed, citySlugs }: Search): Promise<FoundPerson[]> {
  const words = readWords(typed);
  if (words.length === 0) return [];
  const scores = words.map((word, i) => ({
    score: scoreOf(word),
    name: sql.raw(`score_${i}`),
    min: allowedSlips(comparedOf(word)) > 0 ? minPairs(comparedOf(word)) : points.inside,
  }));
  const sum = sql.join(
    scores.map(({ name }) => name),
    sql` + `,
  );
  const candidates = await db.all<Candidate>(
    sql`select p.id, p.email, p.first_name as firstName, p.last_name as lastName, shown.first_name as shownAs
      from (select u.rowid as place, ${sql.join(
        scores.map(({ score, name }) => sql`${score} as ${name}`),
        sql`, `,
      )} from ${users} u) found
      cross join ${users} p on p.rowid = found.place
      join ${profiles} shown on shown.id = p.id
      where ${sql.join(
        scores.map(({ name, min }) => sql`${name} >= ${min}`),
        sql` and `,
      )} and ${hasBookingIn(sql`p.id`, citySlugs)}
      order by ${sum} desc, p.name_key, p.id limit ${maxCandidates}`,
  );
  return candidates
    .flatMap((person) => compare(toNfc(person), words))
    .sort((one, other) => one.slips - other.slips)
    .slice(0, maxFound + 1);
}

const toNfc = ({ firstName, lastName, ...person }: Candidate): Candidate => ({
  ...person,
  firstName: firstName.normalize("NFC"),
  lastName: lastName.normalize("NFC"),
});

/** Empty if a word has more slips than are forgiven. */
function compare(person: Candidate, words: readonly Word[]): FoundPerson[] {
  let slips = 0;
  const matches: Match[] = [];
  for (const word of words) {
    const match = findWord(person, word);
    if (match) {
      matches.push(match);
      continue;
    }
    const count = isAddress(word)
      ? countSlipsInAddress(person.email, word.plain)
      : countSlips(`${person.firstName} ${person.lastName}`, word.folded);
    if (count === undefined) return [];
    slips += Math.max(1, count);
  }
  return [{ ...person, match: matches[0] ?? null, slips }];
}

function findWord(person: Candidate, { folded, plain }: Word): Match | undefined {
  for (const field of ["firstName", "lastName"] as const) {
    const found = findInName(person[field], folded);
    if (found) return { field, ...found };
  }
  const from = person.email.indexOf(plain);
  return from >= 0 ? { field: "email", from, to: from + plain.length } : undefined;
}

/** The bookings of people in a list, for what it says of them: the latest dinner comes first. */
export async function listBookingsOfFound(
  db: Database,
  { userIds, citySlugs }: { userIds: readonly string[]; citySlugs: readonly string[] | undefined },
) {
  const isTheirs = citySlugs === undefined ? sql`true` : sql`${cities.slug} in ${jsonList(citySlugs)}`;
  return db
    .select({
      userId: bookings.userId,
      date: events.date,
      timeZone: cities.timeZone,
      table: tables.number,
      confirmed: bookings.confirmed,
      attendance: bookings.attendance,
      isCanceled: sqlBoolean`(${bookings.canceled} = 1
        or ${events.canceledAt} is not null)`.as("is_canceled"),
    })
    .from(bookings)
    .innerJoin(events, eq(events.id, bookings.eventId))
    .innerJoin(cities, sql`${cities.id} = ${events.cityId}`)
    .leftJoin(tables, sql`${tables.id} = ${bookings.tableId}`)
    .where(sql`${bookings.userId} in ${jsonList(userIds)} and ${isTheirs}`)
    .orderBy(sql`${events.date} desc`);
}
