import { removeInvisible } from "#app/lib/person-name.ts";

/** Rows under their names, each column as wide as it must be. */
export function columns(names: string[], rows: (string | number)[][], none: string): string {
  if (rows.length === 0) return none;
  const lines = [names, ...rows.map((row) => row.map((cell) => removeInvisible(String(cell))))];
  const widths = names.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Enough of an id to type. */
export const short = (id: string) => (/^[0-9a-f]{8}-/.test(id) ? id.slice(0, 8) : id);

export const many = (count: number, one: string, more = `${one}s`) => `${count} ${count === 1 ? one : more}`;
