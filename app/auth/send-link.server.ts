import type { AppLoadContext } from "@remix-run/cloudflare";
import { confirmEmail } from "#app/emails/confirm-email.tsx";
import { resetPassword } from "#app/emails/reset-password.tsx";
import { sendAfterResponse } from "#app/emails/send-emails.server.ts";
import { readChosenEvent } from "#app/http/chosen-event.ts";
import { withMinimumTime } from "#app/lib/no-sooner.ts";
import { emailLink, type Purpose } from "#app/models/account/link-tokens.server.ts";
import { hashToken, newToken } from "./tokens.server.ts";

const hour = 3_600_000;

const lifetimesMs = { confirm: 24 * hour, reset: hour };

/** Longer than the writing takes, so that the clock does not tell whose address was known. */
const minimumTimeMs = 400;

/** Mails a link to the account with this address, if there is one. Whoever asks hears the same, after the same while. */
export async function sendLinkEmail(
  request: Request,
  context: AppLoadContext,
  purpose: Purpose,
  email: string,
): Promise<void> {
  const { db, now } = context;
  const { origin } = new URL(request.url);
  const token = newToken();
  const asked = emailLink(db, {
    purpose,
    tokenHash: hashToken(token),
    expiresAt: new Date(now.getTime() + lifetimesMs[purpose]),
    now,
    mail:
      purpose === "confirm"
        ? confirmEmail(email, origin, token, readChosenEvent(request))
        : resetPassword(email, origin, token),
  });
  await withMinimumTime(minimumTimeMs, asked);
  sendAfterResponse(context);
}
