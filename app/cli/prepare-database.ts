import { migrate } from "./migrate.ts";
import { isEmpty, seed } from "./seed.ts";

export async function prepareDatabase(db: D1Database, folder: string): Promise<void> {
  await migrate(db, folder);
  if (await isEmpty(db)) await seed(db, new Date());
}
