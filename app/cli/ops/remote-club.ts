import { Miniflare, type MiniflareOptions } from "miniflare";
import {
  maybeStartOrUpdateRemoteProxySession,
  unstable_convertConfigBindingsToStartWorkerBindings,
  unstable_getMiniflareWorkerOptions,
} from "wrangler";
import { config } from "#app/cli/local-worker.ts";
import type { Reached } from "./reached.ts";

const remotely = <Binding>(binding: Binding) => ({ ...binding, remote: true });

/** The deployed club's own database and photos; all else stays here. */
const remoteConfig = {
  ...config,
  d1_databases: config.d1_databases.map(remotely),
  r2_buckets: config.r2_buckets.map(remotely),
};

/** Wrangler signs in as it does to deploy, and puts a Worker before the bindings that passes on what we ask of them. */
export async function openRemoteClub(): Promise<Reached> {
  const started = await maybeStartOrUpdateRemoteProxySession({
    name: config.name,
    bindings: unstable_convertConfigBindingsToStartWorkerBindings(remoteConfig) ?? {},
    account_id: config.account_id,
  });
  if (!started) throw new Error("wrangler.toml names no database to reach.");
  const { remoteProxyConnectionString, dispose } = started.session;
  const club = await clubBehind(remoteProxyConnectionString);
  return {
    ...club,
    async close() {
      await club.close();
      await dispose();
    },
  };
}

type Session = NonNullable<Awaited<ReturnType<typeof maybeStartOrUpdateRemoteProxySession>>>["session"];

/** Statements and batches go through as they are: a batch is one transaction there too. */
export async function clubBehind(connection: Session["remoteProxyConnectionString"]): Promise<Reached> {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(remoteConfig, undefined, {
    remoteProxyConnectionString: connection,
  });
  const worker = new Miniflare({
    ...workerOptions,
    assets: undefined,
    ratelimits: undefined,
    modules: true,
    script: "export default {}",
  } as MiniflareOptions);
  const bindings = await worker.getBindings<Pick<Env, "DB" | "AVATARS">>();
  const { SESSION_SECRET, RESEND_API_KEY, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } = process.env;
  const secrets = { SESSION_SECRET, RESEND_API_KEY, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET };
  return {
    env: { ...config.vars, ...secrets, ...bindings } as unknown as Env,
    close: () => worker.dispose(),
  };
}
