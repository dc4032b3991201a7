import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import { readNetwork } from "#app/http/network.ts";
import { setNotice } from "#app/http/notice.ts";
import { notFound } from "#app/http/responses.ts";
import { withNext } from "#app/lib/safe-redirect.ts";
import type { SignedIn } from "#app/models/account/sessions.server.ts";
import { findSignedIn } from "./session.server.ts";
import { rememberWantedPage } from "./wanted-page.server.ts";

/** Sends visitors to the landing page, and keeps the page for after they have signed in. */
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

/** No file to download, which would leave the browser at the login. */
const isPage = ({ method, headers }: Request, pathname: string) =>
  method === "GET" && /text\/html/.test(headers.get("Accept") ?? "") && !/\.\w+$/.test(pathname);

export async function requireSignedOut(context: AppLoadContext): Promise<void> {
  if (await findSignedIn(context)) throw redirect("/onboarding");
}

export const tooManyRequestsMessage = "Too many attempts from your network. Try again in 1 minute.";

/** Limits requests by network address, and runs before anything is hashed or emailed. */
export async function isWithinRateLimit(
  request: Request,
  { env }: AppLoadContext,
  limit: RateLimit = env.SIGN_IN_LIMIT,
): Promise<boolean> {
  return (await limit.limit({ key: readNetwork(request) })).success;
}

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
