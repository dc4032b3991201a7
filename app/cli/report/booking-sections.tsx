import { numberWeek } from "#app/lib/calendar-weeks.ts";
import { formatAmount } from "#app/lib/price.ts";
import type { StandbyReason } from "#app/lib/standby-reasons.ts";
import { type FigureSums, sumFigures } from "#app/models/figures/sum-figures.ts";
import { BarRows, Figure, type LegendItem, Section } from "./figure.tsx";
import {
  capitalize,
  formatCount,
  formatNumber,
  formatOfHundred,
  formatPercent,
  joinList,
  listTicks,
  minShareCount,
  plural,
  shownCount,
} from "./format.ts";
import { Plot, percent, placeOf, plot, type Scale, thinOut } from "./plot.tsx";
import { bucketByWeek, type ReportCity, type ReportData, type WeekBucket } from "./report-data.ts";

interface SumsOfCity {
  name: string;
  sums: FigureSums;
}

export const sumByCity = ({ cities }: ReportData): SumsOfCity[] =>
  cities.map(({ name, events }) => ({ name, sums: sumFigures(events) }));

export const sumAll = ({ cities }: ReportData): FigureSums =>
  sumFigures(cities.flatMap(({ events }) => events));

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

/** The city whose bookings changed the most from the first half of the weeks to the second, by a fifth or more. */
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
  /** Shares of the width. */
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

const reasonNames: Record<StandbyReason, string> = {
  "left over": "Too few for one more table of five",
  full: "Every table was taken",
  diet: "No kitchen for their diet",
  price: "Every restaurant cost too much for them",
  access: "No step-free restaurant",
  venue: "No restaurant met all their needs",
  rules: "Nobody they could sit with",
  "table closed": "Their table could not be used",
};

/** Rare reasons stand together, so that none of them can be worked out. */
function listReasons({ standby }: FigureSums) {
  const rare = standby.filter(({ count }) => shownCount(count) === undefined);
  const rareCount = rare.reduce((sum, { count }) => sum + count, 0);
  const shown = standby
    .filter((each) => !rare.includes(each))
    .map(({ reason, count }) => ({ name: reasonNames[reason], count }));
  const other = { name: rare.length === standby.length ? "Any reason" : "Other reasons", count: rareCount };
  return shownCount(rareCount) ? [...shown, other] : shown;
}

