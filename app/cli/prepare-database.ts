import { createLocalWorker } from "./local-worker.ts";
import { migrate } from "./migrate.ts";
import { isEmpty, seed } from "./seed.ts";

/** Runs before the club answers anybody, because its pages need the tables. */
export async function prepareDatabase(folder: string): Promise<void> {
  const worker = createLocalWorker({
    persistTo: folder,
    vars: {},
    withoutAssets: true,
    script: "export default {}",
  });
  try {
    const db = await worker.getD1Database("DB");
    await migrate(db, folder);
    if (await isEmpty(db)) await seed(db, new Date());
  } finally {
    await worker.dispose();
  }
}
