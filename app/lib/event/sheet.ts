import { choicesBeforeNone, type QuizRole } from "#app/lib/quiz/quiz.ts";
import { lowerFirst } from "#app/lib/text.ts";
import { club } from "#club";

/** What a sheet can say besides how many come. */
export const sheetFactNames = ["diets", "allergies", "steps"] as const;

export type SheetFact = (typeof sheetFactNames)[number];

export interface SheetTable {
  id: string;
  /** By which diners ask for it. */
  number: number;
  /** What the restaurant calls it; null where it has not named enough. */
  name: string | null;
  people: number;
  /** "1 person: vegan, allergic to nuts" */
  needs: string[];
}

/** Everything that a restaurant sees of an event, as it was at one time. It names nobody. */
export interface SheetContent {
  date: number;
  isOff: boolean;
  people: number;
  tables: SheetTable[];
  /** The restaurant's names of tables at which nobody sits. */
  free: string[];
  /** How many more are free that it has not named. */
  unnamedFree: number;
  together: string[];
}

interface NeedQuestion {
  id: number;
  role: QuizRole | null;
  choices: string[];
}

interface Person {
  answers: { questionId: number; answerIds: (number | string)[] }[];
}

interface Occupied {
  id: string;
  number: number;
  people: Person[];
  /** People without a booking, of whom nothing is known. */
  walkInCount: number;
}

interface SheetInput {
  date: Date;
  isOff: boolean;
  tables: Occupied[];
  questions: readonly NeedQuestion[];
  facts: readonly SheetFact[];
  /** How many it keeps for the event. */
  tableCount: number;
  tableNumbers: readonly string[];
  /** What was told last: a table keeps the name that the restaurant knows. */
  told: SheetContent | null;
}

export function makeSheet(input: SheetInput): SheetContent {
  const { date, isOff, questions, facts, told } = input;
  const occupied = isOff
    ? []
    : input.tables.filter(({ people, walkInCount }) => people.length + walkInCount > 0);
  const tableCount = isOff ? 0 : Math.max(input.tableCount, occupied.length);
  const tableNumbers = input.tableNumbers.slice(0, tableCount);
  const names = nameTables(occupied, tableNumbers, told);
  const describe = (people: Person[]) => describeNeeds(people, questions, facts);
  const tables = occupied.map(({ id, number, people, walkInCount }) => ({
    id,
    number,
    name: names.get(id) ?? null,
    people: people.length + walkInCount,
    needs: describe(people),
  }));
  const used = new Set(names.values());
  return {
    date: date.getTime(),
    isOff,
    people: tables.reduce((sum, { people }) => sum + people, 0),
    tables,
    free: tableNumbers.filter((name) => !used.has(name)),
    unnamedFree: tableCount - Math.max(tableNumbers.length, occupied.length),
    together: describe(occupied.flatMap(({ people }) => people)),
  };
}

function nameTables(
  tables: readonly { id: string }[],
  tableNumbers: readonly string[],
  told: SheetContent | null,
): Map<string, string> {
  const isThere = new Set(tables.map(({ id }) => id));
  const kept = (told?.tables ?? []).flatMap(({ id, name }): [string, string][] =>
    name && isThere.has(id) && tableNumbers.includes(name) ? [[id, name]] : [],
  );
  const names = new Map(kept);
  const used = new Set(names.values());
  const left = tableNumbers.filter((name) => !used.has(name));
  for (const { id } of tables) {
    const name = names.has(id) ? undefined : left.shift();
    if (name) names.set(id, name);
  }
  return names;
}

interface RoleAnswer extends Pick<NeedQuestion, "role" | "choices"> {
  answerIds: (number | string)[];
}

/** Without "none of these". */
export const listChosen = (answers: readonly RoleAnswer[], wanted: QuizRole): string[] =>
  answers
    .filter(({ role }) => role === wanted)
    .flatMap(({ choices, answerIds }) =>
      choicesBeforeNone(choices).filter((_, i) => answerIds.includes(i + 1)),
    )
    .map(lowerFirst);

/** "vegan, allergic to nuts"; empty where they named nothing. */
export function describeMeal(
  answers: readonly RoleAnswer[],
  facts: readonly SheetFact[] = sheetFactNames,
): string {
  const diets = facts.includes("diets") ? listChosen(answers, "diet") : [];
  const allergies = facts.includes("allergies") ? listChosen(answers, "allergy") : [];
  return [...diets, ...(allergies.length > 0 ? [`allergic to ${allergies.join(" and ")}`] : [])].join(", ");
}

/** As people: who can't eat two things is one line. */
function describeNeeds(
  people: readonly Person[],
  questions: readonly NeedQuestion[],
  facts: readonly SheetFact[],
): string[] {
  const all = people.map(({ answers }) =>
    questions.map(({ id, role, choices }) => ({
      role,
      choices,
      answerIds: answers.find(({ questionId }) => questionId === id)?.answerIds ?? [],
    })),
  );
  const meals = all.map((answers) => describeMeal(answers, facts));
  const lines = [...Map.groupBy(meals.filter(Boolean), (meal) => meal)]
    .map(([meal, some]) => ({ meal, count: some.length }))
    .toSorted((one, other) => other.count - one.count || (one.meal < other.meal ? -1 : 1))
    .map(({ meal, count }) => `${countPeople(count)}: ${meal}`);
  const steps = facts.includes("steps")
    ? all.filter((answers) => listChosen(answers, "access").length > 0).length
    : 0;
  return [...lines, ...(steps > 0 ? [`${countPeople(steps)} can’t climb steps`] : [])];
}

