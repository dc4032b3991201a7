import { Field } from "./field.tsx";

interface EmailFieldProps {
  label?: string;
  autoComplete: "email" | "username" | "username webauthn";
  value?: string | undefined;
  error?: string | undefined;
}

export function EmailField({ label = "Email", autoComplete, value, error }: EmailFieldProps) {
  return (
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
}

/** No `defaultValue`: a password is never sent back to the browser. */
export function NewPasswordFields({ errorOf }: { errorOf(field: string): string | undefined }) {
  return (
    <>
      <Field
        label="Password"
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
}

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
