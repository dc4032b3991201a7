import type { ReactNode } from "react";
import { type DescribedWay, WayChoices } from "#app/components/account-forms.tsx";
import { Button, ButtonLink } from "#app/components/button.tsx";
import { Sign, type SignName } from "#app/components/icon.tsx";
import { withNext } from "#app/lib/safe-redirect.ts";

interface SecurityPartProps {
  title: string;
  text: string;
  children: ReactNode;
}

export const SecurityPart = ({ title, text, children }: SecurityPartProps) => (
  <section>
    <h2 className="font-strong">{title}</h2>
    <p className="mb-3 text-small text-ink-2">{text}</p>
    {children}
  </section>
);

interface SignInRowProps {
  children: ReactNode;
  sign: SignName;
  about: string;
  field: { name: string; value: string };
  /** Null of the browser in use. */
  button: { intent: string; label: string; fullLabel: string } | null;
}

/** Shows a passkey or a browser, and the button that removes it. */
export const SignInRow = ({ children, sign, about, field, button }: SignInRowProps) => (
  <li className="grid grid-cols-1 gap-3 py-4 lg:flex lg:flex-wrap lg:items-center lg:justify-between">
    <div className="flex min-w-0 grow basis-[min(9rem,100%)] items-start gap-3">
      <Sign name={sign} className="mt-0.5 size-5 text-green-text" />
      <p className="min-w-0">
        <b className="font-strong">{children}</b> <span className="block text-small text-ink-2">{about}</span>
      </p>
    </div>
    {button && (
      <form method="post" className="max-lg:pl-8">
        <input type="hidden" {...field} />
        <Button size="small" name="intent" value={button.intent} aria-label={button.fullLabel}>
          {button.label}
        </Button>
      </form>
    )}
  </li>
);

interface GooglePartProps {
  isLinked: boolean;
  isVerifiedNow: boolean;
  /** The page to which Google leads back. */
  here: string;
}

const googleClass = "flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-y border-line py-3";

export const GooglePart = ({ isLinked, isVerifiedNow, here }: GooglePartProps) => (
  <SecurityPart title="Google" text="Another way to sign in.">
    {isLinked ? (
      <form method="post" className={googleClass}>
        <p>You can sign in with Google.</p>
        <Button size="small" name="intent" value="unlink-google">
          Unlink Google
        </Button>
      </form>
    ) : (
      <form method="post" action="/auth/google" className={googleClass}>
        <input type="hidden" name="next" value={here} />
        <p>Not linked yet.</p>
        {isVerifiedNow ? (
          <Button size="small">Link Google</Button>
        ) : (
          <ButtonLink href={withNext("/dashboard/settings/verify", here)} size="small">
            Link Google
          </ButtonLink>
        )}
      </form>
    )}
  </SecurityPart>
);

/** Shows after a password change what else opens the account. */
export const OtherWays = ({ ways }: { ways: DescribedWay[] }) => (
  <SecurityPart
    title="What else opens your account"
    text="Your new password signed everybody else out, but these work without it. Tick what isn’t yours."
  >
    <form method="post" className="grid gap-4">
      <WayChoices name="remove" ways={ways} />
      <p className="flex flex-wrap gap-4">
        <Button variant="primary" name="intent" value="remove-ways">
          Remove what’s ticked
        </Button>{" "}
        <ButtonLink href="/onboarding">Keep all</ButtonLink>
      </p>
    </form>
  </SecurityPart>
);
