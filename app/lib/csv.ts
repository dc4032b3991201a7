/** Spreadsheets run a text that begins with one of these as a formula; an apostrophe before it shows the text instead. */
const beginsFormula = /^[\s]*[=+\-@]|^[\t\r\n]/;

function writeCell(cell: string | number | null): string {
  if (typeof cell === "number") return String(cell);
  const text = beginsFormula.test(cell ?? "") ? `'${cell}` : (cell ?? "");
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Begins with a mark by which Excel recognizes UTF-8. */
export const toCsv = (headings: readonly string[], rows: readonly (readonly (string | number | null)[])[]) =>
  `\uFEFF${[headings, ...rows].map((row) => `${row.map(writeCell).join(",")}\r\n`).join("")}`;
