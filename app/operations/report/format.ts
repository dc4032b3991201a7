import { numberWeek } from "#app/lib/dates.ts";
import { dayMs, hourMs, minuteMs } from "#app/lib/time-units.ts";

/** Counts of fewer people could reveal something about one of them. */
export const minCount = 5;

/** Shares of fewer pairs or people are not meaningful. */
export const minShareCount = 20;

const number = new Intl.NumberFormat("en-US");

export const formatNumber = (value: number) => number.format(value);

/** Undefined if the count is too small to be shown. */
export const shownCount = (count: number): number | undefined =>
  count > 0 && count < minCount ? undefined : count;

export const formatCount = (count: number): string => {
  const shown = shownCount(count);
  return shown === undefined ? `under ${minCount}` : formatNumber(shown);
};

export const formatPercent = (share: number) => `${Math.round(100 * share)} %`;

/** For the middle of a sentence: "94 of 100". */
export const formatOfHundred = (share: number) => `${Math.round(100 * share)} of 100`;

export const formatPoints = (points: number) => points.toFixed(1);

const words = "no,one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve".split(",");

export const inWords = (count: number) => words[count] ?? formatNumber(count);

export const plural = (count: number, one: string, many = `${one}s`) =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

const list = new Intl.ListFormat("en-US", { style: "long" });

export const joinList = (items: readonly string[]) => list.format(items);

/** "Weeks 36 to 47, 2026", or with both years if they differ. */
export function describeWeeks(weeks: readonly number[]): string {
  const [from, to] = [numberWeek(weeks[0] ?? 0), numberWeek(weeks.at(-1) ?? 0)];
  if (weeks.length === 1) return `Week ${to.number}, ${to.year}`;
  return from.year === to.year
    ? `Weeks ${from.number} to ${to.number}, ${to.year}`
    : `Week ${from.number}, ${from.year}, to week ${to.number}, ${to.year}`;
}

export function formatDuration(ms: number): string {
  if (ms < 1_000) return "under 1 s";
  if (ms < minuteMs) return `${Math.round(ms / 1_000)} s`;
  if (ms < hourMs) return `${Math.round(ms / minuteMs)} min`;
  return ms < 2 * dayMs ? `${Math.round(ms / hourMs)} h` : `${Math.round(ms / dayMs)} days`;
}

/** Round numbers from 0 to at least `max`. */
export function listTicks(max: number, count = 3): number[] {
  const rough = Math.max(max, 1) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? 1);
  return Array.from({ length: Math.ceil(Math.max(max, 1) / step) + 1 }, (_, i) => i * step);
}
