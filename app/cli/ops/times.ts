import { TZDate } from "@date-fns/tz";

const onTheWall = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)$/;
const withZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** "2026-12-04 19:00" on the clock of a zone, or an ISO moment that says its own; or a sentence on why it is neither. */
export function readMoment(typed: string, timeZone: string): Date | string {
  if (withZone.test(typed)) return valid(new Date(typed)) ?? noSuchDay(typed);
  const parts = onTheWall.exec(typed)?.slice(1).map(Number) as
    | [number, number, number, number, number]
    | undefined;
  if (!parts) return `“${typed}” is no time: write it like “2026-12-04 19:00”, or like 2026-12-04T18:00:00Z.`;
  const [year, month, day, hour, minute] = parts;
  const wall = new Date(Date.UTC(year, month - 1, day, hour, minute));
  if (wall.getUTCMonth() !== month - 1 || wall.getUTCDate() !== day || hour > 23 || minute > 59)
    return noSuchDay(typed);
  const [moment, other] = momentsOf(wall, timeZone);
  if (!moment) return `There is no ${typed} in ${timeZone}: the clocks go forward over it that night.`;
  if (other)
    return `${typed} comes twice in ${timeZone}, the clocks go back that night: say ${moment.toISOString()} or ${other.toISOString()}.`;
  return moment;
}

const valid = (date: Date) => (Number.isNaN(date.getTime()) ? undefined : date);
const noSuchDay = (typed: string) => `There is no such day or hour as ${typed}.`;
const day = 86_400_000;

/** When the clocks of a zone show this: once, twice, or never. */
function momentsOf(wall: Date, timeZone: string): Date[] {
  const offsets = [wall.getTime() - day, wall.getTime() + day].map((near) => offsetAt(near, timeZone));
  return [...new Set(offsets)]
    .map((offset) => wall.getTime() - offset)
    .filter((at) => at + offsetAt(at, timeZone) === wall.getTime())
    .sort((a, b) => a - b)
    .map((at) => new Date(at));
}

const offsetAt = (at: number, timeZone: string) => -new TZDate(at, timeZone).getTimezoneOffset() * 60_000;

/** As it is typed: "2026-12-04 19:00". */
export function wallClock(date: Date, timeZone: string): string {
  return new TZDate(date.getTime(), timeZone).toISOString().slice(0, 16).replace("T", " ");
}
