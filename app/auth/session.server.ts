import type { AppLoadContext } from "@remix-run/cloudflare";
import { ask } from "#app/db/batched-read.ts";
import { cookieOf } from "#app/http/cookies.ts";
import {
  createSession,
  renewSession,
  type SignedIn,
  sessionBy,
  userBehind,
} from "#app/models/account/sessions.server.ts";
import { hashToken, newToken } from "./tokens.server.ts";

const day = 86_400_000;
const life = 30 * day;
const longestLife = 180 * day;

/** Asked for by several loaders of one page, looked up once. */
const asked = new WeakMap<AppLoadContext, Promise<SignedIn | null>>();

export function signedIn(request: Request, context: AppLoadContext): Promise<SignedIn | null> {
  const known = asked.get(context);
  if (known) return known;
  const answer = readSession(request, context);
  asked.set(context, answer);
  return answer;
}

/** Whoever asks, for a query that need not wait to hear who that is; what it finds is theirs or nothing. */
export function whoAsks(request: Request, { now }: AppLoadContext) {
  return userBehind({ tokenHash: hashToken(sessionToken(request) ?? ""), now });
}

async function readSession(request: Request, context: AppLoadContext): Promise<SignedIn | null> {
  const { db, now, cookies } = context;
  const token = sessionToken(request);
  if (!token) return null;
  const tokenHash = hashToken(token);
  const session = await ask(context, sessionBy(db, { tokenHash, now }));
  if (!session) {
    cookies.push(sessionCookie(request, "", 0));
    return null;
  }
  if (session.expiresAt.getTime() - now.getTime() < life / 2) {
    const expiresAt = Math.min(now.getTime() + life, session.createdAt.getTime() + longestLife);
    await renewSession(db, { tokenHash, expiresAt: new Date(expiresAt) });
    cookies.push(sessionCookie(request, token, (expiresAt - now.getTime()) / 1000));
  }
  return session;
}

/** Signing in always brings a new token; whatever session the browser came with ends. */
export async function startSession(
  request: Request,
  { db, now, cookies }: AppLoadContext,
  userId: string,
): Promise<void> {
  const token = newToken();
  const former = sessionToken(request);
  await createSession(db, {
    tokenHash: hashToken(token),
    userId,
    now,
    expiresAt: new Date(now.getTime() + life),
    replaces: former && hashToken(former),
  });
  cookies.push(sessionCookie(request, token, life / 1000));
}

export const forgetCookie = (request: Request) => sessionCookie(request, "", 0);

export const sessionToken = (request: Request) => cookieOf(request, cookieName(request));

/** Browsers keep a __Host- cookie only over TLS; a local club has none. */
const cookieName = (request: Request) => (isSecure(request) ? "__Host-session" : "session");

const isSecure = (request: Request) => new URL(request.url).protocol === "https:";

function sessionCookie(request: Request, token: string, seconds: number): string {
  const secure = isSecure(request) ? "; Secure" : "";
  return `${cookieName(request)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${Math.floor(seconds)}${secure}`;
}
