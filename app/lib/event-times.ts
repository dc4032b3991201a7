const hour = 3_600_000;

/** When things happen around a dinner, told from its hour. */
export const timeline = {
  /** Booking ends and tables are made; until then canceling costs nothing. */
  closes: 48 * hour,
  reminder: 24 * hour,
  standbyEnds: 3 * hour,
  /** After it: until then the restaurant may say who did not come. */
  settles: 24 * hour,
};

export const before = (dinner: Date, ahead: number) => new Date(dinner.getTime() - ahead);
