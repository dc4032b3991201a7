import type { ReactNode } from "react";
import addScript from "#app/browser/add-passkey.ts?worker&url";
import passkeyScript from "#app/browser/passkey-forms.ts?worker&url";
import { dateAndYear } from "#app/lib/dates.ts";
import type { EveningFacts } from "#app/lib/event/evening.ts";
import type { PasskeyPurpose } from "#app/models/account/credentials.server.ts";
import { Button, ButtonLink, quietLinkClass } from "./button.tsx";
import { Evening } from "./evening-drawing.tsx";
import { Field } from "./field.tsx";
import { PageScript } from "./page.tsx";

/** What a newcomer signs up for, above the words of a card. */
export const ChosenDinner = ({ sentence, evening }: { sentence: string; evening: EveningFacts }) => (
  <div className="grid gap-3">
    <Evening evening={evening} className="rounded-paper" />
    <p className="display text-3">{sentence}</p>
  </div>
);

interface EmailFieldProps {
  label?: string;
  autoComplete: "email" | "username" | "username webauthn";
  value?: string | undefined;
  error?: string | undefined;
}

export const EmailField = ({ label = "Email", autoComplete, value, error }: EmailFieldProps) => (
  <Field
    label={label}
    name="email"
    type="email"
    inputMode="email"
    autoComplete={autoComplete}
    autoCapitalize="none"
    spellCheck={false}
    required
    defaultValue={value}
    error={error}
  />
);

interface NewPasswordFieldsProps {
  label?: string;
  errorOf(field: string): string | undefined;
}

/** No `defaultValue`: a password is never sent back to the browser. */
export const NewPasswordFields = ({ label = "Password", errorOf }: NewPasswordFieldsProps) => (
  <>
    <Field
      label={label}
      name="password"
      type="password"
      autoComplete="new-password"
      required
      hint="At least 8 characters, with a lowercase letter, an uppercase letter and a number"
      error={errorOf("password")}
    />
    <Field
      label="Repeat Password"
      name="repeatPassword"
      type="password"
      autoComplete="new-password"
      required
      error={errorOf("repeatPassword")}
    />
  </>
);

interface NameFieldsProps {
  values: { firstName?: string | undefined; lastName?: string | undefined };
  errorOf(field: string): string | undefined;
}

export const NameFields = ({ values, errorOf }: NameFieldsProps) => (
  <div className="grid gap-5 sm:grid-cols-2">
    <Field
      label="First name"
      name="firstName"
      autoComplete="given-name"
      maxLength={100}
      defaultValue={values.firstName}
      error={errorOf("firstName")}
    />
    <Field
      label="Last name"
      name="lastName"
      autoComplete="family-name"
      maxLength={100}
      defaultValue={values.lastName}
      error={errorOf("lastName")}
    />
  </div>
);

export const OpenMailbox = ({ name, href }: { name: string; href: string }) => (
  <ButtonLink href={href} variant="primary" rel="noreferrer">
    Open {name}
  </ButtonLink>
);

interface SendAgainProps {
  action?: string;
  fields: Record<string, string>;
  isQuiet?: boolean;
  children: string;
}

