import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { AuthorizationError } from "remix-auth";
import { googleClient, googleErrors } from "#app/auth/google.server.ts";
import { startSession } from "#app/auth/session.server.ts";
import { createAuthenticator } from "#app/auth/sign-in.server.ts";
import { readCookie } from "#app/http/cookies.ts";
import { setNotice } from "#app/http/notice.ts";
import { notFound } from "#app/http/responses.ts";
import { safeRedirect } from "#app/lib/safe-redirect.ts";
import { log } from "#app/log.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { origin } = new URL(request.url);
  if (!googleClient(context.env, origin)) throw notFound();
  const next = readCookie(request, "next");
  context.cookies.push(
    "auth=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0",
    "next=; Path=/auth; HttpOnly; SameSite=Lax; Max-Age=0",
  );
  if (new URL(request.url).searchParams.get("error") === "access_denied") return redirect("/login");
  try {
    const userId = await createAuthenticator(context, origin).authenticate("google", request as Request);
    await startSession(request, context, userId);
    setNotice(context, "signed-in");
    return redirect(safeRedirect(next && decodeURIComponent(next), "/onboarding"));
  } catch (error) {
    if (!(error instanceof AuthorizationError)) throw error;
    const reason = Object.hasOwn(googleErrors, error.message) ? error.message : "failed";
    log("warning", "google sign-in refused", {
      requestId: context.requestId,
      reason: error.message.slice(0, 200),
    });
    return redirect(`/login?refused=${reason}`);
  }
}
