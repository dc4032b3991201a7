import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { AuthorizationError } from "remix-auth";
import { googleClient, googleErrors } from "#app/auth/google.server.ts";
import { endGoogleFlow } from "#app/auth/google-flow.server.ts";
import { startSession } from "#app/auth/session.server.ts";
import { createAuthenticator } from "#app/auth/sign-in.server.ts";
import { setNotice } from "#app/http/notice.ts";
import { notFound } from "#app/http/responses.ts";
import { safeRedirect } from "#app/lib/safe-redirect.ts";
import { log } from "#app/log.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { origin } = new URL(request.url);
  if (!googleClient(context.env, origin)) throw notFound();
  const { codeVerifier, next } = endGoogleFlow(request, context);
  if (new URL(request.url).searchParams.get("error") === "access_denied") return redirect("/login");
  try {
    const userId = await createAuthenticator(request, context, codeVerifier).authenticate(
      "google",
      request as Request,
    );
    await startSession(request, context, userId);
    setNotice(request, context, "signed-in");
    return redirect(safeRedirect(next, "/onboarding"));
  } catch (error) {
    if (!(error instanceof AuthorizationError)) throw error;
    const reason = Object.hasOwn(googleErrors, error.message) ? error.message : "failed";
    const code = readErrorCode(error.message);
    log("warning", "google sign-in refused", { requestId: context.requestId, reason, code });
    return redirect(`/login?refused=${reason}`);
  }
}

/** The rest of Google's answer could name the visitor. */
const readErrorCode = (answer: string) => /"error":\s*"([a-z_]{1,40})"/.exec(answer)?.[1];
