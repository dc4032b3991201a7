import { renderTable } from "./render-table.ts";

export const primaryDistancesMs = [5, 50, 150] as const;
export const copyDistanceMs = 5;

/** Milliseconds to the first byte, with the primary at each of these distances. */
type Times = number[];

export interface WorldwideRow {
  what: string;
  isForm: boolean;
  /** To the database, in series. */
  trips: number;
  /** With no distance at all. */
  renderMs: number;
  /** A page: all is read from the primary. A form: before reads began together; absent where that was not measured. */
  before?: Times | undefined;
  after: Times;
  /** For the primary farthest away. */
  limitMs: number | null;
}

export const isReached = ({ after, limitMs }: WorldwideRow): boolean =>
  limitMs === null || (after.at(-1) ?? 0) <= limitMs;

const writeTimes = (times: Times | undefined) => times?.map((ms) => String(Math.round(ms))) ?? ["", "", ""];

export const renderWorldwideTable = (rows: WorldwideRow[]): string =>
  renderTable(
    [
      "Page or form",
      "Trips",
      ...primaryDistancesMs.map((ms) => `Before, ${ms} ms`),
      ...primaryDistancesMs.map((ms) => `After, ${ms} ms`),
      "Limit",
      "Reached",
    ],
    rows.map((row) => [
      `${row.isForm ? "form" : "page"} \`${row.what}\``,
      String(row.trips),
      ...writeTimes(row.before),
      ...writeTimes(row.after),
      row.limitMs === null ? "" : `${Math.round(row.limitMs)} ms`,
      row.limitMs === null ? "" : isReached(row) ? "yes" : "**no**",
    ]),
  );
