import type { AppLoadContext } from "@remix-run/cloudflare";
import { type Database, openDatabase } from "#app/db/client.server.ts";
import { homeZone, isTimeZone } from "#app/lib/dates.ts";

export interface JobContext {
  env: Env;
  db: Database;
}

export interface RequestContext extends JobContext {
  now: Date;
  requestId: string;
  nonce: string;
  /** The visitor's zone as Cloudflare knows it. */
  timeZone: string;
  /** Set on the response, also on a redirect or an error page. */
  cookies: string[];
  waitUntil(work: Promise<unknown>): void;
}

declare module "@remix-run/cloudflare" {
  interface AppLoadContext extends RequestContext {}
}

export function createJobContext(env: Env): JobContext {
  return { env, db: openDatabase(env.DB) };
}

export function createContext(
  request: Request<unknown, IncomingRequestCfProperties>,
  env: Env,
  execution: Pick<ExecutionContext, "waitUntil">,
): AppLoadContext {
  const timeZone = request.cf?.timezone;
  return {
    ...createJobContext(env),
    now: new Date(),
    requestId: request.headers.get("cf-ray") ?? crypto.randomUUID(),
    nonce: crypto.randomUUID().replaceAll("-", ""),
    timeZone: timeZone && isTimeZone(timeZone) ? timeZone : homeZone,
    cookies: [],
    waitUntil: (work) => execution.waitUntil(work),
  };
}
