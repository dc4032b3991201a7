import { type DescribedWay, WayChoices } from "#app/components/account-forms.tsx";
import { Button, ButtonLink } from "#app/components/button.tsx";
import { SecurityPart } from "./security-parts.tsx";

/** After a new password: what still opens the account without it. */
export const OtherWays = ({ ways }: { ways: DescribedWay[] }) => (
  <SecurityPart
    title="What else opens your account"
    text="Your new password signed everybody else out, but these work without it. Tick what isn’t yours."
  >
    <form method="post" className="grid gap-4">
      <WayChoices name="remove" ways={ways} />
      <p className="flex flex-wrap gap-4">
        <Button variant="primary" name="intent" value="remove-ways">
          Remove what’s ticked
        </Button>{" "}
        <ButtonLink href="/onboarding">Keep all</ButtonLink>
      </p>
    </form>
  </SecurityPart>
);
