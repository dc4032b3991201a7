import { type Database, openDatabase } from "#app/db/client.server.ts";
import { secondMs } from "#app/lib/time-units.ts";
import { limitCalls } from "#app/lib/timing.ts";
import { limitDatabase } from "./db/client.server.ts";

/** The context of jobs, payments and emails; requests have it too. */
export interface JobContext {
  env: Env;
  db: Database;
}

/** The time that one call can take: somebody waits for a request, and D1 itself gives up after 30 s. */
const timeoutsMs = {
  request: { database: 5 * secondMs, bucket: 5 * secondMs, queue: 5 * secondMs, rateLimit: secondMs },
  job: { database: 40 * secondMs, bucket: 30 * secondMs, queue: 5 * secondMs, rateLimit: secondMs },
};

type Caller = keyof typeof timeoutsMs;

/** One map for each caller in this isolate. */
const limitedEnvs = { request: new WeakMap<Env, Env>(), job: new WeakMap<Env, Env>() };

export function createJobContext(env: Env, caller: Caller = "job"): JobContext {
  const known = limitedEnvs[caller].get(env) ?? limitParts(env, caller);
  return { env: known, db: openDatabase(known.DB) };
}

/** Limits how long each part of the platform can keep anybody waiting. */
function limitParts(env: Env, caller: Caller): Env {
  const timeoutMs = timeoutsMs[caller];
  const limited: Env = {
    ...env,
    DB: limitDatabase(env.DB, timeoutMs.database),
    AVATARS: limitCalls(env.AVATARS, timeoutMs.bucket),
    TASKS: limitCalls(env.TASKS, timeoutMs.queue),
    SIGN_IN_LIMIT: limitCalls(env.SIGN_IN_LIMIT, timeoutMs.rateLimit),
    PASSKEY_LIMIT: limitCalls(env.PASSKEY_LIMIT, timeoutMs.rateLimit),
  };
  limitedEnvs[caller].set(env, limited);
  return limited;
}
