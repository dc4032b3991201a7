import { migrate } from "./migrate.ts";
import { isEmpty, seed } from "./seed.ts";

export async function prepareDatabase(db: D1Database): Promise<void> {
  await migrate(db);
  if (await isEmpty(db)) await seed(db, new Date());
}
