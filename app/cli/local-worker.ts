import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { parseEnv } from "node:util";
import { Miniflare, type MiniflareOptions } from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from "wrangler";
import { root } from "./prepare.mjs";

export const config = unstable_readConfig({ config: join(root, "wrangler.toml") });

export interface LocalWorker {
  /** Where D1 and R2 are kept, laid out as `wrangler --persist-to` expects it; in memory without. */
  persistTo?: string;
  port?: number;
  /** The zone of the visitor, as Cloudflare would tell it. */
  timeZone?: string;
  /** Secrets and settings, over the settings of wrangler.toml. */
  vars: Record<string, string>;
  log?: MiniflareOptions["log"];
  /** Who reads what the Worker prints; the terminal without. */
  onOutput?(stdout: Readable, stderr: Readable): void;
  /** Without its files: for measuring the Worker alone. */
  bare?: boolean;
  /** Code to run in place of the built Worker, where only its bindings are wanted. */
  source?: string;
  /** Code that runs next to it, on the same database, and answers whoever asks for `http://beside`. */
  beside?: string;
}

/** What the first start wrote to .dev.vars, and whatever its owner added. */
export function localVars(): Record<string, string> {
  return { ...parseEnv(readFileSync(join(root, ".dev.vars"), "utf8")) } as Record<string, string>;
}

/** The modules that wrangler laid beside the Worker. */
const compiledIn = (folder: string) =>
  readdirSync(folder).flatMap((name) =>
    name.endsWith(".wasm") ? [{ type: "CompiledWasm" as const, path: join(folder, name) }] : [],
  );

/** The built Worker on workerd, with the bindings of wrangler.toml: what `npm start` and the tests run. */
export function localWorker({
  persistTo,
  port,
  timeZone,
  vars,
  log,
  onOutput,
  bare,
  source,
  beside,
}: LocalWorker): Miniflare {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config);
  const bundle = join(root, "build/worker");
  const club = {
    ...workerOptions,
    assets: bare ? undefined : workerOptions.assets,
    bindings: { ...config.vars, ...vars },
    modulesRoot: bundle,
    modules: [
      { type: "ESModule" as const, path: join(bundle, "entry.worker.js"), contents: source },
      ...compiledIn(bundle),
    ],
  };
  const neighbour = {
    name: "beside",
    routes: ["beside/*"],
    compatibilityDate: workerOptions.compatibilityDate,
    d1Databases: workerOptions.d1Databases,
    modules: true,
  };
  return new Miniflare({
    workers: beside ? [club, { ...neighbour, script: beside }] : [club],
    host: "127.0.0.1",
    port,
    cf: timeZone ? ({ timezone: timeZone } as MiniflareOptions["cf"]) : false,
    log,
    handleRuntimeStdio: onOutput,
    ...(persistTo ? { defaultPersistRoot: join(persistTo, "v3") } : {}),
  });
}
