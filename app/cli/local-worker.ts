import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { Miniflare, type MiniflareOptions } from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from "wrangler";

export const root = new URL("../../", import.meta.url).pathname;
export const configPath = join(root, "wrangler.toml");

export interface LocalWorker {
  /** Where D1 and R2 are kept, laid out as `wrangler --persist-to` expects it; in memory without. */
  persistTo?: string;
  port?: number;
  /** The zone of the visitor, as Cloudflare would tell it. */
  timeZone?: string;
  vars: Record<string, string>;
  log?: MiniflareOptions["log"];
  /** Code to run in place of the built Worker, where only its bindings are wanted. */
  source?: string;
}

/** The secrets and settings of .dev.vars over those of wrangler.toml. */
export function localVars(): Record<string, string> {
  return { ...parseEnv(readFileSync(join(root, ".dev.vars"), "utf8")) } as Record<string, string>;
}

/** The built Worker on workerd, with the bindings of wrangler.toml: what `npm start` and the tests run. */
export function localWorker({ persistTo, port, timeZone, vars, log, source }: LocalWorker): Miniflare {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(configPath);
  const bundle = join(root, "build/worker");
  return new Miniflare({
    ...workerOptions,
    bindings: vars,
    modulesRoot: bundle,
    modules: [{ type: "ESModule", path: join(bundle, "entry.worker.js"), contents: source }],
    host: "127.0.0.1",
    port,
    cf: timeZone ? ({ timezone: timeZone } as MiniflareOptions["cf"]) : false,
    log,
    unsafeTriggerHandlers: true,
    ...(persistTo ? { defaultPersistRoot: join(persistTo, "v3") } : {}),
  });
}

/** Applies what is new under migrations/, recorded in the table wrangler keeps, so that both agree. */
export async function migrate(db: D1Database): Promise<number> {
  const { d1_databases } = unstable_readConfig({ config: configPath });
  const folder = join(root, d1_databases[0]?.migrations_dir ?? "migrations");
  await db.exec(
    "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
  );
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map((row) => row.name));
  const fresh = readdirSync(folder)
    .filter((name) => name.endsWith(".sql") && !applied.has(name))
    .sort();
  for (const name of fresh) {
    const statements = readFileSync(join(folder, name), "utf8").split("--> statement-breakpoint");
    await db.batch([
      ...statements.map((statement) => db.prepare(statement)),
      db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name),
    ]);
  }
  return fresh.length;
}
