import { localWorker } from "#app/cli/local-worker.ts";
import { migrate } from "#app/cli/migrate.ts";
import { databaseBeside, quickBinding } from "./d1-binding.ts";

/** Starts a migrated D1 database without a club. */
export async function openQuickDatabase() {
  const worker = localWorker({ vars: {}, bare: true, source: "export default {}", beside: databaseBeside });
  const binding = quickBinding(worker);
  await migrate(binding);
  return { binding, close: () => worker.dispose() };
}
