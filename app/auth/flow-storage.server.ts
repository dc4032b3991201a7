import { createCookieSessionStorage } from "@remix-run/cloudflare";
import { cookieName, cookieOptions } from "#app/http/cookies.ts";
import { listKeys } from "#app/lib/signatures.server.ts";

/** Stores remix-auth's state of a sign-in that is under way; sessions are in the database. */
export const createFlowStorage = (request: Request, env: Env) =>
  createCookieSessionStorage({
    cookie: {
      ...cookieOptions(request, "auth"),
      name: cookieName(request, "auth"),
      secrets: listKeys(env, "auth cookie"),
    },
  });
