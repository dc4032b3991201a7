import { sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { logError } from "#app/log.ts";

export async function isDatabaseReachable(db: Database): Promise<boolean> {
  try {
    await db.get(sql`select 1`);
    return true;
  } catch (error) {
    logError("database unreachable", error);
    return false;
  }
}
