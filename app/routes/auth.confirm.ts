import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { findSignedIn } from "#app/auth/session.server.ts";
import { rememberChosenEvent } from "#app/http/cookies.ts";
import { confirmationErrors } from "#app/lib/error-messages.ts";
import { readLinkToken, tokenQuery } from "#app/lib/signatures.server.ts";
import { findLink } from "#app/models/account/link-tokens.server.ts";

const invalidLinkError = new URLSearchParams({
  error_code: "403",
  error_description: confirmationErrors.invalidLink,
});

/** Does not use up the token, because email scanners open links too. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env, db, now } = context;
  const { searchParams } = new URL(request.url);
  const token = searchParams.get("token") ?? "";
  const eventId = searchParams.get("dinner");
  if (eventId) rememberChosenEvent(context, eventId);
  const linkId = readLinkToken(env, "confirm", token);
  if (linkId && (await findLink(db, "confirm", { linkId, now })))
    return redirect(`/email-confirmed?${tokenQuery(token)}`);
  if (await findSignedIn(context)) return redirect("/onboarding");
  return redirect(`/email-confirmed?${invalidLinkError}`);
}
