import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AuthorizationError } from "remix-auth";
import { describeGoogleError, googleClient } from "#app/auth/google.server.ts";
import { refuseTooMany, refuseTooManyHashes, requireSignedOut } from "#app/auth/guards.server.ts";
import {
  authenticateWithPasskey,
  findUnknownPasskey,
  refuseUnusedPasskey,
} from "#app/auth/passkeys.server.ts";
import { startSession } from "#app/auth/session.server.ts";
import {
  authenticateWithPassword,
  findPasswordRefusal,
  refuseWrongPassword,
} from "#app/auth/sign-in.server.ts";
import { Agreement, ContinueWithGoogle, EmailField, PasskeyForm } from "#app/components/account-forms.tsx";
import { FormError } from "#app/components/banner.tsx";
import { Button } from "#app/components/button.tsx";
import { AuthCard } from "#app/components/card.tsx";
import { Field } from "#app/components/field.tsx";
import { publicPage } from "#app/components/page.tsx";
import { readWantedPage, redirectWithNotice } from "#app/http/cookies.ts";
import { readFormData, toStrings } from "#app/http/forms.ts";
import { retryAfterHeader, tooManyRequests } from "#app/http/responses.ts";
import { safeRedirect, withNext } from "#app/lib/safe-redirect.ts";
import { club } from "#club";

export const meta = publicPage({
  title: "Login",
  description: `Sign in to see your dinners at ${club.name}, or to book the next one.`,
});

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireSignedOut(context);
  const { searchParams, origin } = new URL(request.url);
  return {
    next: searchParams.get("next") ?? readWantedPage(context),
    hasGoogle: googleClient(context.env, origin) !== undefined,
    googleError: describeGoogleError(searchParams.get("refused")),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireSignedOut(context);
  const formData = await readFormData(request.clone());
  const { email = "", credential, next } = toStrings(formData);
  const refuse = credential === undefined ? refuseTooManyHashes : refuseTooMany;
  const refusal = await refuse(request, context);
  if (refusal) return reject(email, refusal.message, refusal.init);
  if (credential === undefined && !(email.trim() && formData.get("password")))
    return reject(email, "Please enter your email and your password.", { status: 400 });
  try {
    const owner = await (credential === undefined
      ? authenticateWithPassword(request, context)
      : authenticateWithPasskey(request, context, credential));
    if (!(await startSession(request, context, owner)))
      return credential === undefined
        ? refuseWrongPassword()
        : await refuseUnusedPasskey(request, context, credential);
    return redirectWithNotice(context, "signed-in", safeRedirect(next, "/onboarding"));
  } catch (error) {
    if (!(error instanceof AuthorizationError)) throw error;
    const refusal = findPasswordRefusal(error);
    return reject(
      email,
      error.message,
      refusal === "too many attempts" ? tooManyRequests(900) : { status: 400 },
      {
        unknownPasskey: credential && findUnknownPasskey(error, credential),
        mayBeUnconfirmed: refusal === "wrong",
      },
    );
  }
}

export const headers = retryAfterHeader;

interface Advice {
  unknownPasskey?: string | undefined;
  mayBeUnconfirmed?: boolean;
}

const reject = (
  email: string,
  message: string,
  init: ResponseInit | undefined,
  { unknownPasskey, mayBeUnconfirmed = false }: Advice = {},
) => json({ email, message, unknownPasskey, mayBeUnconfirmed }, init);

export default function Login() {
  const { next, hasGoogle, googleError } = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>();
  return (
    <AuthCard title="Login">
      <FormError>{failure?.message ?? googleError}</FormError>
      {next?.startsWith("/dashboard/settings/email?token=") && (
        <p className="text-ink-2">
          Sign in with your current email address. Then you can confirm the new one.
        </p>
      )}
      <p data-greeting hidden className="text-ink-2" />
      <p hidden data-said="" className="font-strong">
        Sign in, and your phone sends what you said.
      </p>
      <form method="post" noValidate className="grid gap-5">
        {next && <input type="hidden" name="next" value={next} />}
        <EmailField autoComplete="username webauthn" value={failure?.email} />
        <Field label="Password" name="password" type="password" autoComplete="current-password" required />
        <Button variant="primary" className="mt-2">
          Login
        </Button>
      </form>
      {failure?.mayBeUnconfirmed && (
        <form method="post" action="/email-confirmed" className="-mt-2 text-center text-small text-ink-2">
          <p>
            Just registered? Confirm your email first. Confirmed it in another browser? Then{" "}
            <a href="/forgot-password" className="text-ink underline underline-offset-[0.22em]">
              choose a new password
            </a>
            .
          </p>
          <input type="hidden" name="email" value={failure.email} />
          <Button size="small" variant="plain" className="text-ink">
            Resend Email
          </Button>
        </form>
      )}
      {hasGoogle && <ContinueWithGoogle next={next} />}
      <PasskeyForm purpose="sign-in" next={next} unknownPasskey={failure?.unknownPasskey}>
        Sign in with a passkey
      </PasskeyForm>
      <div className="grid justify-items-center gap-1 text-small text-ink-2">
        <a
          href="/forgot-password"
          className="inline-flex min-h-target items-center text-ink underline underline-offset-[0.22em]"
        >
          Forgot your password?
        </a>
        <p>
          New here?{" "}
          <a href={withNext("/register", next)} className="text-ink underline underline-offset-[0.22em]">
            Register
          </a>
        </p>
      </div>
      {hasGoogle && <Agreement />}
    </AuthCard>
  );
}
