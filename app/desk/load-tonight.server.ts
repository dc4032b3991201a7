import type { AppLoadContext } from "@remix-run/cloudflare";
import { dateAndTime, timeOfDay } from "#app/lib/dates.ts";
import type { Operator } from "#app/lib/desk-settings.ts";
import { countFreeSeats, tableSize } from "#app/lib/table-size.ts";
import { minuteMs } from "#app/lib/time-units.ts";
import {
  type Evening,
  type EveningDiner,
  type EveningTable,
  eveningOf,
  type LoadedEvening,
  listEvenings,
  loadEvening,
} from "#app/models/event/evening.server.ts";
import { findEvent } from "#app/models/event/events.server.ts";
import { findProblems } from "#app/models/health/problems.server.ts";
import { describeAnswer, isSilent, listAnswers, type VenueAnswer } from "#app/models/sheet/sheets.server.ts";
import { listFillings } from "#app/operations/event/event-seats.ts";
import { sayAtDesk } from "./desk-words.server.ts";
import { createOperationContext } from "./run-operation.server.ts";
import { tonightMs } from "./scope.server.ts";

/** More tables than that come on pages. */
const tablesPerPage = 40;

/** The most urgent ones; with a full page of them, somebody has not begun to note who comes. */
const maxAlarms = 30;

/** A club of 500 cities can have them all on one Friday. */
const maxTonight = 1_000;

/** Links to others that are tonight, too. */
const maxOthers = 20;

/** The evenings of today that are not canceled, in the operator's cities. */
export const listTonight = async ({ db, now }: AppLoadContext, { cities }: Operator): Promise<Evening[]> => {
  const [from, to] = [now.getTime() - tonightMs, now.getTime() + tonightMs];
  const all = await listEvenings(db, { from: new Date(from), to: new Date(to) }, cities, maxTonight);
  return all.filter(({ canceledAt }) => !canceledAt);
};

export type Alarm =
  | ({ is: "late" | "missing"; table: number } & Pick<
      EveningDiner,
      "bookingId" | "name" | "lateMinutes" | "phone"
    >)
  | { is: "too small"; table: number; people: number }
  | ({ is: "restaurant"; says: string } & Pick<VenueAnswer, "venueId" | "venueName" | "phone" | "answer">)
  /** Counted, without who. */
  | { is: "some missing"; table: number; count: number }
  | { is: "problem"; name: string; detail: string };

/** Everything about one evening of tonight, and the names of the others. */
export async function loadTonight(context: AppLoadContext, operator: Operator, search: URLSearchParams) {
  const { db, now } = context;
  const [evenings, problems] = await Promise.all([
    listTonight(context, operator),
    operator.role === "owner" ? findProblems(db, now) : [],
  ]);
  const chosen = evenings.find(({ id }) => id === search.get("event")) ?? evenings[0];
  const clubAlarms = problems.map(
    ({ name, detail }): Alarm => ({
      is: "problem",
      name: sayAtDesk(name, []),
      detail: sayAtDesk(detail, []),
    }),
  );
  const others = evenings
    .filter(({ id }) => id !== chosen?.id)
    .slice(0, maxOthers)
    .map((evening) => ({ id: evening.id, name: nameEvening(evening) }));
  if (!chosen) return { evening: null, alarms: clubAlarms, moreAlarms: 0, others };
  const loaded = await loadEvening(db, chosen.id, now);
  const [event, answers] = await Promise.all([findEvent(db, chosen.id), listAnswers(db, chosen.id)]);
  const open = loaded.tables.filter(({ closedAt }) => !closedAt);
  const freeSeats = open.reduce((sum, table) => sum + countFreeSeats(table), 0);
  const { fillings } =
    event && chosen.matchedAt && loaded.standby.length > 0
      ? await listFillings(createOperationContext(context, operator), event, loaded)
      : { fillings: [] };
  const named = loaded.tables.findIndex(({ number }) => String(number) === search.get("table"));
  const page =
    named >= 0 ? Math.floor(named / tablesPerPage) + 1 : Math.max(1, Number(search.get("page")) || 1);
  const pageCount = Math.max(1, Math.ceil(loaded.tables.length / tablesPerPage));
  const shown = loaded.tables.slice((page - 1) * tablesPerPage, page * tablesPerPage);
  const alarms = [...listVenueAlarms(answers, open, now), ...listAlarms(open), ...clubAlarms];
  return {
    alarms: alarms.slice(0, maxAlarms),
    moreAlarms: Math.max(0, alarms.length - maxAlarms),
    others,
    evening: {
      id: chosen.id,
      cityName: chosen.cityName,
      when: dateAndTime(chosen.date, chosen.timeZone),
      asOf: timeOfDay(now, chosen.timeZone),
      until: describeUntil(chosen.date, now),
      hasTables: chosen.matchedAt !== null,
      canRecord: eveningOf(chosen.date).from <= now && now < eveningOf(chosen.date).until,
      counts: countPeople(loaded, freeSeats),
      freeSeats,
      fillings,
      standby: loaded.standby,
      venues: groupByVenue(shown, loaded.tables, answers),
      page,
      pageCount,
      open: search.get("table"),
    },
  };
}

