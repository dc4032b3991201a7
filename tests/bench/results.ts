import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "#app/cli/project.mjs";
import { drawMatcherChart, drawPagesChart } from "./charts.ts";
import type { EventRow } from "./event-figures.ts";
import { renderEventsTable } from "./event-table.ts";
import { drawLearningChart } from "./learning-chart.ts";
import type { LearningResults } from "./learning-figures.ts";
import { renderLearningTable } from "./learning-table.ts";
import { type ProcessorRow, renderProcessorTable } from "./processor-table.ts";
import { renderMatcherTable, renderMissedRows, renderPagesTable } from "./tables.ts";
import { renderWorldwideTable, type WorldwideRow } from "./worldwide-table.ts";

export interface PageRow {
  what: string;
  unit: string;
  /** Absent where a row is measured for comparison only. */
  limit?: { rule: "≤" | "≥"; value: number };
  worst: number;
  best?: number;
}

export interface MatcherRow {
  what: string;
  others: string;
  target: string;
  measured: string;
  /** With the best of the others: in words, and in numbers where the chart shows it. */
  comparison: string;
  valueRatio?: number;
  speedRatio?: number;
  isReached: boolean;
}

interface BenchmarkResults {
  pages: Record<string, PageRow>;
  matcher: Record<string, MatcherRow[]>;
  learning: LearningResults;
  events: Record<string, EventRow>;
  worldwide: Record<string, WorldwideRow>;
  processor: ProcessorRow[];
}

const resultsFile = join(root, "docs/benchmarks.json");

export const readResults = (): BenchmarkResults => JSON.parse(readFileSync(resultsFile, "utf8"));

/** Replaces the rows that were measured, keeps the others, and renders the tables and charts. */
export function saveResults(measured: Partial<BenchmarkResults>): void {
  const saved = readResults();
  const results: BenchmarkResults = {
    pages: { ...saved.pages, ...measured.pages },
    matcher: { ...saved.matcher, ...measured.matcher },
    learning: measured.learning ?? saved.learning,
    events: { ...saved.events, ...measured.events },
    worldwide: measured.worldwide ?? saved.worldwide,
    processor: measured.processor ?? saved.processor,
  };
  writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
  writeBenchmarkDocs(results);
}

export function writeBenchmarkDocs(results: BenchmarkResults): void {
  const page = join(root, "docs/benchmarks.md");
  writeFileSync(page, renderBenchmarksPage(readFileSync(page, "utf8"), results));
  for (const [name, svg] of Object.entries(drawCharts(results))) writeFileSync(join(root, name), svg);
}

export function renderBenchmarksPage(
  page: string,
  { pages, matcher, learning, events, worldwide, processor }: BenchmarkResults,
): string {
  const pageRows = Object.values(pages);
  const matcherRows = Object.values(matcher).flat();
  const learningRows = Object.values(learning.rows);
  const eventRows = Object.values(events);
  const parts = {
    missed: renderMissedRows(
      pageRows,
      matcherRows,
      learningRows,
      eventRows,
      Object.values(worldwide),
      processor,
    ),
    pages: renderPagesTable(pageRows),
    matcher: renderMatcherTable(matcherRows),
    learning: renderLearningTable(learningRows),
    events: renderEventsTable(eventRows),
    worldwide: renderWorldwideTable(Object.values(worldwide)),
    processor: renderProcessorTable(processor),
  };
  return Object.entries(parts).reduce(
    (text, [name, part]) =>
      text.replace(
        new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*(\n<!-- /${name} -->)`),
        (_, begin, end) => `${begin}\n${part}\n${end}`,
      ),
    page,
  );
}

export const drawCharts = ({ pages, matcher, learning }: BenchmarkResults): Record<string, string> => ({
  "docs/benchmarks-pages.svg": drawPagesChart(Object.values(pages)),
  "docs/benchmarks-matcher.svg": drawMatcherChart(Object.values(matcher).flat()),
  "docs/benchmarks-learning.svg": drawLearningChart(learning.curves),
});
