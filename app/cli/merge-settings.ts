export type Settings = { [key: string]: unknown };

/** What tells one table of an array from the others, in the formats of wrangler. */
const identifyingKeys = ["binding", "queue", "pattern", "name", "tag"];

/** Tables are merged key by key, arrays of tables by their identifying key; any other value of `own` replaces the base. */
export function mergeSettings(base: Settings, own: Settings): Settings {
  const merged = { ...base };
  for (const [key, value] of Object.entries(own)) merged[key] = mergeValues(base[key], value);
  return merged;
}

function mergeValues(base: unknown, own: unknown): unknown {
  if (isTable(base) && isTable(own)) return mergeSettings(base, own);
  if (!isArrayOfTables(base) || !isArrayOfTables(own)) return own;
  const key = identifyingKeys.find((key) => [...base, ...own].every((table) => Object.hasOwn(table, key)));
  return key ? mergeTablesByKey(base, own, key) : own;
}

function mergeTablesByKey(base: Settings[], own: Settings[], key: string): Settings[] {
  const merged = new Map(base.map((table) => [table[key], table]));
  for (const table of own) merged.set(table[key], mergeSettings(merged.get(table[key]) ?? {}, table));
  return [...merged.values()];
}

const isTable = (value: unknown): value is Settings =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);

const isArrayOfTables = (value: unknown): value is Settings[] =>
  Array.isArray(value) && value.length > 0 && value.every(isTable);
