import { Miniflare, type MiniflareOptions } from "miniflare";
import {
  maybeStartOrUpdateRemoteProxySession,
  unstable_convertConfigBindingsToStartWorkerBindings,
  unstable_getMiniflareWorkerOptions,
} from "wrangler";
import { config } from "#app/cli/local-worker.ts";
import type { ClubConnection } from "./command-context.ts";

const makeRemote = <Binding>(binding: Binding) => ({ ...binding, remote: true });

const remoteConfig = {
  ...config,
  d1_databases: config.d1_databases.map(makeRemote),
  r2_buckets: config.r2_buckets.map(makeRemote),
};

/** Wrangler signs in as for a deployment, and starts a Worker that forwards calls to the remote bindings. */
export async function openRemoteClub(): Promise<ClubConnection> {
  const started = await maybeStartOrUpdateRemoteProxySession({
    name: config.name,
    bindings: unstable_convertConfigBindingsToStartWorkerBindings(remoteConfig) ?? {},
    account_id: config.account_id,
  });
  if (!started) throw new Error("wrangler.toml has no remote database: set its database_id.");
  const { remoteProxyConnectionString, dispose } = started.session;
  const club = await connectThroughProxy(remoteProxyConnectionString);
  return {
    ...club,
    async close() {
      await club.close();
      await dispose();
    },
  };
}

type Session = NonNullable<Awaited<ReturnType<typeof maybeStartOrUpdateRemoteProxySession>>>["session"];

/** A batch stays one transaction through the proxy. */
export async function connectThroughProxy(
  connection: Session["remoteProxyConnectionString"],
): Promise<ClubConnection> {
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
