import { createHash } from "node:crypto";
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { listFiles, root } from "./prepare.mjs";

/**
 * Bundles `ops`, because it shares TSX files with the Worker that Node can't run. The folder is named after the state of the
 * sources, so that two commands started together never read each other's incomplete bundle.
 */
export async function bundleOps() {
  const sources = ["app", "package-lock.json"].flatMap((name) => listFiles(join(root, name)));
  const stamp = createHash("sha256").update(listModifiedTimes(sources)).digest("hex").slice(0, 12);
  const folder = join(root, `build/ops-${stamp}`);
  if (existsSync(folder)) return join(folder, "main.js");
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
    external: ["miniflare", "wrangler"],
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "error",
  });
  const kernelFolder = join(root, "app/matching/kernel");
  for (const name of readdirSync(kernelFolder).filter((name) => name.endsWith(".wasm")))
    copyFileSync(join(kernelFolder, name), join(partFolder, name));
  const oldFolders = readdirSync(join(root, "build")).filter(
    (name) => /^ops-\w+$/.test(name) && name !== `ops-${stamp}`,
  );
  if (existsSync(folder)) rmSync(partFolder, { recursive: true });
  else renameSync(partFolder, folder);
  for (const name of oldFolders) rmSync(join(root, "build", name), { recursive: true, force: true });
  return join(folder, "main.js");
}

function listModifiedTimes(/** @type {string[]} */ files) {
  return files.map((file) => `${file} ${statSync(file).mtimeMs}`).join("\n");
}
