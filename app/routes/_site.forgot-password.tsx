import { type ActionFunctionArgs, json } from "@remix-run/cloudflare";
import { Form, useActionData } from "@remix-run/react";
import { hashToken, newToken } from "#app/auth/tokens.server.ts";
import { EmailField } from "#app/components/account-fields.tsx";
import { AuthCard } from "#app/components/auth-card.tsx";
import { Banner } from "#app/components/banner.tsx";
import { Button } from "#app/components/button.tsx";
import { resetPassword } from "#app/emails/reset-password.tsx";
import { sendDueMails } from "#app/emails/send.server.ts";
import { addressForm, firstError } from "#app/lib/account-forms.ts";
import { readForm } from "#app/lib/form-data.ts";
import { privatePage } from "#app/lib/page-meta.ts";
import { mailLink } from "#app/models/link.server.ts";

export const meta = () => privatePage("Forgot password");

const hour = 3_600_000;

export async function action({ request, context }: ActionFunctionArgs) {
  const { db, now } = context;
  const typed = await readForm(request);
  const form = addressForm.safeParse(typed);
  if (!form.success) return json({ email: typed.email ?? "", error: firstError(form.error).message }, 400);
  const { email } = form.data;
  const token = newToken();
  await mailLink(db, {
    purpose: "reset",
    tokenHash: hashToken(token),
    expiresAt: new Date(now.getTime() + hour),
    now,
    mail: resetPassword(email, new URL(request.url).origin, token),
  });
  context.waitUntil(sendDueMails(context));
  return json({ email, error: null });
}

export default function ForgotPassword() {
  const answer = useActionData<typeof action>();
  return (
    <AuthCard title="Forgot your password?">
      {answer && !answer.error && (
        <Banner look="success">
          If there is an account with this address, a link is on its way to its inbox.
        </Banner>
      )}
      <p className="text-ink-2">Enter your email, and we send you a link to choose a new one.</p>
      <Form method="post" noValidate className="grid gap-5">
        <EmailField autoComplete="username" value={answer?.email} error={answer?.error ?? undefined} />
        <Button look="go">Send the link</Button>
      </Form>
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
