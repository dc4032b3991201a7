import type { AppLoadContext } from "@remix-run/cloudflare";
import { confirmAddress } from "#app/emails/confirm-email.tsx";
import { resetPassword } from "#app/emails/reset-password.tsx";
import { sendAfterwards } from "#app/emails/send-emails.server.ts";
import { chosenDinner } from "#app/http/chosen-event.ts";
import { noSooner } from "#app/lib/no-sooner.ts";
import { mailLink, type Purpose } from "#app/models/account/link-tokens.server.ts";
import { hashToken, newToken } from "./tokens.server.ts";

const hour = 3_600_000;

const lives = { confirm: 24 * hour, reset: hour };

/** Longer than the writing takes, so that the clock does not tell whose address was known. */
const pause = 400;

/** Mails a link to the account with this address, if there is one. Whoever asks hears the same, after the same while. */
export async function sendLink(
  request: Request,
  context: AppLoadContext,
  purpose: Purpose,
  email: string,
): Promise<void> {
  const { db, now } = context;
  const { origin } = new URL(request.url);
  const token = newToken();
  const asked = mailLink(db, {
    purpose,
    tokenHash: hashToken(token),
    expiresAt: new Date(now.getTime() + lives[purpose]),
    now,
    mail:
      purpose === "confirm"
        ? confirmAddress(email, origin, token, chosenDinner(request))
        : resetPassword(email, origin, token),
  });
  await noSooner(pause, asked);
  sendAfterwards(context);
}
