import type { AppLoadContext } from "@remix-run/cloudflare";
import { sendAfterResponse } from "#app/emails/send-emails.server.ts";
import { sign } from "#app/lib/signatures.server.ts";
import { findNewSession, type NewSession } from "#app/models/account/sessions.server.ts";
import { readDeviceToken } from "./device.server.ts";
import { verifyPassword } from "./password.server.ts";
import { describeSession, giveSession } from "./session.server.ts";
import { hashToken } from "./tokens.server.ts";

/** Longer than somebody takes to press a button twice. */
const repeatableForMs = 60_000;

/** Follow from the link and the browser, so that a second request can find the session of the first. */
const makeLinkTokens = ({ env }: AppLoadContext, linkId: string, deviceToken: string) => ({
  session: sign(env, "link session", linkId, deviceToken),
  device: sign(env, "link device", linkId),
});

/** Signs in whoever uses this link: `takeLink` saves the session, and returns false where the link was used already. */
export async function startLinkSession(
  request: Request,
  context: AppLoadContext,
  linkId: string,
  takeLink: (session: NewSession) => Promise<boolean>,
): Promise<boolean> {
  const tokens = makeLinkTokens(context, linkId, readDeviceToken(context));
  if (!(await takeLink(describeSession(request, context, tokens)))) return false;
  sendAfterResponse(context);
  giveSession(context, tokens);
  return true;
}

interface Repetition {
  linkId: string | undefined;
  /** Where the form has one. */
  password: string | undefined;
}

/**
 * A browser that sends a form twice loses the cookies of the first response. Gives it the session of the link that it has
 * just used, for the same cookie of this browser or, where it has none, the same password.
 */
export async function repeatLinkSession(
  context: AppLoadContext,
  { linkId, password }: Repetition,
): Promise<{ hasOtherWays: boolean } | undefined> {
  if (!linkId) return undefined;
  // The cookie of this browser may have come with the first response.
  const deviceTokens = [readDeviceToken(context), ""].filter((token) => token || password !== undefined);
  const candidates = deviceTokens.map((deviceToken) => makeLinkTokens(context, linkId, deviceToken));
  const tokensByHash = new Map(candidates.map((tokens) => [hashToken(tokens.session), tokens]));
  const since = new Date(context.now.getTime() - repeatableForMs);
  const session = await findNewSession(context.db, [...tokensByHash.keys()], since);
  const tokens = session && tokensByHash.get(session.tokenHash);
  if (!tokens) return undefined;
  const { passwordHash } = session;
  if (password !== undefined && !(passwordHash && (await verifyPassword(password, passwordHash))))
    return undefined;
  giveSession(context, tokens);
  return session;
}
