import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Code of `tests/` around the built Worker. What the club's code imports at run time is in the built Worker already. */
export async function bundleWrapper(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../${file}`, import.meta.url))],
    bundle: true,
    format: "esm",
    alias: { "#app/entry.worker.ts": "./entry.worker.js" },
    external: ["./entry.worker.js", "node:*"],
    write: false,
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}
