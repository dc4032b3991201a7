import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { AuthorizationError } from "remix-auth";
import { authenticateWithGoogle, googleClient, googleErrors } from "#app/auth/google.server.ts";
import { endGoogleFlow } from "#app/auth/google-flow.server.ts";
import { findSignedIn, startSession } from "#app/auth/session.server.ts";
import { sendAfterResponse } from "#app/emails/send-emails.server.ts";
import { setNotice } from "#app/http/notice.ts";
import { notFound } from "#app/http/responses.ts";
import { safeRedirect, withNext } from "#app/lib/safe-redirect.ts";
import { log } from "#app/log.ts";
import { type Identity, linkIdentity, signInWithIdentity } from "#app/models/account/identities.server.ts";
import { markVerified } from "#app/models/account/sessions.server.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, env, now, requestId } = context;
  const { origin, searchParams } = new URL(request.url);
  if (!googleClient(env, origin)) throw notFound();
  const { codeVerifier, next } = endGoogleFlow(request, context);
  const session = await findSignedIn(request, context);
  const back = session ? withNext("/dashboard/settings/verify", next || null) : "/login";
  if (searchParams.get("error") === "access_denied") return redirect(back);
  try {
    const identity = (await authenticateWithGoogle(request as Request, context, {
      codeVerifier: codeVerifier ?? "",
    })) as Identity;
    if (session) {
      if (!(await linkIdentity(db, session.userId, identity))) throw new AuthorizationError("other-account");
      await markVerified(db, session.sessionId, now);
      sendAfterResponse(context);
      return redirect(safeRedirect(next, "/dashboard/settings"));
    }
    await startSession(request, context, await signInWithIdentity(db, identity));
    setNotice(request, context, "signed-in");
    return redirect(safeRedirect(next, "/onboarding"));
  } catch (error) {
    if (!(error instanceof AuthorizationError)) throw error;
    const reason = Object.hasOwn(googleErrors, error.message) ? error.message : "failed";
    log("warning", "google sign-in refused", { requestId, reason, code: readErrorCode(error.message) });
    const query = new URLSearchParams({ refused: reason, ...(session && next ? { next } : {}) });
    return redirect(`${session ? "/dashboard/settings/verify" : "/login"}?${query}`);
  }
}

/** The rest of Google's answer could name the visitor. */
const readErrorCode = (answer: string) => /"error":\s*"([a-z_]{1,40})"/.exec(answer)?.[1];
