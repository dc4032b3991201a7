const hour = 3_600_000;

/** When things happen around a dinner, told back from its hour. */
export const timeline = {
  /** Booking ends and tables are made; until then canceling costs nothing. */
  closes: 48 * hour,
  reminder: 24 * hour,
  standbyEnds: 3 * hour,
};

export const before = (dinner: Date, ahead: number) => new Date(dinner.getTime() - ahead);
