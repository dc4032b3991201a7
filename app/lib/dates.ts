import { TZDate } from "@date-fns/tz";
import { moveToFridayEvening } from "./event/countdown.ts";
import { remember } from "./remember.ts";
import { dayMs, hourMs, weekMs } from "./time-units.ts";

type Style = "date" | "time" | "timeAndZone" | "leaf" | "weekday" | "dateAndYear";

const options: Record<Style, Intl.DateTimeFormatOptions> = {
  date: { weekday: "long", month: "long", day: "numeric" },
  time: { hour: "numeric", minute: "2-digit" },
  timeAndZone: { hour: "numeric", minute: "2-digit", timeZoneName: "short" },
  leaf: { month: "short", day: "numeric" },
  weekday: { weekday: "long" },
  dateAndYear: { dateStyle: "long" },
};

const formatter = remember(
  (style: Style, timeZone: string) => `${style} ${timeZone}`,
  (style, timeZone) => new Intl.DateTimeFormat("en-US", { ...options[style], timeZone }),
);

/** Lines don't break within "November 27" or "7:00 PM". Formatting a date is slow, so results are remembered. */
const format = remember(
  (style: Style, date: Date, timeZone: string) => `${style} ${timeZone} ${date.getTime()}`,
  (style, date, timeZone) =>
    formatter(style, timeZone)
      .format(date)
      .replace(/\u202f| (?=\d|[AP]M)/g, "\u00a0"),
);

/** For text outside pages, which people search and scripts compare. */
export const withPlainSpaces = (text: string) => text.replaceAll("\u00a0", " ");

export const longDate = (date: Date, timeZone: string) => format("date", date, timeZone);

/** "November 27, 2026" */
export const dateAndYear = (date: Date, timeZone: string) => formatter("dateAndYear", timeZone).format(date);

export const timeOfDay = (date: Date, timeZone: string) => format("time", date, timeZone);

interface EventCity {
  cityName: string;
  timeZone: string;
}

/** "7:00 PM", or "7:00 PM in Budapest" if the visitor's clock shows another time. */
export function eventTime(date: Date, { cityName, timeZone }: EventCity, visitorZone: string): string {
  const time = timeOfDay(date, timeZone);
  return showsSameTime(date, timeZone, visitorZone) ? time : `${time} in ${cityName}`;
}

/** The city to name next to a time; null if the club has no other, or the time already names it. */
export const cityBeside = (
  time: string,
  { cityName, hasSeveralCities }: { cityName: string; hasSeveralCities: boolean },
): string | null => (hasSeveralCities && !time.endsWith(` in ${cityName}`) ? cityName : null);

/** "Friday, November 27, 7:00 PM", with the city if the visitor's clock shows another time. */
export const eventDateAndTime = (date: Date, city: EventCity, visitorZone = city.timeZone) =>
  `${longDate(date, city.timeZone)}, ${eventTime(date, city, visitorZone)}`;

/** "Friday, November 27, 7:00 PM" */
export const dateAndTime = (date: Date, timeZone: string) =>
  `${longDate(date, timeZone)}, ${timeOfDay(date, timeZone)}`;

/** "Friday, November 27, 7:00 PM GMT+1", if no city shows which clock is meant. */
export const dateTimeAndZone = (date: Date, timeZone: string) =>
  `${longDate(date, timeZone)}, ${format("timeAndZone", date, timeZone)}`;

/** "Nov" and "27", for a calendar leaf. */
export function monthAndDay(date: Date, timeZone: string): { month: string; dayOfMonth: string } {
  const [month = "", dayOfMonth = ""] = format("leaf", date, timeZone).split("\u00a0");
  return { month, dayOfMonth };
}

export const weekday = (date: Date, timeZone: string) => format("weekday", date, timeZone);

const eveningBeginsAt = 17;

/** "Tonight", "Today", or "Friday, November 27" on any other day. */
export function dayOfEvent(date: Date, now: Date, timeZone: string): string {
  if (longDate(date, timeZone) !== longDate(now, timeZone)) return longDate(date, timeZone);
  return new TZDate(date.getTime(), timeZone).getHours() >= eveningBeginsAt ? "Tonight" : "Today";
}

/** "Friday, November 27, 7:00 PM in Budapest", or "… UTC" without a city, for readers who may be anywhere. */
export const dateAndTimeOf = (date: Date, city: EventCity | null) =>
  city ? `${dateAndTime(date, city.timeZone)} in ${city.cityName}` : `${dateAndTime(date, "UTC")} UTC`;

const showsSameTime = (date: Date, one: string, other: string) =>
  one === other ||
  (timeOfDay(date, one) === timeOfDay(date, other) && longDate(date, one) === longDate(date, other));

const quarterHourMs = 900_000;

/** Numbers the days of the calendar. In all time zones, days begin at a quarter of an hour. */
const calendarDay = remember(
  (date: Date, timeZone: string) => `${Math.floor(date.getTime() / quarterHourMs)} ${timeZone}`,
  (date, timeZone) => {
    const local = new TZDate(date.getTime(), timeZone);
    return Date.UTC(local.getFullYear(), local.getMonth(), local.getDate()) / dayMs;
  },
);

/** Whole calendar days; 0 on the day itself and after it. */
export const daysUntil = (date: Date, now: Date, timeZone: string) =>
  Math.max(0, calendarDay(date, timeZone) - calendarDay(now, timeZone));

const sixHoursMs = 6 * hourMs;

/** "in 5 days"; null on the day itself, in the last hours before a dinner after midnight, and afterwards. */
export function daysAway(date: Date, now: Date, timeZone: string): string | null {
  const days = daysUntil(date, now, timeZone);
  return days === 0 || date.getTime() - now.getTime() < sixHoursMs
    ? null
    : `in ${days} ${days === 1 ? "day" : "days"}`;
}

export function isTimeZone(name: string): boolean {
  try {
    return formatter("time", name) !== undefined;
  } catch {
    return false;
  }
}

/** The next Friday by time zone, remembered until it has passed. */
const fridays = new Map<string, number>();
const sixDaysMs = 6 * dayMs;

export function nextFridayEvening(now: Date, timeZone: string): Date {
  const known = fridays.get(timeZone);
  if (known && now.getTime() < known && known - now.getTime() < sixDaysMs) return new Date(known);
  const friday = moveToFridayEvening(new TZDate(now.getTime(), timeZone)).getTime();
  fridays.set(timeZone, friday);
  return new Date(friday);
}

/** The Monday of the date's week by the local clock, as midnight UTC: the same key for the same week in every time zone. */
export function weekOf(date: Date, timeZone: string): number {
  const local = new TZDate(date.getTime(), timeZone);
  const day = Date.UTC(local.getFullYear(), local.getMonth(), local.getDate());
  return day - ((local.getDay() + 6) % 7) * dayMs;
}

/** Calendar weeks up to the week of `now`, the earliest first. */
export function lastWeeks(count: number, now: Date, timeZone: string): number[] {
  const last = weekOf(now, timeZone);
  return Array.from({ length: count }, (_, i) => last - (count - 1 - i) * weekMs);
}

/** The number of the week by ISO 8601: week 1 has the year's first Thursday. */
export function numberWeek(week: number): { year: number; number: number } {
  const thursday = new Date(week + 3 * dayMs);
  const year = thursday.getUTCFullYear();
  const dayOfYear = (thursday.getTime() - Date.UTC(year, 0, 1)) / dayMs;
  return { year, number: 1 + Math.floor(dayOfYear / 7) };
}
