import { TZDate } from "@date-fns/tz";

export interface Weekly {
  /** 1 is Monday, 7 is Sunday. */
  weekday: number;
  /** "19:00", local time. */
  time: string;
  timeZone: string;
  weeks: number;
}

/** The next `weeks` dates of a weekly schedule, by the local clock in summer and winter. */
export function weeklyDates({ weekday, time, timeZone, weeks }: Weekly, after: Date): Date[] {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const today = new TZDate(after.getTime(), timeZone);
  const ahead = (weekday - today.getDay() + 7) % 7;
  const on = (day: number) =>
    new TZDate(today.getFullYear(), today.getMonth(), today.getDate() + day, hours, minutes, timeZone);
  const first = on(ahead).getTime() > after.getTime() ? ahead : ahead + 7;
  return Array.from({ length: weeks }, (_, week) => new Date(on(first + 7 * week).getTime()));
}

/** Whether the local clock shows this hour on this day of the week. */
export function isAtWeeklyTime(date: Date, { weekday, time, timeZone }: Omit<Weekly, "weeks">): boolean {
  const local = new TZDate(date.getTime(), timeZone);
  const [hours, minutes] = time.split(":").map(Number);
  return local.getDay() === weekday % 7 && local.getHours() === hours && local.getMinutes() === minutes;
}
