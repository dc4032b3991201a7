import { removeInvisible } from "#app/lib/account/person.ts";
import type { Message, Table } from "#app/operations/operation.ts";
import { cutToWidth, measureWidth } from "./text-width.ts";

/** Columns of names, of which the beginning is enough; --json has them whole. */
const cutHeadings = ["name", "address", "city", "venue", "venues", "diner", "other"];
const maxWidth = 40;

/** Sentences as they are, and tables with aligned columns. */
export const formatMessage = (message: Message): string =>
  [message]
    .flat()
    .map((part) => (typeof part === "string" ? part : formatTable(part)))
    .join("\n");

/** A list of all cities of a large club would fill the terminal many times. */
const maxRows = 200;

/** Without --json only the first rows of a table that says how to get fewer. */
export function formatTable({ headings, rows, empty, advice }: Table): string {
  if (rows.length === 0) return empty;
  if (!advice || rows.length <= maxRows) return formatRows(headings, rows);
  return `${formatRows(headings, rows.slice(0, maxRows))}\n… and ${rows.length - maxRows} more: ${advice}, or see all with --json.`;
}

function formatRows(headings: string[], rows: Table["rows"]): string {
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
