import * as z from "zod";
import { schedules } from "#app/db/schema/event.ts";
import { longDate } from "#app/lib/dates.ts";
import { eventTimes, type Weekly, weeklyDates } from "#app/lib/event/event-times.ts";
import { countriesWithHolidays, findHoliday } from "#app/lib/event/holidays.ts";
import { capitalize } from "#app/lib/text.ts";
import { hasSeveralCities } from "#app/models/city/cities.server.ts";
import {
  addSchedule,
  countEventsAtTime,
  editSchedule,
  endSchedule,
  findRunningSchedule,
  listOpened,
  listSchedules,
  openSkippedDate,
  pauseSchedule,
  resumeSchedule,
  skipDate,
} from "#app/models/event/schedules.server.ts";
import { describeWeeklyOverlaps } from "./event/find-event.ts";
import {
  cityFilterOption,
  cityOption,
  citySlug,
  findCityFilter,
  findCityOrOnlyOne,
  id,
  text,
  wholeNumber,
} from "./inputs.ts";
import {
  defineOperation,
  findIdByPrefix,
  type Noun,
  type OperationContext,
  type OptionHelp,
  refusedError,
  usageError,
} from "./operation.ts";
import {
  findVenueTables,
  movedVenueError,
  nameVenues,
  venueOption,
  wantedVenues,
} from "./venue/venue-inputs.ts";
import { formatLocalTime, joinNames, parseTime, plural, shortId } from "./words.ts";

export const weekdays = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;

/** 1 is Monday: "Mondays". */
const formatWeekday = (weekday: number) => `${capitalize(weekdays[weekday - 1] ?? "")}s`;

export const formatRhythm = (weekday: number, every: number) =>
  `${formatWeekday(weekday)}${every > 1 ? `, every ${every} weeks` : ""}`;

type ListedSchedule = Awaited<ReturnType<typeof listSchedules>>[number];

const formatDay = (date: Date, timeZone: string) => formatLocalTime(date, timeZone).slice(0, 10);

/** "2026-12-25; paused until 2027-01-08: the kitchen is being repaired" */
const describeExceptions = (
  { skipped, pausedUntil, pausedBecause, timeZone }: ListedSchedule,
  now: Date,
): string =>
  [
    skipped
      .filter((date) => date > now.getTime())
      .map((date) => formatDay(new Date(date), timeZone))
      .join(", "),
    pausedUntil && pausedUntil > now
      ? `paused until ${formatDay(pausedUntil, timeZone)}: ${pausedBecause}`
      : "",
  ]
    .filter(Boolean)
    .join("; ");

async function findSchedule(context: OperationContext, prefix: string): Promise<ListedSchedule> {
  const scheduleId = await findIdByPrefix(context, schedules, "schedule", prefix);
  const found = await findRunningSchedule(context.db, scheduleId);
  if (!found) throw endedError(scheduleId);
  return found;
}

const endedError = (id: string) => refusedError(`Schedule ${shortId(id)} has already ended.`);

/** "Fridays, every 2 weeks 19:00 in Budapest" */
export const nameSchedule = ({
  weekday,
  every,
  time,
  cityName,
}: Pick<ListedSchedule, "weekday" | "every" | "time" | "cityName">) =>
  `${formatRhythm(weekday, every)} ${time} in ${cityName}`;

const day = z.string().regex(/^\d{4}-\d\d-\d\d$/, "is a day such as 2026-12-25");

/** Looks two years ahead. */
const farWeeks = 104;

/** The date of the schedule on this day. */
function findDate(schedule: ListedSchedule, wanted: string, now: Date): Date {
  const dates = weeklyDates({ ...schedule, weeks: farWeeks }, now);
  const found = dates.find((date) => formatDay(date, schedule.timeZone) === wanted);
  if (found) return found;
  const next = dates.slice(0, 3).map((date) => formatDay(date, schedule.timeZone));
  throw usageError(`It has no event on ${wanted}: its next dates are ${joinNames(next)}.`);
}

const weeksOfYear = 53;

interface MeetsHoliday {
  date: Date;
  /** "2026-12-25" */
  day: string;
  /** "Friday, December 25 is Christmas Day" */
  says: string;
}

