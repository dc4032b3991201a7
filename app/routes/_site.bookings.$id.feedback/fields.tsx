import type { ReactNode } from "react";
import { FieldError } from "#app/components/field.tsx";

export interface FeedbackMate {
  token: string;
  firstName: string;
  photo: string | null;
  /** Has deleted the account since. */
  isErased: boolean;
  /** Both said yes and were told, which can't be taken back. */
  isTold: boolean;
}

export const focusClass =
  "has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus";
export const cardClass = `relative grid cursor-pointer grid-cols-[minmax(0,1fr)] content-start justify-items-center rounded-paper border bg-surface text-center ${focusClass}`;
export const hiddenInputClass = "absolute inset-0 m-0 size-full cursor-pointer opacity-0";

interface GroupProps {
  title: string;
  text?: string;
  /** Of its fields. */
  name: string;
  error?: string | undefined;
  children: ReactNode;
}

export const Group = ({ title, text, name, error, children }: GroupProps) => (
  <fieldset className="min-w-0" aria-describedby={describedBy(name, text, error)}>
    <legend className="display text-[1.375rem]/[1.25] tracking-[-0.012em]">{title}</legend>
    {text && (
      <p id={`${name}-text`} className="mt-1 text-small text-ink-2">
        {text}
      </p>
    )}
    <FieldError name={name} error={error} />
    {children}
  </fieldset>
);

export const describedBy = (name: string, text?: string, error?: string) =>
  [text && `${name}-text`, error && `${name}-error`].filter(Boolean).join(" ") || undefined;
