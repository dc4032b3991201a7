import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { authenticateWithGoogle, beginGoogleFlow } from "#app/auth/google.server.ts";
import { findSignedIn } from "#app/auth/session.server.ts";
import { readForm } from "#app/http/forms.ts";
import { notFound } from "#app/http/responses.ts";

export const loader = () => redirect("/login");

/** Signs in, or proves that the signed-in user is still there. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { next = "" } = await readForm(request);
  const session = await findSignedIn(context);
  const codeVerifier = beginGoogleFlow(context, next);
  const flow = { codeVerifier, loginHint: session?.email };
  await authenticateWithGoogle(new Request(request.url), context, flow);
  throw notFound();
}
