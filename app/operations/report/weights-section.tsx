import type { WeightHistory } from "#app/models/figures/weights.server.ts";
import { Figure, Section } from "./figure.tsx";
import { plural } from "./format.ts";
import { percent } from "./plot.tsx";
import type { ReportData } from "./report-data.ts";

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
