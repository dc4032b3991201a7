import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import { listClubFiles, listFiles, printFace } from "./prepare.mjs";
import { root } from "./project.mjs";

/** Outside build, which every build deletes. Bundled code expects the project two folders above itself. */
const bundlesFolder = join(root, ".ops");

/** Longer than any command runs, because a command can still load parts of its bundle. */
const maxUnusedMs = 24 * 60 * 60_000;

/** Node can't run the TSX files shared with the Worker. Two commands never read each other's incomplete bundle. */
export async function bundleOps() {
  const sources = ["app", "package-lock.json"].flatMap((name) => listFiles(join(root, name)));
  const stamp = createHash("sha256")
    .update(listModifiedTimes([...sources, ...listClubFiles()]))
    .digest("hex")
    .slice(0, 12);
  const folder = join(bundlesFolder, stamp);
  if (!existsSync(folder)) await writeBundle(folder);
  deleteUnusedBundles(stamp, touch(folder));
  return join(folder, "main.js");
}

async function writeBundle(/** @type {string} */ folder) {
  mkdirSync(bundlesFolder, { recursive: true });
  const partFolder = `${folder}.${process.pid}`;
  const { build } = await import("esbuild");
  await build({
    absWorkingDir: root,
    entryPoints: ["app/cli/ops/main.ts"],
    outdir: partFolder,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node24",
    external: ["miniflare", "sharp", "wrangler"],
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    plugins: [clubPlugin()],
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "error",
  });
  const kernelFolder = join(root, "app/matching/kernel");
  for (const name of readdirSync(kernelFolder).filter((name) => name.endsWith(".wasm")))
    copyFileSync(join(kernelFolder, name), join(partFolder, name));
  try {
    renameSync(partFolder, folder);
  } catch (error) {
    // Another command may have finished the same bundle first.
    if (!existsSync(folder)) throw error;
    rmSync(partFolder, { recursive: true });
  }
}

/** `ops` doesn't need the `#club` of the Worker's build. Commands of a local club work without readable settings. */
function clubPlugin() {
  if (listClubFiles().length === 0) return { name: "club", setup() {} };
  const { status, stdout, stderr } = printFace();
  if (status !== 0) process.stderr.write(stderr);
  return {
    name: "club",
    setup(/** @type {import("esbuild").PluginBuild} */ build) {
      if (status !== 0) return;
      build.onResolve({ filter: /^#club$/ }, () => ({ path: "club", namespace: "club" }));
      build.onLoad({ filter: /./, namespace: "club" }, () => ({
        contents: `export const club = ${stdout};`,
      }));
    },
  };
}

/** Returns the time of the disk's clock, which can differ from that of this process. */
function touch(/** @type {string} */ folder) {
  utimesSync(folder, new Date(), new Date());
  const { ctime } = statSync(folder);
  utimesSync(folder, ctime, ctime);
  return ctime.getTime();
}

function deleteUnusedBundles(/** @type {string} */ used, /** @type {number} */ now) {
  for (const name of readdirSync(bundlesFolder).filter((each) => each !== used)) {
    const folder = join(bundlesFolder, name);
    const usedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (now - usedAt > maxUnusedMs) rmSync(folder, { recursive: true, force: true });
  }
}

function listModifiedTimes(/** @type {string[]} */ files) {
  return files.map((file) => `${file} ${statSync(file).mtimeMs}`).join("\n");
}