export const countPeople = (count: number) => `${count} ${count === 1 ? "person" : "people"}`;

/** A line of a sheet, with what is new about it in words. */
export interface SheetLine {
  title: string;
  /** By which diners ask for the table, where the restaurant calls it something else. */
  ours: number | null;
  change: string | null;
  text: string;
  /** What stood there before. */
  struck: string | null;
  needs: string[];
}

/** The tables and the free ones. Without `before`, nothing is new. */
export function listLines(sheet: SheetContent, before: SheetContent | null): SheetLine[] {
  const tables = sheet.tables.map((table): SheetLine => {
    const was = before?.tables.find(({ id }) => id === table.id);
    const change = before && describeChange(table, was);
    return {
      title: `Table ${table.name ?? table.number}`,
      ours: table.name !== null && table.name !== String(table.number) ? table.number : null,
      change,
      text: countPeople(table.people),
      struck: was && was.people !== table.people ? countPeople(was.people) : null,
      needs: table.needs,
    };
  });
  const gone = (before?.tables ?? []).filter(({ id, name }) =>
    name === null ? !sheet.tables.some((table) => table.id === id) : sheet.free.includes(name),
  );
  const freed = new Map(gone.map((table) => [table.name ?? String(table.number), table.people]));
  const names = [...new Set([...sheet.free, ...freed.keys()])];
  const free = names.map((name): SheetLine => {
    const people = freed.get(name);
    return {
      title: `Table ${name}`,
      ours: null,
      change: people === undefined ? null : "Free now",
      text: "Free. Nobody sits there.",
      struck: people === undefined ? null : countPeople(people),
      needs: [],
    };
  });
  const others = sheet.unnamedFree;
  const rest: SheetLine[] =
    others > 0
      ? [
          {
            title: names.length > 0 ? "Others" : "Free",
            ours: null,
            change: null,
            text: `${others} ${others === 1 ? "table" : "tables"} more. Nobody sits there.`,
            struck: null,
            needs: [],
          },
        ]
      : [];
  return [...tables, ...free, ...rest];
}

function describeChange(table: SheetTable, was: SheetTable | undefined): string | null {
  if (!was) return "New";
  const more = table.people - was.people;
  if (more !== 0) {
    const count = Math.abs(more) === 1 ? "One" : String(Math.abs(more));
    return `${count} ${more > 0 ? "more" : "fewer"}`;
  }
  if (table.needs.join() !== was.needs.join()) return "Other food or needs";
  return table.name === was.name ? null : "Another table";
}

const smallNumbers = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** "at two tables" */
export const atTables = (count: number) =>
  `at ${smallNumbers[count] ?? count} ${count === 1 ? "table" : "tables"}`;

export const describeTotal = ({ people, tables, isOff }: SheetContent) =>
  isOff
    ? "Nobody comes: this dinner isn’t at your restaurant anymore."
    : people === 0
      ? "Nobody comes to you this time: all of your tables are free."
      : `${countPeople(people)} ${atTables(tables.length)}.`;

export const describeContact = (
  { contactEmail, phone }: { contactEmail: string; phone: string | null },
  somebodyComes: boolean,
) =>
  [
    somebodyComes && `They ask for “${club.name}” at the door.`,
    `Anything else? Write to ${contactEmail}${phone ? `, or call ${phone}` : ""}.`,
  ]
    .filter(Boolean)
    .join(" ");

/** "Two lines are new since Wednesday, 7:01 PM."; null where nothing is. */
export function describeNews(
  sheet: SheetContent,
  before: SheetContent | null,
  formatTime: (time: Date) => string,
  since: Date | null,
): string | null {
  if (!before || !since) return null;
  const count = listLines(sheet, before).filter(({ change }) => change).length;
  const lines = count > 0 && (count === 1 ? "One line is" : `${smallNumbers[count] ?? count} lines are`);
  const news = [
    before.date !== sheet.date && `Changed: it was planned for ${formatTime(new Date(before.date))}.`,
    lines && `${lines.charAt(0).toUpperCase()}${lines.slice(1)} new since ${formatTime(since)}.`,
  ].filter(Boolean);
  return news.length > 0 ? news.join(" ") : null;
}

/** In the language of the restaurant, as far as the dates. */
export function sheetTime(language: string, timeZone: string): (time: Date, isShort?: boolean) => string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language === "en" ? "en-US" : language, { ...options, timeZone });
  const time = { hour: "numeric", minute: "2-digit" } as const;
  const long = format({ weekday: "long", month: "long", day: "numeric", ...time });
  const short = format({ weekday: "long", ...time });
  // "Friday, December 4, 7:00 PM", as everywhere else: lines don’t break within the day or the time.
  return (date, isShort = false) =>
    (isShort ? short : long)
      .format(date)
      .replace(" at ", ", ")
      .replace(/^(\p{L}+) (\d{1,2}:\d\d\s[AP]M)$/u, "$1, $2")
      .replace(/\u202f| (?=\d|[AP]M)/g, "\u00a0");
}

export const maxNoteLength = 300;

export type SheetAnswer = "yes" | "no";

export const sheetAnswerWords: Record<SheetAnswer, string> = { yes: "We have you", no: "We can’t" };
