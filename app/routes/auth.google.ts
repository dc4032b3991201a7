import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { googleClient } from "#app/auth/google.server.ts";
import { requireSignedOut } from "#app/auth/guards.server.ts";
import { createAuthenticator } from "#app/auth/sign-in.server.ts";
import { readForm } from "#app/http/form-data.ts";
import { notFound } from "#app/http/responses.ts";

export const loader = () => redirect("/login");

/** A cookie keeps the page to return to. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireSignedOut(request, context);
  const { origin } = new URL(request.url);
  if (!googleClient(context.env, origin)) throw notFound();
  const { next = "" } = await readForm(request);
  if (next.startsWith("/") && next.length < 500) {
    context.cookies.push(`next=${encodeURIComponent(next)}; Path=/auth; HttpOnly; SameSite=Lax; Max-Age=600`);
  }
  return createAuthenticator(context, origin).authenticate("google", new Request(request.url));
}