/** The dates of the next twelve months that meet a public holiday, and are not left out; undefined if the country’s aren’t known. */
export function listHolidays(
  {
    country,
    skipped,
    pausedUntil,
    ...weekly
  }: Pick<ListedSchedule, "country" | "skipped" | "pausedUntil"> & Weekly,
  now: Date,
): MeetsHoliday[] | undefined {
  if (!country || !countriesWithHolidays.includes(country)) return undefined;
  const from = pausedUntil && pausedUntil > now ? pausedUntil : now;
  return weeklyDates({ ...weekly, weeks: weeksOfYear }, now)
    .filter((date) => date >= from && !skipped.includes(date.getTime()))
    .flatMap((date) => {
      const on = formatDay(date, weekly.timeZone);
      const name = findHoliday(country, on);
      return name ? [{ date, day: on, says: `${longDate(date, weekly.timeZone)} is ${name}` }] : [];
    });
}

export const noHolidaysKnown = (country: string | null) =>
  `We know no holidays of ${country ? nameCountry(country) : "this city: say in which country it is"}.`;

const nameCountry = (country: string) =>
  new Intl.DisplayNames("en", { type: "region" }).of(country) ?? country;

const holidaysOperation = defineOperation({
  verb: "holidays",
  description:
    "Lists the dates of the next twelve months on which a schedule meets a public holiday of its country. schedule skip leaves one out.",
  example: "schedule holidays",
  concerns: "nobody",
  deskRole: "city",
  options: { city: cityFilterOption },
  input: z.object({ city: citySlug.optional() }),
  async run(context, { city: slug }) {
    const city = await findCityFilter(context, slug);
    const all = (await listSchedules(context.db)).filter(({ cityId }) => !city || cityId === city.id);
    const data = all.flatMap((each) =>
      (listHolidays(each, context.now) ?? []).map((holiday) => ({ schedule: each.id, ...holiday })),
    );
    const unknown = all
      .filter((each) => !listHolidays(each, context.now))
      .map(({ country }) => noHolidaysKnown(country));
    const rows = data.map(({ schedule: scheduleId, day: on, says }) => [shortId(scheduleId), on, says]);
    const table = {
      headings: ["schedule", "date", "holiday"],
      rows,
      empty: "No date meets a holiday that we know.",
    };
    return { message: [table, ...new Set(unknown)], data };
  },
});
const everyOption: OptionHelp = ["<number>", "2 for every other week"];

const listOperation = defineOperation({
  verb: "list",
  description: "Lists the weekly schedules.",
  example: "schedule list",
  concerns: "nobody",
  deskRole: "city",
  options: { city: cityFilterOption },
  input: z.object({ city: citySlug.optional() }),
  async run(context, { city: slug }) {
    const city = await findCityFilter(context, slug);
    const showsCity = !city && (await hasSeveralCities(context.db));
    const data = (await listSchedules(context.db)).filter(({ cityId }) => !city || cityId === city.id);
    const notes = data.map((schedule) => describeExceptions(schedule, context.now));
    const showsNotes = notes.some(Boolean);
    const rows = data.map(({ id, cityName, weekday, time, venues, weeks, every }, i) => [
      shortId(id),
      ...(showsCity ? [cityName] : []),
      formatRhythm(weekday, every),
      time,
      joinNames(venues.map(({ name, tables }) => `${name} (${tables})`)),
      venues.reduce((sum, { tables }) => sum + tables, 0),
      weeks,
      ...(showsNotes ? [notes[i] ?? ""] : []),
    ]);
    const headings = [
      "id",
      ...(showsCity ? ["city"] : []),
      ...["day", "time", "venues", "tables", "weeks ahead"],
      ...(showsNotes ? ["not on"] : []),
    ];
    const empty = "No schedule yet: add one with schedule add.";
    return { message: { headings, rows, empty, advice: "name a city with --city" }, data };
  },
});

/** When a schedule repeats. */
export const weeklyFields = {
  on: z.preprocess(
    (typed) => (typeof typed === "string" ? typed.toLowerCase() : typed),
    z.enum(weekdays, `is one of ${weekdays.join(", ")}`),
  ),
  at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "is an hour such as 19:00"),
};

