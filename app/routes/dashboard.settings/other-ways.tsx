import { Button, ButtonLink } from "#app/components/button.tsx";
import { SecurityPart } from "./security-parts.tsx";

interface OtherWay {
  /** What the form names: a passkey's id, or "google". */
  value: string;
  name: string;
  addedAt: string;
  /** Somebody whose session still worked until now may have added it. */
  isRecent: boolean;
}

/** After a new password: what still opens the account without it. */
export const OtherWays = ({ ways }: { ways: OtherWay[] }) => (
  <SecurityPart
    title="What else opens your account"
    text="Your new password signed everybody else out, but these work without it. What was added in the last 180 days is ticked, because nobody stays signed in for longer: untick what’s yours."
  >
    <form method="post" className="grid gap-4">
      <ul className="grid gap-2">
        {ways.map(({ value, name, addedAt, isRecent }) => (
          <li key={value}>
            <label className="flex min-h-target cursor-pointer items-center gap-3">
              <input
                type="checkbox"
                name="remove"
                value={value}
                defaultChecked={isRecent}
                className="size-5 shrink-0 accent-paprika"
              />
              <span>
                {name} <span className="block text-small text-ink-2">Added {addedAt}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-4">
        <Button variant="primary" name="intent" value="remove-ways">
          Remove what’s ticked
        </Button>{" "}
        <ButtonLink href="/onboarding">Keep all</ButtonLink>
      </p>
    </form>
  </SecurityPart>
);
