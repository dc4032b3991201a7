import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { findChosenDinner } from "#app/auth/chosen-dinner.server.ts";
import { findEmailedAddress } from "#app/auth/device.server.ts";
import { ButtonLink, QuietLink } from "#app/components/button.tsx";
import { CenteredCard } from "#app/components/card.tsx";
import { Evening } from "#app/components/evening-drawing.tsx";
import { privatePage, type RouteHandle } from "#app/components/page.tsx";
import { bookingSeats, TableDrawing } from "#app/components/table-drawing.tsx";
import { confirmationErrors } from "#app/lib/error-messages.ts";

export const handle: RouteHandle = { offersLogin: true };

export const meta = () => privatePage("Confirm your email");

const noEmail = new URLSearchParams({ error_code: "400", error_description: confirmationErrors.noEmail });

const mailboxes: [RegExp, string, string][] = [
  [/^(gmail|googlemail)\./, "Gmail", "https://mail.google.com/"],
  [/^(outlook|hotmail|live|msn)\./, "Outlook", "https://outlook.live.com/mail/"],
  [/^(icloud|me|mac)\.com$/, "iCloud Mail", "https://www.icloud.com/mail"],
  [/^yahoo\./, "Yahoo Mail", "https://mail.yahoo.com/"],
  [/^(proton|protonmail)\./, "Proton Mail", "https://mail.proton.me/"],
  [/^freemail\.hu$/, "Freemail", "https://freemail.hu/"],
];

/** Where an address is read, if its domain says so. */
function findMailbox(address: string | null) {
  const domain = address?.split("@").at(-1)?.toLowerCase() ?? "";
  const [, name, href] = mailboxes.find(([pattern]) => pattern.test(domain)) ?? [];
  return name && href ? { name, href } : null;
}

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
    <CenteredCard>
      {chosen ? (
        <Evening evening={chosen.evening} className="rounded-paper" />
      ) : (
        <TableDrawing seats={bookingSeats.pending} className="size-24" />
      )}
      <h1 className="display text-2">Confirm your email</h1>
      {chosen && <p>{chosen.sentence}</p>}
      <div className="grid gap-3 text-ink-2">
        <p>
          {comesLater
            ? "Many people are signing up at the moment, so our confirmation email comes in 15 minutes."
            : "We have sent a confirmation email to your inbox."}
        </p>
        <p>Please click the link in the email to confirm your email address.</p>
        {emailedAddress && (
          <p>
            {comesLater ? "It goes" : "We sent it"} to{" "}
            <strong className="wrap-anywhere text-ink">{emailedAddress}</strong>. Wrong address?{" "}
            <a href="/register" className="underline underline-offset-[0.22em]">
              Register again
            </a>
          </p>
        )}
      </div>
      {mailbox && (
        <ButtonLink href={mailbox.href} variant="primary" rel="noreferrer">
          Open {mailbox.name}
        </ButtonLink>
      )}
      <QuietLink href={`/email-confirmed?${noEmail}`}>I didn’t get an email</QuietLink>
    </CenteredCard>
  );
}
