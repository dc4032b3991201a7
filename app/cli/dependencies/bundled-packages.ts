import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Lock } from "./lock.ts";

/** The packages, as paths of the lock, whose code the source map of the built Worker names. */
export function listBundledPackages(folder: string, lock: Lock): string[] {
  const map = JSON.parse(readFileSync(join(folder, "build/worker/entry.worker.js.map"), "utf8"));
  const paths = (map.sources as string[]).flatMap(
    (source) => /(?:node_modules\/.+\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(source)?.[0] ?? [],
  );
  return [...new Set(paths)].filter((path) => Object.hasOwn(lock.packages, path)).sort();
}
