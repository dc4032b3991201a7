import type { EventRow } from "./event-figures.ts";
import { findMissedLimits } from "./event-table.ts";
import type { LearningRow } from "./learning-figures.ts";
import { formatShare } from "./learning-table.ts";
import { isReached as isWithinTimes, type ProcessorRow, toTimes } from "./processor-table.ts";
import { renderTable } from "./render-table.ts";
import type { MatcherRow, PageRow } from "./results.ts";
import { isReached, type WorldwideRow } from "./worldwide-table.ts";

export const renderPagesTable = (rows: PageRow[]): string =>
  renderTable(
    ["What", "Budget", "Measured, worst case", "Reached"],
    rows.map((row) => [
      row.what,
      formatLimit(row),
      formatWorst(row) + (row.best === undefined ? "" : ` (best ${format(row.best, row.unit)})`),
      row.limit ? toAnswer(isWithinLimit(row)) : "",
    ]),
  );

export const renderMatcherTable = (rows: MatcherRow[]): string =>
  renderTable(
    ["What", "Best of the others", "Target", "Measured", "Compared with the best other", "Reached"],
    rows.map(({ what, others, target, measured, comparison, isReached }) => [
      what,
      others,
      target,
      measured,
      comparison,
      toAnswer(isReached),
    ]),
  );

export function renderMissedRows(
  pages: PageRow[],
  matcher: MatcherRow[],
  learning: LearningRow[],
  events: EventRow[],
  worldwide: WorldwideRow[],
  processor: ProcessorRow[],
): string {
  const missed = [
    ...pages
      .filter((row) => !isWithinLimit(row))
      .map((row) => [row.what, formatWorst(row), formatLimit(row)] as const),
    ...matcher
      .filter((row) => !row.isReached)
      .map(({ what, measured, target }) => [what, measured, target] as const),
    ...learning
      .filter((row) => !row.isReached)
      .map(({ what, overall, target }) => [what, formatShare(overall), target] as const),
    ...events
      .flatMap(findMissedLimits)
      .map(({ what, measured, target }) => [`One event, ${what}`, measured, target] as const),
    ...worldwide
      .filter((row) => !isReached(row))
      .map(
        ({ what, after, limitMs }) =>
          [`Far away, \`${what}\``, toMs(after.at(-1)), `≤ ${toMs(limitMs)}`] as const,
      ),
    ...processor
      .filter((row) => !isWithinTimes(row))
      .map(
        (row) =>
          [`${row.what}: processor time ÷ bare Remix page`, toTimes(row.ms, row), `≤ ${row.limit}`] as const,
      ),
  ];
  if (missed.length === 0) return "All figures reach their targets.";
  return missed
    .map(([what, measured, target]) => `- ${what}: **${measured}** (target: ${target})`)
    .join("\n");
}

const toMs = (ms: number | null | undefined) => `${Math.round(ms ?? 0)} ms`;

export function isWithinLimit({ limit, worst }: PageRow): boolean {
  if (!limit) return true;
  return limit.rule === "≤" ? worst <= limit.value : worst >= limit.value;
}

const toAnswer = (isReached: boolean) => (isReached ? "yes" : "**no**");

const formatWorst = ({ worst, unit }: PageRow) => format(worst, unit);

const formatLimit = ({ limit, unit }: PageRow) =>
  limit ? `${limit.rule} ${format(limit.value, unit)}` : "for comparison";

const format = (value: number, unit: string) =>
  `${value.toLocaleString("en-US", { maximumFractionDigits: 2 })} ${unit}`.trim();
