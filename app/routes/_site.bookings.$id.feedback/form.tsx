import { Banner, ErrorLink, FormError } from "#app/components/banner.tsx";
import { Button } from "#app/components/button.tsx";
import { FieldError } from "#app/components/field.tsx";
import { Icon, Sign } from "#app/components/icon.tsx";
import {
  type FeedbackErrors,
  maxContactLength,
  maxNoteLength,
  nothingAnswered,
  ratingNames,
  type TypedFeedback,
} from "#app/lib/booking/feedback-form.ts";
import {
  cardClass,
  describedBy,
  type FeedbackMate,
  Group,
  hiddenInputClass,
  Mate,
  RatherNot,
} from "./parts.tsx";

interface FeedbackFormProps {
  /** The path doesn't have the mark of a sent form, so that a form that was not accepted is shown again. */
  path: string;
  mates: FeedbackMate[];
  email: string;
  values: TypedFeedback;
  errors: FeedbackErrors;
  closesAt: string;
}

/** A plain form that works without JavaScript. */
export function FeedbackForm({ path, mates, email, values, errors, closesAt }: FeedbackFormProps) {
  const present = mates.filter(({ isErased }) => !isErased);
  const told = mates.filter(({ isTold }) => isTold).map(({ firstName }) => firstName);
  const isInvalid = Object.keys(errors).length > 0;
  return (
    <form method="post" action={path} className="feedback mt-7 grid gap-9 lg:mt-9">
      {errors.form === nothingAnswered ? (
        <Banner variant="info" role="alert" takesFocus>
          {nothingAnswered}
        </Banner>
      ) : (
        isInvalid && <FormError>{errors.form ?? <ErrorLinks errors={errors} />}</FormError>
      )}
      {present.length > 0 && (
        <Group
          title="Who would you like to meet again?"
          text="We’ll tell them only if they say the same."
          name="again"
        >
          <div className="feedback-mates mt-3.5 grid grid-cols-2 gap-3 md:grid-cols-4">
            {present.map((mate, i) => (
              <Mate key={mate.token} mate={mate} seat={i + 1} isChecked={values.again.includes(mate.token)} />
            ))}
            <Contact email={email} values={values} error={errors.contact} isAlwaysShown={told.length > 0} />
          </div>
          {told.length > 0 && (
            <p className="mt-3 text-small text-ink-2">You both know it, so it can’t be taken back.</p>
          )}
        </Group>
      )}
      <Group title="The evening" name="rating" error={errors.rating}>
        <div className="mt-3 grid grid-cols-5 gap-1.5">
          {ratingNames.map((name, i) => (
            <Rating key={name} value={i + 1} name={name} isChecked={values.rating === String(i + 1)} />
          ))}
        </div>
      </Group>
      {mates.length > 0 && (
        <details
          open={values.not.length > 0 || errors.not !== undefined || undefined}
          className="group border-b border-line"
        >
          <summary className="flex min-h-target cursor-pointer list-none items-center justify-between gap-3 text-small [&::-webkit-details-marker]:hidden">
            <span className="flex items-center gap-2">
              <Sign name="lock" />
              Somebody you’d rather not sit with?
            </span>
            <Icon name="plus" className="size-5 text-ink-2 group-open:rotate-45" />
          </summary>
          <RatherNot mates={mates} values={values} error={errors.not} />
        </details>
      )}
      <Note value={values.note} error={errors.note} />
      <div className="grid gap-2">
        <Button variant="primary" size="large" className="w-full">
          Send
        </Button>
        <p className="text-center text-label text-ink-2">You can change your answers until {closesAt}.</p>
      </div>
    </form>
  );
}

const fieldNames = ["rating", "contact", "not", "note"] as const;

/** Each leads to its field. */
const ErrorLinks = ({ errors }: { errors: FeedbackErrors }) =>
  fieldNames.map(
    (name) =>
      errors[name] && (
        <ErrorLink key={name} field={name}>
          {errors[name]}
        </ErrorLink>
      ),
  );

const Note = ({ value, error }: { value: string; error: string | undefined }) => (
  <div>
    <label htmlFor="note" className="display text-[1.375rem]/[1.25] tracking-[-0.012em]">
      Anything else?
    </label>
    <p id="note-text" className="mt-1 text-small text-ink-2">
      Only the people who run the club read it. They see your name and email address, so that they can answer.
    </p>
    <FieldError name="note" error={error} />
    <textarea
      id="note"
      name="note"
      rows={3}
      maxLength={maxNoteLength}
      defaultValue={value}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy("note", "text", error)}
      placeholder="What should we keep, what should we change?"
      className="mt-2 block w-full rounded-paper border border-line-strong bg-surface px-3.5 py-3 leading-normal placeholder:text-ink-3"
    />
  </div>
);

const Rating = ({ value, name, isChecked }: { value: number; name: string; isChecked: boolean }) => (
  <label
    className={`${cardClass} border-line pt-2 pb-2.5 has-checked:border-ink has-checked:shadow-[inset_0_0_0_1px_var(--color-ink)] lg:py-4`}
  >
    <input
      type="radio"
      name="rating"
      value={value}
      defaultChecked={isChecked}
      className={`peer ${hiddenInputClass}`}
    />
    <RatedTable value={value} />
    <b className="display figures text-[1.375rem]/[1.3]">{value}</b>
    <span className="text-label/[1.2] text-ink-2 peer-checked:font-strong peer-checked:text-ink">{name}</span>
  </label>
);

/** A higher rating makes the candle on the table brighter. */
const RatedTable = ({ value }: { value: number }) => (
  <svg
    viewBox="0 0 100 100"
    aria-hidden="true"
    className="w-12 max-w-full text-line-strong peer-checked:text-paprika-text lg:w-19"
  >
    <circle cx="50" cy="50" r="44" fill="none" stroke="currentColor" strokeWidth="2.5" />
    <circle cx="50" cy="50" r={8 + 6.4 * value} className="fill-candle" opacity={0.15 + 0.16 * value} />
    <circle cx="50" cy="50" r={4 + 1.6 * value} className="fill-saffron" />
  </svg>
);

interface ContactProps {
  email: string;
  values: TypedFeedback;
  error: string | undefined;
  isAlwaysShown: boolean;
}

/** Appears with the first wish, if the browser can tell. */
const Contact = ({ email, values, error, isAlwaysShown }: ContactProps) => (
  <fieldset
    id="contact"
    tabIndex={-1}
    className={`col-span-full min-w-0 rounded-paper bg-green-wash px-4 py-3.5 ${isAlwaysShown ? "grid grid-cols-[minmax(0,1fr)] gap-1" : "feedback-contact"}`}
    aria-describedby={describedBy("contact", undefined, error)}
  >
    <legend className="float-left w-full font-strong">If they say yes, too, they get</legend>
    <FieldError name="contact" error={error} />
    <label className="flex min-h-target cursor-pointer items-center gap-3">
      <input
        type="radio"
        name="contact"
        value="email"
        defaultChecked={values.contact === "email"}
        className="size-5 shrink-0 accent-paprika"
      />
      <span className="min-w-0 wrap-anywhere">
        my email address <span className="block text-small text-ink-2">{email}</span>
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
        something else
      </label>
      <input
        type="text"
        name="line"
        defaultValue={values.line}
        maxLength={maxContactLength}
        aria-label="What we send them instead"
        autoComplete="off"
        placeholder="A phone number or a username"
        className="feedback-line h-12 min-w-0 flex-[1_1_14rem] border-b border-line-strong bg-transparent text-ink placeholder:text-ink-3 focus:border-ink"
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
