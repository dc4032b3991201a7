import { type Database, openDatabase } from "#app/db/client.server.ts";

/** What jobs, payments and emails need: a request has it too. */
export interface JobContext {
  env: Env;
  db: Database;
}

export function createJobContext(env: Env): JobContext {
  return { env, db: openDatabase(env.DB) };
}
