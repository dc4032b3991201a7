import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BuildOptions, build } from "esbuild";
import { onTestFinished } from "vitest";
import type { Club } from "#app/lib/club.ts";

/** Imports a module as a club with these settings has it. */
export async function importAsClub(club: Club, entry: Pick<BuildOptions, "entryPoints" | "stdin">) {
  const folder = mkdtempSync(join(tmpdir(), "oten-club-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const outfile = join(folder, "module.mjs");
  await build({
    ...entry,
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node24",
    jsx: "automatic",
    logLevel: "error",
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    plugins: [
      {
        name: "club",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^#club$/ }, () => ({ path: "club", namespace: "club" }));
          onLoad({ filter: /./, namespace: "club" }, () => ({
            contents: `export const club = ${JSON.stringify(club)};`,
          }));
        },
      },
    ],
  });
  return import(outfile);
}
