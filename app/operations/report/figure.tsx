import type { ReactNode } from "react";

interface FigureProps {
  /** What the plot says, for those who can't see it. */
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

/** A plot, and below it the numbers that it is made of. */
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
  /** How many plots stand beside each other at most. */
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
  /** Nothing where it is too small to be shown. */
  count: number | undefined;
  text: string;
  mark: "full" | "standby" | "outline";
}

/** Words, a bar and a number in a line; on a phone the bar stands below. */
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
