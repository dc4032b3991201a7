import type { ClubLock } from "#app/cli/club-lock.ts";
import { config, createLocalWorker, readLocalVars } from "#app/cli/local-worker.ts";
import { migrate } from "#app/cli/migrate.ts";
import type { ClubConnection } from "./club-connection.ts";

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
