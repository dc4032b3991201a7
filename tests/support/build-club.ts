import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "#app/cli/project.mjs";
import { copyProject } from "./copy-project.ts";
import { runScript } from "./run-script.ts";

/** Builds a copy of the project with this club.toml, and returns its folder. */
export async function buildClub(toml: string, files: Record<string, string | Buffer> = {}): Promise<string> {
  const folder = copyProject();
  for (const name of [
    "public",
    "vite.config.ts",
    "tsconfig.json",
    "tests/vitest.config.ts",
    "tests/durations.json",
    "tests/support",
  ])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  writeFileSync(join(folder, "club.toml"), toml);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const wrangler = "../../node_modules/wrangler/bin/wrangler.js";
  const args = ["deploy", "--dry-run", "--outdir", "build/worker"];
  const { code, out, err } = await runScript(wrangler, args, folder, { NODE_ENV: "production" });
  if (code !== 0) throw new Error(`${out}\n${err}`);
  return folder;
}

/** Imports modules of the copy as its Worker has them: with the copy's `#club`. */
export async function importBuilt<Modules>(folder: string, files: string[]): Promise<Modules> {
  const outfile = join(folder, ".club", "modules.mjs");
  await build({
    stdin: {
      contents: files.map((file) => `export * from "#${file}";`).join("\n"),
      resolveDir: folder,
    },
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node24",
    conditions: ["workerd"],
    loader: { ".wasm": "empty" },
    define: { "process.env.NODE_ENV": '"production"' },
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    logLevel: "error",
  });
  return import(outfile);
}
