/** The note may be gone by the time an email is sent again. */
export const howLate = (minutes: number | null): string =>
  minutes === null ? "a little late" : `about ${minutes} minutes late`;
