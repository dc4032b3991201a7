import {
  addSums,
  type Estimate,
  estimateDifference,
  estimateRatio,
  estimateSharedRatio,
  noSums,
  type RatioSums,
} from "#app/lib/estimates.ts";
import type { ClubFigures } from "#app/models/figures/club-figures.server.ts";
import type { ScoreFigures } from "#app/models/figures/event-figures.server.ts";
import type { WeightHistory } from "#app/models/figures/weights.server.ts";
import { Figure, type LegendItem, Section } from "./figure.tsx";
import { formatNumber, formatPercent, formatPoints, minCount, minShareCount, plural } from "./format.ts";
import { Dot, Interval, Line, Plot, percent, placeOf, type Scale, thinOut } from "./plot.tsx";
import type { ReportCity, ReportData } from "./report-data.ts";

const scoreLegend: LegendItem[] = [
  { mark: "line", text: "mean of an evening" },
  { mark: "ring", text: "its worst table" },
  { mark: "floor", text: "the floor of that evening" },
];

interface ScoredEvening extends ScoreFigures {
  date: number;
}

/** More would not be told apart. */
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

/** To whole even points, so that the ticks are whole too. */
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

interface ScoreBin {
  /** In points. */
  from: number;
  to: number;
  sums: RatioSums;
}

const mostBins = 7;

/** Tables of neighboring scores, so many together that each point says something. */
function binByScore(club: ClubFigures, what: "ratings" | "wishes"): ScoreBin[] {
  const steps = Object.entries(club.byScore)
    .map(([score, sums]) => ({ from: Number(score), to: Number(score) + 0.5, sums: sums[what] }))
    .filter(({ sums }) => sums.count > 0)
    .sort((one, other) => one.from - other.from);
  const total = steps.reduce((sum, { sums }) => sum + sums.count, 0);
  const atLeast = Math.max(minShareCount, total / mostBins);
  const bins: ScoreBin[] = [];
  for (const step of steps) {
    const last = bins.at(-1);
    if (last && !isLargeEnough(last.sums, atLeast)) {
      last.to = step.to;
      last.sums = addSums(last.sums, step.sums);
    } else bins.push({ ...step });
  }
  const [before, last] = bins.slice(-2);
  if (before && last && !isLargeEnough(last.sums, atLeast / 2)) {
    bins.splice(-2, 2, { from: before.from, to: last.to, sums: addSums(before.sums, last.sums) });
  }
  return bins.filter(({ sums }) => isLargeEnough(sums, minShareCount));
}

/** Of fewer tables nobody could be sure that they don't all resemble each other by chance. */
const isLargeEnough = ({ count, groups }: RatioSums, atLeast: number) =>
  count >= atLeast && groups >= minCount;

interface Halves {
  /** Too few tables to compare. */
  isSmall: boolean;
  high: Estimate;
  low: Estimate;
  difference: { value: number; margin: number };
}

const minComparedTables = 10;

/** The tables that scored lower and those that scored higher, with about as many answers each. */
function compareHalves(
  bins: ScoreBin[],
  estimate: (sums: RatioSums) => Estimate | undefined,
): Halves | undefined {
  const total = bins.reduce((sum, { sums }) => sum + sums.count, 0);
  const lower: ScoreBin[] = [];
  let lowerCount = 0;
  for (const bin of bins) {
    if (lowerCount + bin.sums.count / 2 > total / 2) break;
    lower.push(bin);
    lowerCount += bin.sums.count;
  }
  const add = (some: ScoreBin[]) => some.reduce((sum, { sums }) => addSums(sum, sums), noSums);
  const [lowSums, highSums] = [add(lower), add(bins.slice(lower.length))];
  const [lowEstimate, highEstimate] = [estimate(lowSums), estimate(highSums)];
  const difference = lowEstimate && highEstimate && estimateDifference(highEstimate, lowEstimate);
  const isSmall = Math.min(lowSums.groups, highSums.groups) < minComparedTables;
  return difference && { isSmall, high: highEstimate, low: lowEstimate, difference };
}