export function StandbySection({ data }: { data: ReportData }) {
  const { booked, ...sums } = sumAll(data);
  const reasons = listReasons({ booked, ...sums });
  const total = reasons.reduce((sum, { count }) => sum + count, 0);
  const max = Math.max(0, ...reasons.map(({ count }) => count));
  const [first] = reasons;
  const finding = first
    ? `${formatNumber(total)} of ${formatNumber(booked)} bookings got no seat. ${
        reasons.length === 1
          ? `The reason: ${lowerFirst(first.name)}.`
          : `The most frequent reason: ${lowerFirst(first.name)}, ${formatNumber(first.count)} times.`
      }`
    : sums.onStandby === 0
      ? "Nobody was left without a seat."
      : "Fewer than five bookings got no seat.";
  return (
    <Section id="standby" question="Why were people on standby?" finding={finding} columns={1}>
      {first && (
        <Figure
          label="Bookings without a seat, by reason"
          numbers={{
            headings: ["reason", "bookings"],
            rows: reasons.map(({ name, count }) => [name, count]),
          }}
        >
          <BarRows
            max={max}
            rows={reasons.map(({ name, count }) => ({
              name,
              count,
              text: formatNumber(count),
              mark: "standby",
            }))}
          />
        </Figure>
      )}
    </Section>
  );
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

export function MissingSection({ data }: { data: ReportData }) {
  const all = sumAll(data);
  const cities = sumByCity(data);
  const max = Math.max(0, ...cities.flatMap(({ sums }) => [sums.lateCancels, sums.noShows]));
  const late = describeCount(all.lateCancels, "canceled in the last 48 hours");
  const missing = describeCount(all.noShows, "did not come");
  const finding =
    all.booked === 0
      ? "Nobody has booked yet."
      : `${capitalize(late)} of ${plural(all.booked, "booking")}, and ${missing} of ${plural(all.seatedOfDecided, "seat")}.`;
  return (
    <Section
      id="missing"
      question="Who canceled late or did not come?"
      finding={finding}
      columns={cities.length === 1 ? 1 : 2}
    >
      {cities.length > 0 &&
        cities.map(({ name, sums }) => {
          const rows = [
            { name: "Canceled late", count: sums.lateCancels, of: sums.booked },
            { name: "Did not come", count: sums.noShows, of: sums.seatedOfDecided },
          ];
          return (
            <Figure
              key={name}
              title={name}
              label={`${name}: late cancellations and no-shows`}
              numbers={{
                headings: ["what", "people", "of", "share"],
                rows: rows.map((row) => [
                  row.name,
                  formatCount(row.count),
                  formatNumber(row.of),
                  shareOf(row),
                ]),
              }}
            >
              <BarRows
                max={max}
                rows={rows.map((row) => ({
                  name: row.name,
                  count: shownCount(row.count),
                  text: [formatCount(row.count), shareOf(row)].filter(Boolean).join(" · "),
                  mark: row === rows[0] ? "outline" : "full",
                }))}
              />
            </Figure>
          );
        })}
    </Section>
  );
}

const describeCount = (count: number, what: string): string =>
  shownCount(count) === undefined ? `fewer than five ${what}` : `${formatNumber(count)} ${what}`;

const shareOf = ({ count, of }: { count: number; of: number }): string =>
  shownCount(count) === undefined || of < minShareCount ? "" : formatPercent(count / of);

interface DepositSums {
  name: string;
  rows: { name: string; count: number; amount: string }[];
}

const listDeposits = ({ name, events }: ReportCity): DepositSums[] =>
  sumFigures(events).deposits.map(({ currency, refundedCount, refunded, keptCount, kept }) => ({
    name: `${name}, ${currency.toUpperCase()}`,
    rows: [
      { name: "Returned", count: refundedCount, amount: formatAmount(refunded, currency) },
      { name: "Kept", count: keptCount, amount: formatAmount(kept, currency) },
    ],
  }));

export function DepositsSection({ data }: { data: ReportData }) {
  const all = sumAll(data).deposits;
  const byCity = data.cities.flatMap(listDeposits);
  const max = Math.max(0, ...byCity.flatMap(({ rows }) => rows.map(({ count }) => count)));
  const [returned, kept] = [
    all.reduce((sum, { refundedCount }) => sum + refundedCount, 0),
    all.reduce((sum, { keptCount }) => sum + keptCount, 0),
  ];
  const keptAmounts = all
    .filter(({ keptCount }) => shownCount(keptCount))
    .map((sums) => formatAmount(sums.kept, sums.currency));
  const finding =
    returned + kept === 0
      ? "No deposit of these dinners has been decided."
      : `${capitalize(describeCount(returned, returned === 1 ? "deposit was returned" : "deposits were returned"))}, and ${describeCount(kept, "were kept")}${keptAmounts.length > 0 ? `: ${joinList(keptAmounts)}` : ""}. Those of deleted accounts are not among them.`;
  return (
    <Section
      id="deposits"
      question="What became of the deposits?"
      finding={finding}
      columns={byCity.length === 1 ? 1 : 2}
    >
      {returned + kept > 0 &&
        byCity.map(({ name, rows }) => (
          <Figure
            key={name}
            title={name}
            label={`${name}: deposits returned and kept`}
            numbers={{
              headings: ["what", "deposits", "amount"],
              rows: rows.map((row) => [
                row.name,
                formatCount(row.count),
                shownCount(row.count) ? row.amount : "",
              ]),
            }}
          >
            <BarRows
              max={max}
              rows={rows.map((row) => ({
                name: row.name,
                count: shownCount(row.count),
                text: [formatCount(row.count), shownCount(row.count) ? row.amount : ""]
                  .filter(Boolean)
                  .join(" · "),
                mark: row === rows[0] ? "outline" : "full",
              }))}
            />
          </Figure>
        ))}
    </Section>
  );
}
