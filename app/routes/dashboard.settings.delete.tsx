import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireVerified } from "#app/auth/guards.server.ts";
import { signOut } from "#app/auth/session.server.ts";
import { Button, ButtonLink } from "#app/components/button.tsx";
import { Field } from "#app/components/field.tsx";
import { privatePage } from "#app/components/page.tsx";
import { redirectWithNotice } from "#app/http/cookies.ts";
import { readForm } from "#app/http/forms.ts";
import { describeError, log } from "#app/log.ts";
import { eraseAccount } from "#app/models/account/erase-account.server.ts";
import { deleteAvatars } from "#app/models/account/profiles.server.ts";
import { Chevron, PanelTitle } from "./dashboard.settings/settings-group.tsx";

export const meta = () => privatePage("Delete my account");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { email } = await requireVerified(request, context, "/dashboard/settings/delete");
  return json({ email });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { userId, email } = await requireVerified(request, context, "/dashboard/settings/delete");
  const { email: typedEmail = "" } = await readForm(request);
  if (typedEmail.trim().toLowerCase() !== email) {
    return json({ typedEmail, error: "That isn’t the email of your account. Check for a typo." }, 400);
  }
  await eraseAccount(context.db, userId, context.now);
  context.waitUntil(
    deleteAvatars(context.env.AVATARS, userId).catch((error) =>
      log("warning", "photo not deleted yet", { requestId: context.requestId, error: describeError(error) }),
    ),
  );
  signOut(context);
  return redirectWithNotice(context, "account-deleted", "/", {
    headers: { "Clear-Site-Data": '"cache", "storage"' },
  });
}

export default function DeleteAccount() {
  const { email } = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>();
  return (
    <div className="grid grid-cols-1 gap-5">
      <PanelTitle>Delete my account?</PanelTitle>
      <ul className="divide-y divide-line rounded-paper border border-line">
        <WayOut href="/dashboard/settings#emails" question="Too many emails?">
          Turn them off instead
        </WayOut>
        <WayOut href="/contact" question="Something went wrong at a table?">
          Tell us
        </WayOut>
      </ul>
      <ul className="grid list-disc gap-1.5 pl-5 text-ink-2 marker:text-paprika">
        <li>We delete your answers, photo, bookings and the emails we sent you, for good.</li>
        <li>We cancel your bookings right away.</li>
        <li>We refund your deposits, unless it’s too late to cancel for free or you didn’t come.</li>
        <li>We keep records of payments without your name.</li>
      </ul>
      <p className="font-strong">This can’t be undone.</p>
      <form method="post" className="grid grid-cols-1 gap-6">
        <Field
          label={`To be sure, type your email: ${email}`}
          name="email"
          type="email"
          autoComplete="off"
          defaultValue={failure?.typedEmail}
          error={failure?.error}
        />
        <p className="grid grid-cols-1 gap-3">
          <ButtonLink href="/dashboard/settings" variant="primary">
            Keep my account
          </ButtonLink>{" "}
          <Button>Delete my account</Button>
        </p>
      </form>
    </div>
  );
}

interface WayOutProps {
  href: string;
  question: string;
  children: string;
}

const WayOut = ({ href, question, children }: WayOutProps) => (
  <li>
    <a href={href} className="flex min-h-target items-center justify-between gap-4 px-4 py-2.5 hover:bg-sunk">
      <span>
        {question} <span className="block font-strong">{children}</span>
      </span>
      <Chevron />
    </a>
  </li>
);
