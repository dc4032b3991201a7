import type { StandbyReason } from "#app/lib/booking/standby-reasons.ts";
import { lowerFirst } from "#app/lib/text.ts";
import type { FigureSums } from "#app/models/figures/event-figures.server.ts";
import type { WeightHistory } from "#app/models/figures/report-figures.server.ts";
import { BarRows, Figure, percent, Section } from "./figure.tsx";
import { formatNumber, formatPercent, minShareCount, plural, shownCount } from "./format.ts";
import { type ReportData, sumAll } from "./report-data.ts";

/** Judges the tables as they were made. A promise is broken only if the hard rules left a choice. */
export function PromisesSection({ data }: { data: ReportData }) {
  const promises = data.promises
    .filter(({ of }) => of >= minShareCount)
    .map(({ broken, of, whose, ...each }) => ({
      ...each,
      of: `${formatNumber(of)} ${whose}`,
      share: broken / of,
    }))
    .toSorted((one, other) => other.share - one.share);
  const [worst] = promises;
  const finding = worst
    ? `As the tables were made. Kept least often: ${worst.promise}, not for ${formatPercent(worst.share)} of ${worst.of}.`
    : "Too few people to say anything.";
  return (
    <Section
      id="promises"
      question="What the quiz promises: how often was it not kept?"
      finding={finding}
      columns={1}
    >
      {worst && (
        <Figure
          label="How often each promise was not kept"
          numbers={{
            headings: ["promise", "not kept", "of"],
            rows: promises.map(({ promise, share, of }) => [promise, formatPercent(share), of]),
          }}
        >
          <BarRows
            max={1}
            rows={promises.map(({ promise, share }) => ({
              name: promise,
              count: share,
              text: formatPercent(share),
              mark: "standby",
            }))}
          />
        </Figure>
      )}
    </Section>
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

/** Groups rare reasons, so that none of them can be worked out. */
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

const mostWeights = 6;

export function WeightsSection({ data }: { data: ReportData }) {
  const learned = data.weights
    .filter(({ changes }) => changes.length > 0)
    .sort((one, other) => Math.abs(moveOf(other)) - Math.abs(moveOf(one)));
  const shown = learned.slice(0, mostWeights);
  const all = learned.flatMap(({ start, changes }) => [start, ...changes.map(({ weight }) => weight)]);
  const range = { min: Math.min(0, ...all), max: Math.max(0, ...all) };
  const [most] = learned;
  const found = most
    ? `Weights begin where the operator set them (dashed) and move with what people say on the day after. The largest move so far, of ${plural(learned.length, "question")}: “${most.question}”, from ${formatWeight(most.start)} to ${formatWeight(lastWeight(most))}.`
    : "No weights were learned yet.";
  const finding = `${found} Whether they make better tables shows above, where the score is compared with what people say.`;
  return (
    <Section id="weights" question="What has the seating learned?" finding={finding} columns={3}>
      {shown.length > 0 &&
        shown.map((each) => <WeightLine key={each.question} history={each} range={range} />)}
    </Section>
  );
}

const lastWeight = ({ start, changes }: WeightHistory) => changes.at(-1)?.weight ?? start;
const moveOf = (history: WeightHistory) => lastWeight(history) - history.start;
const formatWeight = (weight: number) => String(Math.round(weight * 100) / 100);

interface Range {
  min: number;
  max: number;
}

function WeightLine({ history, range: { min, max } }: { history: WeightHistory; range: Range }) {
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
    Math.round((height - 10 - ((value - min) / Math.max(1, max - min)) * (height - 20)) * 10) / 10;
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
