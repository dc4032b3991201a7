import type { AppLoadContext } from "@remix-run/cloudflare";
import { sendAfterResponse } from "#app/emails/send-emails.server.ts";
import { readChosenEvent } from "#app/http/cookies.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";
import { type LinkPurpose, newLinkId, sign } from "#app/lib/signatures.server.ts";
import { withMinimumTime } from "#app/lib/timing.ts";
import {
  type AddressChange,
  emailAddressChange,
  emailConfirmationAgain,
  emailResetLink,
} from "#app/models/account/email-links.server.ts";
import { findNewSession, type NewSession } from "#app/models/account/sessions.server.ts";
import { describeChosenDinner } from "./chosen-dinner.server.ts";
import { hashToken, readDeviceHash, readDeviceToken } from "./device.server.ts";
import { userIdIfVerified } from "./guards.server.ts";
import { verifyPassword } from "./password.server.ts";
import { describeSession, giveSession } from "./session.server.ts";

const lifetimesMs: Record<LinkPurpose, number> = {
  confirm: keptMs.confirmLink,
  reset: keptMs.resetLink,
  "change-email": keptMs.changeEmailLink,
};

/** Longer than the database takes, so that the response time does not tell whether an address has an account. */
const minimumTimeMs = 400;

export const newLink = ({ now }: AppLoadContext, purpose: LinkPurpose) => ({
  linkId: newLinkId(),
  now,
  expiresAt: new Date(now.getTime() + lifetimesMs[purpose]),
});

/** Emails a link if the address has an account; the response is the same either way. */
export async function sendResetLink(context: AppLoadContext, to: string): Promise<void> {
  const link = newLink(context, "reset");
  const email = { kind: "reset-password" as const, to, data: { linkId: link.linkId } };
  await withMinimumTime(minimumTimeMs, emailResetLink(context.db, { ...link, email }));
  sendAfterResponse(context);
}

/** Emails a link if the address has an unconfirmed account; the response is the same either way. */
export async function sendConfirmationAgain(context: AppLoadContext, to: string): Promise<void> {
  const link = newLink(context, "confirm");
  const data = {
    linkId: link.linkId,
    eventId: readChosenEvent(context),
    chosen: await describeChosenDinner(context, "A friend"),
  };
  const confirmation = {
    ...link,
    deviceHash: readDeviceHash(context),
    email: { kind: "confirm-email" as const, to, data },
  };
  await withMinimumTime(minimumTimeMs, emailConfirmationAgain(context.db, confirmation));
  sendAfterResponse(context);
}

/**
 * Emails a link to the new address, or tells its owner that they already have an account; the response is the same. Writes and
 * emails nothing for a session that has ended or was not verified lately, so the route's guard can run at the same time.
 */
export async function sendAddressChangeIfVerified(
  context: AppLoadContext,
  to: string,
): Promise<AddressChange> {
  const link = newLink(context, "change-email");
  const answer = await withMinimumTime(
    minimumTimeMs,
    emailAddressChange(context.db, { ...link, userId: userIdIfVerified(context), to }),
  );
  if (answer === "sent") sendAfterResponse(context);
  return answer;
}

/** Longer than somebody takes to press a button twice. */
const repeatableForMs = 60_000;

/** The tokens follow from the link and the browser, so that a second request can find the session of the first. */
const makeLinkTokens = ({ env }: AppLoadContext, linkId: string, deviceToken: string) => ({
  session: sign(env, "link session", linkId, deviceToken),
  device: sign(env, "link device", linkId),
});

/** Signs in whoever uses this link. `takeLink` saves the session, and returns false if the link has been used already. */
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

/** A browser that sends a form twice loses the cookies of the first response. This gives it that session again. */
export async function repeatLinkSession(
  context: AppLoadContext,
  { linkId, password }: { linkId: string | undefined; password: string | undefined },
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
