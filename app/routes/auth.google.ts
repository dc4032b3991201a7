import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { googleClient } from "#app/auth/google.server.ts";
import { beginGoogleFlow } from "#app/auth/google-flow.server.ts";
import { requireSignedOut } from "#app/auth/guards.server.ts";
import { createAuthenticator } from "#app/auth/sign-in.server.ts";
import { readForm } from "#app/http/form-data.ts";
import { notFound } from "#app/http/responses.ts";

export const loader = () => redirect("/login");

export async function action({ request, context }: ActionFunctionArgs) {
  await requireSignedOut(request, context);
  const { origin } = new URL(request.url);
  if (!googleClient(context.env, origin)) throw notFound();
  const { next = "" } = await readForm(request);
  const codeVerifier = beginGoogleFlow(request, context, next);
  return createAuthenticator(request, context, codeVerifier).authenticate("google", new Request(request.url));
}
