import { dayMs, hourMs, minuteMs } from "#app/lib/time-units.ts";

export const eventTimes = {
  /** Booking ends and tables are made; until then canceling is free. */
  closesBeforeMs: 48 * hourMs,
  /** A diner’s dinners are at least as long apart. */
  betweenBookingsMs: 4 * hourMs,
  reminderBeforeMs: 24 * hourMs,
  /** Later than that, the dinner's page says all there is to say. */
  reminderUntilBeforeMs: 3 * hourMs,
  standbyEndsBeforeMs: 3 * hourMs,
  /** From then on nobody loses a seat because their table has become too small: they are on their way. */
  dissolvesUntilBeforeMs: 2 * hourMs,
  /** From then on a diner's page is about the evening: being late, not coming. */
  eveningBeginsBeforeMs: 3 * hourMs,
  /** Diners can say that they are there. */
  checkInFromBeforeMs: 30 * minuteMs,
  checkInUntilAfterMs: 2 * hourMs,
  /** Diners can say who is missing. */
  missingAfterMs: 15 * minuteMs,
  hostLinkFromBeforeMs: 6 * hourMs,
  hostLinkUntilAfterMs: 36 * hourMs,
  /** Until then a host can move diners and close tables. */
  hostMovesUntilAfterMs: 4 * hourMs,
  /** Then it is decided who came, and deposits are settled. */
  settlesAfterMs: 24 * hourMs,
  /** No job may be away for longer: after it, nobody is told that they are noted as a no-show. */
  attendanceDecidedWithinMs: 30 * dayMs,
  /** From the email that tells them, diners can say that they did come. */
  contestForMs: 7 * dayMs,
  /** From 11:00 on the next day, diners can say how it was. */
  feedbackForMs: 14 * dayMs,
};

export const timeBefore = (date: Date, ms: number) => new Date(date.getTime() - ms);
