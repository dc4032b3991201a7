import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import type { SQL } from "drizzle-orm";
import { wasVerifiedAfter } from "#app/db/conditions.ts";
import { rememberWantedPage, setNotice } from "#app/http/cookies.ts";
import { readNetwork } from "#app/http/network.ts";
import { notFound, tooManyRequests } from "#app/http/responses.ts";
import { describeLimit, type LimitedAction } from "#app/lib/account/security-kinds.ts";
import { withNext } from "#app/lib/safe-redirect.ts";
import { minuteMs } from "#app/lib/time-units.ts";
import { describeError, log, logError } from "#app/log.ts";
import type { SignedIn } from "#app/models/account/sessions.server.ts";
import { allowAction } from "#app/models/security/security-notes.server.ts";
import { takeHashingTurn } from "./password.server.ts";
import { findSignedIn, userIdIfSignedIn } from "./session.server.ts";

/** Sends visitors to the landing page, and remembers the page until they have signed in. */
export async function requireUser(request: Request, context: AppLoadContext): Promise<SignedIn> {
  const session = await findSignedIn(context);
  if (session) return session;
  const { pathname, search } = new URL(request.url);
  if (isPage(request, pathname)) {
    rememberWantedPage(context, pathname + search);
    setNotice(context, "sign-in-first");
  }
  throw redirect("/");
}

/** A download is not a page, because the browser would stay at the login. */
const isPage = ({ method, headers }: Request, pathname: string) =>
  method === "GET" && /text\/html/.test(headers.get("Accept") ?? "") && !/\.\w+$/.test(pathname);

export async function requireSignedOut(context: AppLoadContext): Promise<void> {
  if (await findSignedIn(context)) throw redirect("/onboarding");
}

const tooManyRequestsMessage = "Too many attempts from your network. Try again in 1 minute.";
const busyMessage = "Many people are signing in right now. Try again in a moment.";

export interface Refusal {
  message: string;
  /** The field that shows the message; the whole form if left out. */
  field?: string;
  init?: ResponseInit;
}

/** Limits requests by network address before anything is emailed. If counting fails, other limits still apply. */
export async function refuseTooMany(
  request: Request,
  { env }: AppLoadContext,
  limit: RateLimit = env.SIGN_IN_LIMIT,
): Promise<Refusal | undefined> {
  const isAllowed = await limit.limit({ key: readNetwork(request) }).then(
    ({ success }) => success,
    (error: unknown) => {
      log("warning", "requests not counted", { error: describeError(error) });
      return true;
    },
  );
  return isAllowed ? undefined : { message: tooManyRequestsMessage, init: tooManyRequests(60) };
}

/** Limits requests that hash a password in the same way, and lets only a few hash at a time. */
export const refuseTooManyHashes = async (
  request: Request,
  context: AppLoadContext,
): Promise<Refusal | undefined> => (await refuseTooMany(request, context)) ?? (await refuseHashing(context));

export const refuseHashing = async (context: AppLoadContext): Promise<Refusal | undefined> =>
  (await takeHashingTurn(context)) ? undefined : { message: busyMessage, init: tooManyRequests(5) };

/** Limits how often a day a signed-in user can do this. If the subquery finds nobody, the request is refused and not counted. */
export const refuseTooOften = async (
  { db, now }: AppLoadContext,
  userId: string | SQL,
  action: LimitedAction,
): Promise<Refusal | undefined> =>
  (await allowAction(db, { userId, action, now }))
    ? undefined
    : { message: describeLimit(action), init: tooManyRequests(24 * 3_600) };

export async function requireSignIn(context: AppLoadContext, returnTo: string): Promise<SignedIn> {
  const session = await findSignedIn(context);
  if (!session) throw redirect(withNext("/login", returnTo));
  return session;
}

/** The pages under /dev exist only in a local club, and only for this machine: other sites could point a name at it. */
export function requireLocal(request: Request, env: Env): void {
  if (env.APP_ENV !== "local" || !isLoopback(new URL(request.url).hostname)) throw notFound();
}

export const isLoopback = (hostname: string) => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);

const verifiedForMs = 10 * minuteMs;

export const isVerified = ({ verifiedAt }: SignedIn, now: Date) =>
  verifiedAt !== null && now.getTime() - verifiedAt.getTime() < verifiedForMs;

/** Finds nobody if the user was not verified lately. */
export const userIdIfVerified = (context: AppLoadContext) =>
  userIdIfSignedIn(context, wasVerifiedAfter(new Date(context.now.getTime() - verifiedForMs)));

/** Guards actions that must not be possible at an unlocked phone, and leads back to this page. */
export async function requireVerified(
  request: Request,
  context: AppLoadContext,
  returnTo: string,
): Promise<SignedIn> {
  const session = await requireUser(request, context);
  if (isVerified(session, context.now)) return session;
  throw redirect(`/dashboard/settings/verify?${new URLSearchParams({ next: returnTo })}`);
}

const turnstileUrl = "https://challenges.cloudflare.com/turnstile/v0/siteverify";
const turnstileTimeoutMs = 5_000;

/** The public key with which the page shows Turnstile; null if the club has not set Turnstile up. */
export const turnstileSiteKey = (env: Env): string | null =>
  (env.TURNSTILE_SECRET && env.TURNSTILE_SITE_KEY) || null;

/** Whether Turnstile says that a human sent the form; false if it does not answer. */
export async function isHuman(request: Request, env: Env, token: string | undefined): Promise<boolean> {
  if (!turnstileSiteKey(env) || !token || token.length > 2048) return false;
  try {
    const response = await fetch(turnstileUrl, {
      method: "POST",
      body: new URLSearchParams({
        secret: env.TURNSTILE_SECRET as string,
        response: token,
        remoteip: request.headers.get("CF-Connecting-IP") ?? "",
      }),
      signal: AbortSignal.timeout(turnstileTimeoutMs),
    });
    return ((await response.json()) as { success?: unknown }).success === true;
  } catch (error) {
    logError("Turnstile did not answer", error);
    return false;
  }
}
