import { Button, ButtonLink, QuietLink } from "#app/components/button.tsx";
import { CenteredCard } from "#app/components/card.tsx";
import type { NextDinner } from "./next-dinners.tsx";
import { DinnerDate, NextStep } from "./next-step.tsx";
import { TableScene, type You } from "./table-scene.tsx";

interface AskToCancelProps {
  id: string;
  date: string;
  when: string;
  cost: string;
  terms: string;
  /** It is the evening of the dinner, and the table is told. */
  tells: string | null;
  isConfirmed: boolean;
  isOnStandby: boolean;
  keepsDeposit: boolean;
  next: NextDinner | null;
  you: You;
}

/** Who has a seat sits in it. Staying is the filled button, and leaving the outlined one below it. */
export function AskToCancel({
  id,
  date,
  when,
  cost,
  terms,
  tells,
  isConfirmed,
  isOnStandby,
  keepsDeposit,
  next,
  you,
}: AskToCancelProps) {
  const path = `/dashboard/bookings/${id}`;
  const title = tells ? "Can’t make it?" : isOnStandby ? "Leave standby?" : "Cancel booking?";
  return (
    <CenteredCard>
      <TableScene you={isConfirmed ? you : null} />
      <h1 className="display text-2">{title}</h1>
      <p className="text-lead">{when}</p>
      {cost && <p className="text-lead font-strong">{cost}</p>}
      {terms && <p className="text-ink-2">{terms}</p>}
      {keepsDeposit && !tells && (
        <QuietLink href="/contact">Ill, or something happened? Write to us</QuietLink>
      )}
      <form method="post" className="grid w-full gap-3 pt-2">
        <ButtonLink href={path} variant="primary">
          {tells ? "Just late? Tell your table" : isOnStandby ? "Stay on standby" : "Keep booking"}
        </ButtonLink>{" "}
        <Button>{tells ? "I can’t come" : "Cancel booking"}</Button>
      </form>
      {tells && <QuietLink href={path}>Keep booking</QuietLink>}
      {!tells && next && next.date !== date && (
        <QuietLink href={`/events?event=${next.id}`} className="text-center!">
          Another evening? {next.date}
        </QuietLink>
      )}
    </CenteredCard>
  );
}

interface NothingToCancelProps {
  id: string;
  date: string;
  when: string;
  isCanceled: boolean;
  isOver: boolean;
  next: NextDinner | null;
}

export const NothingToCancel = ({ id, date, when, isCanceled, isOver, next }: NothingToCancelProps) =>
  isCanceled || isOver ? (
    <CenteredCard>
      <TableScene />
      <h1 className="display text-2">{isCanceled ? "It’s already canceled" : "This dinner is behind you"}</h1>
      <DinnerDate isOff={isCanceled}>{when}</DinnerDate>
      <p className="text-ink-2">
        {isCanceled
          ? "You don’t need to do anything more. We’d love to see you at another dinner."
          : "There’s nothing left to cancel. We’d love to see you at another one."}
      </p>
      <NextStep next={next} date={date} />
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
  date: string;
  when: string;
  /** What happens to the deposit. */
  deposit: string | null;
  next: NextDinner | null;
}

export const Canceled = ({ date, when, deposit, next }: CanceledProps) => (
  <CenteredCard>
    <TableScene />
    <h1 className="display text-2">Your booking is canceled</h1>
    <DinnerDate isOff>{when}</DinnerDate>
    <p className="text-ink-2">
      Thank you for telling us.{deposit && ` ${deposit}`} Plans change, and we’d love to see you at another
      dinner.
    </p>
    <NextStep next={next} date={date} />
  </CenteredCard>
);