export type Tonight = Awaited<ReturnType<typeof loadTonight>>;

const nameEvening = ({ cityName, date, timeZone }: Evening) => `${cityName}, ${timeOfDay(date, timeZone)}`;

/** "in 20 min", or "began 1 h 10 min ago" */
function describeUntil(date: Date, now: Date): string {
  const minutes = Math.round((date.getTime() - now.getTime()) / minuteMs);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const length = [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`]
    .filter(Boolean)
    .join(" ");
  return minutes >= 0 ? `in ${length}` : `began ${length} ago`;
}

function countPeople({ tables }: LoadedEvening, freeSeats: number): [count: number, what: string][] {
  const diners = tables.flatMap((table) => table.diners);
  const count = (...presences: string[]) =>
    diners.filter(({ presence }) => presences.includes(presence)).length;
  const counted = tables.reduce((sum, table) => sum + table.here, 0);
  const missing = count("missing") + tables.reduce((sum, table) => sum + table.missing, 0);
  return [
    [counted, "here"],
    [count("on the way") + tables.reduce((sum, table) => sum + table.onTheWay, 0), "on the way"],
    [count("late", "not here"), "late"],
    ...(missing > 0 ? [[missing, "missing"] as [number, string]] : []),
    [freeSeats, "empty seats"],
  ];
}

/** The most urgent first. */
function listAlarms(tables: EveningTable[]): Alarm[] {
  const some = (presences: string[], is: "late" | "missing") =>
    tables.flatMap(({ number, diners }) =>
      diners
        .filter(({ presence }) => presences.includes(presence))
        .map(
          ({ bookingId, name, lateMinutes, phone }): Alarm => ({
            ...{ is, table: number },
            ...{ bookingId, name, lateMinutes, phone },
          }),
        ),
    );
  const uncounted = tables
    .filter(({ missing }) => missing > 0)
    .map(({ number, missing }): Alarm => ({ is: "some missing", table: number, count: missing }));
  const tooSmall = tables
    .filter(({ diners, walkIns }) => diners.length > 0 && diners.length + walkIns.length < tableSize - 1)
    .map(
      ({ number, diners, walkIns }): Alarm => ({
        ...{ is: "too small", table: number },
        people: diners.length + walkIns.length,
      }),
    );
  return [...some(["missing"], "missing"), ...uncounted, ...tooSmall, ...some(["late", "not here"], "late")];
}

const listVenueAlarms = (answers: VenueAnswer[], tables: EveningTable[], now: Date): Alarm[] =>
  answers
    .filter((each) => each.date > now && (each.answer === "no" || isSilent(each, now)))
    .filter(({ venueId }) => tables.some((table) => table.venueId === venueId && table.diners.length > 0))
    .map(({ venueId, venueName, phone, answer, ...rest }) => ({
      ...{ is: "restaurant", venueId, venueName, phone, answer },
      says: describeAnswer({ venueId, venueName, phone, answer, ...rest }),
    }));

function groupByVenue(shown: EveningTable[], all: EveningTable[], answers: VenueAnswer[]) {
  const saysOf = (venue: string) => {
    const found = answers.find(({ venueId }) => venueId === venue);
    return found ? describeAnswer(found) : null;
  };
  const byVenue = Map.groupBy(shown, ({ venueId }) => venueId);
  return [...byVenue.entries()].map(([id, some]) => {
    const there = all.filter(({ venueId }) => venueId === id);
    return {
      id,
      name: some[0]?.venueName ?? "",
      address: some[0]?.address ?? "",
      phone: some[0]?.phone ?? null,
      notes: some[0]?.notes ?? null,
      says: saysOf(id),
      here: there.reduce((sum, table) => sum + table.here, 0),
      count: there.reduce((sum, table) => sum + table.diners.length + table.walkIns.length, 0),
      tables: some,
    };
  });
}
