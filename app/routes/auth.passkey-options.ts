import { type ActionFunctionArgs, json, redirect } from "@remix-run/cloudflare";
import * as z from "zod";
import { refuseTooMany, requireUser, requireVerified } from "#app/auth/guards.server.ts";
import { createPasskeyOptions } from "#app/auth/passkeys.server.ts";
import { readForm } from "#app/http/forms.ts";
import { badRequest } from "#app/http/responses.ts";

export const loader = () => redirect("/login");

const optionsForm = z.object({ purpose: z.enum(["register", "sign-in", "verify"]) });

/** The browser needs these options before it asks for a passkey. */
export async function action({ request, context }: ActionFunctionArgs) {
  const refusal = await refuseTooMany(request, context, context.env.PASSKEY_LIMIT);
  if (refusal) return json({ error: refusal.message }, refusal.init);
  const form = optionsForm.safeParse(await readForm(request));
  if (!form.success) throw badRequest();
  const { purpose } = form.data;
  const user = {
    "sign-in": () => null,
    verify: () => requireUser(request, context),
    register: () => requireVerified(request, context, "/dashboard/settings/security"),
  }[purpose];
  return json(await createPasskeyOptions(request, context, purpose, await user()));
}
