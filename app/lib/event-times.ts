const hour = 3_600_000;

/** When things happen around a dinner, told from its hour. */
export const eventTimes = {
  /** Booking ends and tables are made; until then canceling costs nothing. */
  closesBeforeMs: 48 * hour,
  reminderBeforeMs: 24 * hour,
  standbyEndsBeforeMs: 3 * hour,
  /** After it: until then the restaurant may say who did not come. */
  settlesAfterMs: 24 * hour,
};

export const timeBefore = (dinner: Date, ahead: number) => new Date(dinner.getTime() - ahead);
