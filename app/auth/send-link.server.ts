import type { AppLoadContext } from "@remix-run/cloudflare";
import { sendAfterResponse } from "#app/emails/send-emails.server.ts";
import { readChosenEvent } from "#app/http/chosen-event.ts";
import { withMinimumTime } from "#app/http/timing.ts";
import { emailLink, type Purpose } from "#app/models/account/link-tokens.server.ts";
import { hashToken, newToken } from "./tokens.server.ts";

const hourMs = 3_600_000;

const lifetimesMs = { confirm: 24 * hourMs, reset: hourMs };

/** Longer than the database takes, so that the response time does not tell whether an address has an account. */
const minimumTimeMs = 400;

/** Emails a link if the address has an account; the response is the same either way. */
export async function sendLinkEmail(
  request: Request,
  context: AppLoadContext,
  purpose: Purpose,
  email: string,
): Promise<void> {
  const { db, now } = context;
  const token = newToken();
  const queued = emailLink(db, {
    purpose,
    tokenHash: hashToken(token),
    expiresAt: new Date(now.getTime() + lifetimesMs[purpose]),
    now,
    email:
      purpose === "confirm"
        ? { kind: "confirm-email", to: email, data: { token, eventId: readChosenEvent(request) } }
        : { kind: "reset-password", to: email, data: { token } },
  });
  await withMinimumTime(minimumTimeMs, queued);
  sendAfterResponse(context);
}
