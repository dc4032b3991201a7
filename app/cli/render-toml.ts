import type { Settings } from "./merge-settings.ts";

/** Writes one line for each key at the top; tables and arrays are inline. */
export const renderToml = (settings: Settings): string =>
  renderPairs(settings)
    .map((pair) => `${pair}\n`)
    .join("");

const renderPairs = (table: object): string[] =>
  Object.entries(table).map(([key, value]) => `${renderText(key)} = ${renderValue(value)}`);

function renderValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(renderValue).join(", ")}]`;
  if (typeof value !== "object" || value === null || value instanceof Date) return renderText(value);
  return `{ ${renderPairs(value).join(", ")} }`;
}

/** JSON and TOML write strings, numbers and booleans alike, except that TOML escapes the character DEL. */
const renderText = (value: unknown) => JSON.stringify(value).replaceAll("\x7f", "\\u007f");
