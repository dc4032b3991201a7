import { Button, ButtonLink } from "#app/components/button.tsx";
import { CenteredCard } from "#app/components/card.tsx";
import { UnsavedText } from "#app/components/field.tsx";
import { bookingSeats, TableDrawing } from "#app/components/table-drawing.tsx";
import type { FeedbackErrors, TypedFeedback } from "#app/lib/booking/feedback-form.ts";
import { type FeedbackMate, RatherNot } from "./fields.tsx";

interface MessageProps {
  state: "none" | "no-show" | "early" | "over" | "sent";
  firstName: string;
  /** The path of the form. */
  path: string;
  contestPath: string | null;
  /** A form that came when feedback was closed. */
  unsaved: TypedFeedback | undefined;
  opensAt: string;
  closesAt: string;
}

const missedTexts = (contestPath: string | null): [title: string, text: string] => [
  "It looks like you missed dinner",
  `So we won’t ask how it was. If you were there, ${contestPath ? "tell us, and you can answer" : "write to us"}.`,
];

export function Message({ state, firstName, path, contestPath, unsaved, opensAt, closesAt }: MessageProps) {
  const messages: Record<MessageProps["state"], [title: string, text: string]> = {
    none: ["There’s nothing to answer", "This booking is canceled, or it had no seat."],
    "no-show": missedTexts(contestPath),
    early: ["The dinner comes first", `You can tell us how it was from ${opensAt}.`],
    over: ["It’s too late to answer", "If you want to tell us something about a dinner, write to us."],
    sent: [`Thank you, ${firstName}`, `You can change your answers until ${closesAt}.`],
  };
  const [title, text] = messages[state];
  return (
    <CenteredCard>
      <TableDrawing
        seats={state === "sent" || state === "early" ? bookingSeats.confirmed : bookingSeats.canceled}
        className="size-24"
        isLaid={state === "sent"}
      />
      <h1 className="display text-2">{title}</h1>
      <p className="text-ink-2">{text}</p>
      {unsaved && <UnsavedText text={[unsaved.note, unsaved.line].filter(Boolean).join("\n")} />}
      {state === "no-show" && contestPath ? (
        <ButtonLink href={contestPath}>I was there</ButtonLink>
      ) : state === "over" || state === "no-show" ? (
        <ButtonLink href="/contact">Contact Us</ButtonLink>
      ) : (
        <ButtonLink href="/events">See all dinners</ButtonLink>
      )}
      {state === "sent" && (
        <ButtonLink href={path} variant="plain">
          Change my answers
        </ButtonLink>
      )}
    </CenteredCard>
  );
}

interface MissedDinnerProps {
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
}: MissedDinnerProps) {
  const [title, text] = missedTexts(contestPath);
  return (
    <div className="page-width max-w-[calc(40rem+2*var(--spacing-gutter))]! pt-3 pb-10 lg:pt-8 lg:pb-16">
      <h1 className="display text-1">{title}</h1>
      <p className="mt-2 mb-5 text-lead text-ink-2">{text}</p>
      <ButtonLink href={contestPath ?? "/contact"}>{contestPath ? "I was there" : "Contact Us"}</ButtonLink>
      <form method="post" action={path} className="feedback mt-9 grid gap-5">
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
    </div>
  );
}
