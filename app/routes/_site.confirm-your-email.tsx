import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { findChosenDinner } from "#app/auth/chosen-dinner.server.ts";
import { findEmailedAddress } from "#app/auth/device.server.ts";
import { ChosenDinner, OpenMailbox } from "#app/components/account-forms.tsx";
import { QuietLink } from "#app/components/button.tsx";
import { AuthCard } from "#app/components/card.tsx";
import { privatePage, type RouteHandle } from "#app/components/page.tsx";
import { findMailbox } from "#app/lib/account/mailbox.ts";
import { confirmationErrors } from "#app/lib/error-messages.ts";

export const handle: RouteHandle = { offersLogin: true };

export const meta = () => privatePage("Confirm your email");

const noEmail = new URLSearchParams({ error_code: "400", error_description: confirmationErrors.noEmail });

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const emailedAddress = findEmailedAddress(context);
  const comesLater = new URL(request.url).searchParams.has("later");
  return {
    emailedAddress,
    comesLater,
    mailbox: comesLater ? null : findMailbox(emailedAddress),
    chosen: await findChosenDinner(context),
  };
};

export default function ConfirmYourEmail() {
  const { emailedAddress, comesLater, mailbox, chosen } = useLoaderData<typeof loader>();
  return (
    <AuthCard title="Confirm your email" picture={chosen && <ChosenDinner {...chosen} />}>
      <p className="-mt-3 text-lead">
        {comesLater
          ? "More people than usual have just signed up, so our confirmation email comes in 15 minutes."
          : "We have sent a confirmation email to your inbox."}
      </p>
      <div className="-mt-4 grid gap-3 text-ink-2">
        <p>Please click the link in the email to confirm your email address.</p>
        {!chosen && <p>Then a short quiz, and you choose your evening.</p>}
      </div>
      {mailbox && <OpenMailbox {...mailbox} />}
      <div className="grid gap-1 border-t border-line pt-4 text-small text-ink-2">
        {emailedAddress && (
          <p>
            {comesLater ? "It goes" : "We sent it"} to{" "}
            <strong className="wrap-anywhere text-ink">{emailedAddress}</strong>. Wrong address?{" "}
            <a href="/register" className="underline underline-offset-[0.22em]">
              Register again
            </a>
          </p>
        )}
        <QuietLink href={`/email-confirmed?${noEmail}`} className="justify-self-start text-ink">
          I didn’t get an email
        </QuietLink>
      </div>
    </AuthCard>
  );
}