const addScheduleOperation = defineOperation({
  verb: "add",
  description: "Schedules a weekly event of a city. The cron opens the events of the coming weeks.",
  example: "schedule add --on friday --at 19:00 --venue 3f2a91bc=4 --venue 77aa01fe=6",
  concerns: "nobody",
  deskRole: "city",
  unticked: "keep",
  options: {
    city: cityOption,
    on: ["<day>", "monday to sunday"],
    at: ["<hour>", "the start, in the city’s time zone, such as 19:00"],
    venue: venueOption,
    weeks: ["<number>", "how many weeks ahead diners can book, 8 by default"],
    every: everyOption,
    first: ["<day>", "the first of them, such as 2026-12-11; the next one if you leave it out"],
    keep: [
      "<days...>",
      "the public holidays of the next twelve months on which it takes place all the same: days such as 2026-12-25, or all; the others are left out",
    ],
  },
  changesData: true,
  input: z.object({
    ...weeklyFields,
    city: citySlug.optional(),
    venue: wantedVenues,
    weeks: wholeNumber(1, 52).default(8),
    every: wholeNumber(1, 52).default(1),
    first: day.optional(),
    keep: z.array(day.or(z.literal("all"))).default([]),
  }),
  async run(context, { city: slug, on, at: time, venue: wanted, weeks, every, first, keep }) {
    const city = await findCityOrOnlyOne(context, slug);
    const venues = await findVenueTables(context, city, wanted);
    const weekday = weekdays.indexOf(on) + 1;
    const firstAt =
      every > 1 || first
        ? findFirst({ weekday, time, timeZone: city.timeZone, weeks }, first, context.now)
        : null;
    const day = `${formatRhythm(weekday, every)} ${time}${firstAt ? ` from ${formatDay(firstAt, city.timeZone)}` : ""}`;
    const place = (await hasSeveralCities(context.db)) ? ` in ${city.name}` : "";
    const tables = venues.reduce((sum, venue) => sum + venue.tables, 0);
    const when = `${day}${place} at ${nameVenues(venues)}`;
    const { country, timeZone } = city;
    const weekly = { weekday, time, timeZone, weeks, every, firstAt };
    const openCount = await countEventsAtTime(context.db, { ...weekly, cityId: city.id }, context.now);
    const venueIds = venues.map(({ venueId }) => venueId);
    const overlaps = await describeWeeklyOverlaps(context, { ...weekly, venueIds }, formatWeekday);
    const holidays = listHolidays({ ...weekly, country, skipped: [], pausedUntil: null }, context.now);
    const other = keep.find((on) => on !== "all" && !holidays?.some((holiday) => holiday.day === on));
    if (other) throw usageError(`--keep names holidays on which there would be an event: ${other} is none.`);
    const isKept = (on: string) => keep.includes("all") || keep.includes(on);
    const left = (holidays ?? []).filter((holiday) => !isKept(holiday.day));
    return {
      details: holidays ? [] : [noHolidaysKnown(country)],
      choices: {
        heading: "Left out, because they are public holidays",
        advice: "--keep with a day, or with all, keeps one.",
        rows: (holidays ?? []).map(({ day: value, says }) => ({ value, says, isTicked: !isKept(value) })),
      },
      summary: `schedule ${when} with ${plural(tables, "table")}, ${plural(weeks, "week")} ahead${overlaps ? `; ${overlaps}` : ""}`,
      needsConfirmation: overlaps !== undefined,
      canBeUndone: true,
      async apply() {
        const scheduleId = await addSchedule(
          context.db,
          {
            cityId: city.id,
            weekday,
            time,
            weeks,
            every,
            firstAt,
            skipped: left.map(({ date }) => date.getTime()),
            venues: venues.map(({ venueId, tables }) => ({ venueId, tables })),
          },
          context.now,
        );
        if (!scheduleId) {
          const isTaken = (await listSchedules(context.db)).some(
            (each) => each.cityId === city.id && each.weekday === weekday && each.time === time,
          );
          throw isTaken
            ? refusedError(`There is already a schedule for ${day}${place}.`)
            : movedVenueError(city);
        }
        return {
          message: [
            `Scheduled ${when}: ${scheduleId}. The cron adds its events within a minute.${describeKeptEvents(openCount)}`,
            ...left.map(({ says }) => `${says}, and left out.`),
          ],
          data: { id: scheduleId },
        };
      },
    };
  },
});

function findFirst(weekly: Weekly, wanted: string | undefined, now: Date): Date {
  const earliest = new Date(now.getTime() + eventTimes.closesBeforeMs);
  const dates = weeklyDates({ ...weekly, weeks: farWeeks }, earliest);
  const found = wanted ? dates.find((date) => formatDay(date, weekly.timeZone) === wanted) : dates[0];
  if (!found)
    throw usageError(
      `--first is one of its days, two days from now at the earliest: ${joinNames(dates.slice(0, 3).map((date) => formatDay(date, weekly.timeZone)))}.`,
    );
  return found;
}

