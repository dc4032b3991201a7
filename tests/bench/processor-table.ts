import { renderTable } from "./render-table.ts";

export interface ProcessorRow {
  what: string;
  ms: number;
  /** Where the database has answered before; absent where that was not measured. */
  withoutDatabaseMs?: number | undefined;
  /** That of a bare Remix page, measured in turns. */
  remixMs: number;
  /** As many times as long as a bare Remix page; absent where a row is measured for comparison only. */
  limit?: number | undefined;
}

export const isReached = ({ ms, remixMs, limit }: ProcessorRow): boolean =>
  limit === undefined || ms / remixMs <= limit;

export const renderProcessorTable = (rows: ProcessorRow[]): string =>
  renderTable(
    [
      "Request",
      "Processor time",
      "÷ bare Remix page",
      "Without the database",
      "÷ bare Remix page",
      "Limit",
      "Reached",
    ],
    rows.map((row) => [
      row.what,
      `${row.ms.toFixed(2)} ms`,
      toTimes(row.ms, row),
      row.withoutDatabaseMs === undefined ? "" : `${row.withoutDatabaseMs.toFixed(2)} ms`,
      row.withoutDatabaseMs === undefined ? "" : toTimes(row.withoutDatabaseMs, row),
      row.limit === undefined ? "" : `≤ ${row.limit}`,
      row.limit === undefined ? "" : isReached(row) ? "yes" : "**no**",
    ]),
  );

export const toTimes = (ms: number, { remixMs }: ProcessorRow): string => (ms / remixMs).toFixed(1);
