import { numberWeek } from "#app/lib/dates.ts";
import { emailPriorities } from "#app/lib/email-kinds.ts";
import { estimateShare } from "#app/lib/event/estimates.ts";
import { secondMs } from "#app/lib/time-units.ts";
import { sumFigures } from "#app/models/figures/event-figures.server.ts";
import type { EmailWait } from "#app/models/figures/report-figures.server.ts";
import { Dot, Figure, Interval, Line, Plot, Section, thinOut } from "./figure.tsx";
import {
  formatDuration,
  formatNumber,
  formatPercent,
  joinList,
  minShareCount,
  plural,
  shownCount,
} from "./format.ts";
import type { ReportCity, ReportData, ReportEvent } from "./report-data.ts";

interface ReturnPoint {
  /** The first week of the point. */
  week: number;
  lastWeek: number;
  came: number;
  share: number;
  low: number;
  high: number;
}

/** Groups as many neighboring weeks as a meaningful share needs. */
function listReturns({ events }: ReportCity): ReturnPoint[] {
  const old = events.filter(({ returned }) => returned !== null);
  const byWeek = [...Map.groupBy(old, ({ week }) => week)].sort(([one], [other]) => one - other);
  const groups: { weeks: number[]; events: ReportEvent[] }[] = [];
  for (const [week, some] of byWeek) {
    const last = groups.at(-1);
    if (last && sumFigures(last.events).couldReturn < minShareCount) {
      last.weeks.push(week);
      last.events.push(...some);
    } else groups.push({ weeks: [week], events: [...some] });
  }
  return groups.flatMap(({ weeks, events: some }) => {
    const { couldReturn, returned } = sumFigures(some);
    const estimate = couldReturn < minShareCount ? undefined : estimateShare(returned, couldReturn);
    if (!estimate) return [];
    const [week = 0, lastWeek = week] = [weeks[0], weeks.at(-1)];
    return [
      { week, lastWeek, came: couldReturn, share: estimate.value, low: estimate.low, high: estimate.high },
    ];
  });
}

export function ReturnsSection({ data }: { data: ReportData }) {
  const cities = data.cities
    .map((city) => ({ name: city.name, points: listReturns(city) }))
    .filter(({ points }) => points.length > 0);
  const { couldReturn, returned } = sumFigures(data.cities.flatMap(({ events }) => events));
  const finding =
    couldReturn < minShareCount
      ? "Too few dinners are four weeks old to say anything."
      : `${formatPercent(returned / couldReturn)} of those who came had a seat at another dinner within four weeks (n = ${formatNumber(couldReturn)}). Dinners of the last four weeks are not counted.`;
  const highest = Math.max(0.1, ...cities.flatMap(({ points }) => points.map(({ high }) => high)));
  const top = [0.1, 0.25, 0.5, 1].find((each) => each >= highest) ?? 1;
  const scale = { min: 0, max: top };
  const ticks = (top === 0.1 ? [0, 0.05, 0.1] : top === 0.25 ? [0, 0.1, 0.2] : [0, top / 2, top]).map(
    (value) => ({
      value,
      text: formatPercent(value),
    }),
  );
  return (
    <Section
      id="returns"
      question="Do diners come back?"
      finding={finding}
      legend={[
        { mark: "dot", text: "came again within four weeks" },
        { mark: "interval", text: "95 % interval" },
      ]}
      columns={cities.length === 1 ? 1 : 2}
    >
      {cities.length > 0 &&
        cities.map(({ name, points }) => {
          const placed = points.map((point, i) => ({
            ...point,
            at: (i + 0.5) / points.length,
            value: point.share,
          }));
          return (
            <Figure
              key={name}
              title={name}
              note={`${formatNumber(points.reduce((sum, { came }) => sum + came, 0))} came`}
              label={`${name}: who came again within four weeks, by the week of the dinner`}
              numbers={{
                headings: ["weeks", "came", "came again", "95 % interval"],
                rows: points.map((point) => [
                  nameWeeks(point),
                  formatNumber(point.came),
                  formatPercent(point.share),
                  `${formatPercent(point.low)} to ${formatPercent(point.high)}`,
                ]),
              }}
            >
              <Plot
                label={`${name}: the share of diners who came again within four weeks, by the week of the dinner`}
                scale={scale}
                ticks={ticks}
                labels={thinOut(placed, 3).map((point, i) => ({
                  at: point.at,
                  text: `${i === 0 ? "w " : ""}${numberWeek(point.week).number}`,
                }))}
              >
                <Line className="line" points={placed} scale={scale} />
                {placed.map(({ at, value, low, high }) => (
                  <g key={at}>
                    <Interval at={at} from={low} to={high} scale={scale} />
                    <Dot className="dot" at={at} value={value} scale={scale} />
                  </g>
                ))}
              </Plot>
            </Figure>
          );
        })}
    </Section>
  );
}

