import { sql } from "drizzle-orm";
import { createFailureLog } from "#app/log.ts";
import type { Database } from "./client.server.ts";

const failureLog = createFailureLog("database unreachable", "database reachable again");

export async function isDatabaseReachable(db: Database): Promise<boolean> {
  try {
    await db.get(sql`select 1`);
    failureLog.reportSuccess();
    return true;
  } catch (error) {
    failureLog.reportFailure(error);
    return false;
  }
}
