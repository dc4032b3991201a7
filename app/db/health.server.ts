import { sql } from "drizzle-orm";
import { logError } from "#app/log.ts";
import type { Database } from "./client.server.ts";

export async function isDatabaseReachable(db: Database): Promise<boolean> {
  try {
    await db.get(sql`select 1`);
    return true;
  } catch (error) {
    logError("database unreachable", error);
    return false;
  }
}
