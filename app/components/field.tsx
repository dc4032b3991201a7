import { type InputHTMLAttributes, useId } from "react";
import { Icon } from "./icon.tsx";

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint?: string;
  error?: string | undefined;
}

/** A label, a line to write on, and what there is to say about it. */
export function Field({ label, hint, error, id, ...input }: FieldProps) {
  const own = useId();
  const inputId = id ?? own;
  const says = error ?? hint;
  return (
    <div className="relative grid">
      <label
        htmlFor={inputId}
        className={`text-label font-label ${error ? "text-paprika-text" : "text-ink-2"}`}
      >
        {label}
      </label>
      <input
        id={inputId}
        aria-invalid={error ? true : undefined}
        aria-describedby={says ? `${inputId}-says` : undefined}
        className="h-12 w-full rounded-none border-b border-line-strong bg-transparent text-[1.125rem] text-ink placeholder:text-ink-3 focus:border-b-2 focus:border-ink aria-invalid:border-b-2 aria-invalid:border-paprika-text"
        {...input}
      />
      {input.type === "password" && <ShowPassword of={inputId} />}
      {says && (
        <p
          id={`${inputId}-says`}
          className={`mt-2 flex items-start gap-2 ${error ? "text-small text-paprika-text" : "text-label text-ink-2"}`}
        >
          {error && <Icon name="alert" className="mt-0.5 size-[18px]" />}
          <span>{says}</span>
        </p>
      )}
    </div>
  );
}

/** Shown by browser/password.ts: without JavaScript there is nothing it could do. */
function ShowPassword({ of }: { of: string }) {
  return (
    <button
      type="button"
      hidden
      aria-pressed="false"
      aria-controls={of}
      data-show-password
      className="absolute top-5 right-0 min-h-target min-w-target cursor-pointer text-label font-label text-ink-2 underline-offset-[0.3em] hover:underline"
    >
      Show
    </button>
  );
}
