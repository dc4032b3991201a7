import { ButtonLink, QuietLink } from "#app/components/button.tsx";
import { type NextDinner, NextDinners } from "./next-dinners.tsx";

/** Under the headline; of a dinner that is off it doesn't look like one that is still to come. */
export const DinnerDate = ({ isOff, children }: { isOff: boolean; children: string }) =>
  isOff ? (
    <p className="text-ink-2">
      <s>{children}</s>
    </p>
  ) : (
    <p className="text-lead">{children}</p>
  );

interface NextStepProps {
  next: NextDinner | null | undefined;
  isPrimary?: boolean;
  /** Of the dinner that the page is about; another one may be on the same evening. */
  date?: string | undefined;
}

/** How a page ends on which nothing is left to do: with the next dinner, or with all dinners where none can be named. */
export const NextStep = ({ next, isPrimary = true, date }: NextStepProps) =>
  next ? (
    <div className="mt-3 grid w-full gap-2">
      <NextDinners
        dinners={[next]}
        title={next.date === date ? "Another dinner, the same evening" : undefined}
        path="/events"
        isPrimary={isPrimary}
        level="h2"
      />
      <QuietLink href="/events" className="justify-self-center">
        See all dinners
      </QuietLink>
    </div>
  ) : (
    <ButtonLink
      href="/events"
      variant={isPrimary ? "primary" : "secondary"}
      size="large"
      className="mt-2 w-full"
    >
      See all dinners
    </ButtonLink>
  );
