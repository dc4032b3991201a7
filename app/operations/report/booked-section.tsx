import { numberWeek } from "#app/lib/dates.ts";
import { type FigureSums, sumFigures } from "#app/models/figures/event-figures.server.ts";
import {
  Figure,
  type LegendItem,
  Plot,
  percent,
  placeOf,
  plot,
  type Scale,
  Section,
  thinOut,
} from "./figure.tsx";
import {
  formatCount,
  formatNumber,
  formatOfHundred,
  listTicks,
  minShareCount,
  plural,
  shownCount,
} from "./format.ts";
import { bucketByWeek, type ReportData, sumAll, type WeekBucket } from "./report-data.ts";

const barLegend: LegendItem[] = [
  { mark: "outline", text: "booked" },
  { mark: "mid", text: "seated" },
  { mark: "full", text: "came" },
  { mark: "dashed", text: "seats we had" },
];

export function BookedSection({ data }: { data: ReportData }) {
  const all = sumAll(data);
  const buckets = data.cities.map(({ name, events }) => ({
    name,
    buckets: bucketByWeek(data.weeks, events),
  }));
  const highest = buckets.flatMap((city) => city.buckets.map(({ events }) => sumFigures(events)));
  const max = Math.max(0, ...highest.flatMap(({ booked, capacity }) => [booked, capacity]));
  const ticks = listTicks(max);
  const scale = { min: 0, max: ticks.at(-1) ?? 1 };
  return (
    <Section
      id="booked"
      question="How many booked, had a seat and came?"
      finding={describeBooked(data, all)}
      legend={barLegend}
      columns={buckets.length === 1 ? 1 : 2}
    >
      {buckets.length > 0 &&
        buckets.map((city) => <WeekBars key={city.name} {...city} scale={scale} ticks={ticks} />)}
    </Section>
  );
}

function describeBooked(data: ReportData, { booked, seated, came, seatedOfDecided }: FigureSums): string {
  if (shownCount(booked) === undefined || booked === 0) return "Too few people booked to say anything.";
  if (booked < minShareCount) return "Too few people booked to name shares.";
  const seats = `${formatOfHundred(seated / booked)} who booked got a seat (${formatNumber(booked)} bookings)`;
  const arrived =
    seatedOfDecided < minShareCount
      ? "of too few it is decided whether they came"
      : `${formatOfHundred(came / seatedOfDecided)} with a seat came (${formatNumber(seatedOfDecided)} seats)`;
  const undecided =
    seatedOfDecided > 0 && seatedOfDecided < seated ? " The last dinners are not decided yet." : "";
  return `${seats}, and ${arrived}.${undecided}${describeGrowth(data)}`;
}

/** Names the city whose bookings changed most from the first half of the weeks to the second, if by a fifth or more. */
function describeGrowth({ weeks, cities }: ReportData): string {
  const middle = weeks[Math.floor(weeks.length / 2)];
  if (weeks.length < 4 || middle === undefined) return "";
  const changes = cities.flatMap(({ name, events }) => {
    const before = sumFigures(events.filter(({ week }) => week < middle)).booked;
    const after = sumFigures(events.filter(({ week }) => week >= middle)).booked;
    return Math.min(before, after) < minShareCount ? [] : [{ name, before, after, change: after / before }];
  });
  const sorted = changes.sort(
    (one, other) => Math.abs(Math.log(other.change)) - Math.abs(Math.log(one.change)),
  );
  const [most] = sorted;
  if (!most || Math.abs(most.change - 1) < 0.2) return "";
  const halves =
    weeks.length % 2 === 0
      ? `the first ${weeks.length / 2} weeks to the last`
      : "the first half to the second";
  return ` In ${most.name}, bookings went from ${formatNumber(most.before)} to ${formatNumber(most.after)}, from ${halves}.`;
}

interface WeekBarsProps {
  name: string;
  buckets: WeekBucket[];
  scale: Scale;
  ticks: number[];
}

function WeekBars({ name, buckets, scale, ticks }: WeekBarsProps) {
  const sums = buckets.map(({ events }) => sumFigures(events));
  const width = 1 / buckets.length;
  const labelOf = ({ week }: WeekBucket) => String(numberWeek(week).number);
  const labels = buckets.map((bucket, i) => ({ at: (i + 0.5) * width, text: labelOf(bucket) }));
  return (
    <Figure
      title={name}
      note={`${plural(
        sums.reduce((sum, { events }) => sum + events, 0),
        "dinner",
      )}`}
      label={`${name}: who booked, had a seat and came, by week`}
      numbers={{
        headings: ["week", "seats we had", "booked", "seated", "came"],
        rows: buckets.map((bucket, i) => toWeekRow(bucket, sums[i])),
      }}
    >
      <Plot
        label={`${name}: bars of who booked, had a seat and came, by week`}
        scale={scale}
        ticks={ticks.map((value) => ({ value, text: formatNumber(value) }))}
        labels={addPrefix(thinOut(labels), buckets[0]?.weekCount === 1 ? "w " : "from w ")}
      >
        {sums.map((each, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
          <WeekBar key={i} sums={each} left={i * width} width={width} scale={scale} />
        ))}
      </Plot>
    </Figure>
  );
}

const addPrefix = (labels: { at: number; text: string }[], prefix: string) =>
  labels.map((label, i) => (i === 0 ? { ...label, text: prefix + label.text } : label));

function toWeekRow({ week, weekCount }: WeekBucket, sums: FigureSums | undefined): (string | number)[] {
  const { number, year } = numberWeek(week);
  const name = weekCount === 1 ? `${number}, ${year}` : `${weekCount} from ${number}, ${year}`;
  if (!sums || sums.events === 0) return [name, "no dinner", "", "", ""];
  const came = sums.seatedOfDecided < sums.seated ? "not decided" : formatCount(sums.came);
  return [name, formatNumber(sums.capacity), formatCount(sums.booked), formatCount(sums.seated), came];
}

interface WeekBarProps {
  sums: FigureSums;
  /** The position and width are shares of the chart's width. */
  left: number;
  width: number;
  scale: Scale;
}

function WeekBar({ sums, left, width, scale }: WeekBarProps) {
  const bar = (className: string, count: number, share: number) => {
    const y = placeOf(count, scale);
    return (
      shownCount(count) !== undefined &&
      count > 0 && (
        <rect
          className={className}
          x={percent(left + ((1 - share) / 2) * width)}
          width={percent(share * width)}
          y={y}
          height={plot.bottom - y}
        />
      )
    );
  };
  const top = placeOf(sums.capacity, scale);
  return (
    <>
      {bar("outline", sums.booked, 0.72)}
      {bar("mid", sums.seated, 0.72)}
      {sums.seatedOfDecided === sums.seated && bar("full", sums.came, 0.4)}
      {sums.capacity > 0 && (
        <line className="capacity" x1={percent(left)} x2={percent(left + width)} y1={top} y2={top} />
      )}
    </>
  );
}
