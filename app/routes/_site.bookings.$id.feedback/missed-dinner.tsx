import { Button, ButtonLink } from "#app/components/button.tsx";
import { UnsavedText } from "#app/components/field.tsx";
import type { FeedbackErrors, TypedFeedback } from "#app/lib/booking/feedback-form.ts";
import type { FeedbackMate } from "./fields.tsx";
import { RatherNot } from "./mates.tsx";
import { missedTexts } from "./message.tsx";

interface MissedDinnerProps {
  path: string;
  contestPath: string | null;
  closesAt: string;
  isSent: boolean;
  mates: FeedbackMate[];
  values: TypedFeedback;
  failure: { values: TypedFeedback; errors: FeedbackErrors } | undefined;
}

/** Whoever had a seat can say whom they would rather not sit with, also who did not come. */
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
