import type { ScoreFigures } from "#app/models/figures/event-figures.server.ts";
import {
  Dot,
  Figure,
  Interval,
  type LegendItem,
  Line,
  Plot,
  placeOf,
  type Scale,
  Section,
  thinOut,
} from "./figure.tsx";
import { formatNumber, formatPoints, plural } from "./format.ts";
import type { ReportCity, ReportData } from "./report-data.ts";

const scoreLegend: LegendItem[] = [
  { mark: "line", text: "mean of an evening" },
  { mark: "ring", text: "its worst table" },
  { mark: "floor", text: "the floor of that evening" },
];

interface ScoredEvening extends ScoreFigures {
  date: number;
}

/** More evenings could not be told apart. */
const maxEvenings = 84;

function listEvenings({ events }: ReportCity): ScoredEvening[] {
  const scored = events.flatMap(({ date, scores }) => (scores ? [{ date, ...scores }] : []));
  const size = Math.ceil(scored.length / maxEvenings);
  return Array.from({ length: Math.ceil(scored.length / Math.max(1, size)) }, (_, i) =>
    mergeEvenings(scored.slice(i * size, (i + 1) * size)),
  );
}

function mergeEvenings(evenings: ScoredEvening[]): ScoredEvening {
  const tableCount = evenings.reduce((sum, each) => sum + each.tableCount, 0);
  const worst = evenings.reduce((min, each) => (each.worst < min.worst ? each : min));
  return {
    ...worst,
    tableCount,
    mean: evenings.reduce((sum, { mean, tableCount: tables }) => sum + mean * tables, 0) / tableCount,
    belowFloor: evenings.reduce((sum, { belowFloor }) => sum + belowFloor, 0),
  };
}

export function ScoresSection({ data }: { data: ReportData }) {
  const cities = data.cities
    .map((city) => ({ name: city.name, evenings: listEvenings(city) }))
    .filter(({ evenings }) => evenings.length > 0);
  const all = cities.flatMap(({ evenings }) => evenings);
  const values = all.flatMap(({ mean, worst, floor }) => [mean, worst, floor ?? worst]);
  const scale = widen(values);
  return (
    <Section
      id="scores"
      question="How good are the tables?"
      finding={describeScores(all)}
      legend={scoreLegend}
      columns={cities.length === 1 ? 1 : 2}
    >
      {cities.length > 0 &&
        cities.map((city) => <Evenings key={city.name} {...city} scale={scale} data={data} />)}
    </Section>
  );
}

/** Rounds to even points, so that the ticks are whole numbers too. */
function widen(values: number[]): Scale {
  const min = 2 * Math.floor(Math.min(...values, 100) / 2);
  const max = 2 * Math.ceil(Math.max(...values, 0) / 2);
  return max > min ? { min, max } : { min: min - 2, max: max + 2 };
}

function describeScores(evenings: ScoredEvening[]): string {
  const tables = evenings.reduce((sum, { tableCount }) => sum + tableCount, 0);
  if (tables === 0) return "No table has a score yet.";
  const mean = evenings.reduce((sum, each) => sum + each.mean * each.tableCount, 0) / tables;
  const below = evenings.reduce((sum, { belowFloor }) => sum + belowFloor, 0);
  const worst = Math.min(...evenings.map((each) => each.worst));
  const compared = evenings.some(({ floor }) => floor !== null)
    ? ` ${below === 0 ? "None was" : `${formatNumber(below)} ${below === 1 ? "was" : "were"}`} below the floor of ${below > 1 ? "their" : "its"} evening.`
    : "";
  return `${plural(tables, "table")} had ${formatPoints(mean)} points of 100 in the mean, the worst ${formatPoints(worst)}.${compared} A table made by chance gets about 50.`;
}

interface EveningsProps {
  name: string;
  evenings: ScoredEvening[];
  scale: Scale;
  data: ReportData;
}

function Evenings({ name, evenings, scale, data }: EveningsProps) {
  const tables = evenings.reduce((sum, { tableCount }) => sum + tableCount, 0);
  const placed = evenings.map((each, i) => ({ ...each, at: (i + 0.5) / evenings.length }));
  const ofFloor = placed.flatMap(({ at, floor }) => (floor === null ? [] : [{ at, value: floor }]));
  const format = new Intl.DateTimeFormat("en-US", {
    month: "short",
    day: "numeric",
    timeZone: data.timeZone,
  });
  const last = ofFloor.at(-1);
  const step = Math.max(2, 2 * Math.ceil((scale.max - scale.min) / 8));
  const ticks = Array.from(
    { length: Math.floor((scale.max - scale.min) / step) + 1 },
    (_, i) => scale.min + i * step,
  );
  const radius = evenings.length > 40 ? 3 : 5;
  return (
    <Figure
      title={name}
      note={plural(tables, "table")}
      label={`${name}: mean and worst table by evening, and the floor`}
      numbers={{
        headings: ["evening", "tables", "mean", "worst", "floor", "below"],
        rows: evenings.map(({ date, tableCount, mean, worst, floor, belowFloor }) => [
          format.format(date),
          tableCount,
          formatPoints(mean),
          formatPoints(worst),
          floor === null ? "none" : formatPoints(floor),
          belowFloor,
        ]),
      }}
    >
      <Plot
        label={`${name}: mean and worst table of each evening, and the floor`}
        scale={scale}
        ticks={ticks.map((value) => ({ value, text: String(value) }))}
        labels={thinOut(placed, 3).map(({ at, date }) => ({ at, text: format.format(date) }))}
      >
        <Line className="floor" points={ofFloor} scale={scale} />
        {ofFloor.length === 1 && last && (
          <line
            className="floor"
            x1="0"
            x2="100%"
            y1={placeOf(last.value, scale)}
            y2={placeOf(last.value, scale)}
          />
        )}
        <Line className="line" points={placed.map(({ at, mean }) => ({ at, value: mean }))} scale={scale} />
        {placed.map(({ at, mean, worst }) => (
          <g key={at}>
            <Interval at={at} from={worst} to={mean} scale={scale} />
            <Dot className="dot" at={at} value={mean} scale={scale} radius={radius} />
            <Dot className="ring" at={at} value={worst} scale={scale} radius={radius - 1} />
          </g>
        ))}
        {last && (
          <text className="floor-text" x="100%" y={placeOf(scale.min, scale) - 6} textAnchor="end">
            floor {formatPoints(last.value)}
          </text>
        )}
      </Plot>
    </Figure>
  );
}
