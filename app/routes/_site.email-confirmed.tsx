import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { startSession } from "#app/auth/session.server.ts";
import { hashToken, newToken } from "#app/auth/tokens.server.ts";
import { EmailField } from "#app/components/account-fields.tsx";
import { Banner } from "#app/components/banner.tsx";
import { Button, ButtonLink } from "#app/components/button.tsx";
import { Table, tables } from "#app/components/mark.tsx";
import { Room } from "#app/components/room.tsx";
import { confirmAddress } from "#app/emails/confirm-address.tsx";
import { sendDueMails } from "#app/emails/send.server.ts";
import { addressForm, firstError } from "#app/lib/account-forms.ts";
import { readForm } from "#app/lib/form-data.ts";
import { privatePage } from "#app/lib/page-meta.ts";
import { confirmAddress as confirm, mailLink } from "#app/models/link.server.ts";

export const meta = () => privatePage("Email confirmation");

const day = 86_400_000;
const failed = "We couldn't confirm your email address.";

export function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const hasFailed = searchParams.get("error_code")?.startsWith("4") ?? false;
  return {
    token: searchParams.get("token"),
    failure: hasFailed ? searchParams.get("error_description")?.slice(0, 200) || failed : null,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const typed = await readForm(request);
  return "token" in typed
    ? confirmAndGoOn(request, context, typed.token ?? "")
    : resend(request, context, typed);
}

type Context = ActionFunctionArgs["context"];

async function confirmAndGoOn(request: Request, context: Context, token: string) {
  const userId = await confirm(context.db, { tokenHash: hashToken(token), now: context.now });
  if (!userId) return redirect(`/auth/confirm?${new URLSearchParams({ token })}`);
  await startSession(request, context, userId);
  return redirect("/quiz");
}

async function resend(request: Request, context: Context, typed: Record<string, string>) {
  const { db, now } = context;
  const form = addressForm.safeParse(typed);
  if (!form.success)
    return json({ email: typed.email ?? "", error: firstError(form.error).message, sent: false }, 400);
  const { email } = form.data;
  const token = newToken();
  await mailLink(db, {
    purpose: "confirm",
    tokenHash: hashToken(token),
    expiresAt: new Date(now.getTime() + day),
    now,
    mail: confirmAddress(email, new URL(request.url).origin, token),
  });
  context.waitUntil(sendDueMails(context));
  return json({ email, error: null, sent: true });
}

export default function EmailConfirmed() {
  const { token, failure } = useLoaderData<typeof loader>();
  const resent = useActionData<typeof action>();
  const showsFailure = failure !== null || resent !== undefined;
  return (
    <Room>
      <div data-view="failure" hidden={!showsFailure} className="contents [&[hidden]]:hidden">
        <Failure title={failure ?? failed} resent={resent} />
      </div>
      <div data-view="ready" hidden={showsFailure} className="contents [&[hidden]]:hidden">
        <Ready token={token} />
      </div>
    </Room>
  );
}

function Ready({ token }: { token: string | null }) {
  return (
    <>
      <Table seats={["you", "taken", "taken", "free", "free"]} className="size-24" />
      <h1 className="display text-2">Your account is almost ready!</h1>
      <p className="text-lead">Now let's find out your vibe.</p>
      <p className="text-ink-2">
        A short quiz about your personality and interests connects you with like-minded people. It takes about
        four minutes.
      </p>
      {token ? (
        <Form method="post">
          <input type="hidden" name="token" value={token} />
          <Button look="go" size="large">
            Take the Quiz
          </Button>
        </Form>
      ) : (
        <ButtonLink href="/quiz" look="go" size="large">
          Take the Quiz
        </ButtonLink>
      )}
    </>
  );
}

interface FailureProps {
  title: string;
  resent: { email: string; error: string | null; sent: boolean } | undefined;
}

function Failure({ title, resent }: FailureProps) {
  return (
    <>
      <Table seats={tables.canceled} className="size-24" />
      <h1 data-failure-title className="display text-2">
        {title}
      </h1>
      {resent?.sent && <Banner look="success">Please check your inbox for the confirmation email.</Banner>}
      <p className="text-ink-2">Please enter your email to resend the confirmation email:</p>
      <Form method="post" noValidate className="grid w-full gap-5 text-left">
        <EmailField autoComplete="email" value={resent?.email} error={resent?.error ?? undefined} />
        <Button look="go">Resend Email</Button>
      </Form>
    </>
  );
}
