/** Runs a command of wrangler with the club's settings. `npm run wrangler` runs this after its preparations. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isHealthSecretShort, minHealthSecretLength, shortHealthSecret } from "#app/lib/health.ts";
import { findUnknownVars } from "#app/operations/check-vars.ts";
import { findSettingProblem, readClubSettings, writeClubConfig } from "./club-settings.ts";
import { explainRefusal } from "./explain-refusal.ts";
import { root } from "./project.mjs";
import { escapeLines, exitWithError } from "./terminal-text.mjs";

const args = process.argv.slice(2);
const changesClub = args[0] === "deploy" || args.includes("--remote");
const asksForHelp = args.includes("--help") || args.includes("-h");

const typed = readHealthSecret();
const wrangler = spawn(
  process.execPath,
  [join(root, "node_modules/wrangler/bin/wrangler.js"), `--config=${prepareConfig()}`, ...args],
  {
    cwd: root,
    stdio: [typed === undefined ? "inherit" : "pipe", "inherit", "pipe"],
    env: { ...process.env, ...(process.stderr.isTTY ? { FORCE_COLOR: "1" } : {}) },
  },
);
let errors = "";
wrangler.stderr?.on("data", (part: Buffer) => {
  process.stderr.write(part);
  errors = `${errors}${part}`.slice(0, 100_000);
});
wrangler.stdin?.end(typed);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => wrangler.kill(signal));
wrangler.on("close", (code) => {
  const refusal = code === 0 ? undefined : explainRefusal(errors);
  if (refusal) console.error(refusal);
  process.exit(code ?? 1);
});

/** The secret that another program pipes into `secret put`; in a terminal, wrangler asks for it itself. */
function readHealthSecret(): string | undefined {
  const putsIt = args[0] === "secret" && args[1] === "put" && args.includes("HEALTH_SECRET");
  if (!putsIt || asksForHelp) return undefined;
  if (process.stdin.isTTY) {
    console.error(`It needs ${minHealthSecretLength} characters or more: openssl rand -base64 32 makes one.`);
    return undefined;
  }
  const secret = readFileSync(process.stdin.fd, "utf8");
  return isHealthSecretShort(secret) ? exitWithError(shortHealthSecret) : secret;
}

function prepareConfig(): string {
  try {
    const settings = readClubSettings();
    const problem = changesClub && !asksForHelp ? findSettingProblem(settings) : undefined;
    if (problem) return exitWithError(problem);
    const warning = args[0] === "deploy" && !asksForHelp ? findUnknownVars(settings.vars) : undefined;
    if (warning) console.error(escapeLines(warning));
    return writeClubConfig(settings);
  } catch (error) {
    return exitWithError((error as Error).message);
  }
}
