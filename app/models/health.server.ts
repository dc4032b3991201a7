import { sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { logFault } from "#app/log.ts";

export async function answers(db: Database): Promise<boolean> {
  try {
    await db.get(sql`select 1`);
    return true;
  } catch (error) {
    logFault("database unreachable", error);
    return false;
  }
}
