import { eventTimes, timeBefore } from "./event-times.ts";

interface MovableEvent {
  date: Date;
  /** By the club, after this diner had booked. */
  wasMoved: boolean;
}

/** A change by the club costs a diner nothing, so after one canceling is free until the dinner begins. */
export const freeCancellationEnd = ({ date, wasMoved }: MovableEvent): Date =>
  wasMoved ? date : timeBefore(date, eventTimes.closesBeforeMs);

interface Cancellation {
  wasMoved: boolean;
  freeUntil: string;
  isFree: boolean;
  isConfirmed: boolean;
  isPaid: boolean;
  /** Canceling was free on standby, also after the end of what is free for others. */
  cameFromStandby: boolean;
  /** "3000 HUF" */
  deposit: string;
}

export function describeCancellationTerms({
  freeUntil,
  isFree,
  isConfirmed,
  isPaid,
  cameFromStandby,
  wasMoved,
  deposit: amount,
}: Cancellation): string {
  const deposit = `the deposit of ${amount}`;
  if (!isFree && !isConfirmed)
    return `You are on standby, so canceling is free${isPaid ? `: ${deposit} goes back to your card` : ""}.`;
  if (isFree) {
    const end = wasMoved ? `the dinner begins, because we moved it` : freeUntil;
    return `Canceling is free until ${end}${isPaid ? `: ${deposit} goes back to your card` : ""}.`;
  }
  const kept = isPaid ? `, and ${deposit} is kept` : "";
  const wasFree = cameFromStandby ? "while you were on standby" : `until ${freeUntil}`;
  return `It was free ${wasFree}. You can still cancel${kept}: four people expect you.`;
}
