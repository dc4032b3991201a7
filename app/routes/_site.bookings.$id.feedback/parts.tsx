import type { ReactNode } from "react";
import laidTable from "#app/assets/laid-table.svg";
import { type NextDinner, NextDinners } from "#app/components/booking/next-dinners.tsx";
import { Button, ButtonLink } from "#app/components/button.tsx";
import { CenteredCard } from "#app/components/card.tsx";
import { FieldError, UnsavedText } from "#app/components/field.tsx";
import { Sign } from "#app/components/icon.tsx";
import { Face } from "#app/components/party.tsx";
import type { DrawnFace } from "#app/lib/account/draw-face.ts";
import type { FeedbackErrors, TypedFeedback } from "#app/lib/booking/feedback-form.ts";

export interface FeedbackMate {
  token: string;
  firstName: string;
  photo: string | null;
  drawn: DrawnFace;
  isErased: boolean;
  /** Both said yes and have been told, so it can't be taken back. */
  isTold: boolean;
}

const focusClass =
  "has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus";
export const cardClass = `relative grid cursor-pointer grid-cols-[minmax(0,1fr)] content-start justify-items-center rounded-paper border bg-surface text-center ${focusClass}`;
export const hiddenInputClass = "absolute inset-0 m-0 size-full cursor-pointer opacity-0";

interface GroupProps {
  title: string;
  text?: string;
  name: string;
  error?: string | undefined;
  children: ReactNode;
}

