import { NameFields, NewPasswordFields } from "#app/components/account-fields.tsx";
import { FormError } from "#app/components/banner.tsx";
import { Button, ButtonLink } from "#app/components/button.tsx";
import { Field } from "#app/components/field.tsx";
import { seatsWithTaken, TableDrawing } from "#app/components/table-drawing.tsx";
import type { FormIssue } from "#app/lib/account/account-forms.ts";
import type { ConfirmationLink } from "./confirm-account.server.ts";

interface ConfirmationReadyProps {
  link: ConfirmationLink | null;
  error: FormIssue | null;
}

export function ConfirmationReady({ link, error }: ConfirmationReadyProps) {
  const errorOf = (field: string) => (error?.field === field ? error.message : undefined);
  return (
    <>
      <TableDrawing seats={seatsWithTaken(2)} className="size-24" />
      <h1 className="display text-2">Your account is almost ready!</h1>
      <p className="text-lead">Now let's find out your vibe.</p>
      <p className="text-ink-2">
        A short quiz about your personality and interests connects you with like-minded people. It takes about
        4 minutes{link && ", and starting it confirms your email"}.
      </p>
      <FormError>{errorOf("form")}</FormError>
      {link ? (
        <ConfirmationForm link={link} errorOf={errorOf} />
      ) : (
        <ButtonLink href="/quiz" variant="primary" size="large">
          Take the Quiz
        </ButtonLink>
      )}
    </>
  );
}

interface ConfirmationFormProps {
  link: ConfirmationLink;
  errorOf(field: string): string | undefined;
}

function ConfirmationForm({ link, errorOf }: ConfirmationFormProps) {
  const { token, email, asked } = link;
  const addressOf = (extra: Record<string, string> = {}) =>
    `/email-confirmed?${new URLSearchParams({ token, ...extra })}`;
  return (
    <form
      method="post"
      action={asked === "new password" ? addressOf({ new: "" }) : addressOf()}
      noValidate
      className="grid w-full gap-5 text-left"
    >
      <input type="hidden" name="token" value={token} />
      {asked !== "nothing" && (
        <>
          <p className="border-t border-line pt-5 text-ink-2">
            {asked === "password" ? (
              <>
                Enter the password you chose when you registered{" "}
                <strong className="wrap-anywhere text-ink">{email}</strong>, so we know it was you.
              </>
            ) : (
              <>
                Choose a password for <strong className="wrap-anywhere text-ink">{email}</strong>. If somebody
                else registered with your email, theirs won’t work.
              </>
            )}
          </p>
          <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        </>
      )}
      {asked === "password" && (
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={errorOf("password")}
        />
      )}
      {asked === "new password" && (
        <>
          <NameFields values={link} errorOf={errorOf} />
          <NewPasswordFields errorOf={errorOf} />
        </>
      )}
      <Button variant="primary" size="large" className="justify-self-center">
        Take the Quiz
      </Button>
      {asked === "password" && (
        <p className="text-center text-small text-ink-2">
          <a
            href={addressOf({ new: "" })}
            className="inline-flex min-h-target items-center underline underline-offset-[0.22em]"
          >
            I didn’t choose one, or I forgot it
          </a>
        </p>
      )}
    </form>
  );
}
