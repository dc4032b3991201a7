import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import type { SQL } from "drizzle-orm";
import { readNetwork } from "#app/http/network.ts";
import { rememberWantedPage, setNotice } from "#app/http/remembered.ts";
import { notFound, tooManyRequests } from "#app/http/responses.ts";
import { describeLimit, type LimitedAction } from "#app/lib/account/security-kinds.ts";
import { withNext } from "#app/lib/safe-redirect.ts";
import { describeError, log } from "#app/log.ts";
import type { SignedIn } from "#app/models/account/sessions.server.ts";
import { allowAction } from "#app/models/security/security-notes.server.ts";
import { takeHashingTurn } from "./password.server.ts";
import { findSignedIn } from "./session.server.ts";

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

/** Refuses the request if too many others are hashing a password. */
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

/** Sends a visitor to the login, and back to this page afterwards. */
export async function requireSignIn(context: AppLoadContext, returnTo: string): Promise<SignedIn> {
  const session = await findSignedIn(context);
  if (!session) throw redirect(withNext("/login", returnTo));
  return session;
}

/** The pages under /dev exist only in a local club, and only for this machine: other sites could point a name at it. */
export function requireLocal(request: Request, env: Env): void {
  if (env.APP_ENV !== "local" || !isLoopback(new URL(request.url).hostname)) throw notFound();
}

const isLoopback = (hostname: string) => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