export const Group = ({ title, text, name, error, children }: GroupProps) => (
  <fieldset
    id={name}
    tabIndex={-1}
    className="min-w-0 scroll-mt-6 outline-none"
    aria-describedby={describedBy(name, text, error)}
  >
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

interface MateProps {
  mate: FeedbackMate;
  seat: number;
  isChecked: boolean;
}

export function Mate({ mate: { token, firstName, photo, drawn, isTold }, seat, isChecked }: MateProps) {
  const face = (
    <Face photo={photo} drawn={drawn} seat={seat} className="mb-1.5 size-[min(6.5rem,30vw)] feedback-face" />
  );
  const name = <b className="display w-full truncate text-[1.25rem]/[1.25] font-normal">{firstName}</b>;
  if (isTold)
    return (
      <div
        className={`${cardClass} cursor-default! gap-1 border-green-text bg-green-wash px-2 pt-4 pb-3.5 shadow-[inset_0_0_0_1px_var(--color-green-text)]`}
      >
        {face}
        <span className="inline-flex items-center gap-1.5 text-small font-strong text-green-text">
          <Sign name="check" className="size-4" />A yes from both
        </span>
        {name}
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
        className={hiddenInputClass}
      />
      {face}
      {name} <span className="sr-only">yes, again</span>
      <span
        aria-hidden="true"
        className="absolute top-2.5 right-2.5 grid size-6 place-items-center rounded-round border border-line-strong text-on-green group-has-checked:border-green-text group-has-checked:bg-green-text"
      >
        <Sign name="check" className="hidden size-4 group-has-checked:block" />
      </span>
    </label>
  );
}

interface RatherNotProps {
  mates: FeedbackMate[];
  values: TypedFeedback;
  error: string | undefined;
}

export const RatherNot = ({ mates, values, error }: RatherNotProps) => (
  <fieldset
    id="not"
    tabIndex={-1}
    className="min-w-0 border-y border-line py-5 outline-none"
    aria-describedby={describedBy("not", "Private", error)}
  >
    <legend className="float-left flex w-full items-center gap-2 text-[1rem] font-strong">
      <Sign name="lock" />
      Rather not sit with
    </legend>
    <p id="not-text" className="clear-both text-small text-ink-2">
      Private. They’ll never know, and we won’t seat you together again. If you’re already at one table for
      another dinner, we try to find them a different one, without saying why. You can undo this in your
      settings.
    </p>
    <FieldError name="not" error={error} />
    {values.shownNot.map((token) => (
      <input key={token} type="hidden" name="shownNot" value={token} />
    ))}
    <div className="mt-3 flex flex-wrap gap-2.5">
      {mates.map(({ token, firstName, isErased }) => (
        <label
          key={token}
          className={`relative inline-flex min-h-target max-w-full cursor-pointer items-center gap-1.5 rounded-round border border-line-strong px-4.5 py-1.5 text-small text-ink-2 has-checked:border-ink has-checked:bg-sunk has-checked:text-ink has-checked:shadow-[inset_0_0_0_1px_var(--color-ink)] ${focusClass} group`}
        >
          <input
            type="checkbox"
            name="not"
            value={token}
            defaultChecked={values.not.includes(token)}
            className={hiddenInputClass}
          />
          <Sign name="check" className="hidden size-4 group-has-checked:block" />
          {isErased ? "Somebody who has deleted their account" : firstName}
        </label>
      ))}
    </div>
  </fieldset>
);

interface MessageProps extends Pick<NextProps, "next"> {
  state: "none" | "no-show" | "early" | "over";
  firstName: string;
  /** "Friday" */
  day: string;
  bookingPath: string;
  isBlocked: boolean;
  isCanceled: boolean;
  contestPath: string | null;
  /** A form that came when feedback was closed. */
  unsaved: TypedFeedback | undefined;
  opensAt: string;
}

const missedTexts = (contestPath: string | null): [title: string, text: string] => [
  "It looks like you missed dinner",
  `No hard feelings. We’d be glad to see you at another one. If you were there, ${contestPath ? "tell us, and you can answer" : "write to us"}.`,
];

const overText = "If you want to tell us something about a dinner, write to us.";

export function Message({
  state,
  firstName,
  day,
  bookingPath,
  isBlocked,
  isCanceled,
  contestPath,
  unsaved,
  opensAt,
  next,
}: MessageProps) {
  const messages: Record<MessageProps["state"], [title: string, text: string]> = {
    none: [
      "We’d love to see you at another dinner",
      `${isCanceled ? `Your booking for ${day} was canceled` : `You had no seat on ${day}`}, so there’s nothing to tell us.`,
    ],
    "no-show": missedTexts(contestPath),
    early: ["You’re a little early", `You can tell us how ${day} was from ${opensAt}.`],
    over: isBlocked
      ? ["It’s too late to answer", overText]
      : [
          `Thank you for ${day}, ${firstName}`,
          "The questions are closed, but we’d still love to hear from you.",
        ],
  };
  const [title, text] = messages[state];
  const contest = state === "no-show" ? contestPath : null;
  return (
    <CenteredCard>
      <img src={laidTable} alt="" width="216" height="216" className="size-32 dark:brightness-90" />
      <h1 className="display text-2">{title}</h1>
      <p className="text-ink-2">{text}</p>
      {unsaved && <UnsavedText text={[unsaved.note, unsaved.line].filter(Boolean).join("\n")} />}
      {(state === "over" || state === "no-show") && (
        <ButtonLink href={contest ?? "/contact"}>{contest ? "I was there" : "Write to us"}</ButtonLink>
      )}
      {state === "early" ? (
        <ButtonLink href={bookingPath} variant="primary">
          See your table
        </ButtonLink>
      ) : (
        !isBlocked && <Next next={next} isPrimary={state === "none" || state === "over"} />
      )}
    </CenteredCard>
  );
}

interface NextProps {
  next?: NextDinner | undefined;
  isPrimary?: boolean;
}

const Next = ({ next, isPrimary = false }: NextProps) =>
  next ? (
    <div className="w-full text-left">
      <NextDinners dinners={[next]} path="/events" isPrimary={isPrimary} level="h2" />
    </div>
  ) : (
    <ButtonLink href="/events">See all dinners</ButtonLink>
  );

interface ThanksProps extends Pick<NextProps, "next"> {
  firstName: string;
  path: string;
  closesAt: string;
  /** Table-mates who don’t know yet. */
  wished: FeedbackMate[];
  /** Some can still be said yes to. */
  others: FeedbackMate[];
  toldAt: string;
}

export const Thanks = ({ firstName, path, closesAt, wished, others, toldAt, next }: ThanksProps) => (
  <CenteredCard>
    {wished.length === 0 && (
      <img src={laidTable} alt="" width="216" height="216" className="size-32 dark:brightness-90" />
    )}
    <h1 className="display text-2">Thank you, {firstName}</h1>
    <p className="text-ink-2">Your answers help us make your next table.</p>
    {wished.length > 0 ? (
      <div className="grid w-full justify-items-center gap-3 rounded-paper bg-green-wash px-5 py-5">
        <MateFaces mates={wished} isLarge />
        <h2 className="display text-2 text-balance">
          Fingers crossed for you and {both.format(wished.map((mate) => mate.firstName))}
        </h2>
        <p>
          If {either.format(wished.map((mate) => mate.firstName))} says yes, too, you both get an email,{" "}
          {toldAt} at the earliest. Nobody else hears anything.
        </p>
      </div>
    ) : (
      others.length > 0 && (
        <div className="grid w-full justify-items-center gap-4 rounded-paper bg-green-wash px-3 py-5">
          <h2 className="display text-3 text-balance">Somebody you’d like to meet again?</h2>
          <MateFaces mates={others} path={path} />
          <p className="text-small">Tap a face to choose. We’ll tell them only if they say the same.</p>
        </div>
      )
    )}
    <Next next={next} isPrimary />
    <p className="text-small text-ink-2">
      You can{" "}
      <a href={path} className="underline underline-offset-[0.22em]">
        change your answers
      </a>{" "}
      until {closesAt}.
    </p>
  </CenteredCard>
);

interface MateFacesProps {
  mates: FeedbackMate[];
  isLarge?: boolean;
  /** Where each can be said yes to. */
  path?: string;
}

const MateFaces = ({ mates, isLarge = false, path }: MateFacesProps) => (
  <span aria-hidden={path ? undefined : true} className="flex w-full flex-wrap justify-center gap-2">
    {mates.map(({ token, photo, drawn, firstName }, i) => {
      const face = (
        <>
          <Face photo={photo} drawn={drawn} seat={i + 1} className="aspect-square w-full" />
          <span className="w-full truncate text-label">{firstName}</span>
        </>
      );
      const shape = `grid justify-items-center gap-1 ${isLarge ? "w-[min(6.5rem,40%)]" : "w-[min(4.25rem,21%)]"}`;
      return path ? (
        <a
          key={token}
          href={`${path}${path.includes("?") ? "&" : "?"}again=${token}#again`}
          aria-label={`${firstName}: choose`}
          className={`${shape} underline underline-offset-[0.22em]`}
        >
          {face}
        </a>
      ) : (
        <span key={token} className={shape}>
          {face}
        </span>
      );
    })}
  </span>
);

const both = new Intl.ListFormat("en-GB", { type: "conjunction" });
const either = new Intl.ListFormat("en-GB", { type: "disjunction" });

interface MissedDinnerProps extends Pick<NextProps, "next"> {
  path: string;
  contestPath: string | null;
  closesAt: string;
  isSent: boolean;
  mates: FeedbackMate[];
  values: TypedFeedback;
  failure: { values: TypedFeedback; errors: FeedbackErrors } | undefined;
}

/** Everybody who had a seat can say whom they would rather not sit with, even if they did not come. */
export function MissedDinner({
  path,
  contestPath,
  closesAt,
  isSent,
  mates,
  values,
  failure,
  next,
}: MissedDinnerProps) {
  const [title, text] = missedTexts(contestPath);
  return (
    <div className="page-width max-w-[calc(40rem+2*var(--spacing-gutter))]! pt-3 pb-10 lg:pt-8 lg:pb-16">
      <h1 className="display text-1">{title}</h1>
      <p className="mt-2 mb-5 text-lead text-ink-2">{text}</p>
      <ButtonLink href={contestPath ?? "/contact"} className="w-full max-w-100">
        {contestPath ? "I was there" : "Contact Us"}
      </ButtonLink>
      <div className="mt-9 max-w-100">
        <Next next={next} />
      </div>
      <details open={isSent || failure !== undefined || values.not.length > 0} className="mt-9">
        <summary className="min-h-target cursor-pointer text-small">
          Is there somebody you’d rather not sit with?
        </summary>
        <form method="post" action={path} className="feedback mt-3 grid gap-5">
          {failure && (
            <UnsavedText text={[failure.values.note, failure.values.line].filter(Boolean).join("\n")} />
          )}
          {isSent && !failure && (
            <p role="status" className="font-strong">
              Saved.
            </p>
          )}
          <RatherNot mates={mates} values={failure?.values ?? values} error={failure?.errors.not} />
          <div className="grid gap-2">
            <Button variant="dark">Save</Button>
            <p className="text-label text-ink-2">You can change this until {closesAt}.</p>
          </div>
        </form>
      </details>
    </div>
  );
}