function nameWeeks({ week, lastWeek }: ReturnPoint): string {
  const [from, to] = [numberWeek(week), numberWeek(lastWeek)];
  return week === lastWeek ? `${from.number}, ${from.year}` : `${from.number} to ${to.number}, ${to.year}`;
}

const groupNames: Record<number, string> = {
  [emailPriorities.account]: "About accounts",
  [emailPriorities.dinnerToday]: "About dinners of the same day",
  [emailPriorities.other]: "About other dinners",
};

const waitTicks = [
  secondMs,
  10 * secondMs,
  60 * secondMs,
  600 * secondMs,
  3_600 * secondMs,
  86_400 * secondMs,
];

/** Waits vary so widely that each step of the axis is about ten times the one before. */
const toScale = (ms: number) => Math.log10(Math.max(secondMs, ms) / secondMs);

export function EmailsSection({ data }: { data: ReportData }) {
  const waits = data.waits.filter(({ count }) => shownCount(count) !== undefined);
  const byGroup = [...Map.groupBy(waits, ({ priority }) => priority)].sort(([one], [other]) => one - other);
  const longest = Math.max(10 * secondMs, ...waits.map(({ mostMs }) => mostMs));
  const ticks = waitTicks.filter((_, i) => i === 0 || (waitTicks[i - 1] ?? 0) < longest);
  const scale = { min: 0, max: toScale(Math.max(longest, ticks.at(-1) ?? 0)) };
  return (
    <Section
      id="emails"
      question="How long did emails wait?"
      finding={describeWaits(byGroup)}
      legend={[
        { mark: "dot", text: "the median" },
        { mark: "ring", text: "95 of 100 waited no longer" },
      ]}
    >
      {byGroup.length > 0 &&
        byGroup.map(([priority, some]) => {
          const name = groupNames[priority] ?? "Others";
          const placed = some.map((wait, i) => ({ ...wait, at: (i + 0.5) / some.length }));
          return (
            <Figure
              key={priority}
              title={name}
              note={plural(countEmails(some), "email")}
              label={`${name}: how long emails waited, by week`}
              numbers={{
                headings: ["week", "emails", "median", "95 of 100 within"],
                rows: some.map(({ week, count, medianMs, mostMs }) => [
                  `${numberWeek(week).number}, ${numberWeek(week).year}`,
                  formatNumber(count),
                  formatDuration(medianMs),
                  formatDuration(mostMs),
                ]),
              }}
            >
              <Plot
                label={`${name}: the median wait of emails and that of 95 of 100, by week`}
                scale={scale}
                ticks={ticks.map((ms) => ({ value: toScale(ms), text: nameTick(ms) }))}
                labels={thinOut(placed, 5).map(({ at, week }, i) => ({
                  at,
                  text: `${i === 0 ? "w " : ""}${numberWeek(week).number}`,
                }))}
              >
                {placed.map(({ at, medianMs, mostMs }) => (
                  <g key={at}>
                    <Interval at={at} from={toScale(medianMs)} to={toScale(mostMs)} scale={scale} />
                    <Dot className="ring" at={at} value={toScale(mostMs)} scale={scale} radius={4} />
                    <Dot className="dot" at={at} value={toScale(medianMs)} scale={scale} radius={6} />
                  </g>
                ))}
              </Plot>
            </Figure>
          );
        })}
    </Section>
  );
}

const nameTick = (ms: number) => (ms === 86_400 * secondMs ? "1 day" : formatDuration(ms));

const countEmails = (waits: readonly EmailWait[]) => waits.reduce((sum, { count }) => sum + count, 0);

function describeWaits(byGroup: [number, EmailWait[]][]): string {
  if (byGroup.length === 0) return "Too few emails were sent to say anything.";
  const latest = byGroup.flatMap(([priority, waits]) => {
    const last = waits.at(-1);
    const name = (groupNames[priority] ?? "others").toLowerCase();
    return last ? [`${formatDuration(last.medianMs)} ${name} (n = ${formatNumber(last.count)})`] : [];
  });
  return `The median wait of the latest week was ${joinList(latest)}. Emails are deleted after 30 days: there are no earlier weeks.`;
}