export function MeaningSection({ data }: { data: ReportData }) {
  const { club } = data;
  const wishes = club ? binByScore(club, "wishes") : [];
  const ratings = club ? binByScore(club, "ratings") : [];
  const charts = [
    wishes.length > 1 && (
      <ScoreCurve
        key="wishes"
        title="Would meet again"
        unit="pairs"
        bins={wishes}
        scale={{ min: 0, max: 1 }}
        ticks={[0, 0.25, 0.5, 0.75, 1]}
        estimate={estimateSharedRatio}
        format={formatPercent}
      />
    ),
    ratings.length > 1 && (
      <ScoreCurve
        key="ratings"
        title="Rating, 1 to 5"
        unit="ratings"
        bins={ratings}
        scale={{ min: 1, max: 5 }}
        ticks={[1, 2, 3, 4, 5]}
        estimate={estimateRatio}
        format={(value) => (Number.isInteger(value) ? String(value) : value.toFixed(2))}
      />
    ),
  ].filter(Boolean);
  return (
    <Section
      id="meaning"
      question="Does the score mean anything?"
      finding={describeMeaning(wishes, ratings, club)}
      legend={[
        { mark: "dot", text: "tables of about this score" },
        { mark: "interval", text: "95 % interval" },
      ]}
    >
      {charts.length > 0 && charts}
    </Section>
  );
}

function describeMeaning(wishes: ScoreBin[], ratings: ScoreBin[], club: ClubFigures | undefined): string {
  const [byWish, byRating] = [
    compareHalves(wishes, estimateSharedRatio),
    compareHalves(ratings, estimateRatio),
  ];
  const counted = club
    ? ` Of ${plural(club.dinners, "dinner")} in all cities, counted 16 days after each.`
    : "";
  if (!byWish && !byRating) return `Too few answers yet: a point needs 20.${counted}`;
  const sentences = [
    byWish &&
      `${formatPercent(byWish.high.value)} of pairs would meet again at the half of the tables that scored higher, ${formatPercent(byWish.low.value)} at the other half (n = ${countBoth(byWish)} pairs): ${judge(byWish)}`,
    byRating &&
      `Ratings are ${byRating.high.value.toFixed(1)} and ${byRating.low.value.toFixed(1)} in the mean (n = ${countBoth(byRating)}): ${judge(byRating)}`,
  ];
  return `${sentences.filter(Boolean).join(" ")}${counted}`;
}

const countBoth = ({ high, low }: Halves) => formatNumber(high.count + low.count);

function judge({ isSmall, difference: { value, margin } }: Halves): string {
  if (isSmall) return "too few tables to say more.";
  if (Math.abs(value) <= margin) return "that may be chance.";
  return value > 0 ? "the score predicts it." : "the score predicts the opposite.";
}

interface ScoreCurveProps {
  title: string;
  unit: string;
  bins: ScoreBin[];
  scale: Scale;
  ticks: number[];
  estimate(sums: RatioSums): Estimate | undefined;
  format(value: number): string;
}

