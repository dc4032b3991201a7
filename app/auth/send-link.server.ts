import type { AppLoadContext } from "@remix-run/cloudflare";
import { sendAfterResponse } from "#app/emails/send-emails.server.ts";
import { readChosenEvent } from "#app/http/chosen-event.ts";
import { type LinkPurpose, newLinkId } from "#app/lib/account/link-token.server.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";
import { withMinimumTime } from "#app/lib/timing.ts";
import {
  type AddressChange,
  emailAddressChange,
  emailConfirmationAgain,
  emailResetLink,
} from "#app/models/account/email-links.server.ts";
import { readDeviceHash } from "./device.server.ts";
import { userIdIfVerified } from "./verification.server.ts";

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
  const data = { linkId: link.linkId, eventId: readChosenEvent(context) };
  const confirmation = {
    ...link,
    deviceHash: readDeviceHash(context),
    email: { kind: "confirm-email" as const, to, data },
  };
  await withMinimumTime(minimumTimeMs, emailConfirmationAgain(context.db, confirmation));
  sendAfterResponse(context);
}

/**
 * Emails a link to the new address, or tells its owner there that it has an account; the response is the same. Nothing is written or
 * emailed for a session that has ended or was not verified lately, so the guard of the route may still run.
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
