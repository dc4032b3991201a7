import { readdirSync, readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { parseEnv, styleText } from "node:util";
import {
  convertV4MiniflareOptions,
  type Log,
  Miniflare,
  type V4MiniflareOptions,
  type V4WorkerOptionsShape,
  type WorkerdStructuredLog,
} from "miniflare";
import { type Unstable_Config, unstable_getMiniflareWorkerOptions, unstable_readConfig } from "wrangler";
import { mapStacks } from "./map-stacks.ts";
import { root } from "./project.mjs";
import { escapeLines } from "./terminal-text.mjs";

export const config = unstable_readConfig({ config: join(root, "wrangler.toml") });

/** Texts, and tables such as that of the desk. */
export type Vars = NonNullable<V4WorkerOptionsShape["bindings"]>;

interface LocalWorkerOptions {
  /** Folder for D1 and R2, with the layout of `wrangler --persist-to`; in memory if undefined. */
  persistTo?: string;
  port?: number;
  /** Listens on `port` without Miniflare's own Worker in front, which takes as long as a page. */
  isDirect?: boolean;
  /** The visitor's time zone, which Cloudflare adds to requests. */
  timeZone?: string;
  /** Secrets and settings; they override those of wrangler.toml. */
  vars: Vars;
  log?: Log;
  /** Gets what the Worker prints; printed to the terminal if undefined. */
  onOutput?(output: WorkerdStructuredLog): void;
  /** Answers what the Worker fetches from other servers, in their place. */
  answerOutside?: RequestListener;
  /** How often the queue tries a failed task again, if not as wrangler.toml says. */
  maxTaskRetries?: number | undefined;
  withoutAssets?: boolean;
  /** Behaves like a deployed club without Cloudflare Images. */
  withoutImages?: boolean;
  /** The folder of the built Worker; the project's own build if undefined. */
  bundleFolder?: string;
  /** Runs this code with the bindings, instead of the built Worker. */
  script?: string;
  /** Code of a module around the built Worker, which it imports as `./entry.worker.js`. */
  wrapper?: string;
  /** Databases for that code, in addition to the club's. */
  otherDatabases?: string[];
  /** Code of a second Worker on the same databases and bucket, which answers at an address of its own. */
  secondWorkerScript?: string;
}

export function readLocalVars(): Record<string, string> {
  return { ...parseEnv(readFileSync(join(root, ".dev.vars"), "utf8")) } as Record<string, string>;
}

const findWasmModules = (folder: string) =>
  readdirSync(folder).flatMap((name) =>
    name.endsWith(".wasm") ? [{ type: "CompiledWasm" as const, path: join(folder, name) }] : [],
  );

function withMaxRetries(consumers: V4WorkerOptionsShape["queueConsumers"], maxRetries: number | undefined) {
  if (maxRetries === undefined || !consumers || Array.isArray(consumers)) return consumers;
  return Object.fromEntries(
    Object.entries(consumers).map(([queue, options]) => [queue, { ...options, maxRetries }]),
  );
}

function printOutput({ level, message }: WorkerdStructuredLog) {
  const text = escapeLines(mapStacks(message));
  if (level === "error" || level === "warn")
    console.error(styleText("red", text, { stream: process.stderr }));
  else console.log(text);
}

/** Runs the built Worker on workerd, with the bindings of wrangler.toml. */
export function createLocalWorker({
  persistTo,
  port,
  isDirect,
  timeZone,
  vars,
  log,
  onOutput,
  answerOutside,
  maxTaskRetries,
  withoutAssets,
  withoutImages,
  bundleFolder = join(root, "build/worker"),
  script,
  wrapper,
  otherDatabases = [],
  secondWorkerScript,
}: LocalWorkerOptions): Miniflare {
  const workerOptions: V4WorkerOptionsShape = unstable_getMiniflareWorkerOptions(config).workerOptions;
  const d1Databases = {
    ...workerOptions.d1Databases,
    ...Object.fromEntries(otherDatabases.map((name) => [name, name])),
  };
  const clubWorker = {
    ...workerOptions,
    unsafeDirectSockets: isDirect ? [{ host: "127.0.0.1", port: port ?? 0 }] : [],
    assets: withoutAssets ? undefined : workerOptions.assets,
    images: withoutImages ? undefined : { binding: "IMAGES" },
    queueConsumers: withMaxRetries(workerOptions.queueConsumers, maxTaskRetries),
    bindings: { ...config.vars, ...vars },
    d1Databases,
    outboundService: answerOutside && { node: answerOutside },
    modulesRules: undefined,
    modulesRoot: bundleFolder,
    modules: [
      ...(wrapper
        ? [{ type: "ESModule" as const, path: join(bundleFolder, "wrapper.js"), contents: wrapper }]
        : []),
      { type: "ESModule" as const, path: join(bundleFolder, "entry.worker.js"), contents: script },
      ...(script ? [] : findWasmModules(bundleFolder)),
    ],
  };
  const secondWorker = {
    name: "second-worker",
    unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
    compatibilityDate: workerOptions.compatibilityDate,
    d1Databases,
    r2Buckets: workerOptions.r2Buckets,
    modules: true,
  };
  const options: V4MiniflareOptions = {
    workers: secondWorkerScript
      ? [clubWorker, { ...secondWorker, script: secondWorkerScript }]
      : [clubWorker],
    host: "127.0.0.1",
    port: isDirect ? undefined : port,
    cf: timeZone ? { timezone: timeZone } : false,
    log,
    handleStructuredLogs: onOutput ?? printOutput,
    ...(persistTo ? { resourcePersistencePath: join(persistTo, "v3") } : {}),
  };
  // Wrangler still describes a Worker in the form of Miniflare 4.
  return new Miniflare(convertV4MiniflareOptions(options));
}

type Connection = NonNullable<
  NonNullable<Parameters<typeof unstable_getMiniflareWorkerOptions>[2]>["remoteProxyConnectionString"]
>;

interface RemoteDeskOptions {
  port: number;
  vars: Vars;
  onOutput?(output: WorkerdStructuredLog): void;
}

/** Runs the built Worker on this computer over the bindings of a deployed club, for its desk alone. */
export function createRemoteDesk(
  remoteConfig: Unstable_Config,
  connection: Connection,
  { port, vars, onOutput }: RemoteDeskOptions,
): Miniflare {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(remoteConfig, undefined, {
    remoteProxyConnectionString: connection,
  });
  const bundleFolder = join(root, "build/worker");
  return new Miniflare(
    convertV4MiniflareOptions({
      ...workerOptions,
      host: "127.0.0.1",
      port,
      // The deployed club's next cron run starts what is due, so a message of this queue may get lost.
      queueProducers: { TASKS: "desk-tasks" },
      bindings: { ...remoteConfig.vars, ...vars },
      handleStructuredLogs: onOutput ?? printOutput,
      modulesRules: undefined,
      modulesRoot: bundleFolder,
      modules: [
        { type: "ESModule" as const, path: join(bundleFolder, "entry.worker.js") },
        ...findWasmModules(bundleFolder),
      ],
    }),
  );
}
