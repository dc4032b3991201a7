import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { findEmailedAddress, rememberEmailed, resendPauseSeconds } from "#app/auth/emailed-address.server.ts";
import { refuseTooMany } from "#app/auth/guards.server.ts";
import { sendConfirmationAgain } from "#app/auth/links.server.ts";
import { findSignedIn } from "#app/auth/session.server.ts";
import errorScript from "#app/browser/confirmation-error.ts?worker&url";
import { CenteredCard } from "#app/components/card.tsx";
import { PageScript } from "#app/components/page-context.tsx";
import { privatePage } from "#app/components/page-meta.ts";
import { readForm } from "#app/http/form-data.ts";
import { retryAfterHeader, tooManyRequests } from "#app/http/responses.ts";
import { emailForm, firstError } from "#app/lib/account/account-forms.ts";
import { knownErrors } from "#app/lib/error-messages.ts";
import { describeWait } from "#app/lib/text.ts";
import { confirmAndSignIn, findAddressToConfirm } from "./_site.email-confirmed/confirm-account.server.ts";
import { ConfirmationFailed } from "./_site.email-confirmed/confirmation-failed.tsx";
import { ConfirmationReady } from "./_site.email-confirmed/confirmation-ready.tsx";

export const meta = () => privatePage("Email confirmation");

const defaultError = "We couldn't confirm your email address.";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const isFailure = searchParams.get("error_code")?.startsWith("4") ?? false;
  const token = searchParams.get("token");
  const [email, session] =
    token === null
      ? [null, null]
      : await Promise.all([findAddressToConfirm(context, token), findSignedIn(context)]);
  const hasLink = email !== null;
  if (token !== null && !hasLink && session) throw redirect("/onboarding");
  return {
    token: hasLink ? token : null,
    email,
    /** Whoever sent the link may have another account in mind. */
    signedInAs: session && session.email !== email ? session.email : null,
    emailedAddress: findEmailedAddress(context),
    failure:
      isFailure || (token !== null && !hasLink)
        ? (knownErrors.find((known) => known === searchParams.get("error_description")) ?? defaultError)
        : null,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const fields = await readForm(request);
  return fields.token === undefined
    ? resendEmail(request, context, fields)
    : confirmAndSignIn(request, context, fields.token);
}

async function resendEmail(
  request: Request,
  context: ActionFunctionArgs["context"],
  fields: Record<string, string>,
) {
  const reject = (error: string, init: ResponseInit) =>
    json({ email: fields.email ?? "", error, isSent: false }, init);
  const refusal = await refuseTooMany(request, context);
  if (refusal) return reject(refusal.message, refusal.init);
  const form = emailForm.safeParse(fields);
  if (!form.success) return reject(firstError(form.error).message, { status: 400 });
  const { email } = form.data;
  const pause = resendPauseSeconds(context, email);
  if (pause > 0) {
    return reject(
      `You’ve just asked for an email to ${email}. You can resend it in ${describeWait(pause)}.`,
      tooManyRequests(pause),
    );
  }
  await sendConfirmationAgain(context, email);
  rememberEmailed(context, email);
  return json({ email, error: null, isSent: true });
}

export const headers = retryAfterHeader;

export default function EmailConfirmed() {
  const { token, email, signedInAs, emailedAddress, failure } = useLoaderData<typeof loader>();
  const resent = useActionData<typeof action>();
  const { search } = useLocation();
  const isFailureShown = failure !== null || resent !== undefined;
  return (
    <CenteredCard>
      <div data-view="failure" hidden={!isFailureShown} className="contents [&[hidden]]:hidden">
        <ConfirmationFailed
          title={failure ?? (resent ? "Confirm your email" : defaultError)}
          search={search}
          emailedAddress={emailedAddress}
          resent={resent}
        />
      </div>
      <div data-view="ready" hidden={isFailureShown} className="contents [&[hidden]]:hidden">
        <ConfirmationReady token={token} email={email} signedInAs={signedInAs} />
      </div>
      <PageScript src={errorScript} />
    </CenteredCard>
  );
}
