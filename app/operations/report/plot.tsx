import type { ReactNode } from "react";

/**
 * Plots have no viewBox: across they are measured in percent, down in pixels, so that text keeps its size at every width. The
 * numbers of the vertical axis stand in the padding on the left.
 */
export const plot = { height: 200, top: 20, bottom: 164, labels: 188 } as const;

export const percent = (share: number) => `${Math.round(share * 1e4) / 100}%`;

export interface Scale {
  min: number;
  max: number;
}

/** The place of a value from above. */
export const placeOf = (value: number, { min, max }: Scale): number => {
  const share = max === min ? 0 : (Math.min(max, Math.max(min, value)) - min) / (max - min);
  return Math.round((plot.bottom - share * (plot.bottom - plot.top)) * 10) / 10;
};

interface PlotProps {
  label: string;
  ticks: { value: number; text: string }[];
  scale: Scale;
  /** Below the horizontal axis; `at` is a share of the width. */
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

/** Words at an edge don't reach over it. */
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

/** At most four labels, the last one always. */
export function thinOut<Item>(items: readonly Item[], count = 4): Item[] {
  const step = Math.max(1, Math.ceil(items.length / count));
  return items.filter((_, i) => (items.length - 1 - i) % step === 0);
}
