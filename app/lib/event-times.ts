const hourMs = 3_600_000;

export const eventTimes = {
  /** Booking ends and tables are made; until then canceling is free. */
  closesBeforeMs: 48 * hourMs,
  /** A diner’s dinners are at least as long apart. */
  betweenBookingsMs: 4 * hourMs,
  reminderBeforeMs: 24 * hourMs,
  standbyEndsBeforeMs: 3 * hourMs,
  /** Until then the restaurant may report who did not come. */
  settlesAfterMs: 24 * hourMs,
};

export const timeBefore = (date: Date, ms: number) => new Date(date.getTime() - ms);
