import { TZDate } from "@date-fns/tz";
import type { Database } from "#app/db/client.server.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { findSharedTimeZone } from "#app/models/city/cities.server.ts";
import { usageError } from "./operation.ts";

/** The first eight characters of a UUID are enough to type. */
export const shortId = (id: string) => (/^[0-9a-f]{8}-/.test(id) ? id.slice(0, 8) : id);

export const plural = (count: number, singular: string, pluralForm = `${singular}s`) =>
  `${count} ${count === 1 ? singular : pluralForm}`;

/** Follows a list that asked for one more than it shows. The total would need a count. */
export const describeOmitted = (found: readonly unknown[], limit: number) =>
  found.length > limit ? [`There are more than ${limit}: --limit lists more.`] : [];

/** Two names with the same key are the same. */
export const nameKey = (name: string) => name.normalize("NFC").toLowerCase();

const list = new Intl.ListFormat("en-GB");

export const maxNames = 3;

/** "Anna, Bea and Cili", or "Anna, Bea and 3 others". `total` is for names that were not loaded. */
export const joinNames = (names: readonly string[], total = names.length) =>
  list.format(
    total <= maxNames ? names : [...names.slice(0, maxNames - 1), `${total - maxNames + 1} others`],
  );

const maxListed = 20;

/** For a result, which says who it was: "Anna, Bea, Cili". */
export const listNames = (names: readonly string[]) =>
  names.length <= maxListed
    ? names.join(", ")
    : `${names.slice(0, maxListed).join(", ")} and ${names.length - maxListed} others`;

const choices = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** "budapest, tokyo or vienna", or "budapest, city-0 or one of 500 others" */
export const joinChoices = (names: readonly string[]) =>
  choices.format(
    names.length <= maxNames
      ? names
      : [...names.slice(0, maxNames - 1), `one of ${names.length - maxNames + 1} others`],
  );

/** "2 events and 1 schedule"; empty if all counts are 0. */
export const listCounts = (counts: readonly [count: number, noun: string][]) =>
  list.format(counts.filter(([count]) => count > 0).map(([count, noun]) => plural(count, noun)));

const localTime = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)$/;
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** Reads "2026-12-04 19:00" in the time zone, or an ISO time with its own offset. */
export function parseTime(text: string, timeZone: string): Date {
  if (isoTime.test(text)) {
    const date = new Date(text);
    if (Number.isNaN(date.getTime())) throw noSuchTime(text);
    return date;
  }
  const parts = localTime.exec(text)?.slice(1).map(Number) as
    | [number, number, number, number, number]
    | undefined;
  if (!parts)
    throw usageError(`“${text}” is not a time: write it like “2026-12-04 19:00” or 2026-12-04T18:00:00Z.`);
  const [year, month, day, hour, minute] = parts;
  const asUtc = new Date(Date.UTC(year, month - 1, day, hour, minute));
  if (asUtc.getUTCMonth() !== month - 1 || asUtc.getUTCDate() !== day || hour > 23 || minute > 59)
    throw noSuchTime(text);
  const [date, secondDate] = findDatesAtLocalTime(asUtc, timeZone);
  if (!date)
    throw usageError(`${text} does not exist in ${timeZone}: the clocks go forward over it that night.`);
  if (secondDate)
    throw usageError(
      `${text} comes twice in ${timeZone}, because the clocks go back that night: write ${date.toISOString()} or ${secondDate.toISOString()}.`,
    );
  return date;
}

const noSuchTime = (text: string) => usageError(`There is no such day or hour as ${text}.`);

/** The dates at which clocks in the time zone show what `asUtc` shows in UTC: one date, two in autumn, or none in spring. */
function findDatesAtLocalTime(asUtc: Date, timeZone: string): Date[] {
  const offsetsMs = [asUtc.getTime() - dayMs, asUtc.getTime() + dayMs].map((timeMs) =>
    getOffsetMs(timeMs, timeZone),
  );
  return [...new Set(offsetsMs)]
    .map((offsetMs) => asUtc.getTime() - offsetMs)
    .filter((timeMs) => timeMs + getOffsetMs(timeMs, timeZone) === asUtc.getTime())
    .sort((a, b) => a - b)
    .map((timeMs) => new Date(timeMs));
}

const getOffsetMs = (timeMs: number, timeZone: string) =>
  -new TZDate(timeMs, timeZone).getTimezoneOffset() * 60_000;

/** Formats a date the way an operator types it: "2026-12-04 19:00". */
export function formatLocalTime(date: Date, timeZone: string): string {
  return new TZDate(date.getTime(), timeZone).toISOString().slice(0, 16).replace("T", " ");
}

/** Like `formatLocalTime`, but in UTC if the city is unknown. */
export const formatCityTime = (date: Date, timeZone: string | null | undefined): string =>
  timeZone ? formatLocalTime(date, timeZone) : `${formatLocalTime(date, "UTC")} UTC`;

/** For times that belong to no city: the time zone that all cities share, or UTC. */
export const findClubZone = async (db: Database): Promise<string> => (await findSharedTimeZone(db)) ?? "UTC";

/** Formats in the club's time zone, which it names. */
export async function findClubTimeFormat(db: Database): Promise<(date: Date) => string> {
  const zone = await findClubZone(db);
  return (date) => `${formatLocalTime(date, zone)} ${zone}`;
}

/** "time (Europe/Budapest)", or "local time" if the rows are in several zones. */
export function nameTimes(heading: string, rows: readonly { timeZone: string | null }[]): string {
  const [zone, other] = new Set(rows.map(({ timeZone }) => timeZone ?? "UTC"));
  return other || !zone ? `local ${heading}` : `${heading} (${zone})`;
}
