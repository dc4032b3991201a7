import { FieldError } from "#app/components/field.tsx";
import { maxContactLength, type TypedFeedback } from "#app/lib/booking/feedback-form.ts";
import { describedBy } from "./fields.tsx";

interface ContactProps {
  email: string;
  values: TypedFeedback;
  error: string | undefined;
  isAlwaysShown: boolean;
}

/** Shown with the first wish, where the browser can tell. */
export const Contact = ({ email, values, error, isAlwaysShown }: ContactProps) => (
  <fieldset
    className={`mt-5 min-w-0 border-l-3 border-green-text pl-4 ${isAlwaysShown ? "grid grid-cols-[minmax(0,1fr)] gap-1" : "feedback-contact"}`}
    aria-describedby={describedBy("contact", undefined, error)}
  >
    <legend className="float-left w-full font-strong">If they say yes too, we send them</legend>
    <FieldError name="contact" error={error} />
    <label className="flex min-h-target cursor-pointer items-center gap-3">
      <input
        type="radio"
        name="contact"
        value="email"
        defaultChecked={values.contact === "email"}
        className="size-5 shrink-0 accent-paprika"
      />
      <span>
        my email address, <span className="text-ink-2">{email}</span>
      </span>
    </label>
    <div className="flex flex-wrap items-center gap-x-3">
      <label className="flex min-h-target cursor-pointer items-center gap-3">
        <input
          type="radio"
          name="contact"
          value="line"
          defaultChecked={values.contact === "line"}
          className="size-5 shrink-0 accent-paprika"
        />
        something else:
      </label>
      <input
        type="text"
        name="line"
        defaultValue={values.line}
        maxLength={maxContactLength}
        aria-label="What we send them instead"
        autoComplete="off"
        placeholder="A phone number or a username"
        className="h-12 min-w-0 flex-[1_1_14rem] border-b border-line-strong bg-transparent text-ink placeholder:text-ink-3 focus:border-ink"
      />
    </div>
    <label className="mt-1 flex min-h-target cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        name="sameTable"
        defaultChecked={values.sameTable}
        className="size-5 shrink-0 accent-paprika"
      />
      I’d happily share a table with them again
    </label>
    <p className="text-small text-ink-2">
      Once you’ve both said yes, we’ll email you both in the evening, at the same time. After that, you can’t
      undo it.
    </p>
  </fieldset>
);
