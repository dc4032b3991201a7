import { removeInvisible } from "#app/lib/person-name.ts";
import { cutToWidth, measureWidth } from "./text-width.ts";

/** Columns of names, of which the beginning is enough; --json has them whole. */
const cutHeadings = ["name", "address", "city", "venue", "venues", "diner", "other"];
const maxWidth = 40;

export function formatRows(headings: string[], rows: (string | number)[][], emptyMessage: string): string {
  if (rows.length === 0) return emptyMessage;
  const formatCell = (cell: string | number, i: number) => {
    const text = removeInvisible(String(cell));
    return cutHeadings.includes(headings[i] ?? "") ? cutToWidth(text, maxWidth) : text;
  };
  const lines = [headings, ...rows.map((row) => row.map(formatCell))];
  const widths = headings.map((_, i) =>
    lines.reduce((max, line) => Math.max(max, measureWidth(line[i] ?? "")), 0),
  );
  return lines
    .map((line) =>
      line
        .map((cell, i) => cell + " ".repeat((widths[i] ?? 0) - measureWidth(cell)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** A list of all cities of a large club would fill the terminal many times. */
const maxRows = 200;

/** Without --json only the first rows; `advice` says how to get fewer. */
export function formatFirstRows(
  headings: string[],
  rows: (string | number)[][],
  emptyMessage: string,
  advice: string,
): string {
  const text = formatRows(headings, rows.slice(0, maxRows), emptyMessage);
  return rows.length <= maxRows
    ? text
    : `${text}\n… and ${rows.length - maxRows} more: ${advice}, or see all with --json.`;
}

/** The first eight characters of a UUID are enough to type. */
export const shortId = (id: string) => (/^[0-9a-f]{8}-/.test(id) ? id.slice(0, 8) : id);

export const plural = (count: number, singular: string, pluralForm = `${singular}s`) =>
  `${count} ${count === 1 ? singular : pluralForm}`;
