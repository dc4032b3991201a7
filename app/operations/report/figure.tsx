import type { ReactNode } from "react";

interface FigureProps {
  /** Describes the plot for people who can't see it. */
  label: string;
  title?: string | undefined;
  note?: string | undefined;
  numbers: NumbersTable;
  children: ReactNode;
}

interface NumbersTable {
  headings: string[];
  rows: (string | number)[][];
}

/** A plot with the numbers that it shows below it. */
export function Figure({ label, title, note, numbers, children }: FigureProps) {
  return (
    <figure>
      {(title || note) && (
        <figcaption>
          {title} {note && <span>{note}</span>}
        </figcaption>
      )}
      {children}
      <details>
        <summary>
          The numbers<span className="hidden">: {label}</span>
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, also by keys */}
        <section className="scroll" aria-label={label} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {numbers.headings.map((heading) => (
                  <th key={heading} scope="col">
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {numbers.rows.map((row) => (
                <tr key={row.join()}>
                  {row.map((cell, i) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
                    <td key={i}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  );
}

interface SectionProps {
  id: string;
  question: string;
  finding: ReactNode;
  legend?: LegendItem[];
  /** The most plots next to each other. */
  columns?: 1 | 2 | 3;
  children?: ReactNode;
}

export interface LegendItem {
  mark: "outline" | "mid" | "full" | "dashed" | "floor" | "dot" | "ring" | "line" | "interval";
  text: string;
}

export function Section({ id, question, finding, legend, columns = 2, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="part">
      <div>
        <h2 id={id}>{question}</h2>
        <p>{finding}</p>
        {legend && children && (
          <ul className="legend">
            {legend.map(({ mark, text }) => (
              <li key={text}>
                <i className={`mark-${mark}`} />
                {text}
              </li>
            ))}
          </ul>
        )}
      </div>
      {children ? (
        <div className={`plots columns-${columns}`}>{children}</div>
      ) : (
        <p className="empty">Nothing to draw yet.</p>
      )}
    </section>
  );
}

interface BarRow {
  name: string;
  /** Undefined if it is too small to be shown. */
  count: number | undefined;
  text: string;
  mark: "full" | "standby" | "outline";
}

/** Words, a bar and a number on one line; on a phone, the bar is below. */
export function BarRows({ rows, max }: { rows: readonly BarRow[]; max: number }) {
  return (
    <div className="bars" aria-hidden="true">
      {rows.map(({ name, count, text, mark }) => (
        <div key={name} className="bar">
          <span>{name}</span>
          <b>{text}</b>
          <svg height="18" aria-hidden="true">
            <rect
              className={mark}
              x="0"
              y="1"
              width={`${(100 * (count ?? 0)) / Math.max(1, max)}%`}
              height="16"
            />
          </svg>
        </div>
      ))}
    </div>
  );
}

/**
 * Plots have no viewBox. Horizontal sizes are in percent and vertical ones in pixels, so that text keeps its size at every
 * width. The numbers of the vertical axis are in the padding on the left.
 */
export const plot = { height: 200, top: 20, bottom: 164, labels: 188 } as const;

export const percent = (share: number) => `${Math.round(share * 1e4) / 100}%`;

export interface Scale {
  min: number;
  max: number;
}

/** The distance of a value from the top. */
export const placeOf = (value: number, { min, max }: Scale): number => {
  const share = max === min ? 0 : (Math.min(max, Math.max(min, value)) - min) / (max - min);
  return Math.round((plot.bottom - share * (plot.bottom - plot.top)) * 10) / 10;
};

interface PlotProps {
  label: string;
  ticks: { value: number; text: string }[];
  scale: Scale;
  /** The labels below the horizontal axis; `at` is a share of the width. */
  labels: { at: number; text: string }[];
  children: ReactNode;
}

export function Plot({ label, ticks, scale, labels, children }: PlotProps) {
  return (
    <svg className="plot" role="img" aria-label={label} height={plot.height}>
      {ticks.map(({ value, text }) => (
        <g key={text}>
          <line className="grid" x1="0" x2="100%" y1={placeOf(value, scale)} y2={placeOf(value, scale)} />
          <text x="-8" y={placeOf(value, scale) + 5} textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      {children}
      {labels.map(({ at, text }) => (
        <text key={text} x={percent(at)} y={plot.labels} textAnchor={anchorAt(at)}>
          {text}
        </text>
      ))}
    </svg>
  );
}

/** Keeps words at an edge from reaching over it. */
const anchorAt = (at: number) => (at > 0.94 ? "end" : at < 0.04 ? "start" : "middle");

interface Point {
  /** A share of the width. */
  at: number;
  value: number;
}

export const Line = ({ points, scale, className }: { points: Point[]; scale: Scale; className: string }) =>
  points.slice(1).map(({ at, value }, i) => {
    const before = points[i];
    return (
      before && (
        <line
          key={`${before.at} ${at}`}
          className={className}
          x1={percent(before.at)}
          y1={placeOf(before.value, scale)}
          x2={percent(at)}
          y2={placeOf(value, scale)}
        />
      )
    );
  });

interface DotProps extends Point {
  scale: Scale;
  className: string;
  radius?: number;
}

export const Dot = ({ at, value, scale, className, radius = 5 }: DotProps) => (
  <circle className={className} cx={percent(at)} cy={placeOf(value, scale)} r={radius} />
);

interface IntervalProps {
  at: number;
  from: number;
  to: number;
  scale: Scale;
}

export const Interval = ({ at, from, to, scale }: IntervalProps) => (
  <line
    className="interval"
    x1={percent(at)}
    x2={percent(at)}
    y1={placeOf(from, scale)}
    y2={placeOf(to, scale)}
  />
);

/** Keeps at most `count` labels, always including the last one. */
export function thinOut<Item>(items: readonly Item[], count = 4): Item[] {
  const step = Math.max(1, Math.ceil(items.length / count));
  return items.filter((_, i) => (items.length - 1 - i) % step === 0);
}
