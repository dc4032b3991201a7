const hour = 3_600_000;

export const eventTimes = {
  /** Booking ends and tables are made; until then canceling is free. */
  closesBeforeMs: 48 * hour,
  reminderBeforeMs: 24 * hour,
  standbyEndsBeforeMs: 3 * hour,
  /** Until then the restaurant may report who did not come. */
  settlesAfterMs: 24 * hour,
};

export const timeBefore = (dinner: Date, ahead: number) => new Date(dinner.getTime() - ahead);
