/** Prepares a fresh clone; each step does nothing when nothing has changed. Plain JavaScript runs on any Node. */
import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { dirname, join, resolve } from "node:path";
import { clubPath, node, nodePackages, root, toolEnvironment } from "./project.mjs";
import { exitWithError } from "./terminal-text.mjs";

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

/** npm 10 deletes the link together with other systems' optional packages, one of which has the same name. */
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
  const text = readFileSync(join(root, ".dev.vars.example"), "utf8").replace(
    /(?<=^SESSION_SECRET=).*/m,
    secret,
  );
  runOnce(
    () => existsSync(file),
    () => writeFileSync(file, text, { mode: 0o600 }),
  );
}

export function build() {
  const stampFile = join(root, "build/.built-from");
  const hash = hashFiles([...listSources(), ...listClubFiles()]);
  runOnce(
    () => hasContent(stampFile, hash),
    () => {
      if (listClubFiles().length > 0) requireFace();
      run("npm", ["run", "--silent", "build"], "Building", "The build failed: the lines above explain why.");
      writeFileSync(stampFile, hash);
    },
  );
}

function requireFace() {
  const { status, stderr } = printFace();
  if (status !== 0) exitWithError(stderr.trim());
}

/** Prints what makes the club its own, or what is wrong with it. In a process of its own, because the machine's Node may be older. */
export const printFace = () =>
  spawnSync("node", ["app/cli/build-club.ts", "--print"], {
    cwd: root,
    encoding: "utf8",
    shell: process.platform === "win32",
    env: toolEnvironment,
  });

export const pagesStamp = join(root, "build/.pages-built-from");

/** Wrangler's build step runs this before every build, even if it only generates types. */
export function buildPages() {
  const hash = hashFiles([...listSources(), ...listClubFiles()]);
  if (hasContent(pagesStamp, hash) && existsSync(join(root, ".club/club.js"))) return;
  for (const [program, ...args] of [
    ["node", "app/cli/build-club.ts"],
    ["remix", "vite:build"],
  ]) {
    const { status } = spawnSync(program ?? "", args, {
      cwd: root,
      stdio: "inherit",
      shell: process.platform === "win32",
      env: toolEnvironment,
    });
    if (status !== 0) process.exit(1);
  }
  writeFileSync(pagesStamp, hash);
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

/** Commands are not in the Worker, so changing one does not build it again. */
const foldersOfCommands = ["app/cli", "app/make"].map((folder) => join(root, folder, "/"));

export function listSources() {
  const sources = ["app", "public", "package-lock.json", "tsconfig.json", "vite.config.ts", "wrangler.toml"];
  return sources
    .flatMap((name) => listFiles(join(root, name)))
    .filter((file) => !foldersOfCommands.some((folder) => file.startsWith(folder)));
}

/** The club's settings, and the files beside them that they name. */
export function listClubFiles() {
  if (!clubPath || !existsSync(clubPath)) return [];
  const names = readFileSync(clubPath, "utf8").match(/(?<=["'])[^"'\n]+\.(svg|jpe?g)(?=["'])/gi) ?? [];
  return [
    clubPath,
    ...names.map((name) => resolve(dirname(clubPath), name)).filter((file) => existsSync(file)),
  ];
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
    // Prints the program's output unchanged, with its colors.
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

const ownPid = String(process.pid);
const retryDelayMs = 200;

/** Never in two processes at once. The lock is a folder with its owner's process id; renames take it, which are atomic. */
export function runExclusively(
  /** @type {string} */ lock,
  /** @type {() => boolean} */ isDone,
  /** @type {() => void} */ work,
  timeoutMs = 15 * 60_000,
) {
  const deadline = Date.now() + timeoutMs;
  let hasAnnouncedWait = false;
  while (!isDone()) {
    if (takeLock(lock)) {
      try {
        if (!isDone()) work();
      } finally {
        releaseLock(lock);
      }
      return;
    }
    if (Date.now() > deadline)
      throw new Error(
        `Process ${readOwner(lock)} has been preparing this for too long: stop it, or delete ${lock}.`,
      );
    if (!hasAnnouncedWait) console.log("Waiting for another process that is already preparing this.");
    hasAnnouncedWait = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryDelayMs);
  }
}

const getOwnFolder = (/** @type {string} */ lock) => `${lock}-${ownPid}`;

function takeLock(/** @type {string} */ lock) {
  mkdirSync(join(getOwnFolder(lock), ownPid), { recursive: true });
  if (tryRename(getOwnFolder(lock), lock)) return true;
  rmSync(getOwnFolder(lock), { recursive: true });
  const owner = readOwner(lock);
  return owner !== undefined && !isAlive(owner) && tryRename(join(lock, owner), join(lock, ownPid));
}

function releaseLock(/** @type {string} */ lock) {
  renameSync(lock, getOwnFolder(lock));
  rmSync(getOwnFolder(lock), { recursive: true });
}

function tryRename(/** @type {string} */ from, /** @type {string} */ to) {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}

function readOwner(/** @type {string} */ lock) {
  try {
    return readdirSync(lock)[0];
  } catch {
    return undefined;
  }
}

function isAlive(/** @type {string} */ pid) {
  try {
    return process.kill(Number(pid), 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}
