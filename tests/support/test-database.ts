import { createLocalWorker } from "#app/cli/local-worker.ts";
import { createD1Binding, d1WorkerScript } from "./d1-binding.ts";
import { migrateTestDatabase } from "./migrated-database.ts";
import { borrowWorker, returnWorker } from "./shared-workers.ts";

/** Lends a migrated D1 database without a club. */
export async function openTestDatabase() {
  const { worker, binding } = await borrowWorker("database", startTestDatabase);
  return { binding, bucket: await worker.getR2Bucket("AVATARS"), close: () => returnWorker(worker) };
}

async function startTestDatabase() {
  const worker = createLocalWorker({
    vars: {},
    withoutAssets: true,
    script: "export default {}",
    secondWorkerScript: d1WorkerScript,
  });
  const binding = createD1Binding(worker);
  await migrateTestDatabase(binding);
  return { worker, binding };
}
