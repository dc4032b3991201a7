/**
 * What a bare clone needs before anything can run, in plain JavaScript for whatever Node is there:
 * the packages, the local secrets, the build. Each step does nothing where nothing changed.
 */
import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { oneAtATime } from "./folder-lock.mjs";

export const root = fileURLToPath(new URL("../../", import.meta.url));
const bin = join(root, "node_modules/.bin");

/** The Node that package-lock.json names, whatever the machine has. */
export const node = join(bin, process.platform === "win32" ? "node.cmd" : "node");

/** @returns {never} */
export function giveUp(/** @type {string} */ sentence) {
  console.error(sentence);
  process.exit(1);
}

export function checkNode() {
  const found = process.versions.node;
  if (Number.parseInt(found, 10) < 20) giveUp(`Öten needs Node 20 or newer, and this is Node ${found}.`);
}

export function checkWritable() {
  try {
    accessSync(root, constants.W_OK);
  } catch {
    giveUp(`Öten can't write to ${root}: it keeps its packages, its build and the local database there.`);
  }
}

export async function checkPort(/** @type {number} */ port) {
  const fault = await new Promise((resolve) => {
    const probe = createServer()
      .once("error", (/** @type {NodeJS.ErrnoException} */ error) => resolve(error.code))
      .listen(port, "127.0.0.1", () => probe.close(() => resolve(undefined)));
  });
  if (fault === "EADDRINUSE")
    giveUp(`Port ${port} is taken: stop what runs there, or name another with --port.`);
  if (fault) giveUp(`Port ${port} can't be opened (${fault}): name another with --port.`);
}

export function installPackages() {
  const stamp = join(root, "node_modules/.oten-installed");
  const wanted = digest([join(root, "package-lock.json")]);
  once(
    () => says(stamp, wanted),
    () => {
      run(
        "npm",
        ["ci", "--no-audit", "--no-fund"],
        "Installing the packages",
        "npm ci failed: its last lines say why.",
      );
      writeFileSync(stamp, wanted);
    },
  );
}

export function writeLocalSecrets() {
  const file = join(root, ".dev.vars");
  const secret = randomBytes(32).toString("base64url");
  const words = `# Local only; made by the first start.\nAPP_ENV=local\nSESSION_SECRET=${secret}\n`;
  once(
    () => existsSync(file),
    () => writeFileSync(file, words, { mode: 0o600 }),
  );
}

export function build() {
  const stamp = join(root, "build/.built-from");
  const sources = ["app", "public", "package-lock.json", "tsconfig.json", "vite.config.ts", "wrangler.toml"];
  const wanted = digest(sources.flatMap((name) => filesUnder(join(root, name))));
  once(
    () => says(stamp, wanted),
    () => {
      run("npm", ["run", "--silent", "build"], "Building", "The build failed: the lines above say why.");
      writeFileSync(stamp, wanted);
    },
  );
}

/** Whoever starts meanwhile waits for it. The lock is where neither npm ci nor the build sweeps. */
function once(/** @type {() => boolean} */ isDone, /** @type {() => void} */ work) {
  try {
    oneAtATime(join(root, ".preparing"), isDone, work);
  } catch (error) {
    giveUp(error.message);
  }
}

function says(/** @type {string} */ stamp, /** @type {string} */ wanted) {
  try {
    return readFileSync(stamp, "utf8") === wanted;
  } catch {
    return false;
  }
}

/**
 * Jobs and mails are written for the Worker, so the operator's desk is bundled as the Worker is: anew only where a file is
 * newer, and under a name of its own, so that two who do it at once don't read each other's half.
 */
export async function bundleOps() {
  const sources = ["app", "package-lock.json"].flatMap((name) => filesUnder(join(root, name)));
  const stamp = createHash("sha256").update(ages(sources)).digest("hex").slice(0, 12);
  const folder = join(root, `build/ops-${stamp}`);
  if (existsSync(folder)) return join(folder, "main.js");
  const draft = `${folder}.${process.pid}`;
  const { build } = await import("esbuild");
  await build({
    absWorkingDir: root,
    entryPoints: ["app/cli/ops/main.ts"],
    outdir: draft,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node24",
    external: ["miniflare", "wrangler"],
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "error",
  });
  const kernel = join(root, "app/matching/kernel");
  for (const name of readdirSync(kernel).filter((name) => name.endsWith(".wasm")))
    copyFileSync(join(kernel, name), join(draft, name));
  const former = readdirSync(join(root, "build")).filter(
    (name) => /^ops-\w+$/.test(name) && name !== `ops-${stamp}`,
  );
  if (existsSync(folder)) rmSync(draft, { recursive: true });
  else renameSync(draft, folder);
  for (const name of former) rmSync(join(root, "build", name), { recursive: true, force: true });
  return join(folder, "main.js");
}

/** Quiet unless it fails: then everything it said is shown. */
function run(
  /** @type {string} */ command,
  /** @type {string[]} */ args,
  /** @type {string} */ doing,
  /** @type {string} */ failed,
) {
  const started = Date.now();
  process.stdout.write(`${doing} … `);
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 2 ** 20,
    shell: process.platform === "win32",
    env: {
      ...process.env,
      PATH: `${bin}${delimiter}${process.env.PATH}`,
      WRANGLER_SEND_METRICS: "false",
      CLOUDFLARE_CF_FETCH_ENABLED: "false",
    },
  });
  if (status !== 0) {
    process.stdout.write("\n");
    giveUp([stdout, stderr, error?.message, failed].filter(Boolean).join("\n"));
  }
  console.log(`${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/** @returns {string[]} */
function filesUnder(/** @type {string} */ path) {
  if (!existsSync(path)) return [];
  try {
    return readdirSync(path)
      .sort()
      .flatMap((name) => filesUnder(join(path, name)));
  } catch {
    return [path];
  }
}

function ages(/** @type {string[]} */ files) {
  return files.map((file) => `${file} ${statSync(file).mtimeMs}`).join("\n");
}

function digest(/** @type {string[]} */ files) {
  const hash = createHash("sha256");
  for (const file of files)
    hash.update(file.slice(root.length)).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}
