import { Button, ButtonLink, QuietLink } from "#app/components/button.tsx";
import { CenteredCard } from "#app/components/card.tsx";
import { bookingSeats, TableDrawing } from "#app/components/table-drawing.tsx";
import type { NextDinner } from "./next-dinners.tsx";
import { NextStep } from "./next-step.tsx";

interface AskToCancelProps {
  id: string;
  when: string;
  cost: string;
  terms: string;
  /** It is the evening of the dinner, and the table is told. */
  tells: string | null;
  isConfirmed: boolean;
  isOnStandby: boolean;
  keepsDeposit: boolean;
}

/** The seat is still theirs, so the table shows it. The first button is what serves the diner better. */
export function AskToCancel({
  id,
  when,
  cost,
  terms,
  tells,
  isConfirmed,
  isOnStandby,
  keepsDeposit,
}: AskToCancelProps) {
  const path = `/dashboard/bookings/${id}`;
  const isBetterKept = !tells && (keepsDeposit || isOnStandby);
  const keep = (
    <ButtonLink href={path} variant={isBetterKept ? "primary" : "secondary"}>
      Keep booking
    </ButtonLink>
  );
  return (
    <CenteredCard>
      <TableDrawing seats={isConfirmed ? bookingSeats.confirmed : bookingSeats.pending} className="size-28" />
      <h1 className="display text-2">{tells ? "Can’t make it?" : "Cancel booking?"}</h1>
      <p className="text-lead">{when}</p>
      {cost && <p className="text-lead font-strong">{cost}</p>}
      {terms && <p className="text-ink-2">{terms}</p>}
      {keepsDeposit && !tells && (
        <QuietLink href="/contact">Ill, or something happened? Write to us</QuietLink>
      )}
      <form method="post" className="grid w-full gap-3 pt-2">
        {isBetterKept && keep}{" "}
        <Button variant={isBetterKept ? "secondary" : "dark"}>
          {tells ? "I can’t come" : "Cancel booking"}
        </Button>{" "}
        {tells ? <ButtonLink href={path}>Just late? Tell your table</ButtonLink> : !isBetterKept && keep}
      </form>
      {tells && <QuietLink href={path}>Keep booking</QuietLink>}
    </CenteredCard>
  );
}

interface NothingToCancelProps {
  id: string;
  when: string;
  isCanceled: boolean;
  isOver: boolean;
  next: NextDinner | null;
}

export const NothingToCancel = ({ id, when, isCanceled, isOver, next }: NothingToCancelProps) =>
  isCanceled || isOver ? (
    <CenteredCard>
      <TableDrawing seats={isCanceled ? bookingSeats.canceled : bookingSeats.confirmed} className="size-24" />
      <h1 className="display text-2">{isCanceled ? "It’s already canceled" : "This dinner is behind you"}</h1>
      <p className="text-lead">{when}</p>
      <p className="text-ink-2">
        {isCanceled
          ? "You don’t need to do anything more. We’d love to see you at another dinner."
          : "There’s nothing left to cancel. We’d love to see you at another one."}
      </p>
      <NextStep next={next} />
    </CenteredCard>
  ) : (
    <CenteredCard>
      <h1 className="display text-2">This link is too old</h1>
      <p className="text-lead">{when}</p>
      <p className="text-ink-2">
        The dinner was moved after we sent it. You can still cancel on your booking’s page.
      </p>
      <ButtonLink href={`/dashboard/bookings/${id}`} variant="primary" size="large" className="w-full">
        See your booking
      </ButtonLink>
    </CenteredCard>
  );

interface CanceledProps {
  when: string;
  /** What happens to the deposit. */
  deposit: string | null;
  next: NextDinner | null;
}

export const Canceled = ({ when, deposit, next }: CanceledProps) => (
  <CenteredCard>
    <TableDrawing seats={bookingSeats.canceled} className="size-24" />
    <h1 className="display text-2">Your booking is canceled</h1>
    <p className="text-lead">{when}</p>
    <p className="text-ink-2">
      Thank you for telling us.{deposit && ` ${deposit}`} Plans change, and we’d love to see you at another
      dinner.
    </p>
    <NextStep next={next} />
  </CenteredCard>
);
