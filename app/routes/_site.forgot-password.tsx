import { type ActionFunctionArgs, json } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { rememberEmailed, resendPauseSeconds } from "#app/auth/device.server.ts";
import { type Refusal, refuseTooMany } from "#app/auth/guards.server.ts";
import { sendResetLink } from "#app/auth/links.server.ts";
import { EmailField, NoEmailYet } from "#app/components/account-forms.tsx";
import { Banner } from "#app/components/banner.tsx";
import { Button } from "#app/components/button.tsx";
import { AuthCard } from "#app/components/card.tsx";
import { privatePage } from "#app/components/page.tsx";
import { readForm } from "#app/http/forms.ts";
import { retryAfterHeader, tooManyRequests } from "#app/http/responses.ts";
import { emailForm, firstError } from "#app/lib/account/account-forms.ts";
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
  const form = (
    <form method="post" noValidate className="grid gap-5">
      <EmailField autoComplete="username" value={result?.email} error={result?.error ?? undefined} />
      <Button variant={isSent ? "secondary" : "primary"}>{isSent ? "Send it again" : "Send link"}</Button>
    </form>
  );
  return (
    <AuthCard title={isSent ? "Check your inbox" : "Forgot your password?"}>
      {isSent ? (
        <>
          <Banner variant="success">
            If <b className="font-strong wrap-anywhere">{result.email}</b> has an account, we’ve sent it a
            link. You can send it again in {result.wait}.
          </Banner>
          <NoEmailYet>{form}</NoEmailYet>
        </>
      ) : (
        <>
          <p className="text-ink-2">Enter your email, and we’ll send you a link to choose a new one.</p>
          {form}
        </>
      )}
      <p className="text-center text-small">
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
