import { existsSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { experimental_readRawConfig } from "wrangler";
import { findVarProblem, type Vars } from "#app/operations/check-vars.ts";
import { type ClubFace, parseClubFace } from "./club-face.ts";
import { clubFile, clubPath, root } from "./project.mjs";

/** A deployed club's settings are those of wrangler.toml, with what club.toml overrides or adds. */

/** In the folder of wrangler.toml, because wrangler resolves paths from the folder of its configuration. */
const generatedFile = join(root, `.wrangler-${basename(clubFile)}`);

/** The keys that wrangler.toml always has. */
interface ClubSettings extends Settings {
  d1_databases: { binding: string; database_id?: string }[];
  routes?: unknown[];
  vars: Vars;
}

export function readClubSettings(): ClubSettings {
  const { club, ...own } = readOwnSettings();
  const base = readToml(join(root, "wrangler.toml"));
  return mergeSettings(typeof own.name === "string" ? rename(base, own.name) : base, own) as ClubSettings;
}

const readOwnSettings = () => (clubPath && existsSync(clubPath) ? readToml(clubPath) : {});

/** A Worker of another name has a database, a bucket and queues of its own. */
const rename = (base: Settings, name: string): Settings =>
  JSON.parse(JSON.stringify(base), (_, value) =>
    typeof value === "string" ? value.replace(/^oten(?=$|-)/, () => name) : value,
  );

/** A deployed club has settings of its own. */
export const isSampleClub = () => !clubPath || !existsSync(clubPath);

/** What makes the club its own. Throws a sentence if it can't be built. */
export function readClubFace(): ClubFace {
  // Without --club, a club needs no file of its own.
  if (clubPath && clubFile !== "club.toml" && !existsSync(clubPath)) throw new Error(noFile());
  return parseClubFace(readOwnSettings().club, clubFile, clubPath);
}

/** How diners reach the club, which a club on this computer shows, too. */
export function readClubContact(): Partial<Vars> {
  const { CONTACT_EMAIL, SAFETY_PHONE } = readClubSettings().vars;
  return { CONTACT_EMAIL, ...(SAFETY_PHONE ? { SAFETY_PHONE } : {}) };
}

const noFile = () =>
  `There is no ${clubFile}: create it with cp docs/club.example.toml ${clubFile}, and write your club's settings into it.`;

/** Returns a sentence, or undefined when the club can be deployed. */
export function findSettingProblem({ d1_databases, routes, vars }: ClubSettings): string | undefined {
  if (isSampleClub()) return noFile();
  const databaseId = d1_databases.find(({ binding }) => binding === "DB")?.database_id;
  if (isEmptyId(databaseId))
    return `${clubFile} has no database_id: npm run wrangler -- d1 create oten creates the database and prints its id.`;
  if (!isDatabaseId(databaseId))
    return `database_id in ${clubFile} is not an id: "${databaseId}". npm run wrangler -- d1 list prints the ids of your databases.`;
  if (!routes || routes.length === 0)
    return `${clubFile} has no routes: write routes = [{ pattern = "YOUR-DOMAIN", custom_domain = true }] above its first table.`;
  const placeholders = Object.entries({ routes, ...vars }).filter(([, value]) => isPlaceholder(value));
  if (placeholders.length > 0)
    return `Write your club's own ${placeholders.map(([name]) => name).join(", ")} into ${clubFile}.`;
  return findVarProblem(vars, clubFile) ?? findFaceProblem();
}

function findFaceProblem(): string | undefined {
  try {
    readClubFace();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The domain .example belongs to nobody. */
const isPlaceholder = (value: unknown) => /\.example\b/.test(JSON.stringify(value ?? ""));

/** In wrangler.toml the id is all zeros. */
const isEmptyId = (value = "") => /^[0-]*$/.test(value);

const isDatabaseId = (value = "") => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);

/** Writes the settings for wrangler, in one step because commands may run at the same time. Returns the file's path. */
export function writeClubConfig(settings: Settings): string {
  const partFile = `${generatedFile}.${process.pid}`;
  const comment = `# Made of wrangler.toml and ${clubFile} by each command. Edit ${clubFile} instead.\n`;
  writeFileSync(partFile, comment + renderToml(settings));
  renameSync(partFile, generatedFile);
  return generatedFile;
}

function readToml(path: string): Settings {
  try {
    return experimental_readRawConfig({ config: path }).rawConfig as Settings;
  } catch (error) {
    const { message, location } = error as Error & { location?: { line: number } };
    throw new Error(
      `${basename(path)} can't be read: ${message}${location ? `, in line ${location.line}` : ""}.`,
    );
  }
}

type Settings = { [key: string]: unknown };

/** The keys by which wrangler's formats tell the tables of an array apart. */
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
