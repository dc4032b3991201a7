/** Where a text or, within a quoted text, another cell or row begins, with the sign that makes it a formula. */
const cellStarts = /(?:^|[;\r\n])[\s";]*[=+\-@]?/g;

/** Spreadsheets run a text that begins like a formula; an apostrophe before it shows the text instead. */
const disarm = (start: string) =>
  /[=+\-@]$/.test(start) ? start.replace(/^(?![;\r\n])|[;\r\n]/g, "$&'") : start;

function writeCell(cell: string | number | null): string {
  if (typeof cell === "number") return String(cell);
  const text = (cell ?? "").replace(cellStarts, disarm).replace(/^[\t\r\n]/, "'$&");
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Begins with a mark by which Excel recognizes UTF-8. */
export const toCsv = (headings: readonly string[], rows: readonly (readonly (string | number | null)[])[]) =>
  `\uFEFF${[headings, ...rows].map((row) => `${row.map(writeCell).join(",")}\r\n`).join("")}`;
