import { notFound } from "#app/http/responses.ts";

/** The stand-ins under /dev exist where .dev.vars says so, and nowhere else. */
export function requireLocal(env: Env): void {
  if (env.APP_ENV !== "local") throw notFound();
}
