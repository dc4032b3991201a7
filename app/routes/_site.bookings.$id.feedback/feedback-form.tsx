import type { ReactNode } from "react";
import {
  type FeedbackErrors,
  maxContactLength,
  maxNoteLength,
  ratingNames,
  type TypedFeedback,
} from "#app/lib/feedback-form.ts";
import { Banner } from "./banner.tsx";
import { Button } from "./button.tsx";
import { Face } from "./face.tsx";
import { Sign } from "./sign.tsx";
import { seatPositions } from "./table-drawing.tsx";

export interface FeedbackMate {
  token: string;
  firstName: string;
  photo: string | null;
  /** Both said yes and were told, which can't be taken back. */
  isTold: boolean;
}

interface FeedbackFormProps {
  mates: FeedbackMate[];
  email: string;
  values: TypedFeedback;
  errors: FeedbackErrors;
  closesAt: string;
}

const focusClass =
  "has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus";
const cardClass = `relative grid cursor-pointer content-start justify-items-center rounded-paper border bg-surface text-center ${focusClass}`;
const hiddenInputClass = "absolute inset-0 m-0 size-full cursor-pointer opacity-0";

/** A plain form: works without JavaScript. */
export function FeedbackForm({ mates, email, values, errors, closesAt }: FeedbackFormProps) {
  const told = mates.filter(({ isTold }) => isTold).map(({ firstName }) => firstName);
  const isInvalid = Object.keys(errors).length > 0;
  return (
    <form method="post" className="feedback mt-7 grid gap-9 lg:mt-9">
      {isInvalid && <Banner variant="error">{errors.form ?? "Please look at what is marked below."}</Banner>}
      <Group title="The evening" name="rating" error={errors.rating}>
        <div className="mt-3 grid grid-cols-5 gap-1.5">
          {ratingNames.map((name, i) => (
            <Rating key={name} value={i + 1} name={name} isChecked={values.rating === String(i + 1)} />
          ))}
        </div>
      </Group>
      {mates.length > 0 && (
        <>
          <Group
            title="Whom would you gladly meet again?"
            text="They hear of it only if they say the same."
            name="again"
          >
            <div className="mt-3.5 grid grid-cols-2 gap-3 md:grid-cols-4">
              {mates.map((mate, i) => (
                <Mate
                  key={mate.token}
                  mate={mate}
                  seat={i + 1}
                  isChecked={values.again.includes(mate.token)}
                />
              ))}
            </div>
            {told.length > 0 && (
              <p className="mt-3 text-small text-ink-2">You both know it, so it can’t be taken back..</p>
            )}
            <Contact email={email} values={values} error={errors.contact} isAlwaysShown={told.length > 0} />
          </Group>
          <RatherNot mates={mates} values={values} error={errors.not} />
        </>
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

interface GroupProps {
  title: string;
  text?: string;
  /** Of its fields. */
  name: string;
  error?: string | undefined;
  children: ReactNode;
}

const Group = ({ title, text, name, error, children }: GroupProps) => (
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

const describedBy = (name: string, text?: string, error?: string) =>
  [text && `${name}-text`, error && `${name}-error`].filter(Boolean).join(" ") || undefined;

const FieldError = ({ name, error }: { name: string; error: string | undefined }) =>
  error ? (
    <p id={`${name}-error`} className="mt-2 flex items-start gap-2 text-small text-paprika-text">
      <Sign name="alert" className="mt-0.5 size-4.5" />
      {error}
    </p>
  ) : null;

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

const seats = seatPositions(40);

/** Its seats fill, and the candle grows. */
const RatedTable = ({ value }: { value: number }) => (
  <svg
    viewBox="0 0 100 100"
    aria-hidden="true"
    className="w-12 text-ink-2 peer-checked:text-paprika-text lg:w-19"
  >
    <circle cx="50" cy="50" r="25" fill="none" stroke="currentColor" strokeWidth="2.5" />
    {seats.map(({ x, y }, i) =>
      i < value ? (
        <circle key={x} cx={x} cy={y} r="7.5" className="fill-current" />
      ) : (
        <circle key={x} cx={x} cy={y} r="6.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      ),
    )}
    <circle cx="50" cy="50" r={4 + 3 * value} className="fill-candle" opacity={0.12 + 0.13 * value} />
    <circle cx="50" cy="50" r={1.5 + 0.7 * value} className="fill-saffron" />
  </svg>
);

interface MateProps {
  mate: FeedbackMate;
  seat: number;
  isChecked: boolean;
}

function Mate({ mate: { token, firstName, photo, isTold }, seat, isChecked }: MateProps) {
  const face = (
    <Face name={firstName} photo={photo} seat={seat} className="mb-1.5 size-22 text-[2.5rem] feedback-face" />
  );
  const name = <b className="display w-full truncate text-[1.25rem]/[1.25] font-normal">{firstName}</b>;
  if (isTold)
    return (
      <div
        className={`${cardClass} cursor-default! gap-1 border-green-text bg-green-wash px-2 pt-4 pb-3.5 shadow-[inset_0_0_0_1px_var(--color-green-text)]`}
      >
        {face}
        {name}
        <span className="inline-flex items-center gap-1.5 text-small font-strong text-green-text">
          <Sign name="check" className="size-4" />
          Said yes, too
        </span>
      </div>
    );
  return (
    <label
      className={`${cardClass} group gap-1 border-line px-2 pt-4 pb-3.5 has-checked:border-green-text has-checked:bg-green-wash has-checked:shadow-[inset_0_0_0_1px_var(--color-green-text)]`}
    >
      <input
        type="checkbox"
        name="again"
        value={token}
        defaultChecked={isChecked}
        aria-label={`Gladly meet ${firstName} again`}
        className={hiddenInputClass}
      />
      {face}
      {name}
      <span aria-hidden="true" className="text-small text-ink-2 group-has-checked:hidden">
        Say yes
      </span>
      <span
        aria-hidden="true"
        className="hidden items-center gap-1.5 text-small font-strong text-green-text group-has-checked:inline-flex"
      >
        <Sign name="check" className="size-4" />
        Gladly
      </span>
    </label>
  );
}

interface ContactProps {
  email: string;
  values: TypedFeedback;
  error: string | undefined;
  isAlwaysShown: boolean;
}

/** Shown with the first wish, where the browser can tell. */
const Contact = ({ email, values, error, isAlwaysShown }: ContactProps) => (
  <fieldset
    className={`mt-5 min-w-0 border-l-3 border-green-text pl-4 ${isAlwaysShown ? "grid gap-1" : "feedback-contact"}`}
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
        this line:
      </label>
      <input
        type="text"
        name="line"
        defaultValue={values.line}
        maxLength={maxContactLength}
        aria-label="What we send them instead"
        autoComplete="off"
        placeholder="A number, or a name where you chat"
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
      I’d also gladly sit at one table with them again
    </label>
    <p className="text-small text-ink-2">
      We tell you both in the evening, on the same day. Once you are told, it can’t be taken back.
    </p>
  </fieldset>
);

interface RatherNotProps {
  mates: FeedbackMate[];
  values: TypedFeedback;
  error: string | undefined;
}

const RatherNot = ({ mates, values, error }: RatherNotProps) => (
  <fieldset
    className="min-w-0 border-y border-line py-5"
    aria-describedby={describedBy("not", "Private", error)}
  >
    <legend className="float-left flex w-full items-center gap-2 text-[1rem] font-strong">
      <Sign name="lock" />
      Rather not sit with
    </legend>
    <p id="not-text" className="clear-both text-small text-ink-2">
      Private. They never hear of it, and we won’t seat you together again. You can take it back in your
      settings.
    </p>
    <FieldError name="not" error={error} />
    {values.shownNot.map((token) => (
      <input key={token} type="hidden" name="shownNot" value={token} />
    ))}
    <div className="mt-3 flex flex-wrap gap-2.5">
      {mates.map(({ token, firstName }) => (
        <label
          key={token}
          className={`relative inline-flex min-h-target max-w-full cursor-pointer items-center gap-1.5 rounded-round border border-line-strong px-4.5 text-small text-ink-2 has-checked:border-ink has-checked:bg-sunk has-checked:text-ink has-checked:shadow-[inset_0_0_0_1px_var(--color-ink)] ${focusClass} group`}
        >
          <input
            type="checkbox"
            name="not"
            value={token}
            defaultChecked={values.not.includes(token)}
            className={hiddenInputClass}
          />
          <Sign name="check" className="hidden size-4 group-has-checked:block" />
          {firstName}
        </label>
      ))}
    </div>
  </fieldset>
);

const Note = ({ value, error }: { value: string; error: string | undefined }) => (
  <div>
    <label htmlFor="note" className="display text-[1.375rem]/[1.25] tracking-[-0.012em]">
      A line to us
    </label>
    <p id="note-text" className="mt-1 text-small text-ink-2">
      Only the people who run the club read it, with your name and address, so that they can answer.
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