/** Sends an email again, to the same address. */
export const SendAgain = ({ action, fields, isQuiet = false, children }: SendAgainProps) => (
  <form method="post" action={action} className={isQuiet ? "" : "grid w-full"}>
    {Object.entries(fields).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    {isQuiet ? (
      <button type="submit" className={quietLinkClass}>
        {children}
      </button>
    ) : (
      <Button className="max-lg:whitespace-normal">{children}</Button>
    )}
  </form>
);

/** For every form that can create an account. */
export const Agreement = ({ isShort = false }: { isShort?: boolean }) => (
  <p className={`text-center text-ink-2 ${isShort ? "text-label" : "text-small"}`}>
    By continuing, you confirm that you’re 18 or older, and agree to our{" "}
    <a href="/terms" className="text-ink underline underline-offset-[0.22em]">
      Terms
    </a>
    . {isShort ? "See our" : "Our"}{" "}
    <a href="/privacy" className="text-ink underline underline-offset-[0.22em]">
      Privacy
    </a>{" "}
    page{isShort ? "." : " says what we do with your data."}
  </p>
);

interface ContinueWithGoogleProps {
  next: string | null;
  /** Leaves out the line that separates it from another way to sign in. */
  isOnly?: boolean;
}

/** A form, not a link, so that another site cannot start a sign-in. */
export const ContinueWithGoogle = ({ next, isOnly = false }: ContinueWithGoogleProps) => (
  <>
    {!isOnly && <p className="between-lines text-small text-ink-2">or</p>}
    <form method="post" action="/auth/google" className="grid">
      {next && <input type="hidden" name="next" value={next} />}
      <Button className="max-sm:px-2 max-lg:whitespace-normal">
        <GoogleMark />
        Continue with Google
      </Button>
    </form>
  </>
);

const GoogleMark = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5">
    <path
      fill="#4285f4"
      d="M23 12.3c0-.8-.1-1.6-.2-2.3H12v4.5h6.2a5.3 5.3 0 0 1-2.3 3.500v2.900h3.700c2.200-2 3.400-5 3.400-8.600z"
    />
    <path
      fill="#34a853"
      d="M12 23.5c3.1 0 5.700-1 7.600-2.800l-3.700-2.900c-1 .7-2.3 1.100-3.9 1.100-3 0-5.500-2-6.400-4.700H1.800v3a11.5 11.5 0 0 0 10.2 6.300z"
    />
    <path fill="#fbbc05" d="M5.6 14.200a6.9 6.9 0 0 1 0-4.400v-3H1.800a11.5 11.5 0 0 0 0 10.400z" />
    <path
      fill="#ea4335"
      d="M12 5.100c1.7 0 3.200.6 4.4 1.700l3.300-3.300A11.5 11.5 0 0 0 1.8 6.800l3.8 3C6.5 7.1 9 5.1 12 5.100z"
    />
  </svg>
);

interface PasskeyFormProps {
  purpose: PasskeyPurpose;
  /** The intent for the page's action, if the action does more than one thing. */
  intent?: string;
  next?: string | null;
  /** The id of a passkey that has just been refused because no account has it. */
  unknownPasskey?: string | undefined;
  /** Outlined, as a way of its own beside a password. */
  isWide?: boolean;
  children: ReactNode;
}

/** Works with JavaScript only, so it is hidden until a script shows it. */
export const PasskeyForm = ({
  purpose,
  intent,
  next,
  unknownPasskey,
  isWide = false,
  children,
}: PasskeyFormProps) => (
  <form
    method="post"
    data-passkey={purpose}
    data-unknown={unknownPasskey}
    hidden
    className="grid gap-3 [&[hidden]]:hidden"
  >
    <input type="hidden" name="credential" />
    {intent && <input type="hidden" name="intent" value={intent} />}
    {next && <input type="hidden" name="next" value={next} />}
    <Button
      size={isWide ? "medium" : "small"}
      variant={isWide || purpose === "register" ? "secondary" : "plain"}
      className={purpose === "register" ? "justify-self-start" : "max-sm:px-2 max-lg:whitespace-normal"}
    >
      {children}
    </Button>
    <p
      aria-live="assertive"
      data-other={
        purpose === "register"
          ? "No passkey was added. Try again."
          : "No passkey was used. Try again, or sign in another way."
      }
      data-rangeerror="Too many attempts from your network. Try again in 1 minute."
      data-invalidstateerror="This device already has a passkey for your account."
      className="text-small text-paprika-text"
    />
    <PageScript src={purpose === "register" ? addScript : passkeyScript} />
  </form>
);

interface OtherWay {
  value: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

export type DescribedWay = ReturnType<typeof describeWay>;

export function describeWay({ value, name, createdAt, lastUsedAt }: OtherWay, timeZone: string) {
  const format = (date: Date) => dateAndYear(date, timeZone);
  const about = `Added ${format(createdAt)}; ${lastUsedAt ? `last used ${format(lastUsedAt)}` : "never used"}`;
  return { value, name, about };
}

interface WayChoicesProps {
  name: string;
  ways: DescribedWay[];
  ticked?: string[];
}

export const WayChoices = ({ name, ways, ticked = [] }: WayChoicesProps) => (
  <ul className="grid gap-2">
    {ways.map((way) => (
      <li key={way.value}>
        <label className="flex min-h-target cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            name={name}
            value={way.value}
            defaultChecked={ticked.includes(way.value)}
            className="size-5 shrink-0 accent-paprika"
          />
          <span>
            {way.name} <span className="block text-small text-ink-2">{way.about}</span>
          </span>
        </label>
      </li>
    ))}
  </ul>
);
