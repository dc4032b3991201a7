import { Button } from "#app/components/button.tsx";
import { SettingsRow } from "./settings-group.tsx";

interface AvoidedRowProps {
  avoided: { token: string; firstName: string; date: string }[];
}

export const AvoidedRow = ({ avoided }: AvoidedRowProps) => (
  <SettingsRow
    title="People you’d rather not sit with"
    text="We don’t seat you together, and never tell them."
  >
    <ul>
      {avoided.map(({ token, firstName, date }) => (
        <li key={token} className="flex flex-wrap items-center justify-between gap-x-4 py-1.5">
          <p>
            {firstName} <span className="block text-small text-ink-2">{date}</span>
          </p>
          <form method="post" action="/dashboard/settings">
            <input type="hidden" name="avoided" value={token} />
            <Button
              size="small"
              name="intent"
              value="take-back"
              aria-label={`Take it back about ${firstName}, ${date}`}
            >
              Take it back
            </Button>
          </form>
        </li>
      ))}
    </ul>
  </SettingsRow>
);
