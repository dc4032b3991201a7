import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "#app/cli/project.mjs";

const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : "");

/** The cells of each row of a page's tables, without their heads. */
export const readRows = (markdown: string): string[][] =>
  markdown
    .split("\n")
    .filter(
      (line, i, lines) => line.startsWith("| ") && !/^\| -/.test(line) && !/^\| -/.test(lines[i + 1] ?? ""),
    )
    .map((line) => line.split(" | ").map((cell) => cell.replace(/^\||\|$/g, "").trim()));

const named = /`(tests\/[^`]+)`: ([^`]+?)(?:; (?=`|\[)|$)/g;
const listNamed = (cell: string) => [...cell.matchAll(named)];

export const listNamedTests = (cell: string) =>
  listNamed(cell).map(([, file = "", name = ""]) => ({ file, name }));

export const namesTests = (cell: string) => listNamed(cell).length > 0;

/** What else the cell says. */
export const withoutNamedTests = (cell: string) => cell.replaceAll(named, "");

/** Each "`file`: name" of the cell whose file has no test of that name. */
export const findMissingTests = (cell: string): string[] =>
  listNamed(cell)
    .filter(([, file = "", name = ""]) => !["'", '"', "`"].some((q) => read(file).includes(q + name + q)))
    .map(([, file, name]) => `${file} has no test “${name}”`);