const describeKeptEvents = (openCount: number) =>
  openCount === 0
    ? ""
    : ` ${plural(openCount, "event is", "events are")} open at that time already, and ${openCount === 1 ? "keeps its" : "keep their"} venues: change them with event venues.`;

const editOperation = defineOperation({
  verb: "edit",
  arguments: "<schedule>",
  description:
    "Changes the venues and tables of a schedule, or how often it repeats, for the events that it opens from now on. Open events keep theirs: change these with event venues.",
  example: "schedule edit 3f2a91bc --venue 77aa01fe=6",
  concerns: "nobody",
  deskRole: "city",
  options: {
    venue: venueOption,
    every: everyOption,
    first: [
      "<day>",
      "the first of those that are not every week, such as 2026-12-11; the next one if you leave it out",
    ],
  },
  changesData: true,
  input: z.object({
    schedule: id,
    venue: wantedVenues,
    every: wholeNumber(1, 52).optional(),
    first: day.optional(),
  }),
  async readCurrent(context, named) {
    const { venues, every } = await findSchedule(context, named);
    return {
      venue: venues.map(({ venueId, tables }) => `${venueId}=${tables}`).join("\n"),
      every: String(every),
    };
  },
  async run(context, { schedule: prefix, venue: wanted, every: wantedEvery, first }) {
    const { db, now } = context;
    const found = await findSchedule(context, prefix);
    if (!wanted && !wantedEvery && !first)
      throw usageError("Nothing to change: name all venues with --venue, or how often with --every.");
    const every = wantedEvery ?? found.every;
    const isNewRhythm = first !== undefined || every !== found.every;
    const weekly = { weekday: found.weekday, time: found.time, timeZone: found.timeZone, weeks: found.weeks };
    const firstAt = !isNewRhythm ? found.firstAt : every > 1 || first ? findFirst(weekly, first, now) : null;
    const venues = wanted
      ? await findVenueTables(context, { id: found.cityId, name: found.cityName }, wanted)
      : found.venues;
    const changes = [
      wanted && joinNames(venues.map(({ name, tables }) => `${name} (${plural(tables, "table")})`)),
      isNewRhythm &&
        `${formatRhythm(found.weekday, every)}${firstAt ? ` from ${formatDay(firstAt, found.timeZone)}` : ""}`,
    ].filter(Boolean);
    const what = `${nameSchedule(found)} to ${changes.join(", ")}`;
    const openCount = await countEventsAtTime(db, found, now);
    const overlaps = await describeWeeklyOverlaps(
      context,
      { ...found, every, firstAt, scheduleId: found.id, venueIds: venues.map(({ venueId }) => venueId) },
      formatWeekday,
    );
    return {
      summary: `change ${what}, for events that open from now on${overlaps ? `; ${overlaps}` : ""}`,
      needsConfirmation: overlaps !== undefined,
      canBeUndone: true,
      async apply() {
        const changed = venues.map(({ venueId, tables }) => ({ venueId, tables }));
        if (!(await editSchedule(db, found, { venues: changed, every, firstAt })))
          throw refusedError(
            "The schedule has ended, or a venue is in another city now: nothing was changed.",
          );
        return {
          message: `Changed ${what}.${describeKeptEvents(openCount)}`,
          data: { id: found.id, venues: changed, every },
        };
      },
    };
  },
});

const endOperation = defineOperation({
  verb: "end",
  arguments: "<schedule>",
  description:
    "Stops a schedule. Events that are already open stay. For other venues, use schedule edit instead.",
  example: "schedule end 3f2a91bc",
  concerns: "nobody",
  deskRole: "city",
  changesData: true,
  input: z.object({ schedule: id }),
  async run(context, { schedule: prefix }) {
    const found = await findSchedule(context, prefix);
    return {
      summary: `end the schedule of ${nameSchedule(found)}`,
      async apply() {
        if (!(await endSchedule(context.db, found.id, context.now))) throw endedError(found.id);
        return {
          message: `Ended the schedule of ${nameSchedule(found)}. Its open events stay, with their venues.`,
          data: { id: found.id },
        };
      },
    };
  },
});

