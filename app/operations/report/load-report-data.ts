import type { Database } from "#app/db/client.server.ts";
import { lastWeeks, weekOf } from "#app/lib/dates.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { type City, findSharedTimeZone, listCities } from "#app/models/city/cities.server.ts";
import { findClubFigures } from "#app/models/figures/club-figures.server.ts";
import { loadEmailWaits } from "#app/models/figures/email-waits.server.ts";
import { type FiguresPeriod, loadEventFigures } from "#app/models/figures/event-figures.server.ts";
import { loadKeptTerms, loadWeightHistories } from "#app/models/figures/weights.server.ts";
import { listQuestionsWithCompany } from "#app/models/quiz/quiz.server.ts";
import { listKeptPromises } from "#app/operations/match/promises-kept.ts";
import { groupByCity, type ReportData } from "./report-data.ts";

interface ReportOptions {
  city: City | undefined;
  weekCount: number;
  now: Date;
}

/** Some time zones begin a week this much earlier than UTC. */
const earliestZoneMs = 14 * hourMs;

export async function loadReportData(
  db: Database,
  { city, weekCount, now }: ReportOptions,
): Promise<ReportData> {
  const timeZone = city?.timeZone ?? (await findSharedTimeZone(db)) ?? "UTC";
  const weeks = lastWeeks(weekCount, now, timeZone);
  const [first = 0] = weeks;
  const period = { from: new Date(first - earliestZoneMs), to: now, cityId: city?.id };
  const cities = city ? [city] : await listCities(db);
  const zones = new Map(cities.map((each) => [each.id, each.timeZone]));
  const events = (await loadEventFigures(db, period))
    .map((event) => ({ ...event, week: weekOf(new Date(event.date), zones.get(event.cityId) ?? timeZone) }))
    .filter(({ week }) => week >= first)
    .map((event) => ({ ...event, week: Math.min(event.week, weeks.at(-1) ?? event.week) }));
  const known = await findClubFigures(db);
  return {
    weeks,
    cities: groupByCity(cities, events),
    club: known?.figures,
    weights: await loadWeightHistories(db),
    promises: await sumPromises(db, period),
    waits: await loadEmailWaits(db, { from: new Date(first), to: now }),
    madeAt: now,
    timeZone,
    isSample: false,
  };
}

async function sumPromises(db: Database, period: FiguresPeriod): Promise<ReportData["promises"]> {
  const questions = await listQuestionsWithCompany(db);
  const events = await loadKeptTerms(db, period);
  const kept = events.flatMap(({ points, kept: report, tableCount }) =>
    listKeptPromises(questions, points, report, Array(tableCount).fill({ length: tableSize })),
  );
  return [...Map.groupBy(kept, ({ promise }) => promise)].map(([promise, each]) => ({
    promise,
    broken: each.reduce((sum, { broken }) => sum + broken, 0),
    of: each.reduce((sum, one) => sum + one.of, 0),
    whose: each[0]?.whose ?? "",
  }));
}
