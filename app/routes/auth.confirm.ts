import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { findSignedIn } from "#app/auth/session.server.ts";
import { hashToken } from "#app/auth/tokens.server.ts";
import { rememberChosenEvent } from "#app/http/chosen-event.ts";
import { isLinkValid } from "#app/models/account/link-tokens.server.ts";

const invalidLinkError = new URLSearchParams({
  error_code: "403",
  error_description: "Email link is invalid or has expired",
});

/** Does not use up the token, because email scanners open links too. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, now } = context;
  const { searchParams } = new URL(request.url);
  const token = searchParams.get("token") ?? "";
  const eventId = searchParams.get("dinner");
  if (eventId) rememberChosenEvent(request, context, eventId.slice(0, 100));
  if (await isLinkValid(db, "confirm", { tokenHash: hashToken(token), now })) {
    return redirect(`/email-confirmed?${new URLSearchParams({ token })}`);
  }
  if (await findSignedIn(request, context)) return redirect("/onboarding");
  return redirect(`/email-confirmed?${invalidLinkError}`);
}
