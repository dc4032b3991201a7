import { EmailField } from "#app/components/account-forms.tsx";
import { Banner } from "#app/components/banner.tsx";
import { Button } from "#app/components/button.tsx";
import { bookingSeats, TableDrawing } from "#app/components/table-drawing.tsx";
import { knownErrors } from "#app/lib/error-messages.ts";

interface ConfirmationFailedProps {
  title: string;
  /** Says what has failed, and stays in the address when an email is sent again. */
  search: string;
  emailedAddress: string | null;
  resent: { email: string; error: string | null; isSent: boolean } | undefined;
}

export function ConfirmationFailed({ title, search, emailedAddress, resent }: ConfirmationFailedProps) {
  return (
    <>
      <TableDrawing seats={bookingSeats.canceled} className="size-24" />
      <h1 data-failure-title data-known={JSON.stringify(knownErrors)} className="display text-2">
        {title}
      </h1>
      {resent?.isSent && (
        <>
          <Banner variant="success">Please check your inbox for the confirmation email.</Banner>
          <p className="text-small">
            If you registered with {resent.email}, it’s on its way. You can resend it in a minute.
          </p>
        </>
      )}
      <p className="text-ink-2">Please enter your email to resend the confirmation email:</p>
      <form
        method="post"
        action={`/email-confirmed${search}`}
        noValidate
        className="grid w-full gap-5 text-left"
      >
        <EmailField
          autoComplete="email"
          value={resent?.email ?? emailedAddress ?? undefined}
          error={resent?.error ?? undefined}
        />
        <Button variant="primary">Resend Email</Button>
      </form>
      <p className="text-small text-ink-2">
        Already confirmed?{" "}
        <a href="/login" className="text-ink underline underline-offset-[0.22em]">
          Login
        </a>
      </p>
    </>
  );
}
