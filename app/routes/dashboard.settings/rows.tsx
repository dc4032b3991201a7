import { Button, ButtonLink } from "#app/components/button.tsx";
import { Face } from "#app/components/party.tsx";
import { SettingsRow } from "./settings-group.tsx";

/** Who the diner is at a table. */
export const YouRow = ({ firstName, photo }: { firstName: string; photo: string | null }) => (
  <div className="flex flex-wrap items-center gap-4 pb-5 lg:pt-1">
    <Face photo={photo} name={firstName} seat={0} className="size-16 shrink-0 text-[1.875rem]" />
    <h3 className="min-w-0 grow basis-20 font-strong wrap-anywhere">{firstName}</h3>
    <ButtonLink href="/identity" aria-label="Change name or photo" size="small">
      Change
    </ButtonLink>
  </div>
);

export const NewQuestionsRow = ({ count }: { count: number }) => (
  <SettingsRow
    title={count === 1 ? "A new question" : `${count} new questions`}
    text="Your answers help us choose your table."
    action={
      <ButtonLink
        href="/quiz"
        aria-label={count === 1 ? "Answer the new question" : `Answer ${count} new questions`}
        size="small"
        variant="primary"
      >
        Answer
      </ButtonLink>
    }
  />
);

export const EmailsRow = ({ wantsReminders }: { wantsReminders: boolean }) => (
  <form
    method="post"
    action="/dashboard/settings"
    className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pb-5 lg:pt-1"
  >
    <div className="min-w-0 basis-44 grow">
      <label className="flex min-h-target cursor-pointer items-center gap-3 font-strong">
        <input
          type="checkbox"
          name="reminders"
          defaultChecked={wantsReminders}
          className="size-5 accent-paprika"
        />
        Email me before and after dinners
      </label>
      <p className="text-small text-ink-2">
        We always email you when a booking is confirmed, moved or canceled before dinner.
      </p>
    </div>
    <Button size="small" name="intent" value="emails">
      Save
    </Button>
  </form>
);
