import { Button, ButtonLink } from "#app/components/button.tsx";
import { seatsWithTaken, TableDrawing } from "#app/components/table-drawing.tsx";

interface ConfirmationReadyProps {
  /** Of the link in the email; nothing where there is nothing to confirm. */
  token: string | null;
  email: string | null;
  /** Somebody else’s account, which this browser leaves. */
  signedInAs: string | null;
}

export const ConfirmationReady = ({ token, email, signedInAs }: ConfirmationReadyProps) => (
  <>
    <TableDrawing seats={seatsWithTaken(2)} className="size-24" />
    <h1 className="display text-2">Your account is almost ready!</h1>
    <p className="text-lead">Now let's find out your vibe.</p>
    <p className="text-ink-2">
      A short quiz about your personality and interests connects you with like-minded people. It takes about 4
      minutes{token && ", and starting it confirms your email"}.
    </p>
    {email && (
      <p className="wrap-anywhere">
        You go on as <strong>{email}</strong>. If you didn’t register that address, close this page.
        {signedInAs && ` At the moment you’re signed in as ${signedInAs}.`}
      </p>
    )}
    {token ? (
      <form method="post" action={`/email-confirmed?${new URLSearchParams({ token })}`}>
        <input type="hidden" name="token" value={token} />
        <Button variant="primary" size="large">
          Take the Quiz
        </Button>
      </form>
    ) : (
      <ButtonLink href="/quiz" variant="primary" size="large">
        Take the Quiz
      </ButtonLink>
    )}
  </>
);