function ScoreCurve({ title, unit, bins, scale, ticks, estimate, format }: ScoreCurveProps) {
  const [first, last] = [bins[0]?.from ?? 0, bins.at(-1)?.to ?? 1];
  const points = bins.flatMap(({ from, to, sums }) => {
    const found = estimate(sums);
    return found
      ? [{ at: ((from + to) / 2 - first) / (last - first), from, to, ...found, tables: sums.groups }]
      : [];
  });
  const total = points.reduce((sum, { count }) => sum + count, 0);
  const limit = (value: number) => Math.min(scale.max, Math.max(scale.min, value));
  return (
    <Figure
      title={title}
      note={`${formatNumber(total)} ${unit}`}
      label={`${title}, by the score of the table`}
      numbers={{
        headings: ["table score", "tables", unit, title.toLowerCase(), "95 % interval"],
        rows: points.map(({ from, to, tables, count, value, margin }) => [
          `${formatPoints(from)} to ${formatPoints(to)}`,
          tables,
          formatNumber(count),
          format(value),
          margin === null ? "" : `${format(limit(value - margin))} to ${format(limit(value + margin))}`,
        ]),
      }}
    >
      <Plot
        label={`${title}, by the score of the table`}
        scale={scale}
        ticks={ticks.map((value) => ({ value, text: format(value) }))}
        labels={thinOut(points, 4).map(({ at, from, to }) => ({ at, text: formatPoints((from + to) / 2) }))}
      >
        <Line className="line" points={points} scale={scale} />
        {points.map(({ at, value, margin }) => (
          <g key={at}>
            {margin !== null && (
              <Interval at={at} from={limit(value - margin)} to={limit(value + margin)} scale={scale} />
            )}
            <Dot className="dot" at={at} value={value} scale={scale} radius={6} />
          </g>
        ))}
      </Plot>
    </Figure>
  );
}

const mostWeights = 6;

export function WeightsSection({ data }: { data: ReportData }) {
  const learned = data.weights
    .filter(({ changes }) => changes.length > 0)
    .sort((one, other) => Math.abs(moveOf(other)) - Math.abs(moveOf(one)));
  const shown = learned.slice(0, mostWeights);
  const max = Math.max(
    0,
    ...learned.flatMap(({ start, changes }) => [start, ...changes.map(({ weight }) => weight)]),
  );
  const [most] = learned;
  const finding = most
    ? `Weights begin where the operator set them (dashed) and move with what people say on the day after. The largest move so far, among ${plural(learned.length, "question")}: “${most.question}”, from ${formatWeight(most.start)} to ${formatWeight(lastWeight(most))}.`
    : "No weights were learned yet.";
  return (
    <Section id="weights" question="What has the seating learned?" finding={finding} columns={3}>
      {shown.length > 0 && shown.map((each) => <WeightLine key={each.question} history={each} max={max} />)}
    </Section>
  );
}

const lastWeight = ({ start, changes }: WeightHistory) => changes.at(-1)?.weight ?? start;
const moveOf = (history: WeightHistory) => lastWeight(history) - history.start;
const formatWeight = (weight: number) => String(Math.round(weight * 100) / 100);

function WeightLine({ history, max }: { history: WeightHistory; max: number }) {
  const { question, start, changes } = history;
  const [first, last] = [changes[0]?.at.getTime() ?? 0, changes.at(-1)?.at.getTime() ?? 1];
  const before = { at: 0, value: start };
  const points = [
    before,
    ...changes.map(({ at, weight }) => ({
      at: last === first ? 1 : 0.08 + (0.92 * (at.getTime() - first)) / (last - first),
      value: weight,
    })),
  ];
  const height = 92;
  const place = (value: number) =>
    Math.round((height - 10 - (value / Math.max(1, max)) * (height - 20)) * 10) / 10;
  const format = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });
  const label = `${question}: weight from ${formatWeight(start)} to ${formatWeight(lastWeight(history))}`;
  return (
    <Figure
      title={question}
      note={formatWeight(lastWeight(history))}
      label={label}
      numbers={{
        headings: ["from", "weight"],
        rows: [
          ["at first", formatWeight(start)],
          ...changes.map(({ at, weight }) => [format.format(at), formatWeight(weight)]),
        ],
      }}
    >
      <svg className="small" role="img" aria-label={label} height={height}>
        <line className="start" x1="0" x2="100%" y1={place(start)} y2={place(start)} />
        {points.slice(1).map(({ at, value }, i) => (
          <line
            key={at}
            className="line"
            x1={percent(points[i]?.at ?? 0)}
            y1={place(points[i]?.value ?? value)}
            x2={percent(at)}
            y2={place(value)}
          />
        ))}
        <circle className="dot" cx="100%" cy={place(lastWeight(history))} r="5" />
      </svg>
    </Figure>
  );
}
