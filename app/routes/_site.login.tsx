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
import { blockedMessage, startSession } from "#app/auth/session.server.ts";
import {
  authenticateWithPassword,
  findPasswordRefusal,
  refuseWrongPassword,
} from "#app/auth/sign-in.server.ts";
import { Agreement, ContinueWithGoogle, EmailField, PasskeyForm } from "#app/components/account-forms.tsx";
import { FormError } from "#app/components/banner.tsx";
import { Button, ButtonLink, QuietLink, quietLinkClass } from "#app/components/button.tsx";
import { AuthCard, CenteredCard } from "#app/components/card.tsx";
import { Field } from "#app/components/field.tsx";
import { publicPage } from "#app/components/page.tsx";
import { readWantedPage, redirectWithNotice } from "#app/http/cookies.ts";
import { readFormData, toStrings } from "#app/http/forms.ts";
import { retryAfterHeader, tooManyRequests } from "#app/http/responses.ts";
import { areDepositsOffered } from "#app/lib/booking/booking-states.ts";
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
    isBlocked: searchParams.get("refused") === "blocked",
    contactEmail: context.env.CONTACT_EMAIL,
    offersDeposits: areDepositsOffered(context.env),
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
        isBlocked: error.message === blockedMessage,
      },
    );
  }
}

export const headers = retryAfterHeader;

interface Advice {
  unknownPasskey?: string | undefined;
  mayBeUnconfirmed?: boolean;
  isBlocked?: boolean;
}

const reject = (
  email: string,
  message: string,
  init: ResponseInit | undefined,
  { unknownPasskey, mayBeUnconfirmed = false, isBlocked = false }: Advice = {},
) => json({ email, message, unknownPasskey, mayBeUnconfirmed, isBlocked }, init);

export default function Login() {
  const { next, hasGoogle, googleError, contactEmail, offersDeposits, ...loaded } =
    useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>();
  if (failure ? failure.isBlocked : loaded.isBlocked)
    return (
      <Blocked
        message={failure?.message ?? googleError}
        email={contactEmail}
        offersDeposits={offersDeposits}
      />
    );
  const error = failure?.message ?? googleError;
  const isWrong = failure?.mayBeUnconfirmed === true;
  return (
    <AuthCard title="Login">
      <p data-greeting hidden className="display -mt-5 text-2" />
      {!isWrong && (
        <p className="-mt-3 text-ink-2 [[data-greeting]:not([hidden])+&]:hidden">
          Good to see you. Your table is this way.
        </p>
      )}
      {!isWrong && <FormError>{error}</FormError>}
      {next?.startsWith("/dashboard/settings/email?token=") && (
        <p className="text-ink-2">
          Sign in with your current email address. Then you can confirm the new one.
        </p>
      )}
      <p hidden data-said="" className="font-strong">
        Sign in, and your phone sends what you said.
      </p>
      <form method="post" noValidate className="grid gap-5">
        {next && <input type="hidden" name="next" value={next} />}
        <EmailField autoComplete="username webauthn" value={failure?.email} />
        <div className="grid">
          <Field
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            error={isWrong ? "This email and password don’t go together. Try once more." : undefined}
            refusal={isWrong ? (error ?? undefined) : undefined}
          />
          {!isWrong && (
            <QuietLink href="/forgot-password" className="justify-self-start">
              Forgot your password?
            </QuietLink>
          )}
        </div>
        <Button variant="primary">Login</Button>
        {isWrong && (
          <div className="text-small text-ink-2">
            <p className="flex flex-wrap justify-between gap-x-6">
              <QuietLink href="/forgot-password" className="text-ink">
                Forgot your password?
              </QuietLink>{" "}
              <button type="submit" form="resend" className={`${quietLinkClass} text-ink`}>
                Resend Email
              </button>
            </p>
            <p>
              Just registered? Confirm your email first. If you did that in another browser, you need a new
              password.
            </p>
          </div>
        )}
      </form>
      {isWrong && (
        <form id="resend" method="post" action="/email-confirmed" hidden>
          <input type="hidden" name="email" value={failure.email} />
        </form>
      )}
      {hasGoogle && <ContinueWithGoogle next={next} />}
      <PasskeyForm purpose="sign-in" next={next} unknownPasskey={failure?.unknownPasskey}>
        Sign in with a passkey
      </PasskeyForm>
      <p className="text-center text-small text-ink-2">
        New here?{" "}
        <a href={withNext("/register", next)} className="text-ink underline underline-offset-[0.22em]">
          Register
        </a>
      </p>
      {hasGoogle && <Agreement isShort />}
    </AuthCard>
  );
}

/** Nothing that they type here helps them, but a message does. No table is shown at which they can't sit. */
interface BlockedProps {
  message: string | null | undefined;
  email: string;
  offersDeposits: boolean;
}

const Blocked = ({ message, email, offersDeposits }: BlockedProps) => (
  <CenteredCard>
    <h1 className="display text-2">Your account is blocked</h1>
    <p role="alert" className="text-lead text-ink-2">
      {message}
    </p>
    <p className="text-ink-2">
      Any dinner that you had booked is canceled.
      {offersDeposits && " If you paid a deposit for it, we’ll refund it."}
    </p>
    <div className="grid w-full gap-2">
      <ButtonLink href={`mailto:${email}`} variant="dark">
        Write to us
      </ButtonLink>
      <p className="text-small wrap-anywhere text-ink-2">{email}</p>
    </div>
    <QuietLink href="/login">Use another account</QuietLink>
  </CenteredCard>
);
