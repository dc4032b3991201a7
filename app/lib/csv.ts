/**
 * Spreadsheets run a text that begins with one of these as a formula; an apostrophe before it shows the text instead. Some begin
 * another cell or row within a quoted text.
 */
const formulaStarts = /(^|[;\r\n])(?=[\s"]*[=+\-@])|^(?=[\t\r\n])/g;

function writeCell(cell: string | number | null): string {
  if (typeof cell === "number") return String(cell);
  const text = (cell ?? "").replace(formulaStarts, "$1'");
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Begins with a mark by which Excel recognizes UTF-8. */
export const toCsv = (headings: readonly string[], rows: readonly (readonly (string | number | null)[])[]) =>
  `\uFEFF${[headings, ...rows].map((row) => `${row.map(writeCell).join(",")}\r\n`).join("")}`;
