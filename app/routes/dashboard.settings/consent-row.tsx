import { Button, ButtonLink } from "#app/components/button.tsx";
import { FoldedRow, SettingsRow } from "./settings-group.tsx";

interface ConsentRowProps {
  givenOn: string | null;
  questionIds: number[];
  answerCount: number;
}

const title = "Your consent";

export function ConsentRow({ givenOn, questionIds, answerCount }: ConsentRowProps) {
  if (!givenOn)
    return (
      <SettingsRow
        title={title}
        text={
          answerCount > 0
            ? "You answered questions about diet, drinks, allergies and step-free access before we asked for your consent."
            : "You haven’t agreed to questions about diet, drinks, allergies and step-free access, so the restaurant doesn’t know what you need."
        }
        action={
          <ButtonLink href={`/quiz?only=${questionIds.join()}`} size="small">
            {answerCount > 0 ? "Decide" : "Answer them"}
          </ButtonLink>
        }
      />
    );
  return (
    <FoldedRow
      title={title}
      text={`On ${givenOn}, you agreed to questions about diet, drinks, allergies and step-free access.`}
      label="Withdraw"
    >
      <form
        method="post"
        action="/dashboard/settings"
        className="grid max-w-measure justify-items-start gap-4"
      >
        <p className="text-ink-2">
          We’ll delete these answers, including the copies in the records of your tables. The quiz counts the
          questions as skipped, and you can answer them again at any time.
        </p>
        <p className="text-ink-2">
          You keep the dinners you’ve booked, but the restaurant won’t know your diet, your allergies or
          whether you need step-free access, unless we’ve already told it. You’d have to tell it yourself.
        </p>
        <Button variant="dark" size="small" name="intent" value="withdraw-consent">
          Withdraw and delete
        </Button>
      </form>
    </FoldedRow>
  );
}
