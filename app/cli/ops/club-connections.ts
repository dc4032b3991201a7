import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import {
  maybeStartOrUpdateRemoteProxySession,
  type Unstable_Config,
  unstable_convertConfigBindingsToStartWorkerBindings,
  unstable_getMiniflareWorkerOptions,
  unstable_readConfig,
} from "wrangler";
import type { ClubLock } from "#app/cli/club-lock.ts";
import { findSettingProblem, readClubSettings, writeClubConfig } from "#app/cli/club-settings.ts";
import { explainRefusal } from "#app/cli/explain-refusal.ts";
import { config, createLocalWorker, readLocalVars } from "#app/cli/local-worker.ts";
import { migrate } from "#app/cli/migrate.ts";
import { root } from "#app/cli/project.mjs";
import { OperationError, usageError } from "#app/operations/operation.ts";

export interface ClubConnection {
  env: Env;
  /** Missing if `env` has the secrets. */
  listSecrets?(): Promise<string[] | undefined>;
  close(): Promise<void>;
}

export async function openLocalClub(persistTo: string, lock: ClubLock): Promise<ClubConnection> {
  const vars = { ...readLocalVars(), SITE_URL: "http://localhost:8787" };
  const worker = createLocalWorker({ persistTo, vars, withoutAssets: true, script: "export default {}" });
  async function close() {
    await worker.dispose();
    lock.release();
  }
  try {
    const bindings = await worker.getBindings<Pick<Env, "DB" | "AVATARS">>();
    await migrate(bindings.DB, persistTo);
    return { env: { ...config.vars, ...vars, ...bindings } as unknown as Env, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Wrangler signs in as for a deployment, and starts a Worker that forwards calls to the remote bindings. */
export async function connectToDeployedClub() {
  const configFile = writeClubConfig(readDeployedSettings());
  const config = makeRemote(unstable_readConfig({ config: configFile }));
  const started = await maybeStartOrUpdateRemoteProxySession({
    name: config.name,
    bindings: unstable_convertConfigBindingsToStartWorkerBindings(config) ?? {},
    account_id: config.account_id,
  }).catch((error: unknown) => {
    const refusal = explainRefusal(String((error as Error)?.message));
    throw refusal ? new OperationError("failed", refusal) : error;
  });
  if (!started) throw new Error("Wrangler found nothing to connect to.");
  const { remoteProxyConnectionString, dispose } = started.session;
  return { configFile, config, connection: remoteProxyConnectionString, dispose };
}

export async function openRemoteClub(): Promise<ClubConnection> {
  const { configFile, config, connection, dispose } = await connectToDeployedClub();
  const club = await connectThroughProxy(config, connection);
  return {
    ...club,
    listSecrets: () => listSecrets(configFile),
    async close() {
      await club.close();
      await dispose();
    },
  };
}

function readDeployedSettings() {
  const settings = readClubSettings();
  const problem = findSettingProblem(settings);
  if (problem) throw usageError(problem);
  return settings;
}

/** Returns only the names, because nobody can read the values. */
async function listSecrets(configFile: string): Promise<string[] | undefined> {
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(root, "node_modules/wrangler/bin/wrangler.js"), `--config=${configFile}`, "secret", "list"],
      { cwd: root, env: { ...process.env, WRANGLER_LOG: "log" } },
    );
    return (JSON.parse(stdout.slice(stdout.indexOf("["))) as { name: string }[]).map(({ name }) => name);
  } catch {
    return undefined;
  }
}

export function makeRemote(config: Unstable_Config): Unstable_Config {
  const addRemote = <Binding>(binding: Binding) => ({ ...binding, remote: true });
  return {
    ...config,
    d1_databases: config.d1_databases.map(addRemote),
    r2_buckets: config.r2_buckets.map(addRemote),
    // The deployed club's next cron run starts what is due.
    queues: { producers: [], consumers: [] },
  };
}

/** A deployed club's secrets can't be read, so an operator sets these here. */
const secretNames = [
  "SESSION_SECRET",
  "SESSION_SECRET_PREVIOUS",
  "RESEND_API_KEY",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
];

export const readSecrets = (): Record<string, string> =>
  Object.fromEntries(
    secretNames.flatMap((name) => (process.env[name] ? [[name, process.env[name] as string]] : [])),
  );

type Session = NonNullable<Awaited<ReturnType<typeof maybeStartOrUpdateRemoteProxySession>>>["session"];

/** A batch stays one transaction through the proxy. */
export async function connectThroughProxy(
  config: Unstable_Config,
  connection: Session["remoteProxyConnectionString"],
): Promise<ClubConnection> {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config, undefined, {
    remoteProxyConnectionString: connection,
  });
  const worker = new Miniflare(
    convertV4MiniflareOptions({
      ...workerOptions,
      assets: undefined,
      ratelimits: undefined,
      modules: true,
      modulesRules: undefined,
      script: "export default {}",
    }),
  );
  const bindings = await worker.getBindings<Pick<Env, "DB" | "AVATARS">>();
  const secrets = readSecrets();
  return {
    env: { ...config.vars, ...secrets, ...bindings } as unknown as Env,
    close: () => worker.dispose(),
  };
}
