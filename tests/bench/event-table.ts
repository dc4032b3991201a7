import type { EventRow } from "./event-figures.ts";
import { renderTable } from "./render-table.ts";

interface Limit {
  what: string;
  value: number;
  max: number;
  format: (value: number) => string;
}

const seconds = (ms: number) => `${(ms / 1000).toLocaleString("en-US", { maximumFractionDigits: 1 })} s`;
const megabytes = (mb: number) => `${mb} MB`;
const milliseconds = (ms: number) => `${ms} ms`;
const number = (value: number) => value.toLocaleString("en-US");

const largeEvent = 5_000;

function limitsFor(row: EventRow): Limit[] {
  const isLarge = row.diners / row.events > largeEvent;
  const afterTablesMs = row.wallMs - row.tablesMs;
  return [
    { what: "CPU", value: row.cpuMs, max: isLarge ? 30_000 : 15_000, format: seconds },
    { what: "memory", value: row.memoryMb, max: isLarge ? 120 : 100, format: megabytes },
    ...(isLarge
      ? []
      : [
          { what: "D1 calls", value: row.calls, max: 300, format: number },
          { what: "slowest statement", value: row.slowestMs, max: 1_000, format: milliseconds },
        ]),
    ...(row.diners > largeEvent
      ? []
      : [{ what: "emails after the tables", value: afterTablesMs, max: 180_000, format: seconds }]),
    ...(row.events > 1 ? [{ what: "tables made", value: row.tablesMs, max: 300_000, format: seconds }] : []),
    ...(row.accountEmailMs === undefined
      ? []
      : [{ what: "account email", value: row.accountEmailMs, max: 5_000, format: seconds }]),
  ];
}

export const findMissedLimits = (row: EventRow) =>
  limitsFor(row)
    .filter(({ value, max }) => value > max)
    .map(({ what, value, max, format }) => ({
      what: `${row.what} diners: ${what}`,
      measured: format(value),
      target: `≤ ${format(max)}`,
    }));

const header =
  "Diners|Seated, on standby|Emails, doubled|Tables made|Last email|Account email|CPU|Memory|D1 calls|Statements|Slowest statement|Longest value|Reached";

export const renderEventsTable = (rows: EventRow[]): string =>
  renderTable(
    header.split("|"),
    rows
      .toSorted((a, b) => a.events - b.events || a.diners - b.diners)
      .map((row) => [
        row.what,
        `${number(row.seated)}, ${number(row.standby)}`,
        `${number(row.emails)}, ${row.doubled}`,
        seconds(row.tablesMs),
        seconds(row.wallMs),
        row.accountEmailMs === undefined ? "" : seconds(row.accountEmailMs),
        seconds(row.cpuMs),
        megabytes(row.memoryMb),
        number(row.calls),
        number(row.statements),
        milliseconds(row.slowestMs),
        `${number(Math.round(row.longestValue / 1000))} kB`,
        findMissedLimits(row).length === 0 ? "yes" : "**no**",
      ]),
  );
