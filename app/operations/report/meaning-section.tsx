import {
  addSums,
  type Estimate,
  estimateDifference,
  estimateRatio,
  estimateSharedRatio,
  noSums,
  type RatioSums,
} from "#app/lib/event/estimates.ts";
import type { ClubFigures } from "#app/models/figures/club-figures.server.ts";
import { Dot, Figure, Interval, Line, Plot, type Scale, Section, thinOut } from "./figure.tsx";
import { formatNumber, formatPercent, formatPoints, minCount, minShareCount, plural } from "./format.ts";
import type { ReportData } from "./report-data.ts";

interface ScoreBin {
  /** In points. */
  from: number;
  to: number;
  sums: RatioSums;
}

const maxBins = 7;

/** Groups tables with similar scores, so that each point is meaningful. */
function binByScore(club: ClubFigures, what: "ratings" | "wishes"): ScoreBin[] {
  const steps = Object.entries(club.byScore)
    .map(([score, sums]) => ({ from: Number(score), to: Number(score) + 0.5, sums: sums[what] }))
    .filter(({ sums }) => sums.count > 0)
    .sort((one, other) => one.from - other.from);
  const total = steps.reduce((sum, { sums }) => sum + sums.count, 0);
  const atLeast = Math.max(minShareCount, total / maxBins);
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

/** Fewer tables could all be alike by chance. */
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

/** Compares the tables that scored lower with those that scored higher; each half has about as many answers. */
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
