import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import { withNext } from "#app/lib/next.ts";
import type { SignedIn } from "#app/models/account/sessions.server.ts";
import { findSignedIn } from "./session.server.ts";

/** Lets nobody past who is not signed in. */
export async function requireUser(request: Request, context: AppLoadContext): Promise<SignedIn> {
  const session = await findSignedIn(request, context);
  if (!session) throw redirect("/");
  return session;
}

/** For the screens that only strangers need. */
export async function requireSignedOut(request: Request, context: AppLoadContext): Promise<void> {
  if (await findSignedIn(request, context)) throw redirect("/onboarding");
}

export const tooManyRequestsMessage = "Too many tries at once from where you are. Please wait a minute.";

/** Asked before anything is hashed or mailed: does this network address leave room for others? */
export async function isWithinRateLimit(request: Request, { env }: AppLoadContext): Promise<boolean> {
  const key = request.headers.get("cf-connecting-ip") ?? "unknown";
  return (await env.SIGN_IN_LIMIT.limit({ key })).success;
}

/** For a screen a stranger comes back to after signing in. */
export async function requireSignIn(
  request: Request,
  context: AppLoadContext,
  cameFrom: string,
): Promise<SignedIn> {
  const session = await findSignedIn(request, context);
  if (!session) throw redirect(withNext("/login", cameFrom));
  return session;
}
