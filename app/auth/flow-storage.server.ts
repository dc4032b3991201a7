import { createCookieSessionStorage } from "@remix-run/cloudflare";
import { cookieName, isSecure } from "#app/http/cookies.ts";
import { listKeys } from "#app/lib/signatures.server.ts";

/** Where remix-auth keeps the state of a sign-in that is under way; sessions are in the database. */
export const createFlowStorage = (request: Request, env: Env) =>
  createCookieSessionStorage({
    cookie: {
      name: cookieName(request, "auth"),
      path: "/",
      httpOnly: true,
      sameSite: "lax",
      secure: isSecure(request),
      maxAge: 600,
      secrets: listKeys(env, "auth cookie"),
    },
  });
