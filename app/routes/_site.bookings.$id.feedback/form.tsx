import { FormError } from "#app/components/banner.tsx";
import { Button } from "#app/components/button.tsx";
import { FieldError } from "#app/components/field.tsx";
import {
  type FeedbackErrors,
  maxNoteLength,
  ratingNames,
  type TypedFeedback,
} from "#app/lib/booking/feedback-form.ts";
import { Contact } from "./contact.tsx";
import { describedBy, type FeedbackMate, Group } from "./fields.tsx";
import { Mate, RatherNot } from "./mates.tsx";
import { Rating } from "./rating.tsx";

interface FeedbackFormProps {
  /** Without the mark of a form that was sent, so that one that was not shows itself again. */
  path: string;
  mates: FeedbackMate[];
  email: string;
  values: TypedFeedback;
  errors: FeedbackErrors;
  closesAt: string;
}

/** A plain form: works without JavaScript. */
export function FeedbackForm({ path, mates, email, values, errors, closesAt }: FeedbackFormProps) {
  const present = mates.filter(({ isErased }) => !isErased);
  const told = mates.filter(({ isTold }) => isTold).map(({ firstName }) => firstName);
  const isInvalid = Object.keys(errors).length > 0;
  return (
    <form method="post" action={path} className="feedback mt-7 grid gap-9 lg:mt-9">
      {isInvalid && <FormError>{errors.form ?? "Check what’s marked below."}</FormError>}
      <Group title="The evening" name="rating" error={errors.rating}>
        <div className="mt-3 grid grid-cols-5 gap-1.5">
          {ratingNames.map((name, i) => (
            <Rating key={name} value={i + 1} name={name} isChecked={values.rating === String(i + 1)} />
          ))}
        </div>
      </Group>
      {present.length > 0 && (
        <Group
          title="Who would you like to meet again?"
          text="We’ll tell them only if they say the same."
          name="again"
        >
          <div className="mt-3.5 grid grid-cols-2 gap-3 md:grid-cols-4">
            {present.map((mate, i) => (
              <Mate key={mate.token} mate={mate} seat={i + 1} isChecked={values.again.includes(mate.token)} />
            ))}
          </div>
          {told.length > 0 && (
            <p className="mt-3 text-small text-ink-2">You both know it, so it can’t be taken back.</p>
          )}
          <Contact email={email} values={values} error={errors.contact} isAlwaysShown={told.length > 0} />
        </Group>
      )}
      {mates.length > 0 && <RatherNot mates={mates} values={values} error={errors.not} />}
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
