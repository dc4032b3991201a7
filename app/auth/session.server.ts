import type { AppLoadContext } from "@remix-run/cloudflare";
import { loadBatched } from "#app/db/batched-read.ts";
import { readCookie } from "#app/http/cookies.ts";
import {
  createSession,
  readSession,
  renewSession,
  type SignedIn,
  sessionUserId,
} from "#app/models/account/sessions.server.ts";
import { hashToken, newToken } from "./tokens.server.ts";

const dayMs = 86_400_000;
const lifetimeMs = 30 * dayMs;
const maxLifetimeMs = 180 * dayMs;

/** Several loaders of one page need the session; it is looked up once. */
const sessionLookups = new WeakMap<AppLoadContext, Promise<SignedIn | null>>();

export function findSignedIn(request: Request, context: AppLoadContext): Promise<SignedIn | null> {
  const known = sessionLookups.get(context);
  if (known) return known;
  const answer = loadSession(request, context);
  sessionLookups.set(context, answer);
  return answer;
}

/** A subquery for the user id, so that a page's queries don't wait for the session lookup. */
export function currentUserId(request: Request, { now }: AppLoadContext) {
  return sessionUserId({ tokenHash: hashToken(sessionToken(request) ?? ""), now });
}

async function loadSession(request: Request, context: AppLoadContext): Promise<SignedIn | null> {
  const { db, now, cookies } = context;
  const token = sessionToken(request);
  if (!token) return null;
  const tokenHash = hashToken(token);
  const session = await loadBatched(context, readSession(db, { tokenHash, now }));
  if (!session) {
    cookies.push(sessionCookie(request, "", 0));
    return null;
  }
  if (session.expiresAt.getTime() - now.getTime() < lifetimeMs / 2) {
    const expiresAt = Math.min(now.getTime() + lifetimeMs, session.createdAt.getTime() + maxLifetimeMs);
    await renewSession(db, { tokenHash, expiresAt: new Date(expiresAt) });
    cookies.push(sessionCookie(request, token, (expiresAt - now.getTime()) / 1000));
  }
  return session;
}

/** Every sign-in gets a new token and ends the session the browser had. */
export async function startSession(
  request: Request,
  { db, now, cookies }: AppLoadContext,
  userId: string,
): Promise<void> {
  const token = newToken();
  const previous = sessionToken(request);
  await createSession(db, {
    tokenHash: hashToken(token),
    userId,
    now,
    expiresAt: new Date(now.getTime() + lifetimeMs),
    replaces: previous && hashToken(previous),
  });
  cookies.push(sessionCookie(request, token, lifetimeMs / 1000));
}

export const clearSessionCookie = (request: Request) => sessionCookie(request, "", 0);

export const sessionToken = (request: Request) => readCookie(request, cookieName(request));

/** Browsers accept a __Host- cookie only over TLS, which a local club has not. */
const cookieName = (request: Request) => (isSecure(request) ? "__Host-session" : "session");

const isSecure = (request: Request) => new URL(request.url).protocol === "https:";

function sessionCookie(request: Request, token: string, seconds: number): string {
  const secure = isSecure(request) ? "; Secure" : "";
  return `${cookieName(request)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${Math.floor(seconds)}${secure}`;
}
