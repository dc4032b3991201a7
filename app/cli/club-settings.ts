/** A deployed club's settings: those of wrangler.toml, with what club.toml overrides or adds. */
import { existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { experimental_readRawConfig } from "wrangler";
import { findVarProblem, type Vars } from "#app/operations/check-vars.ts";
import { mergeSettings, type Settings } from "./merge-settings.ts";
import { root } from "./project.mjs";
import { renderToml } from "./render-toml.ts";

const clubFile = join(root, "club.toml");

/** Beside wrangler.toml, because wrangler resolves paths from the folder of its configuration. */
const generatedFile = join(root, ".wrangler-club.toml");

/** The keys that wrangler.toml has in any case. */
interface ClubSettings extends Settings {
  d1_databases: { binding: string; database_id?: string }[];
  routes?: unknown[];
  vars: Vars;
}

export function readClubSettings(): ClubSettings {
  const own = existsSync(clubFile) ? readToml("club.toml") : {};
  return mergeSettings(readToml("wrangler.toml"), own) as ClubSettings;
}

/** Returns a sentence, or undefined when the club can be deployed. */
export function findSettingProblem({ d1_databases, routes, vars }: ClubSettings): string | undefined {
  if (!existsSync(clubFile))
    return "There is no club.toml: create it with cp docs/club.example.toml club.toml, and write your club's settings into it.";
  const databaseId = d1_databases.find(({ binding }) => binding === "DB")?.database_id;
  if (isEmptyId(databaseId))
    return "club.toml has no database_id: npm run wrangler -- d1 create oten creates the database and prints its id.";
  if (!isDatabaseId(databaseId))
    return `database_id in club.toml is not an id: "${databaseId}". npm run wrangler -- d1 list prints the ids of your databases.`;
  if (!routes || routes.length === 0)
    return 'club.toml has no routes: write routes = [{ pattern = "YOUR-DOMAIN", custom_domain = true }] above its first table.';
  const placeholders = Object.entries({ routes, ...vars }).filter(([, value]) => isPlaceholder(value));
  if (placeholders.length > 0)
    return `Write your club's own ${placeholders.map(([name]) => name).join(", ")} into club.toml.`;
  return findVarProblem(vars);
}

/** The domain .example belongs to nobody. */
const isPlaceholder = (value: unknown) => /\.example\b/.test(JSON.stringify(value ?? ""));

/** wrangler.toml has an id of zeros. */
const isEmptyId = (value = "") => /^[0-]*$/.test(value);

const isDatabaseId = (value = "") => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);

/** Writes the settings for wrangler, in one step because commands may run at the same time. Returns the file's path. */
export function writeClubConfig(settings: Settings): string {
  const partFile = `${generatedFile}.${process.pid}`;
  const comment = "# Made of wrangler.toml and club.toml by each command. Edit club.toml instead.\n";
  writeFileSync(partFile, comment + renderToml(settings));
  renameSync(partFile, generatedFile);
  return generatedFile;
}

function readToml(name: string): Settings {
  try {
    return experimental_readRawConfig({ config: join(root, name) }).rawConfig as Settings;
  } catch (error) {
    const { message, location } = error as Error & { location?: { line: number } };
    throw new Error(`${name} can't be read: ${message}${location ? `, in line ${location.line}` : ""}.`);
  }
}
