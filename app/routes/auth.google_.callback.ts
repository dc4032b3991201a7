import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { AuthorizationError } from "remix-auth";
import {
  authenticateWithGoogle,
  endGoogleFlow,
  googleClient,
  googleErrors,
} from "#app/auth/google.server.ts";
import { isVerified } from "#app/auth/guards.server.ts";
import { BlockedError, findSignedIn, startSession } from "#app/auth/session.server.ts";
import { sendAfterResponse } from "#app/emails/send-emails.server.ts";
import { redirectWithNotice } from "#app/http/cookies.ts";
import { notFound } from "#app/http/responses.ts";
import { makeAccountKeys } from "#app/lib/account/account-key.server.ts";
import { safeRedirect, withNext } from "#app/lib/safe-redirect.ts";
import { log } from "#app/log.ts";
import {
  type Identity,
  ownerOfIdentity,
  proveOrLink,
  signInWithIdentity,
} from "#app/models/account/identities.server.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, env, now, requestId } = context;
  const { origin, searchParams } = new URL(request.url);
  if (!googleClient(env, origin)) throw notFound();
  const { codeVerifier, next } = endGoogleFlow(context);
  const session = await findSignedIn(context);
  const back = withNext(session ? "/dashboard/settings/verify" : "/login", next);
  if (searchParams.get("error") === "access_denied") return redirect(back);
  try {
    const identity = (await authenticateWithGoogle(request as Request, context, {
      codeVerifier: codeVerifier ?? "",
    })) as Identity;
    if (session) {
      const prover = { ...session, isVerified: isVerified(session, now) };
      const refusal = await proveOrLink(db, prover, identity, keysOf(env, identity));
      if (refusal) throw new AuthorizationError(refusal);
      sendAfterResponse(context);
      return redirect(safeRedirect(next, "/dashboard/settings"));
    }
    if (!(await signInWithIdentity(db, identity, keysOf(env, identity))))
      throw new AuthorizationError(identity.isOwnersForSure ? "unlinked" : "not-linked");
    if (!(await startSession(request, context, { userId: ownerOfIdentity(identity) })))
      throw new AuthorizationError("failed");
    return redirectWithNotice(context, "signed-in", safeRedirect(next, "/onboarding"));
  } catch (error) {
    if (!(error instanceof AuthorizationError)) throw error;
    const reason =
      error instanceof BlockedError
        ? "blocked"
        : Object.hasOwn(googleErrors, error.message)
          ? error.message
          : "failed";
    log("warning", "google sign-in refused", { requestId, reason, code: readErrorCode(error.message) });
    const query = new URLSearchParams({ refused: reason, ...(next ? { next } : {}) });
    return redirect(`${session ? "/dashboard/settings/verify" : "/login"}?${query}`);
  }
}

/** The rest of Google's answer could contain the visitor's name. */
const readErrorCode = (answer: string) => /"error":\s*"([a-z_]{1,40})"/.exec(answer)?.[1];

const keysOf = (env: Env, { email, subject }: Identity) =>
  makeAccountKeys(env, { email, subjects: [subject] });
