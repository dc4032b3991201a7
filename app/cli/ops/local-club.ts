import type { Ownership } from "#app/cli/club-lock.ts";
import { config, localVars, localWorker } from "#app/cli/local-worker.ts";
import { migrate } from "#app/cli/migrate.ts";
import type { Reached } from "./reached.ts";

/** The local club while nobody serves it: its bindings, without the Worker. */
export async function openLocalClub(persistTo: string, ownership: Ownership): Promise<Reached> {
  const vars = { ...localVars(), SITE_URL: "http://localhost:8787" };
  const worker = localWorker({ persistTo, vars, bare: true, source: "export default {}" });
  const bindings = await worker.getBindings<Pick<Env, "DB" | "AVATARS">>();
  await migrate(bindings.DB);
  return {
    env: { ...config.vars, ...vars, ...bindings } as unknown as Env,
    async close() {
      await worker.dispose();
      ownership.end();
    },
  };
}
