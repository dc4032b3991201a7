import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { readDeviceHash, readVisit } from "#app/auth/device.server.ts";
import {
  type Refusal,
  refuseTooManyHashes,
  refuseTooOften,
  requireVerified,
  userIdIfVerified,
} from "#app/auth/guards.server.ts";
import { findPasswordProblem, hashPassword } from "#app/auth/password.server.ts";
import { NewPasswordFields } from "#app/components/account-forms.tsx";
import { FormError } from "#app/components/banner.tsx";
import { Button } from "#app/components/button.tsx";
import { privatePage } from "#app/components/page.tsx";
import { sendAfterResponse } from "#app/emails/send-emails.server.ts";
import { redirectWithNotice } from "#app/http/cookies.ts";
import { readForm } from "#app/http/forms.ts";
import { retryAfterHeader } from "#app/http/responses.ts";
import { firstError, newPasswordForm, passwordsDiffer } from "#app/lib/account/account-forms.ts";
import { emailOf } from "#app/models/account/credentials.server.ts";
import { removePassword, setPassword } from "#app/models/account/sign-in-ways.server.ts";
import { findAccount } from "#app/models/account/users.server.ts";
import type { loader as settingsLoader } from "#app/routes/dashboard.settings/route.tsx";
import { settingsTop } from "./dashboard.settings/settings.server.ts";
import { PanelTitle } from "./dashboard.settings/settings-group.tsx";

export const meta = () => privatePage("Password");

const here = "/dashboard/settings/password";
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { email } = await requireVerified(request, context, here);
  return json({ email });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { env, db } = context;
  const reject = ({ field = "form", message, init = { status: 400 } }: Refusal) =>
    json({ field, message }, init);
  const refusal = await refuseTooManyHashes(request, context);
  if (refusal) return reject(refusal);
  const fields = await readForm(request);
  const me = userIdIfVerified(context);
  const countChange = () =>
    Promise.all([
      requireVerified(request, context, here),
      refuseTooOften(context, me, "change-password"),
      findAccount(db, emailOf(me)),
    ]);
  if (fields.intent === "remove") {
    const [{ userId }, tooOften] = await countChange();
    if (tooOften) return reject(tooOften);
    if (!(await removePassword(db, userId, readVisit(request, context))))
      return reject({ message: "Your password is your only way to sign in. Add another way first." });
    sendAfterResponse(context);
    return redirectWithNotice(context, "saved", settingsTop);
  }
  const form = newPasswordForm.safeParse(fields);
  if (!form.success) return reject(firstError(form.error));
  const { password, repeatPassword } = form.data;
  if (password !== repeatPassword) return reject({ field: "repeatPassword", message: passwordsDiffer });
  const [{ userId, sessionId, email }, tooOften, account] = await countChange();
  if (tooOften) return reject(tooOften);
  const problem = account && (await findPasswordProblem(env, password, { ...account, email }));
  if (problem) return reject({ field: "password", message: problem });
  const passwordHash = await hashPassword(password);
  const change = { userId, sessionId, deviceHash: readDeviceHash(context), passwordHash };
  if (!(await setPassword(db, { ...change, visit: readVisit(request, context) }))) return redirect("/login");
  sendAfterResponse(context);
  return redirectWithNotice(context, "saved", settingsTop);
}

export const headers = retryAfterHeader;

export default function Password() {
  const { email } = useLoaderData<typeof loader>();
  const ways = useRouteLoaderData<typeof settingsLoader>("routes/dashboard.settings");
  const failure = useActionData<typeof action>();
  const errorOf = (field: string) => (failure?.field === field ? failure.message : undefined);
  return (
    <div className="grid grid-cols-1 gap-5">
      <PanelTitle>{ways?.hasPassword ? "Change your password" : "Choose a password"}</PanelTitle>
      <FormError>{errorOf("form")}</FormError>
      {ways?.hasPassword && <p className="text-ink-2">We’ll sign you out in every other browser.</p>}
      <form method="post" noValidate className="grid gap-5">
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordFields label="New password" errorOf={errorOf} />
        <Button variant="primary" size="large">
          Save password
        </Button>
      </form>
      {ways?.hasPassword && (ways.hasGoogle || ways.hasPasskey) && (
        <form method="post" className="grid gap-3 border-t border-line pt-5">
          <p className="text-small text-ink-2">
            You can sign in without a password. If you ever need one again, we’ll email you a link.
          </p>
          <Button size="small" name="intent" value="remove" className="justify-self-start">
            Remove my password
          </Button>
        </form>
      )}
    </div>
  );
}