const skipOperation = defineOperation({
  verb: "skip",
  arguments: "<schedule>",
  description: "Leaves out one date of a schedule that it has not opened yet, such as a holiday.",
  example: "schedule skip 3f2a91bc --date 2026-12-25",
  concerns: "nobody",
  deskRole: "city",
  options: { date: ["<day>", "the day, such as 2026-12-25"], undo: "open it after all" },
  changesData: true,
  input: z.object({ schedule: id, date: day, undo: z.boolean().default(false) }),
  async run(context, { schedule: prefix, date: wanted, undo }) {
    const { db, now } = context;
    const found = await findSchedule(context, prefix);
    const date = findDate(found, wanted, now);
    const isSkipped = found.skipped.includes(date.getTime());
    const what = `${wanted} of ${nameSchedule(found)}`;
    if (undo && !isSkipped) throw refusedError(`${wanted} is not left out.`);
    if (!undo && isSkipped) throw refusedError(`${wanted} is left out already.`);
    const findOpened = async () => (await listOpened(db, found.cityId, [date])).get(date.getTime());
    const openError = (eventId = "") =>
      refusedError(
        `The event of ${wanted} is open already, or was: ${eventId ? `event cancel ${shortId(eventId)}` : "event cancel"} cancels it, and it does not come again.`,
      );
    const opened = undo ? undefined : await findOpened();
    if (opened !== undefined) throw openError(opened);
    return {
      summary: undo ? `open ${what} after all` : `leave out ${what}`,
      canBeUndone: true,
      async apply() {
        if (undo) {
          if (!(await openSkippedDate(db, found.id, date))) throw refusedError(`${wanted} is not left out.`);
        } else if (!(await skipDate(db, { id: found.id, cityId: found.cityId, date, now })))
          throw openError(await findOpened());
        return {
          message: undo
            ? `${wanted} is a date again. The cron opens it when it is ${plural(found.weeks, "week")} ahead.`
            : `${wanted} is left out. schedule skip ${shortId(found.id)} --date ${wanted} --undo takes that back.`,
          data: { id: found.id, date },
        };
      },
    };
  },
});

const pauseOperation = defineOperation({
  verb: "pause",
  arguments: "<schedule>",
  description:
    "Opens no event of a schedule before a day. Where its city has nothing to book meanwhile, diners read why. Open events stay.",
  example: 'schedule pause 3f2a91bc --until 2027-01-15 --because "We’re taking a break over the holidays."',
  concerns: "nobody",
  deskRole: "city",
  options: {
    until: ["<day>", "the first day on which it opens events again, such as 2027-01-15"],
    because: ["<text>", "a sentence that diners read"],
  },
  changesData: true,
  input: z.object({ schedule: id, until: day, because: text(200) }),
  async run(context, { schedule: prefix, until: wanted, because }) {
    const { db, now } = context;
    const found = await findSchedule(context, prefix);
    const until = parseTime(`${wanted} 00:00`, found.timeZone);
    if (until <= now) throw usageError("--until is in the past.");
    const openCount = await countEventsAtTime(db, found, now, until);
    const what = nameSchedule(found);
    return {
      summary: `pause ${what} until ${wanted}: “${because}”`,
      details:
        openCount > 0
          ? [
              `${plural(openCount, "event is", "events are")} open before that, and ${openCount === 1 ? "stays" : "stay"}: event cancel cancels one.`,
            ]
          : [],
      canBeUndone: true,
      async apply() {
        if (!(await pauseSchedule(db, { id: found.id, until, because }))) throw endedError(found.id);
        return {
          message: `Paused ${what} until ${wanted}. schedule resume takes it back.`,
          data: { id: found.id, until },
        };
      },
    };
  },
});

const resumeOperation = defineOperation({
  verb: "resume",
  arguments: "<schedule>",
  description: "Ends the pause of a schedule: the cron opens its events again.",
  example: "schedule resume 3f2a91bc",
  concerns: "nobody",
  deskRole: "city",
  changesData: true,
  input: z.object({ schedule: id }),
  async run(context, { schedule: prefix }) {
    const found = await findSchedule(context, prefix);
    const notPausedError = () => refusedError(`Schedule ${shortId(found.id)} is not paused.`);
    if (!found.pausedUntil) throw notPausedError();
    return {
      summary: `end the pause of ${nameSchedule(found)}`,
      canBeUndone: true,
      async apply() {
        if (!(await resumeSchedule(context.db, found.id))) throw notPausedError();
        return { message: "The cron opens its events within a minute.", data: { id: found.id } };
      },
    };
  },
});

export const schedule: Noun = {
  description: "Events that repeat every week.",
  operations: [
    listOperation,
    addScheduleOperation,
    holidaysOperation,
    editOperation,
    skipOperation,
    pauseOperation,
    resumeOperation,
    endOperation,
  ],
};
