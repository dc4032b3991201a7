import { type ActionFunctionArgs, json } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { rememberEmailed, resendPauseSeconds } from "#app/auth/device.server.ts";
import { type Refusal, refuseTooMany } from "#app/auth/guards.server.ts";
import { sendResetLink } from "#app/auth/links.server.ts";
import { EmailField, OpenMailbox, SendAgain } from "#app/components/account-forms.tsx";
import { Button, QuietLink } from "#app/components/button.tsx";
import { AuthCard } from "#app/components/card.tsx";
import { privatePage } from "#app/components/page.tsx";
import { readForm } from "#app/http/forms.ts";
import { retryAfterHeader, tooManyRequests } from "#app/http/responses.ts";
import { emailForm, firstError } from "#app/lib/account/account-forms.ts";
import { findMailbox } from "#app/lib/account/mailbox.ts";
import { inWords, keptMs } from "#app/lib/privacy/kept-times.ts";
import { describeWait } from "#app/lib/text.ts";

export const meta = () => privatePage("Forgot password");

export async function action({ request, context }: ActionFunctionArgs) {
  const fields = await readForm(request);
  const reject = ({ message: error, init = { status: 400 } }: Refusal) =>
    json({ email: fields.email ?? "", error, wait: null }, init);
  const refusal = await refuseTooMany(request, context);
  if (refusal) return reject(refusal);
  const form = emailForm.safeParse(fields);
  if (!form.success) return reject(firstError(form.error));
  const { email } = form.data;
  const pause = resendPauseSeconds(context, email, "reset");
  if (pause > 0) {
    return reject({
      message: `You’ve just asked for a link to ${email}. You can send it again in ${describeWait(pause)}.`,
      init: tooManyRequests(pause),
    });
  }
  await sendResetLink(context, email);
  const nextPause = rememberEmailed(context, email, "reset");
  return json({ email, error: null, wait: describeWait(nextPause) });
}

export const headers = retryAfterHeader;

export default function ForgotPassword() {
  const result = useActionData<typeof action>();
  const isSent = result !== undefined && !result.error;
  const mailbox = isSent ? findMailbox(result.email) : null;
  return (
    <AuthCard title={isSent ? "Check your inbox" : "Forgot your password?"}>
      {isSent ? (
        <>
          <p role="status" className="-mt-3 text-lead text-ink-2">
            If <b className="font-strong wrap-anywhere text-ink">{result.email}</b> has an account, we’ve sent
            it a link. It works for {inWords(keptMs.resetLink)}.
          </p>
          {mailbox && <OpenMailbox {...mailbox} />}
          <div className="grid border-t border-line pt-4">
            <p className="text-small text-ink-2">
              Not there? Look among your spam first. After {result.wait} you can send it again.
            </p>
            <SendAgain fields={{ email: result.email }} isQuiet>
              Send it again
            </SendAgain>
            <QuietLink href="/forgot-password">Use another address</QuietLink>
          </div>
        </>
      ) : (
        <>
          <p className="-mt-3 text-ink-2">
            It happens to all of us. Enter your email, and we’ll send you a link to choose a new one.
          </p>
          <form method="post" noValidate className="grid gap-5">
            <EmailField autoComplete="username" value={result?.email} error={result?.error ?? undefined} />
            <Button variant="primary">Send link</Button>
          </form>
        </>
      )}
      <p className={isSent ? "-mt-6 text-small" : "text-center text-small"}>
        <a
          href="/login"
          className="inline-flex min-h-target items-center underline underline-offset-[0.22em]"
        >
          Back to Login
        </a>
      </p>
    </AuthCard>
  );
}
