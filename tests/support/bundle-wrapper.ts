import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Code around the built Worker. What the club's code imports at run time is in the built Worker already. */
export async function bundleWrapper(url: URL): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(url)],
    bundle: true,
    format: "esm",
    alias: { "#app/entry.worker.ts": "./entry.worker.js" },
    external: ["./entry.worker.js"],
    write: false,
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}
