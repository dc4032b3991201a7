import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import { wasVerifiedAfter } from "#app/db/session-user-id.ts";
import { minuteMs } from "#app/lib/time-units.ts";
import type { SignedIn } from "#app/models/account/sessions.server.ts";
import { requireUser } from "./guards.server.ts";
import { userIdIfSignedIn } from "./session.server.ts";

const validForMs = 10 * minuteMs;

export const isVerified = ({ verifiedAt }: SignedIn, now: Date) =>
  verifiedAt !== null && now.getTime() - verifiedAt.getTime() < validForMs;

/** Finds nobody if the user was not verified lately. */
export const userIdIfVerified = (context: AppLoadContext) =>
  userIdIfSignedIn(context, wasVerifiedAfter(new Date(context.now.getTime() - validForMs)));

/**
 * Guards actions that must not be possible at an unlocked phone: asks the signed-in user to prove again that it is them, and
 * leads back to this page.
 */
export async function requireVerified(
  request: Request,
  context: AppLoadContext,
  returnTo: string,
): Promise<SignedIn> {
  const session = await requireUser(request, context);
  if (isVerified(session, context.now)) return session;
  throw redirect(`/dashboard/settings/verify?${new URLSearchParams({ next: returnTo })}`);
}
