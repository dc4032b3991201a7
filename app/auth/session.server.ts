import type { AppLoadContext } from "@remix-run/cloudflare";
import type { SQL } from "drizzle-orm";
import { AuthorizationError } from "remix-auth";
import { loadBatched } from "#app/db/batches.ts";
import { type SessionLookup, sessionUserId } from "#app/db/conditions.ts";
import { sendAfterResponse } from "#app/emails/send-emails.server.ts";
import { forgetWantedPage } from "#app/http/cookies.ts";
import { readHome } from "#app/http/network.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";
import { sign } from "#app/lib/signatures.server.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { findBlock } from "#app/models/account/blocks.server.ts";
import {
  createSession,
  type KnownOwner,
  markSeen,
  type NewSession,
  readSession,
  renewSession,
  type SignedIn,
} from "#app/models/account/sessions.server.ts";
import {
  forgetEmailed,
  futureDeviceHash,
  hashToken,
  nameBrowser,
  newToken,
  rememberDevice,
} from "./device.server.ts";

declare module "@remix-run/cloudflare" {
  interface AppLoadContext {
    /** Kept for several loaders of a page, and for the Worker's entry for a photo, which has its own copy of this code. */
    signedIn?: Promise<SignedIn | null>;
  }
}

/** Looks the session up once per request. */
export function findSignedIn(context: AppLoadContext): Promise<SignedIn | null> {
  if (!context.signedIn) {
    context.signedIn = loadSession(context);
    // The page that is shown after a failure calls this again.
    context.signedIn.catch(() => {
      delete context.signedIn;
    });
  }
  return context.signedIn;
}

/** A subquery for the user id, so that a page's queries don't wait for the session lookup. */
export function userIdIfSignedIn(context: AppLoadContext, condition?: SQL) {
  const { tokenHash, now } = currentSessionLookup(context);
  return sessionUserId({ tokenHash, now: now.getTime() }, condition);
}

/** For prepared queries that contain that subquery. */
export const currentSessionLookup = (context: AppLoadContext): SessionLookup => ({
  tokenHash: hashToken(sessionToken(context) ?? ""),
  now: context.now,
});

async function loadSession(context: AppLoadContext): Promise<SignedIn | null> {
  const { db, now } = context;
  const token = sessionToken(context);
  if (!token) return null;
  const tokenHash = hashToken(token);
  const session = await loadBatched(context, readSession(db, { tokenHash, now }));
  if (!session) {
    if (context.replica) context.replica.isBehind = true;
    context.cookies.delete("session");
    return null;
  }
  const expiresAt = Math.min(
    now.getTime() + keptMs.session,
    session.createdAt.getTime() + keptMs.longestSession,
  );
  const isHalfOver = session.expiresAt.getTime() - now.getTime() < keptMs.session / 2;
  if (isHalfOver && expiresAt > session.expiresAt.getTime()) {
    // If this fails, the next page does it.
    context.waitUntil(renewSession(db, { tokenHash, expiresAt: new Date(expiresAt) }));
    context.cookies.set("session", token, (expiresAt - now.getTime()) / 1000);
  }
  if (now.getTime() - session.lastSeenAt.getTime() > hourMs)
    context.waitUntil(markSeen(db, session.sessionId, now));
  return session;
}

interface NewTokens {
  session: string;
  /** For a browser that has no mark yet. */
  device: string;
}

/** Describes a new session for the database. Every sign-in ends the browser's previous session. */
export function describeSession(request: Request, context: AppLoadContext, tokens: NewTokens): NewSession {
  const { env, now, place } = context;
  const previous = sessionToken(context);
  const deviceHash = futureDeviceHash(context, tokens.device);
  return {
    tokenHash: hashToken(tokens.session),
    deviceHash,
    origin: {
      browser: sign(env, "account origin", "browser", deviceHash),
      network: sign(env, "account origin", "network", readHome(request)),
    },
    browser: nameBrowser(request.headers.get("User-Agent")),
    place,
    now,
    expiresAt: new Date(now.getTime() + keptMs.session),
    replaces: previous && hashToken(previous),
  };
}

export const blockedMessage =
  "The club has blocked this account. You can’t book or come to dinners with it. If you think that’s a mistake, write to us.";

export class BlockedError extends AuthorizationError {
  constructor() {
    super(blockedMessage);
  }
}

/** Returns false if the account was erased meanwhile, and throws an AuthorizationError if it is blocked. */
export async function startSession(
  request: Request,
  context: AppLoadContext,
  owner: KnownOwner,
): Promise<boolean> {
  const tokens = { session: newToken(), device: newToken() };
  const session = describeSession(request, context, tokens);
  if (!(await createSession(context.db, session, owner))) {
    if (await findBlock(context.db, owner.userId, context.now)) throw new BlockedError();
    return false;
  }
  sendAfterResponse(context);
  giveSession(context, tokens);
  return true;
}

export function giveSession(context: AppLoadContext, tokens: NewTokens): void {
  forgetVisitor(context);
  rememberDevice(context, tokens.device);
  context.cookies.set("session", tokens.session);
}

/** What a browser stores for one person must not reach the next person who uses it. */
function forgetVisitor(context: AppLoadContext): void {
  forgetWantedPage(context);
  forgetEmailed(context);
  if (context.cookies.get("tonight")) context.cookies.delete("tonight");
}

export function signOut(context: AppLoadContext): void {
  forgetVisitor(context);
  context.cookies.delete("session");
}

export const sessionToken = ({ cookies }: AppLoadContext) => cookies.get("session");
