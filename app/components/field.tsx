import { type InputHTMLAttributes, type TextareaHTMLAttributes, useId } from "react";
import { FormError } from "./banner.tsx";
import { Icon, Sign } from "./icon.tsx";

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint?: string;
  /** `browser/field-errors.ts` removes it when the field is edited. */
  error?: string | undefined;
  /** The exact words of a refusal, small above the error that says it as a person would. */
  refusal?: string | undefined;
}

export function Field({ label, hint, error, refusal, id, ...input }: FieldProps) {
  const generatedId = useId();
  const inputId = id ?? generatedId;
  const message = error ?? hint;
  return (
    <div className="group relative grid">
      <label
        htmlFor={inputId}
        className="text-label font-strong wrap-anywhere text-ink-2 group-has-aria-invalid:text-ink"
      >
        {label}
      </label>
      {/* The button's focus ring keeps its distance from the text, which does not move. */}
      <div className="-mx-2.5 mt-1 rounded-[2px] px-2.5 focus-within:outline-2 focus-within:outline-(--focus-ring,var(--color-focus)) has-aria-invalid:outline-paprika-text">
        <input
          id={inputId}
          aria-invalid={error ? true : undefined}
          // biome-ignore lint/a11y/noAutofocus: after a form was refused, its first wrong field comes next
          autoFocus={error ? true : undefined}
          aria-describedby={`${inputId}-message`}
          className="h-12 w-full rounded-none outline-none border-b border-line-strong bg-transparent text-[1.125rem] text-ink placeholder:text-ink-3 focus:border-transparent aria-invalid:not-focus:border-b-2 aria-invalid:not-focus:border-paprika-text"
          {...input}
        />
      </div>
      {input.type === "password" && <ShowPasswordButton inputId={inputId} />}
      <p
        id={`${inputId}-message`}
        hidden={!message}
        className="mt-2 flex items-start gap-2 text-label text-ink-2 group-has-aria-invalid:text-small group-has-aria-invalid:text-paprika-text [&[hidden]]:hidden"
      >
        <Icon name="alert" className="mt-0.5 hidden size-[18px] group-has-aria-invalid:block" />
        <span data-hint={hint} className="min-w-0 wrap-anywhere">
          {refusal && (
            <>
              <span role="alert" className="block text-label text-ink-2">
                {refusal}
              </span>{" "}
            </>
          )}
          {message}
        </span>
      </p>
    </div>
  );
}

/** Hidden until `browser/every-page.ts` shows it, because it needs JavaScript. */
const ShowPasswordButton = ({ inputId }: { inputId: string }) => (
  <button
    type="button"
    hidden
    aria-pressed="false"
    aria-controls={inputId}
    data-show-password
    className="absolute top-5 right-0 min-h-target min-w-target cursor-pointer text-label font-strong text-ink-2 underline-offset-[0.3em] hover:underline"
  >
    Show
  </button>
);

/** Invalid fields name it in `aria-describedby`. */
export const FieldError = ({ name, error }: { name: string; error: string | undefined }) =>
  error ? (
    <p id={`${name}-error`} className="mt-2 flex items-start gap-2 text-small text-paprika-text">
      <Sign name="alert" className="mt-0.5 size-4.5" />
      {error}
    </p>
  ) : null;

export const TextArea = ({
  label,
  ...textarea
}: TextareaHTMLAttributes<HTMLTextAreaElement> & { label: string }) => (
  <label className="grid w-full gap-2 text-left">
    <span className="text-label font-strong text-ink-2">{label}</span>{" "}
    <textarea
      className="w-full rounded-paper border border-line-strong bg-surface p-3 placeholder:text-ink-3 aria-invalid:not-focus:border-2 aria-invalid:not-focus:border-paprika-text aria-invalid:focus:outline-paprika-text"
      {...textarea}
    />
  </label>
);

/** Shows what came too late to be saved. */
export const UnsavedText = ({ text }: { text: string }) =>
  text.trim() ? (
    <div className="grid w-full gap-3 text-left">
      <FormError>What you wrote was not saved. You can copy it here.</FormError>
      <textarea
        readOnly
        rows={4}
        defaultValue={text}
        aria-label="What you wrote"
        className="w-full rounded-paper border border-line-strong bg-transparent p-3"
      />
    </div>
  ) : (
    <FormError>Nothing was saved.</FormError>
  );
