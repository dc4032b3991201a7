import { TZDate } from "@date-fns/tz";
import { remember } from "#app/lib/remember.ts";
import { eventTimes } from "./event-times.ts";

const askingHour = 11;
const tellingHour = 18;

/** Finding an hour of a city takes long. */
const askingTime = remember(
  (date: Date, timeZone: string) => `${timeZone} ${date.getTime()}`,
  (date, timeZone) => atHour(date, { timeZone, hour: askingHour, days: 1 }).getTime(),
);

/** When the diners of an event can say how it was: from the next morning, by the clock of the city. */
export function feedbackWindow(date: Date, timeZone: string): { opensAt: Date; closesAt: Date } {
  const opensAt = new Date(askingTime(date, timeZone));
  return { opensAt, closesAt: new Date(opensAt.getTime() + eventTimes.feedbackForMs) };
}

/**
 * The last evening hour at which pairs of a city are told. Wishes of later wait for the next one, so that the time of an
 * email never says when the other one answered.
 */
export function lastTellingTime(now: Date, timeZone: string): Date {
  const today = atHour(now, { timeZone, hour: tellingHour, days: 0 });
  return today <= now ? today : atHour(now, { timeZone, hour: tellingHour, days: -1 });
}

function atHour(
  date: Date,
  { timeZone, hour, days }: { timeZone: string; hour: number; days: number },
): Date {
  const local = new TZDate(date.getTime(), timeZone);
  const day = local.getDate() + days;
  return new Date(new TZDate(local.getFullYear(), local.getMonth(), day, hour, 0, timeZone).getTime());
}
