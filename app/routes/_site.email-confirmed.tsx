import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { isWithinRateLimit, tooManyRequestsMessage } from "#app/auth/guards.server.ts";
import { sendLinkEmail } from "#app/auth/send-link.server.ts";
import { startSession } from "#app/auth/session.server.ts";
import { hashToken } from "#app/auth/tokens.server.ts";
import { EmailField } from "#app/components/account-fields.tsx";
import { Banner } from "#app/components/banner.tsx";
import { Button, ButtonLink } from "#app/components/button.tsx";
import { CenteredCard } from "#app/components/centered-card.tsx";
import { privatePage } from "#app/components/page-meta.ts";
import { bookingSeats, TableDrawing } from "#app/components/table-drawing.tsx";
import { readForm } from "#app/http/form-data.ts";
import { retryAfterHeader, tooManyRequests } from "#app/http/responses.ts";
import { emailForm, firstError } from "#app/lib/account-forms.ts";
import { confirmEmailAddress } from "#app/models/account/link-tokens.server.ts";

export const meta = () => privatePage("Email confirmation");

const defaultError = "We couldn't confirm your email address.";

export function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const isFailure = searchParams.get("error_code")?.startsWith("4") ?? false;
  return {
    token: searchParams.get("token"),
    failure: isFailure ? searchParams.get("error_description")?.slice(0, 200) || defaultError : null,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const fields = await readForm(request);
  return "token" in fields
    ? confirmAndSignIn(request, context, fields.token ?? "")
    : resendEmail(request, context, fields);
}

type Context = ActionFunctionArgs["context"];

async function confirmAndSignIn(request: Request, context: Context, token: string) {
  const userId = await confirmEmailAddress(context.db, { tokenHash: hashToken(token), now: context.now });
  if (!userId) return redirect(`/auth/confirm?${new URLSearchParams({ token })}`);
  await startSession(request, context, userId);
  return redirect("/quiz");
}

async function resendEmail(request: Request, context: Context, fields: Record<string, string>) {
  const reject = (error: string, init: ResponseInit) =>
    json({ email: fields.email ?? "", error, isSent: false }, init);
  if (!(await isWithinRateLimit(request, context)))
    return reject(tooManyRequestsMessage, tooManyRequests(60));
  const form = emailForm.safeParse(fields);
  if (!form.success) return reject(firstError(form.error).message, { status: 400 });
  const { email } = form.data;
  await sendLinkEmail(request, context, "confirm", email);
  return json({ email, error: null, isSent: true });
}

export const headers = retryAfterHeader;

export default function EmailConfirmed() {
  const { token, failure } = useLoaderData<typeof loader>();
  const resent = useActionData<typeof action>();
  const isFailureShown = failure !== null || resent !== undefined;
  const title = failure ?? (resent?.isSent ? "Confirm your email" : defaultError);
  return (
    <CenteredCard>
      <div data-view="failure" hidden={!isFailureShown} className="contents [&[hidden]]:hidden">
        <Failure title={title} resent={resent} />
      </div>
      <div data-view="ready" hidden={isFailureShown} className="contents [&[hidden]]:hidden">
        <Ready token={token} />
      </div>
    </CenteredCard>
  );
}

function Ready({ token }: { token: string | null }) {
  return (
    <>
      <TableDrawing seats={["you", "taken", "taken", "free", "free"]} className="size-24" />
      <h1 className="display text-2">Your account is almost ready!</h1>
      <p className="text-lead">Now let's find out your vibe.</p>
      <p className="text-ink-2">
        A short quiz about your personality and interests connects you with like-minded people. It takes about
        four minutes{token && ", and starting it confirms your email"}.
      </p>
      {token ? (
        <Form method="post">
          <input type="hidden" name="token" value={token} />
          <Button variant="primary" size="large">
            Take the Quiz
          </Button>
        </Form>
      ) : (
        <ButtonLink href="/quiz" variant="primary" size="large">
          Take the Quiz
        </ButtonLink>
      )}
    </>
  );
}

interface FailureProps {
  title: string;
  resent: { email: string; error: string | null; isSent: boolean } | undefined;
}

function Failure({ title, resent }: FailureProps) {
  return (
    <>
      <TableDrawing seats={bookingSeats.canceled} className="size-24" />
      <h1 data-failure-title className="display text-2">
        {title}
      </h1>
      {resent?.isSent && (
        <Banner variant="success">Please check your inbox for the confirmation email.</Banner>
      )}
      <p className="text-ink-2">Please enter your email to resend the confirmation email:</p>
      <Form method="post" noValidate className="grid w-full gap-5 text-left">
        <EmailField autoComplete="email" value={resent?.email} error={resent?.error ?? undefined} />
        <Button variant="primary">Resend Email</Button>
      </Form>
      <p className="text-small text-ink-2">
        Already confirmed?{" "}
        <a href="/login" className="text-ink underline underline-offset-[0.22em]">
          Login
        </a>
      </p>
    </>
  );
}
